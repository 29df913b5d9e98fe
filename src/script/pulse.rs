//! Whether a script thread still looks at the time.
//!
//! The runtime looks now and then; while a built-in function works it doesn't, and neither a limit
//! nor a debugger can end the thread. Nearly all are bounded; the log tells of the others while they
//! work.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// When a thread has last looked at the time.
pub(super) struct Pulse {
    begun: Instant,
    /// Milliseconds since it began, and one; 0 while it runs no script.
    last: AtomicU64,
    told: AtomicBool,
}

impl Pulse {
    pub(super) fn new() -> Self {
        Self { begun: Instant::now(), last: AtomicU64::new(0), told: AtomicBool::new(false) }
    }

    /// The thread looks at the time.
    pub(super) fn beat(&self) {
        self.last.store(self.now(), Ordering::Relaxed);
        self.told.store(false, Ordering::Relaxed);
    }

    /// The thread waits for somebody else, and runs no script.
    pub(super) fn rest(&self) {
        self.last.store(0, Ordering::Relaxed);
    }

    /// How long it hasn't looked, if that is too long; told once.
    pub(super) fn silence(&self, longest: Duration) -> Option<Duration> {
        let last = self.last.load(Ordering::Relaxed);
        let since = Duration::from_millis(self.now().saturating_sub(last));
        let is_silent = last != 0 && since >= longest;
        (is_silent && !self.told.swap(true, Ordering::Relaxed)).then_some(since)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_silence_is_told_once_and_rest_is_none() {
        let pulse = Pulse::new();
        let told = |longest: Duration| pulse.silence(longest).is_some();
        assert!(!told(Duration::ZERO), "it hasn't begun");
        pulse.beat();
        assert!(!told(Duration::from_hours(1)));
        assert!(told(Duration::ZERO));
        assert!(!told(Duration::ZERO), "told already");
        pulse.beat();
        assert!(told(Duration::ZERO), "another one");
        pulse.beat();
        pulse.rest();
        assert!(!told(Duration::ZERO));
    }
}
