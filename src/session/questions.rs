//! What front ends ask about a frame: each question has an id, and its answer carries it.
//!
//! A question is answered once and for all: with what was asked for, with why it could not be had,
//! or, when the thread leaves its place, with that.

use super::Session;
use super::calls::{At, Purpose};
use super::change::Change;
use super::command::Spot;
use super::evaluation::{is_script_error, text_of};
use super::failure::{Failure, FailureKind};
use super::ids::QuestionId;
use super::thread::{Place, Thread};
use super::values::{Node, Tree, child_path, is_the_value_itself, says_nothing};
use crate::api::debugger::{EvalResult, Member, MemberList, Scope};
use crate::api::paging::Page;
use std::sync::Arc;

/// What can be asked of a frame of a halted thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Its variables, of all scopes: those that are read anyway, so that they cost no call of
    /// their own at the current location.
    Variables,
    /// A page of the members of the object that a path leads to.
    Members {
        /// As in `basket.productLineItems[0]`.
        path: String,
        /// Which part.
        page: Page,
    },
    /// What an expression gives in the live request.
    Evaluate(String),
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Variables or members.
    Variables(Variables),
    /// A result's text, raw; or the script's own error.
    Evaluated(Result<String, String>),
}

/// A part of a list of variables or members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variables {
    /// In the server's order.
    pub list: Arc<[Variable]>,
    /// The index of the first of them.
    pub start: u64,
    /// How many there are in all.
    pub total: u64,
}

/// A variable or a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// As the server names it: `[0]` for an entry of a list.
    pub name: String,
    /// The server's text for the type.
    pub type_name: String,
    /// The server's text for the value, whole.
    pub value: String,
    /// A variable's scope; members have none.
    pub scope: Option<Scope>,
    /// The path to its members; `None` for a name that can't be part of a path.
    pub path: Option<String>,
}

impl Variable {
    /// Whether members can be below it, by its type.
    pub fn has_members(&self) -> bool {
        !Node::is_primitive(&self.type_name)
    }

    /// Whether only its members say what it is: an object whose text says nothing, of a scope where
    /// objects are few.
    pub fn lacks_preview(&self) -> bool {
        let is_near = self.scope != Some(Scope::Global) && self.path.is_some();
        is_near && self.has_members() && says_nothing(&self.value)
    }

    /// It and its first members in one line, as in `{ID: "KM01001", name: "Heron Mug", …}`.
    pub fn preview(&self, members: &Variables) -> String {
        let member = |it: &Self| Member {
            name: it.name.clone(),
            parent: String::new(),
            type_name: it.type_name.clone(),
            value: it.value.clone(),
            scope: None,
        };
        let listed: Vec<Member> = members.list.iter().map(member).collect();
        Tree::preview_of((&self.type_name, &self.value), &listed, members.total)
    }

    /// From the wire; `object` is the path that was asked for.
    fn new(member: &Member, object: &str) -> Self {
        let Member { name, parent, type_name, value, scope } = member.clone();
        let parent = if parent.is_empty() { object } else { &parent };
        let path = child_path(Some(parent), &name);
        Self { name, type_name, value, scope, path }
    }
}

/// A member of the object that a path leads to; or its value itself, if that has no members.
fn member_of(member: &Member, path: &str) -> Variable {
    let variable = Variable::new(member, path);
    let is_value = is_the_value_itself(path, member);
    Variable { path: if is_value { Some(path.to_owned()) } else { variable.path }, ..variable }
}

/// All of a frame's variables, as they came.
pub(super) fn variables(list: &MemberList) -> Arc<[Variable]> {
    list.object_members.iter().map(|member| Variable::new(member, "")).collect()
}

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
        self.at(spot).ok_or_else(|| {
            let (frame, depth) = (spot.frame, thread.frames().len());
            let cause = format!("thread {id} has no frame {frame}: its stack has {depth}");
            Failure::new(FailureKind::NoFrame, cause, "count frames from 0")
        })
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

    pub(super) fn asked_members(
        &mut self,
        id: QuestionId,
        (path, page): (&str, Page),
        outcome: Result<MemberList, Failure>,
    ) {
        let reply = outcome.map(|list| {
            let members: Arc<[Variable]> =
                list.object_members.iter().map(|member| member_of(member, path)).collect();
            let start = list.start.unwrap_or(page.start);
            let total = list.total.unwrap_or(start + members.len() as u64);
            Reply::Variables(Variables { list: members, start, total })
        });
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
            let text = text_of(&result);
            if let Some(halt) = halt {
                self.history.note_evaluation(halt, expression, text.clone());
            }
            Reply::Evaluated(if is_script_error(&text) { Err(text) } else { Ok(text) })
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
