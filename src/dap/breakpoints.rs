//! The editor's breakpoints: a source's whole list at a time, sent on as a difference.

use super::attached::Attached;
use super::words::for_editors;
use crate::api::ids::{Line, ScriptPath};
use crate::runtime::one_of_each_line;
use crate::session::{
    Breakpoint, BreakpointCommand, BreakpointKey, BreakpointNumber, BreakpointSpec, Command,
    HitRule, Session, SourceState,
};
use dapts::event::Breakpoint as BreakpointChanged;
use dapts::{
    BreakpointEvent, BreakpointEventReason, BreakpointReason, SetBreakpointsArguments,
    SetBreakpointsResponse, Source, SourceBreakpoint,
};
use std::collections::BTreeSet;
use std::time::Duration;

/// The server is not waited for longer before the client gets its answer; the rest comes as events.
const ARMING: Duration = Duration::from_secs(5);

/// What one entry of the client's list comes to, or why it can't be set.
type Entry = Result<BreakpointSpec, String>;

impl Attached {
    pub(super) async fn set_breakpoints(
        &self,
        wanted: SetBreakpointsArguments,
    ) -> SetBreakpointsResponse {
        let list = wanted.breakpoints.unwrap_or_default();
        let breakpoints = match self.script_of(&wanted.source) {
            Ok(script) => self.set_in(&script, &list).await,
            Err(cause) => {
                let faulty = |it: &SourceBreakpoint| unverified(it.line, cause.clone());
                list.iter().map(faulty).collect()
            }
        };
        SetBreakpointsResponse { breakpoints }
    }

    async fn set_in(
        &self,
        script: &ScriptPath,
        list: &[SourceBreakpoint],
    ) -> Vec<dapts::Breakpoint> {
        let entries = one_of_each_line(list.iter().map(|it| self.entry(script, it)).collect());
        let specs = || entries.iter().flatten();
        let keys: BTreeSet<BreakpointKey> = specs().map(|spec| spec.key.clone()).collect();
        let before = self.marks().replace(script, keys.clone());
        for key in before.difference(&keys) {
            self.command(BreakpointCommand::Remove(key.clone()));
        }
        for spec in specs() {
            let is_there = self.desk.look(|session| {
                session.breakpoints().get(&spec.key).is_some_and(|it| it.spec == *spec)
            });
            if !is_there {
                self.command(BreakpointCommand::Set(spec.clone()));
            }
        }
        let loses_some = before.difference(&keys).next().is_some();
        let settled = async {
            if !keys.is_empty() {
                self.until_settled(&keys).await;
            }
            // What goes on behind this is not to halt there.
            if loses_some {
                self.desk.until_forgotten().await;
            }
        };
        let _ = tokio::time::timeout(ARMING, settled).await;
        list.iter().zip(&entries).map(|(wanted, entry)| self.answer_for(wanted, entry)).collect()
    }

    fn command(&self, command: BreakpointCommand) {
        self.desk.command(Command::Breakpoint(command));
    }

