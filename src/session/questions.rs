//! What becomes of questions: each has an id, and its answer carries it.
//!
//! A question is answered once and for all: with what was asked for, with why it could not be had,
//! or, when the thread leaves its place, with that.

use super::Session;
use super::calls::Purpose;
use super::change::Change;
use super::failure::{Failure, FailureKind};
use super::frame::{At, Place, Spot};
use super::ids::QuestionId;
use super::mask::Evaluated;
use super::question::{Question, Reply, Variables};
use super::telling::told;
use super::thread::Thread;
use crate::api::debugger::{EvalResult, MemberList};
use crate::api::paging::Page;

/// Questions without an answer yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Questions(Vec<Open>);

#[derive(Clone, Copy, Debug)]
struct Open {
    id: QuestionId,
    spot: Spot,
    place: Place,
}

impl Session {
    pub(super) fn ask(&mut self, id: QuestionId, spot: Spot, question: Question) {
        let at = match self.place_to_ask(spot) {
            Ok(at) => at,
            Err(failure) => return self.reply(id, Err(failure)),
        };
        self.questions.0.push(Open { id, spot, place: at.place });
        match question {
            Question::Variables => self.want_list(spot, at),
            Question::Members { path, page } => {
                self.cx.call(Purpose::AskedMembers { at, id, path, page });
            }
            Question::Evaluate(expression) => {
                self.cx.call(Purpose::AskedEval { at, id, expression });
            }
        }
    }

    /// Where a thread stands, also unconfirmed; else says what is missing.
    fn place_to_ask(&self, spot: Spot) -> Result<At, Failure> {
        let id = spot.thread;
        if self.connection.is_leaving() {
            let cause = "the session has ended";
            return Err(Failure::new(FailureKind::Unreachable, cause, "attach again").not_sent());
        }
        let thread = self.threads.get(id);
        let Some(thread) = thread.filter(|it| it.is_halted() || it.shows_arrival()) else {
            let cause = format!("thread {id} is not halted");
            return Err(Failure::new(FailureKind::NoFrame, cause, "wait until it halts"));
        };
        self.at(spot).ok_or_else(|| Failure::no_frame(spot, thread.frames().len()))
    }

    fn want_list(&mut self, spot: Spot, at: At) {
        let is_read = self.values.list(spot).is_some();
        if is_read || self.cx.calls.any(|purpose| *purpose == Purpose::Variables(at, spot.frame)) {
            return;
        }
        if self.values.tree(spot).is_none()
            && let Some(thread) = self.threads.get(spot.thread)
        {
            self.values.begin_frame(thread, spot.frame);
        }
        self.read_variables(spot);
    }

    /// What is told of an object belongs to its halt, whoever asked.
    pub(super) fn asked_members(
        &mut self,
        id: QuestionId,
        at: At,
        (path, page): (&str, Page),
        outcome: Result<MemberList, Failure>,
    ) {
        if let Ok(list) = &outcome {
            self.keep_members(at, (path, page), list);
        }
        let reply = outcome.map(|list| Reply::Variables(Variables::of_object(path, page, &list)));
        self.reply(id, reply);
    }

    pub(super) fn asked_eval(
        &mut self,
        id: QuestionId,
        (at, expression): (At, String),
        outcome: Result<EvalResult, Failure>,
    ) {
        self.ran(at.place.thread, &expression);
        let halt = self.threads.get(at.place.thread).and_then(Thread::halt);
        let reply = outcome.map(|result| {
            let told = told(&expression, &result);
            if let Some(halt) = halt {
                let masked = self.cx.options.mask.told(&told);
                let text = told.shown().into_owned();
                self.history.note_evaluation(halt, Evaluated { expression, text, masked });
            }
            Reply::Evaluated(if told.is_error() { Err(told.text) } else { Ok(told) })
        });
        self.reply(id, reply);
    }

    /// The variables that a question waits for could not be read.
    pub(super) fn no_list(&mut self, spot: Spot, failure: &Failure) {
        let waits = |open: &&Open| open.spot == spot && !self.is_asking(open.id);
        let waiting: Vec<QuestionId> =
            self.questions.0.iter().filter(waits).map(|it| it.id).collect();
        for id in waiting {
            self.reply(id, Err(failure.clone()));
        }
    }

    /// Questions whose place is left, whose list is here, or whose call nobody waits for any more.
    pub(super) fn settle_questions(&mut self) {
        for open in self.questions.0.clone() {
            if let Some(reply) = self.settled(&open) {
                self.reply(open.id, reply);
            }
        }
    }

    fn settled(&self, open: &Open) -> Option<Result<Reply, Failure>> {
        if !self.threads.is_at(open.place) {
            let cause = format!("thread {} moved on before the answer came", open.spot.thread);
            return Some(Err(Failure::new(FailureKind::NoFrame, cause, "ask again when it halts")));
        }
        if self.is_asking(open.id) {
            return None;
        }
        if let Some(list) = self.values.list(open.spot) {
            let total = list.len() as u64;
            return Some(Ok(Reply::Variables(Variables { list, start: 0, total })));
        }
        let at = self.at(open.spot)?;
        let reads = Purpose::Variables(at, open.spot.frame);
        let is_read = self.cx.calls.any(|purpose| *purpose == reads);
        let cause = "the connection was lost before the answer came";
        let lost = || Failure::new(FailureKind::Silent, cause, "ask again when it is back");
        (!is_read).then(|| Err(lost()))
    }

    fn is_asking(&self, id: QuestionId) -> bool {
        self.cx.calls.any(|purpose| purpose.question() == Some(id))
    }

    fn reply(&mut self, id: QuestionId, reply: Result<Reply, Failure>) {
        self.questions.0.retain(|open| open.id != id);
        self.cx.tell(Change::Answered { id, reply });
    }
}
