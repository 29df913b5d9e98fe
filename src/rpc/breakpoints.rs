//! Breakpoints: the set that is wanted, and what was told of them.

use super::args;
use super::events::Event;
use super::message::{Code, Outcome, Refusal};
use super::shapes::Breakpoint;
use crate::api::ids::Line;
use crate::runtime::Desk;
use crate::session::{
    self, BreakpointCommand, BreakpointKey, BreakpointNumber, BreakpointSpec, Command, Life,
    NoRequestFilter, NoScript, Origin, RequestFilter, Session,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How long the cartridges are searched before names are taken as they are.
const SEARCHING: Duration = Duration::from_secs(10);

/// Whether those that aren't named stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Others {
    Stay,
    Go,
}

/// Sets breakpoints and tells how each of them stands, in their order.
pub(super) async fn set(
    desk: Desk,
    folder: std::path::PathBuf,
    wanted: Vec<args::Breakpoint>,
    others: Others,
) -> Outcome {
    let _ = tokio::time::timeout(SEARCHING, desk.until(|it| it.sources().index().map(drop))).await;
    let specs: Vec<Result<BreakpointSpec, String>> =
        desk.look(|session| wanted.iter().map(|it| spec(session, it, &folder)).collect());
    if others == Others::Go {
        for key in desk.look(|session| unwanted(session, &specs)) {
            desk.command(Command::Breakpoint(BreakpointCommand::Remove(key)));
        }
    }
    for spec in specs.iter().flatten() {
        let is_there = |session: &Session| {
            session.breakpoints().get(&spec.key).is_some_and(|it| it.spec == *spec)
        };
        if !desk.look(is_there) {
            desk.command(Command::Breakpoint(BreakpointCommand::Set(spec.clone())));
        }
    }
    let mut breakpoints = Vec::new();
    for (wanted, spec) in wanted.iter().zip(specs) {
        breakpoints.push(match spec {
            Ok(spec) => standing(&desk, &spec.key).await,
            Err(problem) => Some(unset(wanted, problem)),
        });
    }
    Ok(json!({"breakpoints": breakpoints.into_iter().flatten().collect::<Vec<_>>()}))
}

async fn standing(desk: &Desk, key: &BreakpointKey) -> Option<Breakpoint> {
    let standing = desk.standing_of(key).await;
    desk.look(|session| {
        let breakpoint = session.breakpoints().get(key)?;
        Some(Breakpoint::of(session, breakpoint, Some(standing)))
    })
}

fn spec(
    session: &Session,
    wanted: &args::Breakpoint,
    folder: &Path,
) -> Result<BreakpointSpec, String> {
    let script = session.sources().script_named(&wanted.file, folder);
    let script = script.map_err(|error| error.to_string())?;
    let after = wanted.after.as_ref().map(|it| {
        let script = session.sources().script_named(&it.file, folder)?;
        Ok(BreakpointKey::new(script, Line(it.line.get())))
    });
    let after = after.transpose().map_err(|error: NoScript| error.to_string())?;
    let condition = narrowed(wanted).map_err(|error| error.to_string())?;
    let hits = wanted.hit_count.as_ref().map(args::HitCount::rule).transpose();
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    Ok(BreakpointSpec {
        condition: filled(&condition),
        hit_rule: hits.map_err(|error| error.to_string())?,
        log: filled(&wanted.log),
        life: if wanted.once == Some(true) { Life::Once } else { Life::Lasting },
        after,
        ..BreakpointSpec::plain(script, Line(wanted.line.get()))
    })
}

/// The condition, for the requests that are meant alone.
fn narrowed(wanted: &args::Breakpoint) -> Result<Option<String>, NoRequestFilter> {
    let Some(args::Only { url, cookie, header }) = wanted.only.clone() else {
        return Ok(wanted.condition.clone());
    };
    let filter = RequestFilter { url, cookie, header };
    filter.narrowed(wanted.condition.as_deref().unwrap_or_default()).map(Some)
}

fn unwanted(session: &Session, specs: &[Result<BreakpointSpec, String>]) -> Vec<BreakpointKey> {
    let is_wanted = |key: &BreakpointKey| specs.iter().flatten().any(|spec| spec.key == *key);
    let kept = session.breakpoints().iter().filter(|it| is_listed(it));
    kept.map(session::Breakpoint::key).filter(|key| !is_wanted(key)).cloned().collect()
}

