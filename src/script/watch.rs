//! How long a script may still run, and why it ends.

use super::error::{ScriptError, ScriptErrorKind};
use super::job::Limits;
use super::memory::Memory;
use super::own_time::{Moment, OwnTime};
use super::raw::Alarm;
use super::registry::Place;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// So soon after the news of breakpoints a loop comes round again that is short enough for it.
const ROUND: Duration = Duration::from_millis(100);

/// Watches over the time and the end of a script.
pub(super) struct Watch {
    place: Arc<Place>,
    limit: Duration,
    time: OwnTime,
    run_until: Cell<Moment>,
    paused: Cell<Option<Moment>>,
    deadline: Cell<Option<Moment>>,
    /// A limit of what runs now; its time begins when somebody looks at the time.
    expected: Cell<Option<Duration>>,
    pub(super) memory: Rc<Memory>,
    exceeded: Cell<bool>,
    /// When the script heard of breakpoints in the middle of what it runs.
    surprised: Cell<Option<Moment>>,
    /// Has the script's half of the debugger hear what is new.
    pub(super) alarm: Alarm,
}

impl Watch {
    pub(super) fn new(place: Arc<Place>, limits: &Limits, run_time: Option<Duration>) -> Self {
        let time = OwnTime::new();
        place.ends.begin(time.seen());
        let limit = run_time.unwrap_or(limits.run_time);
        let run_until = Cell::new(time.now().after(limit));
        let (paused, deadline, expected, exceeded, alarm, surprised) = Default::default();
        let memory = Memory::new(limits.memory);
        Self {
            place,
            limit,
            time,
            run_until,
            paused,
            deadline,
            expected,
            memory,
            exceeded,
            surprised,
            alarm,
        }
    }

    /// The time of the script begins.
    pub(super) fn begin(&self) {
        self.run_until.set(self.now().after(self.limit));
        self.tell_end();
        self.place.pulse.beat();
    }

    fn tell_end(&self) {
        self.place.ends.set_script(Some((self.run_until.get(), self.limit)));
    }

    /// The script thread's own time.
    pub(super) fn now(&self) -> Moment {
        self.time.now()
    }

    /// Whether what runs now must end now.
    pub(super) fn must_end(&self) -> bool {
        self.place.pulse.beat();
        self.is_late() || self.wants_too_much()
    }

    /// The same, and the script is told so.
    pub(super) fn is_over(&self) -> bool {
        let is_over = self.must_end();
        if is_over {
            self.place.pulse.leave();
        }
        is_over
    }

    /// Whether too much memory is used. A debugger's expression is ended alone, the script for good.
    fn wants_too_much(&self) -> bool {
        let now = self.memory.is_exceeded();
        if now && self.deadline.get().is_none() {
            self.exceeded.set(true);
        }
        now || self.exceeded.get()
    }

    /// What there is to say if more memory is used than may be.
    pub(super) fn excess(&self) -> Option<String> {
        self.memory.is_exceeded().then(|| self.memory.message())
    }

    pub(super) fn is_late(&self) -> bool {
        if let Some(limit) = self.expected.take() {
            self.set_deadline(limit);
        }
        self.place.is_stopped()
            || self.deadline.get().is_some_and(|deadline| self.now().reaches(deadline))
            || self.has_run_out()
    }

    /// Whether the script itself has used up what it had, whatever runs on top of it.
    pub(super) fn is_out(&self) -> bool {
        self.has_run_out() || self.exceeded.get()
    }

    /// Tells the script's half of the debugger if breakpoints have changed; whether they have.
    pub(super) fn hear(&self) -> bool {
        if self.place.instrumented
            && let Some(news) = self.place.flags.news()
            && self.alarm.ring()
        {
            self.place.flags.heard(news);
            return true;
        }
        false
    }

    /// The same in the middle of what the script runs, which may be at any place of a loop.
    pub(super) fn hear_in_the_middle(&self) {
        if self.hear() {
            self.surprised.set(Some(self.now()));
        }
    }

    /// Whether that was so lately that a loop comes round soon: then more is known of its activation.
    pub(super) fn is_surprised(&self) -> bool {
        let since = self.surprised.get();
        since.is_some_and(|since| self.now().used_since(since) < ROUND)
    }

    fn has_run_out(&self) -> bool {
        self.paused.get().is_none() && self.now().reaches(self.run_until.get())
    }

    /// The script's clock stands still.
    pub(super) fn pause(&self) {
        self.paused.set(Some(self.now()));
        self.surprised.take();
        self.place.ends.set_script(None);
        self.rest();
    }

    /// What comes next isn't the script's work.
    pub(super) fn rest(&self) {
        self.place.pulse.rest();
    }

    /// The script's clock goes on.
    pub(super) fn unpause(&self) {
        if let Some(since) = self.paused.take() {
            self.run_until.set(self.run_until.get().without(since, self.now()));
            self.tell_end();
        }
        self.place.pulse.beat();
    }

    /// Limits what runs next; answers what to restore.
    pub(super) fn set_deadline(&self, limit: Duration) -> Option<Moment> {
        self.place.pulse.beat();
        let before = self.deadline.get();
        let own = self.now().after(limit);
        self.deadline.set(Some(before.map_or(own, |before| before.or_sooner(own))));
        before
    }

    /// Limits what runs next, which most often ends before anybody looks at the time. No other
    /// deadline holds.
    pub(super) fn expect_deadline(&self, limit: Duration) {
        self.expected.set(Some(limit));
    }

    /// Forgets that deadline; whether nobody has looked at the time.
    pub(super) fn forgets_deadline(&self) -> bool {
        self.expected.take().is_some()
    }

    /// Whether the deadline that ends here was kept.
    pub(super) fn restore_deadline(&self, before: Option<Moment>) -> bool {
        let own = self.deadline.replace(before);
        if self.paused.get().is_some() {
            self.rest();
        } else {
            self.place.pulse.beat();
        }
        own.is_none_or(|own| !self.now().reaches(own))
    }

    /// Why the script had to end, whatever error it ended with.
    pub(super) fn verdict(&self, error: ScriptError) -> ScriptError {
        if self.place.is_stopped() {
            ScriptError::terminated()
        } else if self.has_run_out() {
            let ScriptError { kind, name, message, .. } = ScriptError::timed_out(self.limit);
            ScriptError { kind, name, message, ..error }
        } else if self.exceeded.get() {
            self.out_of_memory(error)
        } else {
            error
        }
    }

    /// What wanted too much memory where this error came from.
    pub(super) fn out_of_memory(&self, error: ScriptError) -> ScriptError {
        let (name, message) = ("InternalError".to_owned(), self.memory.message());
        ScriptError { kind: ScriptErrorKind::OutOfMemory, name, message, ..error }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::registry::{Entered, Registry};

    #[test]
    fn what_a_thread_does_before_its_script_takes_nothing_of_the_script_s_time() {
        let Entered { place, .. } = Registry::new(Duration::ZERO).seat();
        let limits = Limits { run_time: Duration::from_millis(100), ..Limits::default() };
        let watch = Watch::new(place, &limits, None);
        while !watch.is_late() {
            std::hint::spin_loop();
        }
        watch.begin();
        assert!(!watch.is_late());
    }
}
