//! When the thread list is asked for.
//!
//! Polls count from the answer before and never overlap. Only the list that confirms a step
//! leaves at once, whatever is under way; an older list is dropped then.

use super::{Purpose, Session};
use crate::session::effect::{CallId, Request};
use crate::session::thread::{Phase, Thread};
use crate::session::time::Time;
use std::time::Duration;

/// After a step or resume, until the thread is found halted.
const QUICK: [Duration; 5] = [
    Duration::from_millis(50),
    Duration::from_millis(100),
    Duration::from_millis(200),
    Duration::from_millis(400),
    Duration::from_millis(500),
];
/// Two lists that agree on an unchanged stack are so far apart.
pub(super) const AGREEMENT: Duration = Duration::from_millis(50);
const WITH_REQUEST: Duration = Duration::from_millis(100);
const WAITING: Duration = Duration::from_millis(500);
const WAITING_LONG: Duration = Duration::from_secs(1);
const HALTED: Duration = Duration::from_secs(1);

/// Where polling stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Polls {
    latest: Option<CallId>,
    under_way: bool,
    /// When the list before left, whatever became of it.
    pub last_sent: Time,
    base: Time,
    quick: usize,
    now: bool,
    pub waiting_since: Time,
    /// How long a list takes, as a rule.
    pub round_trip: Option<Duration>,
}

impl Polls {
    /// Asks for a list as soon as the update is over.
    pub(super) const fn at_once(&mut self) {
        self.now = true;
    }

    pub(super) fn is_latest(&self, id: CallId) -> bool {
        self.latest == Some(id)
    }

    /// A thread was let go: the quick rhythm begins with this answer.
    pub(super) const fn quicken(&mut self, now: Time) {
        self.quick = 0;
        self.base = now;
        self.waiting_since = now;
    }

    /// One slow answer among many moves the figure a little.
    pub(super) fn measure(&mut self, took: Duration) {
        let usual = self.round_trip.map_or(took, |before| (before * 3 + took) / 4);
        self.round_trip = Some(usual);
    }

    pub(super) const fn answered(&mut self, now: Time) {
        self.under_way = false;
        self.base = now;
        self.quick = self.quick.saturating_add(1);
    }
}

impl Session {
    pub(super) fn poll_due(&self) -> Option<Time> {
        if !self.connection.is_attached() {
            return None;
        }
        if let Some(agreed) = self.threads.iter().find_map(agreed_at) {
            return (!self.polls.under_way).then(|| agreed + AGREEMENT);
        }
        (!self.polls.under_way).then(|| self.polls.base + self.poll_delay())
    }

    pub(super) fn poll_if_due(&mut self) {
        if !self.connection.is_attached() {
            return;
        }
        let asked = std::mem::take(&mut self.polls.now);
        if asked || self.poll_due().is_some_and(|due| due <= self.now) {
            self.poll();
        }
    }

    /// `GET /threads`, and with it the variables of a thread that stands where it stood.
    fn poll(&mut self) {
        let places = self.threads.iter().map(|thread| (thread.id, thread.place())).collect();
        let id = self.call(Purpose::List(places), None, Request::Threads);
        self.polls.latest = Some(id);
        self.polls.under_way = true;
        let agreed: Vec<_> = self
            .threads
            .iter()
            .filter(|thread| agreed_at(thread).is_some())
            .map(|t| t.id)
            .collect();
        for thread in agreed {
            self.read_variables(thread, 0);
        }
    }

    fn poll_delay(&self) -> Duration {
        let any = |wanted: fn(&Thread) -> bool| self.threads.iter().any(wanted);
        let quick = QUICK[self.polls.quick.min(QUICK.len() - 1)];
        if any(|thread| thread.is_stepping() && is_awaited(thread)) {
            return quick;
        }
        if any(|thread| thread.phase == Phase::Unanswered) {
            return HALTED;
        }
        if any(is_awaited) && self.polls.quick < QUICK.len() {
            return quick;
        }
        if self.requests.active.is_some() {
            return WITH_REQUEST;
        }
        let follows = self.threads.selected().is_some_and(|thread| !thread.is_halted());
        if self.threads.halted() > 0 && !follows {
            return HALTED;
        }
        let short = self.now.since(self.polls.waiting_since) < Duration::from_mins(1);
        if short { WAITING } else { WAITING_LONG }
    }
}

const fn agreed_at(thread: &Thread) -> Option<Time> {
    match thread.phase {
        Phase::Agreed(at) => Some(at),
        _ => None,
    }
}

const fn is_awaited(thread: &Thread) -> bool {
    matches!(thread.phase, Phase::Answered | Phase::Arrived | Phase::Agreed(_))
}
