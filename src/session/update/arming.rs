//! Breakpoints are edited here and go out as differences: new ones are added before those they
//! replace are deleted, so that nothing is unarmed for a moment.

use super::{Purpose, Session};
use crate::api::debugger::{Breakpoint as Held, NewBreakpoint};
use crate::api::ids::{BreakpointId, Line, ScriptPath, ThreadId};
use crate::session::breakpoint::{Arming, Breakpoint, BreakpointKey, BreakpointSpec, Origin};
use crate::session::connection::Connection;
use crate::session::effect::Request;
use crate::session::failure::{Failure, FailureKind};
use crate::session::notice::NoticeKind;
use std::collections::HashSet;

/// How the differences go out.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// A set was refused: one by one shows which it was.
    one_by_one: bool,
    /// Sending failed: not before the next thread list.
    blocked: bool,
    deleting: HashSet<BreakpointId>,
    /// Resumed as soon as its one-shot breakpoint is armed.
    run_to: Option<(ThreadId, BreakpointKey)>,
}

impl State {
    pub(super) const fn retry(&mut self) {
        self.blocked = false;
    }

    pub(super) fn restart(&mut self) {
        *self = Self { run_to: None, ..Self::default() };
    }
}

impl Session {
    pub(super) fn toggle_breakpoint(&mut self, script: ScriptPath, line: Line) {
        let key = BreakpointKey::new(script, line);
        if self.breakpoints.get(&key).is_some() {
            return self.remove_breakpoint(&key);
        }
        self.set_breakpoint(BreakpointSpec::plain(key.script, key.line));
    }

    pub(super) fn set_breakpoint(&mut self, spec: BreakpointSpec) {
        let text = format!("breakpoint at {}", spec.key);
        self.put_breakpoint(spec, Origin::Own);
        self.say(NoticeKind::Done, text);
        self.save_soon();
    }

    pub(super) fn put_breakpoint(&mut self, spec: BreakpointSpec, origin: Origin) {
        let mut breakpoint = Breakpoint::new(spec, origin);
        if let Some(before) = self.breakpoints.get(breakpoint.key()) {
            breakpoint.hits = before.hits;
            breakpoint.slid_to = before.slid_to;
        }
        breakpoint.in_checkout = self.sources.holds(&breakpoint.key().script);
        self.breakpoints.put(breakpoint);
        self.arming.blocked = false;
        self.show_arming();
    }

    pub(super) fn remove_breakpoint(&mut self, key: &BreakpointKey) {
        if self.breakpoints.remove(key).is_some() {
            self.say(NoticeKind::Done, format!("removed the breakpoint at {key}"));
            self.save_soon();
        }
    }

    pub(super) fn switch_breakpoint(&mut self, key: &BreakpointKey) {
        let Some(breakpoint) = self.breakpoints.get_mut(key) else { return };
        let enabled = !breakpoint.spec.enabled;
        breakpoint.spec.enabled = enabled;
        breakpoint.arming = Arming::No;
        self.arming.blocked = false;
        let text = if enabled { "is on again" } else { "is off: kept here, not on the server" };
        self.say(NoticeKind::Done, format!("{key} {text}"));
        self.show_arming();
        self.save_soon();
    }

    pub(super) fn run_to_place(&mut self, thread: ThreadId, key: BreakpointKey) {
        let is_armed = |breakpoint: &Breakpoint| matches!(breakpoint.arming, Arming::Armed(_));
        if self.breakpoints.get(&key).is_some_and(|each| is_armed(each) && !each.will_pass()) {
            return self.resume(thread);
        }
        let spec = BreakpointSpec::plain(key.script.clone(), key.line);
        self.put_breakpoint(spec, Origin::OneShot(thread));
        self.arming.run_to = Some((thread, key));
    }

    /// Run to cursor is over: at the thread's next halt, or with its end.
    pub(super) fn remove_one_shots(&mut self, thread: ThreadId) {
        self.breakpoints.remove_one_shots(thread);
        if self.arming.run_to.as_ref().is_some_and(|(id, _)| *id == thread) {
            self.arming.run_to = None;
        }
    }

