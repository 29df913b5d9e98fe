//! Conditions of breakpoints, tried out where a thread stands or was stepped to.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::expression::{is_script_error, text_of, without_place};
use super::super::failure::Failure;
use super::super::frame::{At, Frame, Spot};
use super::super::notice::NoticeKind;
use super::super::thread::Thread;
use crate::api::debugger::EvalResult;
use crate::api::ids::ThreadId;

impl Session {
    pub(in crate::session) fn test_condition(&mut self, spot: Spot, text: &str) {
        let condition = text.trim().to_owned();
        if condition.is_empty() {
            return;
        }
        if let Some(at) = self.place_to_evaluate(spot) {
            self.cx.call(Purpose::Condition { at, condition });
        }
    }

    pub(in crate::session) fn condition_tested(
        &mut self,
        at: At,
        condition: &str,
        outcome: Result<EvalResult, Failure>,
    ) {
        self.ran(at.place.thread, condition);
        match outcome.map(|result| text_of(&result)) {
            Ok(answer) if is_script_error(&answer) => {
                let text = format!("fails here, and so never halts: {}", without_place(&answer));
                self.cx.say(NoticeKind::Error, text);
            }
            Ok(answer) => self.cx.say(NoticeKind::Done, format!("{condition} is {answer} here")),
            Err(failure) => self.cx.refuse(&failure),
        }
    }

    /// The condition of the user's breakpoint that stands at a location.
    pub(in crate::session) fn condition_at(&self, top: Option<&Frame>) -> Option<String> {
        let key = self.breakpoint_at(top)?;
        self.breakpoints.get(&key)?.spec.condition.clone()
    }

    /// Asks whether the breakpoint that a thread was stepped to would have halted it.
    pub(in crate::session) fn ask_whether_hit(&mut self, id: ThreadId, condition: String) {
        if let Some(at) = self.at(Spot { thread: id, frame: 0 }) {
            self.cx.call(Purpose::HitCondition { at, condition });
        }
    }

    /// A condition that fails doesn't hold.
    pub(in crate::session) fn hit_judged(
        &mut self,
        at: At,
        condition: &str,
        outcome: Result<EvalResult, Failure>,
    ) {
        let id = at.place.thread;
        let top = self.threads.get(id).and_then(Thread::top);
        let is_the_same = self.condition_at(top).as_deref() == Some(condition);
        if is_the_same && outcome.is_ok_and(|result| text_of(&result) == "true") {
            self.count_hit(id);
        }
    }
}
