//! When the thread list is asked for, and what its silence means.
//!
//! Polls count from the answer before. They overlap only when an answer fails to come: then a
//! probe with a short limit of its own leaves every few seconds, so that one stalled request can't
//! hide that the line is back. Only the list that confirms a step leaves at once, whatever is
//! under way.

use super::calls::{Calls, Purpose};
use super::ids::CallId;
use super::thread::Threads;
use super::thread::{AGREEMENT, Awaits, Thread};
use super::time::Time;
use crate::api::ids::ThreadId;
use std::time::Duration;

/// After a step or resume, until the thread is found halted: the first list leaves right behind
/// the answer, for the next breakpoint may be near.
const QUICK: [Duration; 6] = [
    Duration::ZERO,
    Duration::from_millis(50),
    Duration::from_millis(100),
    Duration::from_millis(200),
    Duration::from_millis(400),
    Duration::from_millis(500),
];
const WITH_REQUEST: Duration = Duration::from_millis(100);
const WAITING: Duration = Duration::from_millis(500);
const WAITING_LONG: Duration = Duration::from_secs(1);
const HALTED: Duration = Duration::from_secs(1);
/// Between probes of a silent line.
const PROBE: Duration = Duration::from_millis(3_500);
/// A probe is given up after this at the latest.
const LONGEST_PROBE: Duration = Duration::from_secs(30);
/// After so long without an answer the user hears of it.
const HINT: Duration = Duration::from_secs(3);
/// After so long nobody can say any more what the threads do.
const SILENT: Duration = Duration::from_secs(12);
/// A list that failed once is asked for again so soon; only a second failure means something.
const AGAIN: Duration = Duration::from_millis(300);

/// What a front end looks at decides how often lists are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Situation {
    /// A storefront request of ours is under way and may halt.
    pub(super) has_request: bool,
    /// The thread that is looked at is not halted.
    pub(super) follows_running: bool,
}

/// How long nobody has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    No,
    /// Long enough to say so.
    Noticed(Duration),
    /// Too long to say anything about threads.
    Long(Duration),
}

/// Where polling stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Polls {
    newest: Option<CallId>,
    base: Time,
    quick: usize,
    /// Whom the quick rhythm is for: it ends where this thread halts.
    followed: Option<ThreadId>,
    now: bool,
    waiting_since: Time,
    /// When the last list was asked for.
    asked: Time,
    /// Since when nobody has answered a list that was asked for.
    silent_since: Option<Time>,
    /// Lists that left since then.
    probes: u32,
    /// Failed lists in a row.
    failures: u32,
    round_trip: Option<Duration>,
    /// The slowest of the last answers.
    slow: Duration,
}

impl Polls {
    /// A connection begins: what was asked for before it is of no use.
    pub(super) fn begin(&mut self, now: Time) {
        let Self { round_trip, slow, newest, .. } = *self;
        *self = Self { round_trip, slow, newest, now: true, ..Self::default() };
        self.base = now;
        self.waiting_since = now;
    }

    /// Asks for a list as soon as the update is over.
    pub(super) const fn at_once(&mut self) {
        self.now = true;
    }

    /// A thread was let go: the quick rhythm begins with this answer.
    pub(super) const fn follow(&mut self, thread: ThreadId, now: Time) {
        self.followed = Some(thread);
        self.quick = 0;
        self.base = now;
        self.waiting_since = now;
    }

    /// Nothing halts: the wait begins.
    pub(super) const fn wait_from(&mut self, now: Time) {
        self.waiting_since = now;
    }

    pub(super) const fn waiting_since(&self) -> Time {
        self.waiting_since
    }

    /// How long a list takes, as a rule.
    pub(super) const fn round_trip(&self) -> Option<Duration> {
        self.round_trip
    }

    /// The slowest of the last answers.
    pub(super) const fn slow(&self) -> Duration {
        self.slow
    }

    /// How many lists failed in a row.
    pub(super) const fn failures(&self) -> u32 {
        self.failures
    }

    /// Whether a list that was answered may be taken in: no newer one was.
    pub(super) fn is_newest(&self, id: CallId) -> bool {
        self.newest.is_none_or(|newest| newest < id)
    }

    /// A list leaves.
    pub(super) fn sent(&mut self, now: Time) {
        self.now = false;
        self.asked = now;
        self.probes += 1;
        self.silent_since.get_or_insert(now);
    }

