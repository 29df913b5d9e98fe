//! The table of calls in flight: what each is for, where its thread was, when it left. What is
//! under way is counted here and nowhere else.

use super::effect::Request;
use super::event::Answer;
use super::failure::{Failure, FailureKind};
use super::frame::{At, Place};
use super::ids::{CallId, EntryId, Moment, QuestionId, SearchId, WatchId};
use super::telling::{asking, asking_at_once};
use super::thread::StepKind;
use super::time::Time;
use super::tree::{Home, NodeId};
use crate::api::debugger::{
    Breakpoint, EvalResult, MemberList, NewBreakpoint, ScriptThread, ThreadList,
};
use crate::api::ids::{BreakpointId, ThreadId};
use crate::api::paging::Page;
use std::collections::BTreeMap;
use std::time::Duration;

/// What a call is for; everything that its request and its answer need.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Purpose {
    /// Is the client id in use?
    Contact,
    /// What the client that is in use holds.
    CountInUse,
    CreateClient,
    /// Deletes the client that an earlier session left behind.
    ClearClient,
    /// Breakpoints of a client that was there before us.
    Adopt,
    /// What the server holds of our breakpoints.
    Reconcile,
    AddBreakpoints(Vec<NewBreakpoint>),
    DeleteBreakpoint(BreakpointId),
    List,
    Step(Place, StepKind),
    Resume(Place),
    Stop(Place),
    StopToLeave(ThreadId),
    DeleteClient,
    /// The variables of a frame, by its place in the stack.
    Variables(At, usize),
    Members {
        at: At,
        home: Home,
        node: NodeId,
        path: String,
        page: Page,
    },
    /// The first members of an object, for its line.
    Preview {
        at: At,
        home: Home,
        node: NodeId,
        path: String,
        page: Page,
    },
    /// A platform name that has no path.
    PlatformText {
        at: At,
        home: Home,
        node: NodeId,
        expression: String,
    },
    Pretty {
        at: At,
        home: Home,
        node: NodeId,
        expression: String,
    },
    SearchMembers {
        at: At,
        search: SearchId,
        home: Home,
        node: NodeId,
        path: String,
        page: Page,
    },
    ConsolePath {
        at: At,
        entry: EntryId,
        path: String,
    },
    ConsoleEval {
        at: At,
        entry: EntryId,
        expression: String,
    },
    WatchPath {
        at: At,
        watch: WatchId,
        path: String,
    },
    WatchEval {
        at: At,
        watch: WatchId,
        expression: String,
    },
    Condition {
        at: At,
        condition: String,
    },
    /// Whether the breakpoint that a step ended at would have halted.
    HitCondition {
        at: At,
        condition: String,
    },
    LogText {
        at: At,
        part: usize,
        expression: String,
    },
    /// A question's members.
    AskedMembers {
        at: At,
        id: QuestionId,
        path: String,
        page: Page,
    },
    /// A question's expression.
    AskedEval {
        at: At,
        id: QuestionId,
        expression: String,
    },
}

impl Purpose {
    /// The request that serves it.
    pub(super) fn request(&self) -> Request {
        match self {
            Self::Contact | Self::List => Request::Threads,
            Self::CountInUse | Self::Adopt | Self::Reconcile => Request::Breakpoints,
            Self::CreateClient => Request::CreateClient,
            Self::ClearClient | Self::DeleteClient => Request::DeleteClient,
            Self::AddBreakpoints(places) => Request::AddBreakpoints(places.clone()),
            Self::DeleteBreakpoint(id) => Request::DeleteBreakpoint(*id),
            Self::Step(place, kind) => Request::Step(place.thread, *kind),
            Self::Resume(place) => Request::Resume(place.thread),
            Self::Stop(place) => Request::Stop(place.thread),
            Self::StopToLeave(thread) => Request::Stop(*thread),
            Self::Variables(at, _) => {
                Request::Variables { thread: at.place.thread, frame: at.index }
            }
            Self::Members { at, path, page, .. }
            | Self::Preview { at, path, page, .. }
            | Self::SearchMembers { at, path, page, .. }
            | Self::AskedMembers { at, path, page, .. } => members(*at, path, *page),
            Self::ConsolePath { at, path, .. } | Self::WatchPath { at, path, .. } => {
                members(*at, path, Page::first())
            }
            Self::PlatformText { at, expression, .. } | Self::Pretty { at, expression, .. } => {
                eval(*at, expression.clone())
            }
            Self::ConsoleEval { at, expression, .. } | Self::WatchEval { at, expression, .. } => {
                eval(*at, asking(expression).into_owned())
            }
            Self::LogText { at, expression, .. } | Self::AskedEval { at, expression, .. } => {
                eval(*at, asking_at_once(expression).into_owned())
            }
            Self::Condition { at, condition } | Self::HitCondition { at, condition } => {
                eval(*at, format!("!!({condition})"))
            }
        }
    }

