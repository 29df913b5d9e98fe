//! The time of a script: its processor time, so that what else the machine does costs it nothing,
//! and, several times as generously, the time that passes for whoever waits for it.

use rustix::time::{ClockId, clock_gettime};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The system tells processor time slowly; for so long the quick clock stands in, and may be wrong
/// by as much.
const FRESH: Duration = Duration::from_millis(1);

/// So many times its limit in processor time may pass until a script that waits, or hardly ever
/// gets a processor, must end as well.
const PASSING: u32 = 4;

/// A moment of a script thread, or the end of a limit that begins at one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    own: Duration,
    passed: Duration,
}

impl Moment {
    /// When a limit ends that begins now.
    pub(super) const fn after(self, limit: Duration) -> Self {
        self.later_by(Self { own: limit, passed: limit.saturating_mul(PASSING) })
    }

    /// The same end when nothing has counted from `start` to `end`.
    pub(super) const fn without(self, start: Self, end: Self) -> Self {
        self.later_by(Self {
            own: end.own.saturating_sub(start.own),
            passed: end.passed.saturating_sub(start.passed),
        })
    }

    /// Whichever end of the two comes first.
    pub(super) fn or_sooner(self, other: Self) -> Self {
        Self { own: self.own.min(other.own), passed: self.passed.min(other.passed) }
    }

    /// Whether it is as late as this end.
    pub(super) fn reaches(self, end: Self) -> bool {
        self.own >= end.own || self.passed >= end.passed
    }

    /// How much of a limit has been used since.
    pub(super) fn used_since(self, start: Self) -> Duration {
        let passed = self.passed.saturating_sub(start.passed);
        self.own.saturating_sub(start.own).max(passed / PASSING)
    }

    const fn later_by(self, more: Self) -> Self {
        let own = self.own.saturating_add(more.own);
        Self { own, passed: self.passed.saturating_add(more.passed) }
    }
}

/// Tells how long the thread that made it has had a processor; of use on that thread alone.
pub(super) struct OwnTime {
    begun: Instant,
    told: Cell<(Instant, Duration)>,
}

impl OwnTime {
    pub(super) fn new() -> Self {
        let begun = Instant::now();
        Self { begun, told: Cell::new((begun, of_this_thread())) }
    }

    /// The same time as other threads see it.
    pub(super) fn seen(&self) -> SeenTime {
        let thread = fs::read_link("/proc/thread-self").ok();
        let account = thread.map(|thread| Path::new("/proc").join(thread).join("schedstat"));
        SeenTime { begun: self.begun, account }
    }

    pub(super) fn now(&self) -> Moment {
        let (at, own) = self.told.get();
        let now = Instant::now();
        let (since, passed) = (now.duration_since(at), now.duration_since(self.begun));
        if since < FRESH {
            return Moment { own: own + since, passed };
        }
        let own = of_this_thread();
        self.told.set((Instant::now(), own));
        Moment { own, passed }
    }
}

/// The time of a thread as others see it. Where the system doesn't tell them how long it has had a processor, the time
/// that passes counts alone.
pub(super) struct SeenTime {
    begun: Instant,
    /// The file in which the system tells it, in nanoseconds.
    account: Option<PathBuf>,
}

impl SeenTime {
    pub(super) fn now(&self) -> Moment {
        let told = self.account.as_ref().and_then(|account| fs::read_to_string(account).ok());
        let own = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
        Moment { own: Duration::from_nanos(own.unwrap_or_default()), passed: self.begun.elapsed() }
    }
}

fn of_this_thread() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or_default();
    Duration::new(seconds, nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    const fn at(own: u64, passed: u64) -> Moment {
        Moment { own: Duration::from_millis(own), passed: Duration::from_millis(passed) }
    }

    #[test]
    fn working_takes_own_time_and_waiting_takes_none() {
        let time = OwnTime::new();
        let end = time.now().own + Duration::from_millis(20);
        while time.now().own < end {
            std::hint::spin_loop();
        }
        let (wait, before) = (Duration::from_millis(200), time.now());
        let (_sender, nothing) = channel::<()>();
        nothing.recv_timeout(wait).expect_err("nobody sends");
        let after = time.now();
        let own = after.own.saturating_sub(before.own);
        assert!(own < wait / 2, "{own:?}");
        assert!(after.passed.saturating_sub(before.passed) >= wait);
    }

    #[test]
    fn a_limit_ends_by_own_time_and_four_times_later_in_any_case() {
        let end = at(10, 1_000).after(Duration::from_millis(100));
        assert_eq!(end, at(110, 1_400));
        for (now, reaches) in
            [((109, 1_399), false), ((110, 1_100), true), ((11, 1_400), true), ((10, 1_000), false)]
        {
            assert_eq!(at(now.0, now.1).reaches(end), reaches, "{now:?}");
        }
        assert_eq!(end.without(at(20, 1_100), at(21, 9_100)), at(111, 9_400), "after a halt");
        assert_eq!(end.or_sooner(at(90, 5_000)), at(90, 1_400));
        assert!(!at(u64::MAX / 2, u64::MAX / 2).reaches(end.after(Duration::MAX)));
    }

    #[test]
    fn what_takes_long_has_used_a_quarter_of_it_at_least() {
        let start = at(10, 1_000);
        assert_eq!(at(60, 1_060).used_since(start), Duration::from_millis(50));
        assert_eq!(at(11, 1_400).used_since(start), Duration::from_millis(100));
    }
}
