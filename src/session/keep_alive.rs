//! Keeping threads that may be halted from expiring.
//!
//! What has to be renewed, and when, follows from the threads: each knows the earliest moment at
//! which the server may end it. The plan goes to a task of its own, which follows it even when
//! nobody has time for the session. A renewal's 204 proves nothing about a thread; the list does
//! that shows the thread where it stood.

use super::ids::{CallId, Moment};
use super::thread::Threads;
use super::time::Time;
use crate::api::ids::ThreadId;
use std::collections::VecDeque;
use std::time::Duration;

/// One call renews every halted thread; it goes out this often where threads may sleep a minute.
pub const RENEWAL_PERIOD: Duration = Duration::from_secs(20);
/// An unanswered renewal is waited for this long at least.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSES: [u32; 3] = [2, 4, 8];

/// Whether halted threads are kept from expiring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepAliveMode {
    /// Renewed while anything may be halted.
    Renew,
    /// Threads run out.
    Off,
}

/// How renewals follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rhythm {
    /// From the sending of a renewal that succeeded to the next one.
    pub period: Duration,
    /// An unanswered renewal is not waited for longer before the next one leaves beside it.
    pub patience: Duration,
    /// After the first, second and each further failure in a row.
    pub pauses: [Duration; 3],
    /// A renewal without an answer is worth nothing any more after this.
    pub limit: Duration,
}

/// What the keep-alive task shall do from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepAlivePlan {
    /// Nothing can be halted, or renewal is off.
    Rest,
    /// `POST /threads/reset` at `due`, and on by its rhythm until another plan comes.
    Renew {
        /// When the next one is due.
        due: Time,
        /// How it goes on.
        rhythm: Rhythm,
        /// When nobody has been there for too long.
        until: Time,
        /// The number of the last renewal that this plan knows of: to a task that has sent more
        /// its `due` is old.
        known: u64,
    },
}

impl Rhythm {
    /// The rhythm for a server's limit and a line's round trip. Two tries that fail in a row still
    /// leave time for a third.
    pub fn of(limit: Duration, round_trip: Option<Duration>) -> Self {
        let period = RENEWAL_PERIOD.min(limit / 3);
        let pause = |seconds: u32| period * seconds / 20;
        let slow = round_trip.map_or(Duration::ZERO, |trip| trip * 2);
        Self { period, patience: PATIENCE.max(slow).min(period), pauses: PAUSES.map(pause), limit }
    }

    fn pause(&self, failures: u32) -> Duration {
        let at = usize::try_from(failures.saturating_sub(1)).unwrap_or(usize::MAX);
        self.pauses[at.min(self.pauses.len() - 1)]
    }
}

/// What became of a renewal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Underway,
    /// 204: when it was answered, in time and in calls.
    Done(Time, Moment),
    Failed(Time),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Renewal {
    number: u64,
    sent: Time,
    /// Lists that left after this are evidence.
    moment: Moment,
    fate: Fate,
}

/// Why nobody renews, although something may be halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotRenewed {
    /// Switched off.
    Off,
    /// Nobody has been there for too long.
    Idle,
    /// There is no connection to renew over: not attached, or the login is refused.
    NoConnection,
}

/// How renewal stands.
#[derive(Clone, Debug)]
pub struct KeepAlive {
    mode: KeepAliveMode,
    failures: u32,
    /// Why the last one failed.
    problem: Option<String>,
    /// And when.
    failed_at: Time,
    idle: bool,
    touched_at: Time,
    at_once: bool,
    renewals: VecDeque<Renewal>,
    known: u64,
    plan: KeepAlivePlan,
    /// The thread of which was said last that it runs low, and when that was said.
    pub(super) told_low: Option<(ThreadId, Time)>,
}

impl Default for KeepAlive {
    fn default() -> Self {
        Self {
            mode: KeepAliveMode::Renew,
            failures: 0,
            problem: None,
            failed_at: Time::START,
            idle: false,
            touched_at: Time::START,
            at_once: false,
            renewals: VecDeque::new(),
            known: 0,
            plan: KeepAlivePlan::Rest,
            told_low: None,
        }
    }
}

