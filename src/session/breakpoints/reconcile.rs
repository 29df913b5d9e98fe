//! Breakpoints are edited here and go out as differences: new ones are added before those they
//! replace are deleted, so that nothing is unarmed for a moment. After a lost answer the server is
//! asked what it holds before anything is sent again.

use super::super::Session;
use super::super::breakpoint::{Breakpoint, BreakpointKey, BreakpointSpec, Fact, Origin};
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::command::BreakpointCommand;
use super::super::connection::Connection;
use super::super::failure::{Delivery, Failure, FailureKind};
use super::super::notice::NoticeKind;
use super::super::source::SourceState;
use super::super::time::Time;
use super::super::verdict::Gravity;
use crate::api::debugger::{Breakpoint as OnServer, NewBreakpoint};
use crate::api::ids::{BreakpointId, Line, ScriptPath, ThreadId};

impl Session {
    pub(in crate::session) fn breakpoint_command(&mut self, command: BreakpointCommand) {
        match command {
            BreakpointCommand::Toggle { script, line } => self.toggle_breakpoint(script, line),
            BreakpointCommand::Set(spec) => self.set_breakpoint(spec),
            BreakpointCommand::Remove(key) => self.remove_breakpoint(&key),
            BreakpointCommand::Switch(key) => self.switch_breakpoint(&key),
        }
    }

    fn toggle_breakpoint(&mut self, script: ScriptPath, line: Line) {
        let key = BreakpointKey::new(script, line);
        if self.breakpoints.get(&key).is_some() {
            return self.remove_breakpoint(&key);
        }
        self.set_breakpoint(BreakpointSpec::plain(key.script, key.line));
    }

    fn set_breakpoint(&mut self, spec: BreakpointSpec) {
        let key = spec.key.clone();
        let is_off = !spec.enabled;
        if spec.after.is_some() {
            // One that is there already, whoever has set it, goes until it is waited for no more.
            self.breakpoints.held.take(&spec.on_the_wire());
        }
        self.put_breakpoint(spec, Origin::Own);
        self.cx.save_soon();
        let place = self.sources.place(&key.script, key.line);
        let Some(breakpoint) = self.breakpoints.get_mut(&key) else { return };
        match breakpoint.fact {
            Fact::Armed(_) => self.cx.say(NoticeKind::Done, format!("breakpoint at {place}")),
            _ if is_off => self.cx.say(NoticeKind::Done, format!("breakpoint at {place}, off")),
            _ if breakpoint.waits() => {
                let after = breakpoint.waits_for().map(ToString::to_string).unwrap_or_default();
                let text = format!("breakpoint at {place}, in requests that {after} was hit in");
                self.cx.say(NoticeKind::Done, text);
            }
            _ => {
                breakpoint.is_awaited = true;
                let attached = self.connection.is_attached();
                let when = if attached { "is being set" } else { "is kept: set once attached" };
                self.cx.say(NoticeKind::Hint, format!("the breakpoint at {place} {when}"));
            }
        }
        self.judge(key);
    }

    /// Says at once what keeps a breakpoint from halting; once its script is read, if it isn't yet.
    fn judge(&mut self, key: BreakpointKey) {
        let Some(breakpoint) = self.breakpoints.get(&key) else { return };
        let verdict = self.verdict(breakpoint);
        let concern = verdict.worst(&breakpoint.spec);
        if let Some(concern) = concern {
            // That it is set is no news beside this, and may come later.
            if let Some(breakpoint) = self.breakpoints.get_mut(&key) {
                breakpoint.is_awaited = false;
            }
            let remedy = concern.remedy.map(|remedy| format!(". {remedy}")).unwrap_or_default();
            let kind = match concern.gravity {
                Gravity::Problem => NoticeKind::Error,
                _ => NoticeKind::Hint,
            };
            let place = self.sources.place(&key.script, key.line);
            return self.cx.say(kind, format!("{place}: {}{remedy}", concern.text));
        }
        let script = self.sources.get(&key.script);
        let is_coming = script.is_some_and(|source| source.state == SourceState::Loading);
        self.breakpoints.judge_later(Some(key).filter(|_| is_coming));
    }

