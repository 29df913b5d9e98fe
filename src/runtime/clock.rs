//! The clock: a parameter, so that tests can stop time.

use crate::session::Time;
use rustix::time::{ClockId, clock_gettime};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// Tells the time since the program's start.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Time + Send + Sync>);

impl Clock {
    /// The system's clock that goes on while the machine is suspended: a countdown shows the true
    /// age after that.
    pub fn system() -> Self {
        let start = since_boot();
        Self::new(move || Time(since_boot().saturating_sub(start)))
    }

    /// The same, counted from a moment of the calendar, in milliseconds since 1970.
    pub fn since(moment: u64) -> Self {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        let ahead = now.saturating_sub(Duration::from_millis(moment));
        let start = since_boot();
        Self::new(move || Time(ahead + since_boot().saturating_sub(start)))
    }

    /// Tokio's clock, which tests can stop.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub fn of_tokio() -> Self {
        let start = tokio::time::Instant::now();
        Self::new(move || Time(start.elapsed()))
    }

    /// Any other.
    pub fn new(clock: impl Fn() -> Time + Send + Sync + 'static) -> Self {
        Self(Arc::new(clock))
    }

    /// Now.
    pub fn now(&self) -> Time {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}

fn since_boot() -> Duration {
    let time = clock_gettime(ClockId::Boottime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or_default();
    Duration::new(seconds, nanoseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_clock_starts_at_zero_and_goes_on() {
        let clock = Clock::system();
        let first = clock.now();
        assert!(first.0 < Duration::from_secs(5));
        while clock.now() == first {
            std::hint::spin_loop();
        }
        assert!(clock.now() > first);
    }
}