    /// Sends the next difference, if there is one and nothing is under way.
    pub(super) fn arm(&mut self) {
        let has_client = self.link.client.is_some();
        let reachable =
            matches!(self.connection, Connection::Attached { .. } | Connection::Connecting { .. });
        if !has_client || !reachable || self.breakpoints.syncing || self.arming.blocked {
            return;
        }
        let wanted = self.breakpoints.wanted();
        let held = &self.breakpoints.held;
        let is_missing = |place: &&NewBreakpoint| !held.iter().any(|each| &each.place == *place);
        let mut missing: Vec<NewBreakpoint> = wanted.iter().filter(is_missing).cloned().collect();
        missing.dedup();
        if self.arming.one_by_one {
            missing.truncate(1);
        }
        if missing.is_empty() {
            self.arming.one_by_one = false;
            return self.disarm(&wanted);
        }
        self.breakpoints.syncing = true;
        self.show_arming();
        self.call(Purpose::AddBreakpoints(missing.clone()), None, Request::AddBreakpoints(missing));
    }

    fn disarm(&mut self, wanted: &[NewBreakpoint]) {
        let deleting = &self.arming.deleting;
        let is_gone = |held: &&Held| !wanted.contains(&held.place) && !deleting.contains(&held.id);
        let gone: Vec<BreakpointId> =
            self.breakpoints.held.iter().filter(is_gone).map(|held| held.id).collect();
        for id in gone {
            self.arming.deleting.insert(id);
            self.call(Purpose::DeleteBreakpoint(id), None, Request::DeleteBreakpoint(id));
        }
    }

    pub(super) fn breakpoints_added(&mut self, asked: &[NewBreakpoint], held: Vec<Held>) {
        self.breakpoints.syncing = false;
        let known: HashSet<BreakpointId> =
            self.breakpoints.held.iter().map(|each| each.id).collect();
        let is_new = |each: &Held| !known.contains(&each.id);
        let mut added: Vec<Held> = held.into_iter().filter(is_new).collect();
        // A server may write the place in other words; its order is ours.
        if added.len() == asked.len() {
            for (held, asked) in added.iter_mut().zip(asked) {
                held.place = asked.clone();
            }
        }
        let confirmed = asked.iter().all(|place| added.iter().any(|each| &each.place == place));
        self.breakpoints.held.extend(added);
        self.arming.blocked = !confirmed;
        self.show_arming();
        self.run_if_armed();
        self.arm();
        self.attached_if_armed();
    }

    fn run_if_armed(&mut self) {
        let Some((thread, key)) = self.arming.run_to.take() else { return };
        let place = BreakpointSpec::plain(key.script.clone(), key.line).on_the_wire();
        if self.breakpoints.held.iter().any(|held| held.place == place) {
            self.resume(thread);
        } else {
            self.arming.run_to = Some((thread, key));
        }
    }

    /// A set that holds one bad breakpoint is refused whole: the next try goes one by one.
    pub(super) fn breakpoints_refused(&mut self, asked: &[NewBreakpoint], failure: &Failure) {
        self.breakpoints.syncing = false;
        match (failure.kind, asked) {
            (FailureKind::Refused, [only]) => {
                self.mark_refused(only, &failure.cause);
                self.refuse(failure);
            }
            (FailureKind::Refused, _) => self.arming.one_by_one = true,
            _ => {
                self.arming.blocked = true;
                self.refuse(failure);
            }
        }
        self.show_arming();
        self.arm();
        self.attached_if_armed();
    }

    fn mark_refused(&mut self, place: &NewBreakpoint, cause: &str) {
        for breakpoint in self.breakpoints.iter_mut() {
            if &breakpoint.spec.on_the_wire() == place {
                breakpoint.arming = Arming::Refused(cause.to_owned());
            }
        }
    }

    pub(super) fn breakpoint_deleted(&mut self, id: BreakpointId) {
        self.arming.deleting.remove(&id);
        self.breakpoints.held.retain(|held| held.id != id);
        self.show_arming();
        if matches!(self.connection, Connection::Detaching { .. }) {
            self.left_one();
        }
    }

    pub(super) fn breakpoint_not_deleted(&mut self, id: BreakpointId, failure: &Failure) {
        if failure.kind == FailureKind::BreakpointGone {
            return self.breakpoint_deleted(id);
        }
        self.arming.deleting.remove(&id);
        self.arming.blocked = true;
        self.refuse(failure);
    }

    /// What each breakpoint shows of what the server holds.
    fn show_arming(&mut self) {
        let held = self.breakpoints.held.clone();
        let attached = self.link.client.is_some();
        for breakpoint in self.breakpoints.iter_mut() {
            let place = breakpoint.spec.on_the_wire();
            let known = held.iter().find(|each| each.place == place);
            breakpoint.arming = match (&breakpoint.arming, known) {
                (Arming::Refused(cause), _) => Arming::Refused(cause.clone()),
                _ if !breakpoint.spec.enabled || !attached => Arming::No,
                (_, Some(held)) => Arming::Armed(held.id),
                (_, None) => Arming::UnderWay,
            };
        }
    }
}