    /// The place that it depends on: when the thread is there no more, the answer is dropped.
    pub(super) const fn place(&self) -> Option<Place> {
        match self {
            Self::Step(place, _) | Self::Resume(place) | Self::Stop(place) => Some(*place),
            Self::Variables(at, _)
            | Self::Members { at, .. }
            | Self::Preview { at, .. }
            | Self::PlatformText { at, .. }
            | Self::Pretty { at, .. }
            | Self::SearchMembers { at, .. }
            | Self::ConsolePath { at, .. }
            | Self::ConsoleEval { at, .. }
            | Self::WatchPath { at, .. }
            | Self::WatchEval { at, .. }
            | Self::Condition { at, .. }
            | Self::HitCondition { at, .. }
            | Self::LogText { at, .. }
            | Self::AskedMembers { at, .. }
            | Self::AskedEval { at, .. } => Some(at.place),
            Self::Contact
            | Self::CountInUse
            | Self::CreateClient
            | Self::ClearClient
            | Self::Adopt
            | Self::Reconcile
            | Self::AddBreakpoints(_)
            | Self::DeleteBreakpoint(_)
            | Self::List
            | Self::StopToLeave(_)
            | Self::DeleteClient => None,
        }
    }

    /// How long its answer takes at most where the line is quick: a step 2 s, an evaluation 5 s on
    /// the server's side. What has no limit here has one of its own.
    pub(super) const fn limit(&self) -> Option<Duration> {
        match self {
            Self::List | Self::StopToLeave(_) | Self::DeleteClient => None,
            Self::Pretty { .. }
            | Self::PlatformText { .. }
            | Self::ConsoleEval { .. }
            | Self::WatchEval { .. }
            | Self::Condition { .. }
            | Self::HitCondition { .. }
            | Self::LogText { .. }
            | Self::AskedEval { .. } => Some(Duration::from_secs(15)),
            Self::Contact
            | Self::CountInUse
            | Self::CreateClient
            | Self::ClearClient
            | Self::Adopt
            | Self::Reconcile
            | Self::AddBreakpoints(_)
            | Self::DeleteBreakpoint(_)
            | Self::Step(..)
            | Self::Resume(_)
            | Self::Stop(_)
            | Self::Variables(..)
            | Self::Members { .. }
            | Self::Preview { .. }
            | Self::SearchMembers { .. }
            | Self::AskedMembers { .. }
            | Self::ConsolePath { .. }
            | Self::WatchPath { .. } => Some(Duration::from_secs(10)),
        }
    }

    /// The question that it answers.
    pub(super) const fn question(&self) -> Option<QuestionId> {
        match self {
            Self::AskedMembers { id, .. } | Self::AskedEval { id, .. } => Some(*id),
            _ => None,
        }
    }

    /// Whether its answer says something about all breakpoints.
    pub(super) const fn is_about_breakpoints(&self) -> bool {
        matches!(self, Self::AddBreakpoints(_) | Self::Reconcile | Self::Adopt)
    }

