//! What each call under way is for.

use super::jobs::Job;
use crate::api::debugger::NewBreakpoint;
use crate::api::ids::{BreakpointId, ThreadId};
use crate::api::paging::Page;
use crate::session::command::StepKind;
use crate::session::console::EntryId;
use crate::session::thread::Place;
use crate::session::time::Time;
use crate::session::tree::NodeId;
use crate::session::watch::WatchId;
use std::collections::HashMap;

/// A call that is not answered yet.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub purpose: Purpose,
    /// Where the thread was; the answer is dropped when it is there no more.
    pub place: Option<Place>,
    /// When the session asked.
    pub asked: Time,
}

/// Which tree a node is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    Frame(ThreadId, usize),
    Watch(WatchId),
    Console(EntryId),
}

#[derive(Clone, Debug)]
pub(super) enum Purpose {
    /// Is the client id in use?
    Contact,
    /// Is the client still there after a lost connection?
    Return,
    /// What the client that is in use holds.
    CountInUse,
    CreateClient,
    /// Breakpoints of a client that was there before us.
    Adopt,
    /// A thread list, and where each thread was when it was asked for.
    List(HashMap<ThreadId, Place>),
    Step(StepKind),
    Resume,
    Stop(ThreadId),
    Variables(usize),
    Members {
        home: Home,
        node: NodeId,
        page: Page,
    },
    /// A platform name that has no path.
    PlatformText {
        home: Home,
        node: NodeId,
    },
    ConsolePath {
        entry: EntryId,
        expression: String,
    },
    ConsoleEval(EntryId),
    WatchPath(WatchId),
    WatchEval(WatchId),
    Pretty(Home, NodeId),
    Condition(String),
    LogText {
        thread: ThreadId,
        index: usize,
    },
    AddBreakpoints(Vec<NewBreakpoint>),
    DeleteBreakpoint(BreakpointId),
    SearchMembers {
        home: Home,
        node: NodeId,
        page: Page,
    },
    StopToLeave(ThreadId),
    DeleteClient,
}

impl Purpose {
    /// The node or the watch that it reads, if that is what it is for.
    pub(super) const fn job(&self) -> Option<Job> {
        match self {
            Self::Members { home, node, .. } | Self::PlatformText { home, node } => {
                Some(Job::Node(*home, *node))
            }
            Self::WatchPath(watch) | Self::WatchEval(watch) => Some(Job::Watch(*watch)),
            _ => None,
        }
    }

    /// For the log.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Contact | Self::Return | Self::CountInUse => "contact",
            Self::CreateClient | Self::DeleteClient => "client",
            Self::Adopt | Self::AddBreakpoints(_) | Self::DeleteBreakpoint(_) => "breakpoints",
            Self::List(_) => "thread list",
            Self::Step(_) => "step",
            Self::Resume => "resume",
            Self::Stop(_) | Self::StopToLeave(_) => "stop",
            Self::Variables(_) => "variables",
            Self::Members { .. } | Self::SearchMembers { .. } => "members",
            Self::PlatformText { .. }
            | Self::ConsoleEval(_)
            | Self::ConsolePath { .. }
            | Self::Pretty(..)
            | Self::Condition(_)
            | Self::LogText { .. } => "eval",
            Self::WatchPath(_) | Self::WatchEval(_) => "watch",
        }
    }
}
