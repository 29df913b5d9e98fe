//! Whether a script thread still looks at the time.
//!
//! The runtime looks now and then; while a built-in function works it doesn't, and neither a limit
//! nor a debugger can end the thread. Nearly all are bounded; the log tells of the others while they
//! work.

use super::registry::Registry;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Scripts look at the time every few milliseconds, also where a machine is busy.
const SILENCE: Duration = Duration::from_secs(2);
/// How often somebody looks after all threads.
const ROUND: Duration = Duration::from_secs(1);

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
    fn silence(&self, longest: Duration) -> Option<Duration> {
        let last = self.last.load(Ordering::Relaxed);
        let since = Duration::from_millis(self.now().saturating_sub(last));
        let is_silent = last != 0 && since >= longest;
        (is_silent && !self.told.swap(true, Ordering::Relaxed)).then_some(since)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1)
    }
}

/// Looks after the threads of a registry as long as there are some.
#[derive(Default)]
pub(super) struct Watcher {
    works: Arc<AtomicBool>,
}

impl Watcher {
    /// A thread has been entered.
    pub(super) fn look_after(&self, registry: &Arc<Registry>) {
        if self.works.swap(true, Ordering::AcqRel) {
            return;
        }
        let (works, registry) = (Arc::clone(&self.works), Arc::downgrade(registry));
        let watch = move || {
            loop {
                while look_around(&registry) {
                    thread::sleep(ROUND);
                }
                works.store(false, Ordering::Release);
                // Whoever came meanwhile has seen it work.
                if !look_around(&registry) || works.swap(true, Ordering::AcqRel) {
                    break;
                }
            }
        };
        let started = thread::Builder::new().name("script-watch".to_owned()).spawn(watch);
        if started.is_err() {
            self.works.store(false, Ordering::Release);
        }
    }
}

/// Whether there are threads to look after.
fn look_around(registry: &Weak<Registry>) -> bool {
    let Some(registry) = registry.upgrade() else { return false };
    let places = registry.places();
    for place in &places {
        if let Some(silence) = place.pulse.silence(SILENCE) {
            let (thread, seconds, stopped) = (place.id.0, silence.as_secs(), place.is_stopped());
            tracing::warn!(
                thread,
                seconds,
                stopped,
                "a script thread is in a built-in function that can't be interrupted"
            );
        }
    }
    !places.is_empty()
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