    /// What somebody waits for who looks at the screen.
    pub(super) const fn awaited_as(&self) -> Option<&'static str> {
        match self {
            Self::Variables(..) => Some("variables"),
            Self::Members { .. } | Self::ConsolePath { .. } => Some("members"),
            Self::PlatformText { .. } | Self::Pretty { .. } | Self::ConsoleEval { .. } => {
                Some("evaluation")
            }
            Self::Condition { .. } => Some("condition"),
            Self::WatchPath { .. } | Self::WatchEval { .. } => Some("watch"),
            Self::AddBreakpoints(_) | Self::DeleteBreakpoint(_) => Some("breakpoints"),
            Self::Resume(_) => Some("resume"),
            Self::Stop(_) => Some("stop"),
            _ => None,
        }
    }

    /// For the log.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Contact | Self::CountInUse => "contact",
            Self::CreateClient | Self::ClearClient | Self::DeleteClient => "client",
            Self::Adopt | Self::Reconcile | Self::AddBreakpoints(_) | Self::DeleteBreakpoint(_) => {
                "breakpoints"
            }
            Self::List => "thread list",
            Self::Step(..) => "step",
            Self::Resume(_) => "resume",
            Self::Stop(_) | Self::StopToLeave(_) => "stop",
            Self::Variables(..) => "variables",
            Self::Members { .. }
            | Self::Preview { .. }
            | Self::SearchMembers { .. }
            | Self::AskedMembers { .. } => "members",
            Self::PlatformText { .. }
            | Self::ConsoleEval { .. }
            | Self::ConsolePath { .. }
            | Self::Pretty { .. }
            | Self::Condition { .. }
            | Self::HitCondition { .. }
            | Self::LogText { .. }
            | Self::AskedEval { .. } => "eval",
            Self::WatchPath { .. } | Self::WatchEval { .. } => "watch",
        }
    }
}

fn members(at: At, path: &str, page: Page) -> Request {
    Request::Members { thread: at.place.thread, frame: at.index, path: path.to_owned(), page }
}

const fn eval(at: At, expression: String) -> Request {
    Request::Eval { thread: at.place.thread, frame: at.index, expression }
}

/// A call that is not answered yet.
#[derive(Clone, Debug)]
pub(super) struct InFlight {
    pub(super) purpose: Purpose,
    /// When the session asked.
    pub(super) asked: Time,
}

/// All calls that are not answered yet, in the order in which they left.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    in_flight: BTreeMap<CallId, InFlight>,
    sent: u64,
}

impl Calls {
    pub(super) fn add(&mut self, purpose: Purpose, asked: Time) -> CallId {
        self.sent += 1;
        let id = CallId(self.sent);
        self.in_flight.insert(id, InFlight { purpose, asked });
        id
    }

    /// Now, counted in calls.
    pub(super) const fn moment(&self) -> Moment {
        Moment::after(self.sent)
    }

    pub(super) fn take(&mut self, id: CallId) -> Option<InFlight> {
        self.in_flight.remove(&id)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &InFlight> {
        self.in_flight.values()
    }

    pub(super) fn count(&self, fits: impl Fn(&Purpose) -> bool) -> usize {
        self.iter().filter(|call| fits(&call.purpose)).count()
    }

    pub(super) fn any(&self, fits: impl Fn(&Purpose) -> bool) -> bool {
        self.iter().any(|call| fits(&call.purpose))
    }

    /// Nobody waits for those that left before `id` any more.
    pub(super) fn forget_before(&mut self, id: CallId, fits: impl Fn(&Purpose) -> bool) {
        self.in_flight.retain(|call, in_flight| *call >= id || !fits(&in_flight.purpose));
    }

    /// Nobody waits for these any more.
    pub(super) fn forget(&mut self, fits: impl Fn(&Purpose) -> bool) -> Vec<Purpose> {
        let gone = self.in_flight.extract_if(.., |_, call| fits(&call.purpose));
        gone.map(|(_, call)| call.purpose).collect()
    }
}

/// What a purpose expects its answer to be; anything else is a failure of the server.
impl Answer {
    pub(super) fn threads(self) -> Result<ThreadList, Failure> {
        if let Self::Threads(list) = self { Ok(list) } else { Err(another_kind()) }
    }

    pub(super) fn thread(self) -> Result<ScriptThread, Failure> {
        if let Self::Thread(thread) = self { Ok(thread) } else { Err(another_kind()) }
    }

    pub(super) fn breakpoints(self) -> Result<Vec<Breakpoint>, Failure> {
        if let Self::Breakpoints(list) = self { Ok(list) } else { Err(another_kind()) }
    }

    pub(super) fn members(self) -> Result<MemberList, Failure> {
        if let Self::Members(list) = self { Ok(list) } else { Err(another_kind()) }
    }

    pub(super) fn eval(self) -> Result<EvalResult, Failure> {
        if let Self::Eval(result) = self { Ok(result) } else { Err(another_kind()) }
    }
}

fn another_kind() -> Failure {
    Failure::new(FailureKind::Unexpected, "the answer is of another kind", "try again")
}
