//! Breakpoints: the set that is wanted, and what was told of them.

use super::events::Event;
use super::message::{Code, Outcome, Refusal};
use super::shapes::Breakpoint;
use crate::runtime::{Desk, Others, WantedBreakpoint};
use crate::session::{
    self, BreakpointCommand, BreakpointKey, BreakpointNumber, Command, Origin, Session,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Sets breakpoints and tells how each of them stands, in their order.
pub(super) async fn set(
    desk: Desk,
    folder: PathBuf,
    wanted: Vec<WantedBreakpoint>,
    others: Others,
) -> Outcome {
    let keys = desk.set_breakpoints(&wanted, &folder, others).await;
    let mut breakpoints = Vec::new();
    for (wanted, key) in wanted.iter().zip(keys) {
        breakpoints.push(match key {
            Ok(key) => standing(&desk, &key).await,
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

/// Not those of a run to a line.
const fn is_listed(breakpoint: &session::Breakpoint) -> bool {
    !matches!(breakpoint.origin, Origin::OneShot(_))
}

/// One that could not be set.
fn unset(wanted: &WantedBreakpoint, problem: String) -> Breakpoint {
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
        also_halts: None,
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
    desk.until_forgotten().await;
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
