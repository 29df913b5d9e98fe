//! Conditions of breakpoints, tried out where a thread stands.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::expression::{is_script_error, text_of};
use super::super::failure::Failure;
use super::super::frame::At;
use super::super::frame::Spot;
use super::super::notice::NoticeKind;
use crate::api::debugger::EvalResult;

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
                let text = format!("this condition would never halt: {answer}");
                self.cx.say(NoticeKind::Error, text);
            }
            Ok(answer) => self.cx.say(NoticeKind::Done, format!("{condition} is {answer} here")),
            Err(failure) => self.cx.refuse(&failure),
        }
    }
}
