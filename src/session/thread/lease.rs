//! How long a thread certainly lives, if it is halted.

use super::Thread;
use crate::session::ids::CallId;
use crate::session::time::Time;
use std::time::Duration;

/// How urgent a countdown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CountdownLevel {
    /// More than 15 s.
    Fine,
    /// Nothing is known of when the halt began.
    Unknown,
    /// 15 s or less.
    Low,
    /// Nothing left; the thread list has not confirmed the end yet.
    Expired,
}

/// A thread's remaining time: a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    /// What is left at least.
    pub remaining: Duration,
    /// How urgent.
    pub level: CountdownLevel,
}

impl Countdown {
    /// From here on it is urgent.
    pub const LOW: Duration = Duration::from_secs(15);

    /// Where a server lets threads sleep for less than a minute, urgency begins later.
    pub(in crate::session) fn low(limit: Duration) -> Duration {
        Self::LOW.min(limit / 3)
    }
}

/// What is known of the server's clock for one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::session) struct Lease {
    /// At this time it was certainly not in its present halt, or its time was renewed later:
    /// nothing ends it before the limit has passed from there.
    certain: Option<Time>,
    /// The newest list that showed it where it stands.
    seen: Option<CallId>,
    /// The user was told that it is running low.
    pub(super) low_told: bool,
}

impl Lease {
    /// Its present halt, if there is one, began after `at`.
    pub(super) fn begin_after(&mut self, at: Option<Time>) {
        *self = Self { certain: at, seen: None, low_told: false };
    }

    /// Something later is known: a renewal, a list that showed it running.
    pub(super) fn certain_at(&mut self, at: Time) {
        if self.certain.is_none_or(|before| before < at) {
            self.certain = Some(at);
            self.low_told = false;
        }
    }

    pub(super) fn seen_by(&mut self, list: CallId) {
        self.seen = self.seen.max(Some(list));
    }

    pub(super) const fn seen(&self) -> Option<CallId> {
        self.seen
    }

    /// The earliest moment at which the server may end it; `None`: at any.
    pub(super) fn until(&self, limit: Duration) -> Option<Time> {
        self.certain.map(|at| at + limit)
    }

    pub(super) fn countdown(&self, now: Time, limit: Duration) -> Countdown {
        let Some(until) = self.until(limit) else {
            return Countdown { remaining: Duration::ZERO, level: CountdownLevel::Unknown };
        };
        let remaining = now.until(until);
        let level = match remaining {
            Duration::ZERO => CountdownLevel::Expired,
            few if few <= Countdown::low(limit) => CountdownLevel::Low,
            _ => CountdownLevel::Fine,
        };
        Countdown { remaining, level }
    }
}

impl Thread {
    /// What is left of its time at least; `None` while it certainly runs.
    pub fn countdown(&self, now: Time, limit: Duration) -> Option<Countdown> {
        self.may_be_halted().then(|| self.lease.countdown(now, limit))
    }

    /// The earliest moment at which the server may end it, were it halted; `None`: at any.
    pub(in crate::session) fn lives_until(&self, limit: Duration) -> Option<Time> {
        self.lease.until(limit)
    }

    /// A renewal that left at `sent` counts for it.
    pub(in crate::session) fn renewed(&mut self, sent: Time) {
        self.lease.certain_at(sent);
    }

    /// The newest list that showed it where it stands.
    pub(in crate::session) const fn seen(&self) -> Option<CallId> {
        self.lease.seen()
    }

    pub(in crate::session) fn is_low_and_untold(&self, now: Time, limit: Duration) -> bool {
        let low = |countdown: Countdown| {
            matches!(countdown.level, CountdownLevel::Low | CountdownLevel::Expired)
        };
        !self.lease.low_told && self.countdown(now, limit).is_some_and(low)
    }

    pub(in crate::session) const fn low_was_told(&mut self) {
        self.lease.low_told = true;
    }

    /// When that has to be told.
    pub(in crate::session) fn low_at(&self, limit: Duration) -> Option<Time> {
        let waits = !self.lease.low_told && self.may_be_halted();
        let until = self.lease.until(limit).filter(|_| waits)?;
        Some(until - Countdown::low(limit))
    }
}
