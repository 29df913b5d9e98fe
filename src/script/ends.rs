//! When what a script thread does must have ended, as others see it.
//!
//! A thread ends by itself where it looks at the time. A single step of the runtime, as the text of a number of a million
//! digits, may take seconds in which it doesn't: then whoever waits is answered by others.

use super::own_time::{Moment, SeenTime};
use parking_lot::Mutex;
use std::time::Duration;

/// The limits of a thread that hold now.
#[derive(Default)]
pub(super) struct Ends {
    time: Mutex<Option<SeenTime>>,
    script: Mutex<Option<End>>,
    question: Mutex<Option<End>>,
}

/// The end of a limit, and how long that is.
type End = (Moment, Duration);

impl Ends {
    /// The thread begins, the time of which is this.
    pub(super) fn begin(&self, time: SeenTime) {
        *self.time.lock() = Some(time);
    }

    /// Until when its script may run; nothing while its clock stands still.
    pub(super) fn set_script(&self, end: Option<End>) {
        *self.script.lock() = end;
    }

    /// Until when it may answer a question, if there is one.
    pub(super) fn set_question(&self, end: Option<End>) {
        *self.question.lock() = end;
    }

    /// The limit that its script has outlived by so long.
    pub(super) fn outlived_by_script(&self, grace: Duration) -> Option<Duration> {
        self.outlived(*self.script.lock(), grace)
    }

    /// The same of an answer.
    pub(super) fn outlived_by_answer(&self, grace: Duration) -> Option<Duration> {
        self.outlived(*self.question.lock(), grace)
    }

    fn outlived(&self, end: Option<End>, grace: Duration) -> Option<Duration> {
        let (end, limit) = end?;
        let now = self.time.lock().as_ref()?.now();
        now.reaches(end.after(grace)).then_some(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::own_time::OwnTime;

    #[test]
    fn a_limit_is_outlived_when_it_has_ended_for_so_long() {
        let (ends, time) = (Ends::default(), OwnTime::new());
        let (short, long) = (Duration::from_millis(1), Duration::from_hours(1));
        ends.set_script(Some((time.now().after(short), short)));
        assert_eq!(ends.outlived_by_script(Duration::ZERO), None, "no thread has begun");
        ends.begin(time.seen());
        let end = time.now().after(short * 20);
        while !time.now().reaches(end) {
            std::hint::spin_loop();
        }
        assert_eq!(ends.outlived_by_script(Duration::ZERO), Some(short));
        assert_eq!(ends.outlived_by_script(long), None, "it may end by itself");
        assert_eq!(ends.outlived_by_answer(Duration::ZERO), None, "nothing is asked");
        ends.set_question(Some((time.now().after(long), long)));
        assert_eq!(ends.outlived_by_answer(Duration::ZERO), None, "it has time");
        ends.set_script(None);
        assert_eq!(ends.outlived_by_script(Duration::ZERO), None, "it is halted");
    }
}
