//! The processor time of a script: what else the machine does meanwhile costs a script nothing.

use rustix::time::{ClockId, clock_gettime};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// The system tells processor time slowly; for so long the quick clock stands in, and may be wrong
/// by as much.
const FRESH: Duration = Duration::from_millis(1);

/// Tells how long the thread that made it has had a processor; of use on that thread alone.
pub(super) struct OwnTime {
    told: Cell<(Instant, Duration)>,
}

impl OwnTime {
    pub(super) fn new() -> Self {
        Self { told: Cell::new((Instant::now(), of_this_thread())) }
    }

    pub(super) fn now(&self) -> Duration {
        let (at, own) = self.told.get();
        let since = at.elapsed();
        if since < FRESH {
            return own + since;
        }
        let own = of_this_thread();
        self.told.set((Instant::now(), own));
        own
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

    #[test]
    fn working_takes_own_time_and_waiting_takes_none() {
        let time = OwnTime::new();
        let end = time.now() + Duration::from_millis(20);
        while time.now() < end {
            std::hint::spin_loop();
        }
        let (wait, before) = (Duration::from_millis(200), time.now());
        let (_sender, nothing) = channel::<()>();
        nothing.recv_timeout(wait).expect_err("nobody sends");
        let own = time.now().saturating_sub(before);
        assert!(own < wait / 2, "{own:?}");
    }
}
