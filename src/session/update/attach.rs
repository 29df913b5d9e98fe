//! Coming to the server, losing it, coming back.

use super::{Purpose, Session};
use crate::api::debugger::{Breakpoint, ThreadList, ThreadStatus};
use crate::api::ids::{DebuggerId, ThreadId};
use crate::session::breakpoint::{BreakpointKey, BreakpointSpec, Origin};
use crate::session::connection::{AttachStep, Connection, Problem};
use crate::session::effect::{Effect, Request};
use crate::session::failure::{Failure, FailureKind};
use crate::session::notice::NoticeKind;
use crate::session::time::Time;
use std::collections::HashMap;
use std::time::Duration;

/// The pauses between tries, before jitter.
const PAUSES: [u64; 5] = [1, 2, 4, 8, 15];

/// What is remembered across a lost connection.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// We have a client on the server, as far as is known; whether it was joined.
    pub client: Option<bool>,
    /// Threads that are gone, and since when: a list that left before can't bring them back.
    pub ended: HashMap<ThreadId, Time>,
    pub leave_by: Option<Time>,
    pub to_stop: Vec<ThreadId>,
    attempt: u32,
    random: u64,
    searched_sources: bool,
}

impl Link {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            client: None,
            ended: HashMap::new(),
            leave_by: None,
            to_stop: Vec::new(),
            attempt: 0,
            random: seed | 1,
            searched_sources: false,
        }
    }

    /// A pause of the row, give or take a fifth, so that several programs don't come at once.
    fn pause(&mut self) -> Duration {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        let index = usize::try_from(self.attempt.saturating_sub(1)).unwrap_or(usize::MAX);
        let seconds = PAUSES[index.min(PAUSES.len() - 1)];
        Duration::from_millis(seconds * (800 + self.random % 401))
    }
}

impl Session {
    pub(super) fn attach(&mut self) {
        if !self.link.searched_sources {
            self.link.searched_sources = true;
            self.effects.push(Effect::FindSources);
        }
        if self.options.instance.is_none() {
            self.connection = Connection::NotConfigured;
            return;
        }
        self.connecting(AttachStep::Contact);
        let purpose = if self.link.client.is_some() { Purpose::Return } else { Purpose::Contact };
        self.call(purpose, None, Request::Threads);
    }

    fn connecting(&mut self, step: AttachStep) {
        let since = match self.connection {
            Connection::Connecting { since, .. } => since,
            _ => self.now,
        };
        self.connection = Connection::Connecting { step, since };
    }

    const fn is_connecting(&self) -> bool {
        matches!(self.connection, Connection::Connecting { .. })
    }

    /// The first list was no 412: the client id is in use.
    pub(super) fn in_use(&mut self, list: &ThreadList) {
        if !self.is_connecting() {
            return;
        }
        let halted = |thread: &&_| matches!(status_of(thread), ThreadStatus::Halted);
        let halts = list.script_threads.iter().filter(halted).count();
        self.connection = Connection::InUse { breakpoints: None, halts };
        let id = &self.options.debugger_id;
        self.say(
            NoticeKind::Hint,
            format!("the client id {id} is in use: `accept` joins, `other id` takes another id"),
        );
        self.call(Purpose::CountInUse, None, Request::Breakpoints);
    }

    pub(super) fn counted(&mut self, count: usize) {
        if let Connection::InUse { breakpoints, .. } = &mut self.connection {
            *breakpoints = Some(count);
        }
    }

    pub(super) fn contact_failed(&mut self, failure: Failure) {
        if !self.is_connecting() {
            return;
        }
        if failure.kind == FailureKind::ClientGone {
            self.create_client();
        } else {
            self.lost(failure);
        }
    }

    fn create_client(&mut self) {
        self.connecting(AttachStep::Client);
        self.call(Purpose::CreateClient, None, Request::CreateClient);
    }

    pub(super) fn client_created(&mut self) {
        self.link.client = Some(false);
        self.breakpoints.held.clear();
        self.connecting(AttachStep::Breakpoints);
        self.arming.restart();
        self.arm();
        self.attached_if_armed();
    }

    /// Attaching ends when the breakpoints have been answered, whatever became of them.
    pub(super) fn attached_if_armed(&mut self) {
        if !self.is_connecting() || self.breakpoints.syncing {
            return;
        }
        if let Some(joined) = self.link.client {
            self.attached(joined);
        }
    }

    fn attached(&mut self, joined: bool) {
        self.connection = Connection::Attached { since: self.now, joined };
        self.link.attempt = 0;
        self.polls.waiting_since = self.now;
        self.polls.at_once();
        let (armed, off) = (self.breakpoints.armed(), self.breakpoints.off());
        let how = if joined { "joined" } else { "attached" };
        let plural = if armed == 1 { "" } else { "s" };
        let off = if off == 0 { String::new() } else { format!(", {off} off") };
        self.say(NoticeKind::Done, format!("{how}: {armed} breakpoint{plural} armed{off}"));
    }

    pub(super) fn join(&mut self) {
        if matches!(self.connection, Connection::InUse { .. }) {
            self.connecting(AttachStep::Breakpoints);
            self.call(Purpose::Adopt, None, Request::Breakpoints);
        }
    }

