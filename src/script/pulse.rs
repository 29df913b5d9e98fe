//! Whether a script thread still looks at the time.
//!
//! The runtime looks after so many calls and rounds of loops. Each of them may take long, as where texts of millions of
//! characters are compared: then it is told to look. While a built-in function or a call of the host works it doesn't, and
//! neither a limit nor a debugger can end the thread. Nearly all are bounded, or look themselves; the log tells of the others
//! while they work, and who outlives a limit there is given up.

use super::raw::Countdown;
use parking_lot::Mutex;
use rquickjs::Context;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// When a thread has last looked at the time.
pub(super) struct Pulse {
    begun: Instant,
    /// Milliseconds since it began, and one; 0 while it runs no script.
    last: AtomicU64,
    told: AtomicBool,
    /// The name of the host's call that it is in; empty if it is in none.
    call: Mutex<String>,
    /// What makes it look, while there is a runtime.
    countdown: Countdown,
}

impl Pulse {
    pub(super) fn new() -> Self {
        let (last, told, call, countdown) = Default::default();
        Self { begun: Instant::now(), last, told, call, countdown }
    }

    /// Does something with a runtime's context; meanwhile the thread can be told to look.
    pub(super) fn hurried<T>(&self, context: &Context, work: impl FnOnce() -> T) -> T {
        self.countdown.lent(context, work)
    }

    /// Has the thread look soon if it hasn't for so long.
    pub(super) fn hurry(&self, longest: Duration) {
        let countdown = self.countdown.lock();
        if self.is_silent(longest) {
            countdown.end();
        }
    }

    /// What runs has been told that it must end. What it still does, as to find the place of its error, isn't hurried,
    /// nor by who was about to.
    pub(super) fn leave(&self) {
        let countdown = self.countdown.lock();
        self.last.store(0, Ordering::Relaxed);
        countdown.renew();
    }

    /// The thread looks at the time.
    pub(super) fn beat(&self) {
        self.last.store(self.now(), Ordering::Relaxed);
        self.told.store(false, Ordering::Relaxed);
    }

    /// The thread is in a call of its host meanwhile.
    pub(super) fn calling<T>(&self, name: &str, call: impl FnOnce() -> T) -> T {
        self.beat();
        self.call.lock().push_str(name);
        let answer = call();
        self.call.lock().clear();
        answer
    }

    /// What the thread is in that doesn't look at the time.
    pub(super) fn within(&self) -> String {
        let call = self.call.lock();
        if call.is_empty() { "a built-in function".to_owned() } else { format!("the call {call}") }
    }

    /// The thread waits for somebody else, and runs no script. From now on nobody hurries it, nor does who was about to.
    pub(super) fn rest(&self) {
        let _countdown = self.countdown.lock();
        self.last.store(0, Ordering::Relaxed);
    }

    /// Whether it hasn't looked for so long.
    pub(super) fn is_silent(&self, longest: Duration) -> bool {
        self.since().is_some_and(|since| since >= longest)
    }

    /// How long it hasn't looked, if that is too long; told once.
    pub(super) fn silence(&self, longest: Duration) -> Option<Duration> {
        let since = self.since().filter(|since| *since >= longest)?;
        (!self.told.swap(true, Ordering::Relaxed)).then_some(since)
    }

    /// How long ago it has looked; nothing while it runs no script.
    fn since(&self) -> Option<Duration> {
        let last = self.last.load(Ordering::Relaxed);
        (last != 0).then(|| Duration::from_millis(self.now().saturating_sub(last)))
    }

    fn now(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rquickjs::{Context, Runtime};
    use std::cell::Cell;
    use std::rc::Rc;

    #[test]
    fn who_is_slow_looks_at_the_next_round() {
        let (runtime, asked) = (Runtime::new().expect("a runtime"), Rc::new(Cell::new(0)));
        let context = Context::full(&runtime).expect("a context");
        let count = Rc::clone(&asked);
        runtime.set_interrupt_handler(Some(Box::new(move || {
            count.set(count.get() + 1);
            false
        })));
        let pulse = Pulse::new();
        let times = || {
            pulse.hurry(Duration::ZERO);
            let before = asked.get();
            context.with(|ctx| ctx.eval::<(), _>("for (let i = 0; i < 100; i++);")).expect("run");
            asked.get() - before
        };
        pulse.hurried(&context, || {
            times();
            assert_eq!(times(), 0, "it runs no script");
            pulse.beat();
            assert_eq!(times(), 1);
            pulse.beat();
            pulse.hurry(Duration::ZERO);
            pulse.leave();
            assert_eq!(times(), 0, "it has looked, and ends");
            pulse.beat();
        });
        assert_eq!(times(), 0, "it has no runtime any more");
    }

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