impl KeepAlive {
    /// On or off, as the user wants it.
    pub const fn mode(&self) -> KeepAliveMode {
        self.mode
    }

    /// How many renewals failed in a row.
    pub const fn failures(&self) -> u32 {
        self.failures
    }

    /// The same, as far as it concerns a thread that is halted since then: none if the last one failed before.
    pub fn failures_since(&self, halted: Time) -> u32 {
        if self.failed_at >= halted { self.failures } else { 0 }
    }

    /// Why the last one failed, if it did.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Nobody pressed a key for too long: any key renews.
    pub const fn is_idle(&self) -> bool {
        self.idle
    }

    pub(super) const fn set_mode(&mut self, mode: KeepAliveMode) {
        self.mode = mode;
    }

    /// Somebody is there; after too long an absence that renews at once.
    pub(super) const fn touch(&mut self, now: Time) {
        self.touched_at = now;
        if self.idle {
            self.idle = false;
            self.at_once = true;
        }
    }

    /// The next renewal leaves now.
    pub(super) const fn renew_at_once(&mut self) {
        self.at_once = true;
    }

    pub(super) fn sent(&mut self, number: u64, at: Time, moment: Moment) {
        self.known = self.known.max(number);
        self.at_once = false;
        self.renewals.push_back(Renewal { number, sent: at, moment, fate: Fate::Underway });
    }

    /// A 204. One whose sending was never told of counts from now on: lists after it are evidence.
    pub(super) fn renewed(&mut self, number: u64, sent: Time, now: Time, moment: Moment) {
        self.failures = 0;
        self.problem = None;
        if !self.renewals.iter().any(|renewal| renewal.number == number) {
            self.sent(number, sent, moment);
        }
        self.set_fate(number, Fate::Done(now, moment));
    }

    pub(super) fn failed(&mut self, number: u64, cause: &str, now: Time) {
        self.known = self.known.max(number);
        self.failures += 1;
        self.problem = Some(cause.to_owned());
        self.failed_at = now;
        self.set_fate(number, Fate::Failed(now));
    }

    fn set_fate(&mut self, number: u64, fate: Fate) {
        let mut renewals = self.renewals.iter_mut();
        if let Some(renewal) = renewals.find(|renewal| renewal.number == number) {
            renewal.fate = fate;
        }
    }

    /// Counts renewals for the threads that lists have shown to be there. Whether a thread was
    /// still there when its renewal took effect is known if the 204 came before it can have ended,
    /// or if the list left after the 204.
    pub(super) fn confirm(&self, threads: &mut Threads, limit: Duration) {
        for renewal in &self.renewals {
            let Fate::Done(answered, moment) = renewal.fate else { continue };
            for thread in threads.iter_mut() {
                let in_time = thread.lives_until(limit).is_some_and(|until| answered <= until);
                let seen_since =
                    |moment: Moment| thread.seen().is_some_and(|it| moment.is_before(it));
                if seen_since(moment) || (in_time && seen_since(renewal.moment)) {
                    thread.renewed(renewal.sent);
                }
            }
        }
    }

    /// Whether a 204 waits for a list to say whom it renewed.
    pub(super) fn awaits_list(&self, threads: &Threads, limit: Duration) -> bool {
        let Some(renewal) = self.renewals.back() else { return false };
        let is_done = matches!(renewal.fate, Fate::Done(..));
        let counts = |until: Time| until < renewal.sent + limit;
        let waits = |until: Option<Time>| until.is_none_or(counts);
        is_done
            && threads.iter().any(|thread| thread.is_halted() && waits(thread.lives_until(limit)))
    }

