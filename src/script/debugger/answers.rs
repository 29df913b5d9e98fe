//! Questions on their way to the script's half, and their answers.

use super::Debugger;
use crate::script::evaluation::engine_error;
use crate::script::instrument::restored;
use crate::script::members::{InspectError, MemberPage, Page};
use crate::script::registry::{Question, Reply};
use serde_json::json;
use std::time::Duration;

/// What an expression gives for which there is no memory.
const NO_MEMORY: &str = "InternalError: out of memory";

impl Debugger {
    pub(super) fn answer(&self, text: &str) {
        if let Some(Question::Eval { reply, .. }) = self.place.asked() {
            // Whoever asked may have gone away.
            drop(reply.send(Ok(restored(text).into_owned())));
        }
    }

    /// Answers with what was shown; without a total, that is all there is.
    pub(super) fn answer_page(&self, start: f64, total: f64) {
        let members = self.shown.take().members;
        let start = size(start);
        let total = if total < 0.0 { start + members.len() } else { size(total) };
        let question = self.place.asked();
        if let Some(Question::Variables(_, reply) | Question::Members(_, _, reply)) = question {
            drop(reply.send(Ok(MemberPage { members, start, total })));
        }
    }

    /// Answers what is still asked, if anything is: there is no memory for more than was shown until then. Whether
    /// the thread is still held.
    pub(super) fn give_up(&self) -> bool {
        let members = self.shown.take().members;
        match self.place.asked() {
            Some(Question::Eval { reply, .. }) => {
                // Whoever asked may have gone away, here and below.
                drop(reply.send(Ok(NO_MEMORY.to_owned())));
            }
            Some(Question::Variables(page, reply) | Question::Members(_, page, reply)) => {
                let (start, total) = (page.start, page.start + members.len());
                drop(reply.send(Ok(MemberPage { members, start, total })));
            }
            None => {}
        }
        self.place.halt_left().is_some()
    }

    pub(super) fn refuse(&self) {
        if let Some(question) = self.place.asked() {
            question.refuse(InspectError::NoFrame);
        }
    }
}

impl Question {
    /// The question as the script's half reads it.
    pub(super) fn describe(&self, frame: usize) -> String {
        let (name, text, page) = match self {
            Self::Eval { text, .. } => ("eval", Some(text), &Page::ALL),
            Self::Variables(page, _) => ("variables", None, page),
            Self::Members(path, page, _) => ("members", path.as_ref(), page),
        };
        let Page { start, count } = page;
        json!({ "name": name, "text": text, "frame": frame, "start": start, "count": count })
            .to_string()
    }

    /// Answers in place of a thread that has had so long for it.
    pub(in crate::script) fn give_up(self, limit: Duration) {
        // Whoever asked may have gone away.
        match self {
            Self::Eval { text, reply, .. } => {
                let what = format!("the expression ran longer than {} s", limit.as_secs_f64());
                drop(reply.send(Ok(engine_error(&what, &text))));
            }
            Self::Variables(page, reply) | Self::Members(_, page, reply) => {
                let (members, start, total) = (Vec::new(), page.start, page.start);
                drop(reply.send(Ok(MemberPage { members, start, total })));
            }
        }
    }

    /// Whether somebody still waits for its answer. An expression has begun by that.
    pub(super) fn begins(&mut self) -> bool {
        match self {
            Self::Eval { turn, .. } => turn.begins(),
            Self::Variables(_, reply) | Self::Members(_, _, reply) => !reply.is_closed(),
        }
    }

    /// Answers with an error.
    pub(in crate::script) fn refuse(self, error: InspectError) {
        fn send<T>(reply: Reply<T>, error: InspectError) {
            // Whoever asked may have gone away.
            drop(reply.send(Err(error)));
        }
        match self {
            Self::Eval { reply, .. } => send(reply, error),
            Self::Variables(_, reply) | Self::Members(_, _, reply) => send(reply, error),
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes are whole and not negative"
)]
fn size(number: f64) -> usize {
    number as usize
}