/// Not those of a run to a line.
const fn is_listed(breakpoint: &session::Breakpoint) -> bool {
    !matches!(breakpoint.origin, Origin::OneShot(_))
}

/// One that could not be set.
fn unset(wanted: &args::Breakpoint, problem: String) -> Breakpoint {
    Breakpoint {
        id: None,
        file: Some(wanted.file.clone()),
        script_path: None,
        line: wanted.line.get(),
        condition: wanted.condition.clone(),
        verified: false,
        message: Some(problem),
        hit_count: None,
        log: None,
        once: None,
        after: None,
    }
}

/// Takes breakpoints away and tells those that are left, once the server has forgotten the others.
pub(super) async fn remove(desk: Desk, ids: Vec<u64>) -> Outcome {
    let keys: Vec<Option<BreakpointKey>> = desk.look(|session| {
        let key = |id: &u64| {
            let breakpoint = session.breakpoints().by_number(BreakpointNumber(*id))?;
            Some(breakpoint.key().clone())
        };
        ids.iter().map(key).collect()
    });
    if let Some((id, _)) = ids.iter().zip(&keys).find(|(_, key)| key.is_none()) {
        return Err(Refusal::new(Code::NotFound, format!("there is no breakpoint {id}"))
            .then("list_breakpoints tells those that there are"));
    }
    for key in keys.into_iter().flatten() {
        desk.command(Command::Breakpoint(BreakpointCommand::Remove(key)));
    }
    let settled = |session: &Session| {
        (session.is_reconciled() || !session.connection().is_attached()).then_some(())
    };
    let _ = tokio::time::timeout(SEARCHING, desk.until(settled)).await;
    Ok(desk.look(list))
}

/// All of them.
pub(super) fn list(session: &Session) -> Value {
    let shape = |breakpoint: &session::Breakpoint| {
        Breakpoint::of(session, breakpoint, session.standing(breakpoint))
    };
    let listed = session.breakpoints().iter().filter(|it| is_listed(it));
    json!({"breakpoints": listed.map(shape).collect::<Vec<_>>()})
}

/// What scripts know of breakpoints.
#[derive(Debug, Default)]
pub(super) struct Told {
    last: BTreeMap<BreakpointNumber, Breakpoint>,
    /// So many requests change them, and will tell what came of it.
    settling: usize,
}

impl Told {
    /// A request changes breakpoints: its answer tells of it.
    pub(super) const fn settle(&mut self) {
        self.settling += 1;
    }

    /// A request has told how they stand; what else has changed meanwhile is told now.
    pub(super) fn settled(&mut self, session: &Session, outcome: &Outcome) -> Vec<Event> {
        self.settling = self.settling.saturating_sub(1);
        if self.settling > 0 {
            return Vec::new();
        }
        self.last.retain(|number, _| session.breakpoints().by_number(*number).is_some());
        let answered = outcome.as_ref().ok().and_then(|it| it["breakpoints"].as_array());
        let told: Vec<u64> =
            answered.into_iter().flatten().filter_map(|it| it["id"].as_u64()).collect();
        let numbers: Vec<BreakpointNumber> =
            session.breakpoints().iter().map(|it| it.number).collect();
        let events = numbers.into_iter().filter_map(|number| {
            let event = self.changed(session, number);
            event.filter(|_| !told.contains(&number.0))
        });
        events.collect()
    }

    /// What is to be told of a breakpoint, if that is something else than before.
    pub(super) fn changed(&mut self, session: &Session, number: BreakpointNumber) -> Option<Event> {
        if self.settling > 0 {
            return None;
        }
        let Some(breakpoint) = session.breakpoints().by_number(number) else {
            self.last.remove(&number)?;
            return Some(Event::BreakpointChanged {
                breakpoint: json!({"id": number.0, "removed": true}),
            });
        };
        if !is_listed(breakpoint) || !session.is_judged(&breakpoint.key().script) {
            return None;
        }
        let shape = Breakpoint::of(session, breakpoint, Some(session.standing(breakpoint)?));
        if self.last.get(&number) == Some(&shape) {
            return None;
        }
        let event = Event::BreakpointChanged { breakpoint: json!(shape) };
        self.last.insert(number, shape);
        Some(event)
    }
}
