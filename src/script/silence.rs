//! Looks after script threads that don't look at the time, and gives those up that outlive their limits so.

use super::error::ScriptError;
use super::registry::{Place, Registry};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

/// Scripts look at the time every few milliseconds, also where a machine is busy.
const SILENCE: Duration = Duration::from_secs(2);
/// Who hasn't looked for so long is told to.
const SLOW: Duration = Duration::from_millis(50);
/// What neither looks for so long nor has ended so long after its limit is given up.
const GRACE: Duration = Duration::from_millis(400);
/// How often somebody looks after all threads.
const ROUND: Duration = Duration::from_millis(100);

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
                while look_around(&registry, SILENCE) {
                    thread::sleep(ROUND);
                }
                works.store(false, Ordering::Release);
                // Whoever came meanwhile has seen it work.
                if !look_around(&registry, SILENCE) || works.swap(true, Ordering::AcqRel) {
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

/// Gives up what a thread should have done by now, if it doesn't look at the time.
///
/// The thread itself ends when the step of the runtime does that it is in.
fn give_up(registry: &Registry, place: &Place) {
    if !place.pulse.is_silent(GRACE) {
        return;
    }
    if let Some(limit) = place.ends.outlived_by_answer(GRACE)
        && let Some(question) = place.asked()
    {
        question.give_up(limit);
    }
    let stopped = place.is_stopped().then(ScriptError::terminated);
    let late = || place.ends.outlived_by_script(GRACE).map(ScriptError::timed_out);
    if let Some(error) = stopped.or_else(late) {
        let (thread, why) = (place.id().0, error.to_string());
        let within = place.pulse.within();
        tracing::warn!(
            thread,
            why,
            within,
            "a script thread is given up that can't be interrupted"
        );
        place.stop();
        registry.give_up(place, error);
    }
}

/// Hurries those that are slow, gives those up that are too late, and tells of those that are silent for so long; whether
/// there are threads to look after.
fn look_around(registry: &Weak<Registry>, longest: Duration) -> bool {
    let Some(registry) = registry.upgrade() else { return false };
    let places = registry.places();
    for place in &places {
        place.pulse.hurry(SLOW);
        give_up(&registry, place);
        if let Some(silence) = place.pulse.silence(longest) {
            let (thread, seconds, stopped) = (place.id().0, silence.as_secs(), place.is_stopped());
            let within = place.pulse.within();
            tracing::warn!(
                thread,
                seconds,
                stopped,
                within,
                "a script thread can't be interrupted where it is"
            );
        }
    }
    for (place, since) in registry.still_at_work(longest) {
        let (thread, seconds, within) = (place.id().0, since.as_secs(), place.pulse.within());
        tracing::warn!(thread, seconds, within, "a script thread that was given up still works");
    }
    registry.len() > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::registry::Entered;
    use std::fs::File;
    use std::io::{Read, Seek};

    #[test]
    fn what_cannot_be_ended_is_in_the_log_while_it_runs() {
        let (registry, place) = with_a_thread();
        let known = Arc::downgrade(&registry);
        logged(|log| {
            assert!(look_around(&known, Duration::ZERO), "it runs no script yet");
            assert_eq!(written(log), "");
            place.pulse.beat();
            assert!(look_around(&known, Duration::ZERO));
            assert!(look_around(&known, Duration::ZERO));
            let told = written(log);
            assert_eq!(told.matches("can't be interrupted").count(), 1, "{told}");
            assert!(told.contains(&format!("thread={} ", place.id().0)), "{told}");
            registry.leave(&place, Ok(serde_json::Value::Null));
            place.pulse.beat();
            assert!(!look_around(&known, Duration::ZERO), "its script has ended");
            assert_eq!(written(log), told);
        });
    }

    #[test]
    fn what_a_given_up_thread_is_in_is_in_the_log_until_it_has_ended() {
        let (registry, place) = with_a_thread();
        let known = Arc::downgrade(&registry);
        logged(|log| {
            place.pulse.calling("file.unzip", || {
                look_around(&known, Duration::ZERO);
                registry.give_up(&place, ScriptError::terminated());
                assert!(look_around(&known, Duration::from_hours(1)), "it has not ended");
                assert!(look_around(&known, Duration::ZERO));
            });
            registry.leave(&place, Ok(serde_json::Value::Null));
            assert!(!look_around(&known, Duration::ZERO));
            let told = written(log);
            let lines: Vec<_> = told.lines().collect();
            let within = "within=\"the call file.unzip\"";
            for (line, words) in [(0, "can't be interrupted"), (1, "given up still works")] {
                assert!(lines[line].contains(words) && lines[line].contains(within), "{told}");
            }
            assert!(lines[2].contains("given up has ended"), "{told}");
            assert_eq!(lines.len(), 3, "{told}");
        });
    }

    fn with_a_thread() -> (Arc<Registry>, Arc<Place>) {
        let registry = Arc::new(Registry::new(Duration::from_secs(1)));
        let Entered { place, .. } = registry.enter();
        (registry, place)
    }

    /// Does something that logs into a file.
    fn logged(work: impl FnOnce(&File)) {
        let log = Arc::new(tempfile::tempfile().expect("a file"));
        let lines = tracing_subscriber::fmt().with_ansi(false).with_writer(Arc::clone(&log));
        tracing::subscriber::with_default(lines.finish(), || work(&log));
    }

    fn written(log: &File) -> String {
        let mut text = String::new();
        let mut file = log;
        file.rewind().expect("it can be read from its start");
        file.read_to_string(&mut text).expect("it is text");
        text
    }
}