    fn entry(&self, script: &ScriptPath, wanted: &SourceBreakpoint) -> Entry {
        let filled = |text: &Option<String>| {
            text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let rule = filled(&wanted.hit_condition).map(|text| text.parse::<HitRule>()).transpose();
        let condition = filled(&wanted.condition);
        let only = self.wanted.only.as_ref();
        let narrowed = only.map(|only| only.narrowed(condition.as_deref())).transpose();
        let line = self.line_in(wanted.line);
        match (rule, narrowed) {
            _ if line == Line(0) => Err("lines are counted from 1".to_owned()),
            (Err(error), _) => Err(error.to_string()),
            (_, Err(error)) => Err(error.to_string()),
            (Ok(hit_rule), Ok(narrowed)) => Ok(BreakpointSpec {
                condition: narrowed.or(condition),
                hit_rule,
                log: wanted.log_message.clone().filter(|text| !text.is_empty()),
                ..BreakpointSpec::plain(script.clone(), line)
            }),
        }
    }

    /// Waits until the server has answered for them and their script is read.
    async fn until_settled(&self, keys: &BTreeSet<BreakpointKey>) {
        let settled = self.desk.until(|session| {
            let all = keys.iter().all(|key| is_settled(session, key));
            all.then_some(())
        });
        settled.await;
    }

    fn answer_for(&self, wanted: &SourceBreakpoint, entry: &Entry) -> dapts::Breakpoint {
        let spec = match entry {
            Err(cause) => return unverified(wanted.line, cause.clone()),
            Ok(spec) => spec,
        };
        let found = self.desk.look(|session| {
            let breakpoint = session.breakpoints().get(&spec.key)?;
            Some((breakpoint.number, self.shown_breakpoint(session, breakpoint)))
        });
        let Some((number, mut shown)) = found else {
            return unverified(self.line_out(spec.key.line), "it was removed".to_owned());
        };
        shown.source = Some(self.source_of(&spec.key.script));
        self.marks().told.insert(number, shown.clone());
        shown
    }

    fn shown_breakpoint(&self, session: &Session, breakpoint: &Breakpoint) -> dapts::Breakpoint {
        let id = Some(breakpoint.number.0);
        match session.standing(breakpoint) {
            None => dapts::Breakpoint {
                id,
                line: Some(self.line_out(breakpoint.key().line)),
                message: Some("the server has not answered yet".to_owned()),
                reason: Some(BreakpointReason::Pending),
                ..dapts::Breakpoint::default()
            },
            Some(standing) => dapts::Breakpoint {
                id,
                line: Some(self.line_out(standing.line)),
                verified: standing.verified,
                message: standing.message.map(|told| for_editors(&told).into_owned()),
                reason: (!standing.verified).then_some(BreakpointReason::Failed),
                ..dapts::Breakpoint::default()
            },
        }
    }

    /// Tells the client of a breakpoint of its own that looks another way now.
    pub(super) fn breakpoint_changed(&self, number: BreakpointNumber) {
        let shown = self.desk.look(|session| {
            let breakpoint = session.breakpoints().iter().find(|it| it.number == number)?;
            let shown = self.shown_breakpoint(session, breakpoint);
            Some((breakpoint.key().clone(), shown))
        });
        let Some((key, mut shown)) = shown else { return };
        let source: Source = self.source_of(&key.script);
        shown.source = Some(source);
        let mut marks = self.marks();
        let is_new = marks.holds(&key) && marks.told.get(&number).is_some_and(|it| *it != shown);
        if is_new {
            marks.told.insert(number, shown.clone());
            self.out.event::<BreakpointChanged>(&BreakpointEvent {
                breakpoint: shown,
                reason: BreakpointEventReason::Changed,
            });
        }
    }

    /// The fields of everything that the client has set.
    pub(super) fn specs(&self) -> Vec<BreakpointSpec> {
        let keys: Vec<BreakpointKey> = self.marks().keys().cloned().collect();
        self.desk.look(|session| {
            let found = keys.iter().filter_map(|key| session.breakpoints().get(key));
            found.map(|breakpoint| breakpoint.spec.clone()).collect()
        })
    }

    /// Sets again what was set in an attachment before this one.
    pub(super) fn set_again(&self, specs: Vec<BreakpointSpec>) {
        for spec in specs {
            let mut marks = self.marks();
            marks.add(spec.key.clone());
            drop(marks);
            self.command(BreakpointCommand::Set(spec));
        }
    }
}

fn is_settled(session: &Session, key: &BreakpointKey) -> bool {
    let is_read = session
        .sources()
        .get(&key.script)
        .is_none_or(|source| source.state != SourceState::Loading);
    let breakpoint = session.breakpoints().get(key);
    is_read && breakpoint.is_none_or(|it| session.standing(it).is_some())
}

fn unverified(line: u32, message: String) -> dapts::Breakpoint {
    dapts::Breakpoint {
        line: Some(line),
        message: Some(message),
        reason: Some(BreakpointReason::Failed),
        ..dapts::Breakpoint::default()
    }
}
