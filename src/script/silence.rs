//! Looks after script threads that don't look at the time.

use super::registry::Registry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// Scripts look at the time every few milliseconds, also where a machine is busy.
const SILENCE: Duration = Duration::from_secs(2);
/// How often somebody looks after all threads.
const ROUND: Duration = Duration::from_secs(1);

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