    /// A list was answered; those that left before it are of no use any more. One slow answer
    /// among many moves the round trip a little.
    pub(super) fn answered(&mut self, id: CallId, took: Duration, now: Time, calls: &mut Calls) {
        self.newest = self.newest.max(Some(id));
        self.base = now;
        self.quick = self.quick.saturating_add(1);
        self.failures = 0;
        self.round_trip = Some(self.round_trip.map_or(took, |before| (before * 3 + took) / 4));
        self.slow = took.max(self.slow * 3 / 4);
        calls.forget_before(id, is_list);
        self.probes = 0;
        self.silent_since = calls.any(is_list).then_some(now);
    }

    /// A list was refused: somebody is there.
    pub(super) fn failed(&mut self, now: Time) {
        self.base = now;
        self.failures = self.failures.saturating_add(1);
        self.silent_since = None;
        self.probes = 0;
    }

    /// A slow line may take longer before it counts as silent.
    fn patience(&self, usual: Duration) -> Duration {
        usual.max(self.slow + self.slow / 2)
    }

    /// A probe's own limit. It grows, for a line that was silent may come back slow.
    pub(super) fn limit(&self) -> Option<Duration> {
        let probes = self.probes.checked_sub(1)?;
        Some((self.patience(PROBE) * 2_u32.pow(probes.min(8))).min(LONGEST_PROBE))
    }

    /// When the next list is due while the server answers.
    pub(super) fn due(&self, threads: &Threads, situation: Situation) -> Time {
        if self.now {
            return Time::START;
        }
        if self.silent_since.is_some() {
            return self.probe_due();
        }
        let mut waits = threads.iter().map(Thread::awaits);
        let agreed = waits.find_map(|waits| match waits {
            Awaits::SecondList(at) => Some(at),
            _ => None,
        });
        if let Some(at) = agreed {
            return at + AGREEMENT;
        }
        if self.failures > 0 {
            return self.base + AGAIN;
        }
        self.base + self.delay(threads, situation)
    }

    /// When the next probe of a silent line is due.
    pub(super) fn probe_due(&self) -> Time {
        self.asked + self.patience(PROBE)
    }

    /// The next probe, were one sent at `now`.
    pub(super) fn probe_due_after(&self, now: Time) -> Time {
        now + self.patience(PROBE)
    }

    /// Something else than a list was answered: how slow the line is.
    pub(super) fn measure(&mut self, took: Duration) {
        self.round_trip.get_or_insert(took);
        self.slow = self.slow.max(took);
    }

    /// How long nobody has answered a list.
    pub(super) fn silence(&self, now: Time) -> Silence {
        let Some(since) = self.silent_since else { return Silence::No };
        let age = now.since(since);
        if age >= self.patience(SILENT) {
            Silence::Long(age)
        } else if age >= self.patience(HINT) {
            Silence::Noticed(age)
        } else {
            Silence::No
        }
    }

    /// When the silence will mean more than it does.
    pub(super) fn silence_due(&self, now: Time) -> Option<Time> {
        let since = self.silent_since?;
        let moments = [since + self.patience(HINT), since + self.patience(SILENT)];
        moments.into_iter().find(|at| *at > now)
    }

    fn delay(&self, threads: &Threads, situation: Situation) -> Duration {
        let any = |wanted: fn(Awaits) -> bool| threads.iter().any(|one| wanted(one.awaits()));
        let quick = QUICK[self.quick.min(QUICK.len() - 1)];
        if any(|waits| waits == Awaits::Step) {
            return quick;
        }
        if any(|waits| waits == Awaits::Answer) {
            return HALTED;
        }
        let followed = self.followed.and_then(|id| threads.get(id));
        let is_under_way = followed.is_some_and(|thread| !thread.is_halted());
        if (is_under_way || any(|waits| waits == Awaits::Move)) && self.quick < QUICK.len() {
            return if situation.has_request { quick.min(WITH_REQUEST) } else { quick };
        }
        if situation.has_request {
            return WITH_REQUEST;
        }
        if threads.halted() > 0 && !situation.follows_running {
            return HALTED;
        }
        let short = self.base.since(self.waiting_since) < Duration::from_mins(1);
        if short { WAITING } else { WAITING_LONG }
    }
}

pub(super) const fn is_list(purpose: &Purpose) -> bool {
    matches!(purpose, Purpose::List)
}