    /// What the task is to do from now on; `None` if that has not changed.
    pub(super) fn plan(
        &mut self,
        now: Time,
        needs: &Needs<'_>,
        rhythm: Rhythm,
        idle_limit: Duration,
    ) -> Option<KeepAlivePlan> {
        while self.renewals.front().is_some_and(|old| old.sent + rhythm.limit < now) {
            self.renewals.pop_front();
        }
        let until = self.touched_at + idle_limit;
        let due = needs.due(self, rhythm).filter(|_| needs.reachable);
        let wanted = due.filter(|_| self.mode == KeepAliveMode::Renew);
        self.idle = wanted.is_some() && until <= now;
        self.at_once &= wanted.is_some();
        let plan = match wanted {
            Some(due) if until > now => {
                let due = if self.at_once { Time::START } else { due };
                KeepAlivePlan::Renew { due, rhythm, until, known: self.known }
            }
            _ => KeepAlivePlan::Rest,
        };
        let changed = plan != self.plan;
        self.plan = plan;
        changed.then_some(plan)
    }

    /// When nobody has been there for too long, if something is renewed until then.
    pub(super) const fn idle_due(&self) -> Option<Time> {
        match self.plan {
            KeepAlivePlan::Renew { until, .. } => Some(until),
            KeepAlivePlan::Rest => None,
        }
    }

    /// Why nobody renews at the moment, were something halted.
    pub(super) const fn reason(&self, reachable: bool) -> Option<NotRenewed> {
        match self.mode {
            KeepAliveMode::Off => Some(NotRenewed::Off),
            KeepAliveMode::Renew if !reachable => Some(NotRenewed::NoConnection),
            KeepAliveMode::Renew if self.idle => Some(NotRenewed::Idle),
            KeepAliveMode::Renew => None,
        }
    }

    /// The earliest moment for the next renewal that the last one leaves.
    fn not_before(&self, rhythm: Rhythm) -> Time {
        match self.renewals.back() {
            None | Some(Renewal { fate: Fate::Done(..), .. }) => Time::START,
            Some(Renewal { fate: Fate::Underway, sent, .. }) => *sent + rhythm.patience,
            Some(Renewal { fate: Fate::Failed(at), .. }) => *at + rhythm.pause(self.failures),
        }
    }

    /// When the last 204 had left that no list could confirm yet: it is trusted for the plan, not
    /// for what is shown.
    fn last_unconfirmed(&self, seen: Option<CallId>) -> Option<Time> {
        let waits = |renewal: &&Renewal| match renewal.fate {
            Fate::Done(_, moment) => seen.is_some_and(|seen| !moment.is_before(seen)),
            Fate::Underway | Fate::Failed(_) => false,
        };
        self.renewals.iter().rev().find(waits).map(|renewal| renewal.sent)
    }
}

/// What there is to renew.
#[derive(Debug)]
pub(super) struct Needs<'a> {
    pub(super) threads: &'a Threads,
    /// When the last list left, while breakpoints are armed: a thread may have halted unseen since.
    pub(super) unseen_since: Option<Time>,
    /// Whether a renewal can go out at all.
    pub(super) reachable: bool,
}

impl Needs<'_> {
    /// When the next renewal is due for the thread that needs it first.
    fn due(&self, keep_alive: &KeepAlive, rhythm: Rhythm) -> Option<Time> {
        let of_threads = self.threads.iter().map(|thread| {
            let certain = thread.lives_until(rhythm.limit).map(|until| until - rhythm.limit);
            let renewed = keep_alive.last_unconfirmed(thread.seen());
            certain.max(renewed).map_or(Time::START, |at| at + rhythm.period)
        });
        let unseen = self.unseen_since.map(|at| {
            let renewed = keep_alive.renewals.iter().rev();
            let done = renewed.filter(|it| matches!(it.fate, Fate::Done(..))).map(|it| it.sent);
            done.max().map_or(at, |done| at.max(done)) + rhythm.period
        });
        let first = of_threads.chain(unseen).min()?;
        Some(first.max(keep_alive.not_before(rhythm)))
    }
}