    /// A script is read: a breakpoint may have waited for that.
    pub(in crate::session) fn judge_in(&mut self, script: &ScriptPath) {
        if let Some(key) = self.breakpoints.take_unjudged(script) {
            self.judge(key);
        }
    }

    pub(in crate::session) fn put_breakpoint(&mut self, spec: BreakpointSpec, origin: Origin) {
        let mut breakpoint = Breakpoint::new(spec, origin, self.cx.options.parse_condition);
        if let Some(before) = self.breakpoints.get(breakpoint.key()) {
            breakpoint.follow(before);
        }
        let source = self.sources.get(&breakpoint.key().script);
        let text = source.and_then(|source| source.line(breakpoint.key().line)).map(str::trim);
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            breakpoint.spec.text = Some(text.to_owned());
        }
        let script = breakpoint.key().script.clone();
        breakpoint.in_checkout = self.sources.holds(&script);
        let number = self.breakpoints.put(breakpoint);
        self.cx.tell(Change::Breakpoint { number });
        self.load_for_verdict(&script);
        self.show_facts();
    }

    pub(in crate::session) fn remove_breakpoint(&mut self, key: &BreakpointKey) {
        self.take_away(key);
        self.let_all_in(key);
    }

    /// Those that wait for it go on waiting.
    pub(in crate::session) fn take_away(&mut self, key: &BreakpointKey) {
        if let Some(removed) = self.breakpoints.remove(key) {
            let place = removed.spec.on_the_wire();
            self.breakpoints.held.take(&place);
            let is_left = self.connection.is_lost() && self.breakpoints.held.at(&place).is_some();
            self.cx.tell(Change::Breakpoint { number: removed.number });
            let place = self.sources.place(&key.script, key.line);
            let text = format!("removed the breakpoint at {place}");
            if is_left {
                let rest = "here: the server may halt requests there until the connection is back";
                self.cx.say(NoticeKind::Hint, format!("{text} {rest}"));
            } else {
                self.cx.say(NoticeKind::Done, text);
            }
            self.cx.save_soon();
        }
    }

    fn switch_breakpoint(&mut self, key: &BreakpointKey) {
        let Some(breakpoint) = self.breakpoints.get_mut(key) else { return };
        let enabled = !breakpoint.spec.enabled;
        breakpoint.spec.enabled = enabled;
        breakpoint.fact = Fact::None;
        let number = breakpoint.number;
        let place = breakpoint.spec.on_the_wire();
        if !enabled {
            self.breakpoints.held.take(&place);
        }
        let is_left = self.connection.is_lost() && self.breakpoints.held.at(&place).is_some();
        let (kind, text) = match (enabled, is_left) {
            (true, _) => (NoticeKind::Done, "is on again"),
            (false, false) => (NoticeKind::Done, "is off: kept here, not on the server"),
            (false, true) => (
                NoticeKind::Hint,
                "is off here: the server may halt requests there until the connection is back",
            ),
        };
        let place = self.sources.place(&key.script, key.line);
        self.cx.say(kind, format!("{place} {text}"));
        self.cx.tell(Change::Breakpoint { number });
        self.show_facts();
        self.cx.save_soon();
    }

    /// Resumes as soon as a one-shot breakpoint is armed there; an armed one serves as well.
    pub(in crate::session) fn run_to_place(&mut self, thread: ThreadId, key: BreakpointKey) {
        let is_armed = |each: &Breakpoint| matches!(each.fact, Fact::Armed(_));
        if self.breakpoints.get(&key).is_some_and(|each| is_armed(each) && !each.will_pass(thread))
        {
            return self.resume(thread);
        }
        let spec = BreakpointSpec::plain(key.script.clone(), key.line);
        self.put_breakpoint(spec, Origin::OneShot(thread));
        self.run_to = Some((thread, key));
    }

    /// Run to a line is over: at the thread's next halt, or with its end.
    pub(in crate::session) fn remove_one_shots(&mut self, thread: ThreadId) {
        self.breakpoints.remove_one_shots(thread);
        if self.run_to.as_ref().is_some_and(|(id, _)| *id == thread) {
            self.run_to = None;
        }
    }

    /// Sends the next difference, if there is one and nothing is under way.
    pub(in crate::session) fn arm(&mut self) {
        let reachable =
            matches!(self.connection, Connection::Attached { .. } | Connection::Connecting { .. });
        let now = self.cx.now();
        if self.link.client().is_none() || !reachable || !self.breakpoints.held.may_ask(now) {
            return;
        }
        if self.cx.calls.any(Purpose::is_about_breakpoints) {
            return;
        }
        if self.breakpoints.held.must_look(now) {
            self.cx.call(Purpose::Reconcile);
            return;
        }
        let wishes = self.breakpoints.wishes();
        let missing = self.breakpoints.held.missing(&wishes);
        if missing.is_empty() {
            return self.disarm(&wishes);
        }
        self.cx.call(Purpose::AddBreakpoints(missing));
        self.show_facts();
    }

    /// The server holds what it should, as far as is known.
    pub fn is_reconciled(&self) -> bool {
        let is_changing = |purpose: &Purpose| {
            purpose.is_about_breakpoints() || matches!(purpose, Purpose::DeleteBreakpoint(_))
        };
        self.breakpoints.held.is_as_wished(&self.breakpoints.wishes())
            && !self.cx.calls.any(is_changing)
    }

    fn disarm(&mut self, wishes: &[NewBreakpoint]) {
        for id in self.breakpoints.held.surplus(wishes) {
            let purpose = Purpose::DeleteBreakpoint(id);
            if !self.cx.calls.any(|other| *other == purpose) {
                self.cx.call(purpose);
            }
        }
    }

    /// When the server is asked again by itself.
    pub(in crate::session) fn arming_due(&self) -> Option<Time> {
        let asks = self.link.client().is_some() && self.connection.is_attached();
        (asks && !self.cx.calls.any(Purpose::is_about_breakpoints))
            .then(|| self.breakpoints.held.due())
    }

    pub(in crate::session) fn breakpoints_added(
        &mut self,
        asked: &[NewBreakpoint],
        outcome: Result<Vec<OnServer>, Failure>,
    ) {
        match outcome {
            Ok(held) => self.breakpoints.held.added(asked, held),
            Err(failure) => self.breakpoints_refused(asked, &failure),
        }
        self.show_facts();
        self.run_if_armed();
        self.arm();
        self.attached_if_armed();
    }

    /// A set that holds one bad breakpoint is refused whole: the next try goes one by one.
    fn breakpoints_refused(&mut self, asked: &[NewBreakpoint], failure: &Failure) {
        match (failure.kind, asked) {
            (FailureKind::Refused, [only]) => {
                self.mark_refused(only, &failure.cause);
                self.cx.refuse(failure);
            }
            (FailureKind::Refused, _) => self.breakpoints.held.refused_together(),
            _ => {
                let lost = failure.delivery == Delivery::Unknown;
                let unanswered = if lost { asked } else { &[] };
                self.breakpoints.held.failed(self.cx.now(), unanswered);
                self.cx.refuse(failure);
            }
        }
    }

    fn mark_refused(&mut self, place: &NewBreakpoint, cause: &str) {
        for breakpoint in self.breakpoints.iter_mut() {
            if &breakpoint.spec.on_the_wire() == place {
                breakpoint.fact = Fact::Refused(cause.to_owned());
                self.cx.tell(Change::Breakpoint { number: breakpoint.number });
            }
        }
    }

    fn run_if_armed(&mut self) {
        let Some((thread, key)) = self.run_to.take() else { return };
        let place = BreakpointSpec::plain(key.script.clone(), key.line).on_the_wire();
        if self.breakpoints.held.at(&place).is_some() {
            self.resume(thread);
        } else {
            self.run_to = Some((thread, key));
        }
    }

    pub(in crate::session) fn breakpoint_deleted(
        &mut self,
        id: BreakpointId,
        outcome: Result<(), Failure>,
    ) {
        match outcome {
            Err(failure) if failure.kind != FailureKind::BreakpointGone => {
                let now = self.cx.now();
                self.breakpoints.held.failed(now, &[]);
                self.cx.refuse(&failure);
            }
            _ => {
                self.breakpoints.held.deleted(id);
                self.show_facts();
            }
        }
        if matches!(self.connection, Connection::Detaching { .. }) {
            self.left_one();
        }
    }

    /// What the server holds: the one answer that is about facts alone.
    pub(in crate::session) fn breakpoints_looked_up(
        &mut self,
        outcome: Result<Vec<OnServer>, Failure>,
    ) {
        let now = self.cx.now();
        match outcome {
            Ok(list) => {
                let news = self.breakpoints.held.looked(list, now);
                let id = self.cx.options.debugger_id.clone();
                if news.lost > 0 {
                    let count = news.lost;
                    let text = format!(
                        "another program under the id {id} removed {count} of our breakpoints: they are set again"
                    );
                    self.cx.say(NoticeKind::Error, text);
                }
                self.adopt_foreign(&news.foreign);
            }
            Err(failure) => {
                self.breakpoints.held.failed(now, &[]);
                self.cx.note(NoticeKind::Error, format!("breakpoints: {failure}"));
            }
        }
        self.show_facts();
        self.run_if_armed();
        self.arm();
        self.attached_if_armed();
    }

    /// Somebody else has set them under our id: they halt threads here, so they are shown.
    fn adopt_foreign(&mut self, foreign: &[OnServer]) {
        let id = self.cx.options.debugger_id.clone();
        for breakpoint in foreign {
            let key = self.adopt_breakpoint(breakpoint);
            let place = self.sources.place(&key.script, key.line);
            let text = format!("another program under the id {id} has set a breakpoint at {place}");
            self.cx.say(NoticeKind::Hint, text);
        }
    }

    /// Breakpoints that are there already stay; those not known here are shown as adopted.
    pub(in crate::session) fn adopt_breakpoint(&mut self, breakpoint: &OnServer) -> BreakpointKey {
        let place = &breakpoint.place;
        let key = BreakpointKey::new(place.script_path.clone(), place.line_number);
        if self.breakpoints.get(&key).is_none() {
            let plain = BreakpointSpec::plain(key.script.clone(), key.line);
            let spec = BreakpointSpec { condition: place.condition.clone(), ..plain };
            self.put_breakpoint(spec, Origin::Adopted);
        }
        key
    }

    /// What each breakpoint shows of what the server holds.
    pub(in crate::session) fn show_facts(&mut self) {
        let asked = self.link.client().is_some() && !self.connection.is_lost();
        let held = self.breakpoints.held.clone();
        for breakpoint in self.breakpoints.iter_mut() {
            let place = breakpoint.spec.on_the_wire();
            let fact = match (&breakpoint.fact, held.at(&place)) {
                (Fact::Refused(cause), _) => Fact::Refused(cause.clone()),
                _ if !breakpoint.spec.enabled || breakpoint.waits() || !asked => Fact::None,
                (_, Some(id)) => Fact::Armed(id),
                (_, None) => Fact::UnderWay,
            };
            if breakpoint.fact != fact {
                let is_armed = matches!(fact, Fact::Armed(_));
                breakpoint.fact = fact;
                self.cx.tell(Change::Breakpoint { number: breakpoint.number });
                if is_armed && std::mem::take(&mut breakpoint.is_awaited) {
                    let key = breakpoint.key();
                    let place = self.sources.place(&key.script, key.line);
                    self.cx.say(NoticeKind::Done, format!("breakpoint at {place}"));
                }
            }
        }
    }
}