    /// Breakpoints that are there already stay, those not known here are shown as adopted.
    pub(super) fn adopt(&mut self, held: Vec<Breakpoint>) {
        self.link.client = Some(true);
        self.breakpoints.found = held.iter().map(|breakpoint| breakpoint.id).collect();
        for breakpoint in &held {
            let place = &breakpoint.place;
            let key = BreakpointKey::new(place.script_path.clone(), place.line_number);
            if self.breakpoints.get(&key).is_none() {
                let condition = place.condition.clone();
                let spec =
                    BreakpointSpec { condition, ..BreakpointSpec::plain(key.script, key.line) };
                self.put_breakpoint(spec, Origin::Adopted);
            }
        }
        self.breakpoints.held = held;
        self.arming.restart();
        self.arm();
        self.attached_if_armed();
    }

    pub(super) fn take_other_id(&mut self) {
        if !matches!(self.connection, Connection::InUse { .. }) {
            return;
        }
        self.options.debugger_id = next_id(&self.options.debugger_id);
        self.effects.push(Effect::UseDebuggerId(self.options.debugger_id.clone()));
        self.attach();
    }

    pub(super) fn reattach(&mut self) {
        if self.connection == Connection::Disabled {
            self.create_client();
        }
    }

    /// 412 in working order: somebody else removed the client. Never put right by itself.
    pub(super) fn client_gone(&mut self) {
        if matches!(self.connection, Connection::Detaching { .. } | Connection::Detached { .. }) {
            return;
        }
        let was_known = self.link.client.take().is_some();
        self.breakpoints.held.clear();
        self.forget_threads();
        if was_known {
            self.connection = Connection::Disabled;
            self.say(
                NoticeKind::Error,
                "412: the debugger client was removed elsewhere, halted threads run on: `accept` re-attaches",
            );
        }
    }

    fn forget_threads(&mut self) {
        for id in self.threads.ids() {
            self.leave_place(id);
            self.threads.remove(id);
        }
        self.threads.selected = None;
        self.passing.clear();
        self.jobs.clear();
    }

    /// No usable connection: what is known stays, countdowns run on.
    pub(super) fn lost(&mut self, failure: Failure) {
        if matches!(self.connection, Connection::Detaching { .. } | Connection::Detached { .. }) {
            return;
        }
        self.polls.answered(self.now);
        self.link.attempt += 1;
        let next_try = failure.kind.is_passing().then(|| self.now + self.link.pause());
        self.say(NoticeKind::Error, format!("{}: {}", failure.cause, failure.action));
        self.connection = Connection::Offline {
            problem: Problem { cause: failure.cause, action: failure.action },
            attempt: self.link.attempt,
            next_try,
        };
    }

    pub(super) const fn reconnect_due(&self) -> Option<Time> {
        match self.connection {
            Connection::Offline { next_try, .. } => next_try,
            _ => None,
        }
    }

    pub(super) fn reconnect_if_due(&mut self) {
        if self.reconnect_due().is_some_and(|due| due <= self.now) {
            self.retry();
        }
    }

    /// Tries now. The word stays OFFLINE until somebody answers.
    pub(super) fn retry(&mut self) {
        match &mut self.connection {
            Connection::Offline { next_try, .. } => *next_try = None,
            Connection::NotConfigured => return self.attach(),
            _ => return,
        }
        if self.link.client.is_some() {
            self.call(Purpose::Return, None, Request::Threads);
        } else {
            self.connecting(AttachStep::Contact);
            self.call(Purpose::Contact, None, Request::Threads);
        }
    }

    pub(super) fn returned(&mut self, list: &ThreadList, sent: Time) {
        let Some(joined) = self.link.client else { return };
        self.connection = Connection::Attached { since: self.now, joined };
        self.link.attempt = 0;
        self.say(NoticeKind::Done, "the connection is back");
        let places = self.threads.iter().map(|thread| (thread.id, thread.place())).collect();
        self.settle_unanswered();
        self.listed(list, sent, &places);
    }

    /// Verbs whose answer was lost: the list says what became of them.
    fn settle_unanswered(&mut self) {
        use crate::session::thread::Phase;
        for thread in self.threads.iter_mut() {
            if thread.phase == Phase::Unanswered {
                thread.phase = Phase::Answered;
            }
        }
    }

    pub(super) fn return_failed(&mut self, failure: Failure) {
        if failure.kind == FailureKind::ClientGone {
            self.client_gone();
        } else {
            self.lost(failure);
        }
    }

    /// Esc while connecting.
    pub(super) fn cancel_connecting(&mut self) -> bool {
        let connecting = self.is_connecting();
        if connecting {
            self.connection = Connection::Offline {
                problem: Problem {
                    cause: "connecting was cancelled".to_owned(),
                    action: "`accept` tries again".to_owned(),
                },
                attempt: self.link.attempt,
                next_try: None,
            };
        }
        connecting
    }
}

const fn status_of(thread: &crate::api::debugger::ScriptThread) -> ThreadStatus {
    thread.status
}

/// `haltscope`, `haltscope-2`, `haltscope-3`, …
fn next_id(id: &DebuggerId) -> DebuggerId {
    let (name, number) = id
        .as_str()
        .rsplit_once('-')
        .and_then(|(name, number)| Some((name, number.parse::<u32>().ok()?)))
        .unwrap_or((id.as_str(), 1));
    DebuggerId(format!("{name}-{}", number.saturating_add(1)))
}
