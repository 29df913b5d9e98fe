//! What an update changed, told to every front end alike: nobody has to compare afterwards.

use super::event::StorefrontAnswer;
use super::failure::Failure;
use super::frame::{Frame, Spot};
use super::ids::{BreakpointNumber, EntryId, HaltNumber, QuestionId, RequestId, SearchId, WatchId};
use super::notice::NoticeKind;
use super::question::Reply;
use super::remedy::Remedy;
use super::thread::{Exit, StepKind};
use super::tree::Home;
use crate::api::ids::{ScriptPath, ThreadId};
use std::time::Duration;

/// What halted a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// A step of ours ended.
    Step,
    /// The one-shot breakpoint of "run to".
    RunTo,
    /// A breakpoint, or a step of another program.
    Breakpoint,
    /// It was halted when the session came.
    Entry,
}

impl StopReason {
    /// As programs are told it: `step`, `run_to`, `breakpoint`, `entry`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::RunTo => "run_to",
            Self::Breakpoint => "breakpoint",
            Self::Entry => "entry",
        }
    }
}

/// Where a log point spoke.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Logged {
    /// The thread that came by.
    pub thread: ThreadId,
    /// Where it was.
    pub frame: Frame,
    /// The log point.
    pub breakpoint: BreakpointNumber,
}

/// One thing that is different now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Where the session stands with the server.
    Connection,
    /// A thread is listed that was not known.
    Appeared {
        /// The thread.
        thread: ThreadId,
    },
    /// A thread is halted, its place accepted.
    Stopped {
        /// The thread.
        thread: ThreadId,
        /// Why.
        reason: StopReason,
        /// The recorded halt.
        halt: HaltNumber,
        /// The breakpoint that it stands on, if it does.
        breakpoint: Option<BreakpointNumber>,
    },
    /// A thread's call stack is another one, or the first one: not yet accepted, or corrected.
    StackChanged {
        /// The thread.
        thread: ThreadId,
    },
    /// A step or resume did not take place, as far as can be told: the thread stands where it stood.
    Stood {
        /// The thread.
        thread: ThreadId,
        /// Its answer was lost: the thread may also have come round to the same line.
        may_have_moved: bool,
    },
    /// A step was sent.
    Stepped {
        /// The thread.
        thread: ThreadId,
        /// Which step.
        kind: StepKind,
    },
    /// A thread runs: a resume was sent, a step let it run on, or somebody else let it go.
    Continued {
        /// The thread.
        thread: ThreadId,
    },
    /// The server has answered a step, a resume or a stop, or failed to.
    MoveAnswered {
        /// The thread.
        thread: ThreadId,
        /// Whether it was taken.
        outcome: Result<(), Failure>,
    },
    /// A thread is gone.
    Exited {
        /// The thread.
        thread: ThreadId,
        /// How.
        how: Exit,
    },
    /// A line for the user: a log point's text, a warning, an error.
    Output {
        /// How it is meant.
        kind: NoticeKind,
        /// The text.
        text: String,
        /// Who said it, if a log point did.
        logged: Option<Logged>,
        /// What helps, if one thing does.
        remedy: Option<Remedy>,
    },
    /// A breakpoint was set, armed, hit, judged anew or removed.
    Breakpoint {
        /// The breakpoint.
        number: BreakpointNumber,
    },
    /// An evaluation was asked for; its result comes as [`Change::Evaluated`] under this id.
    Evaluating {
        /// The evaluation.
        id: EntryId,
    },
    /// An evaluation has its result, or failed.
    Evaluated {
        /// The evaluation.
        id: EntryId,
    },
    /// A question has its answer; each gets one, whatever happens.
    Answered {
        /// The question.
        id: QuestionId,
        /// The answer, or why there is none.
        reply: Result<Reply, Failure>,
    },
    /// A watch has another value or state.
    Watch {
        /// The watch.
        id: WatchId,
    },
    /// A tree has other rows.
    Tree {
        /// Which tree.
        home: Home,
    },
    /// A deep search began, came further or ended.
    Search {
        /// The search.
        id: SearchId,
    },
    /// A halted thread's time is running low.
    CountdownLow {
        /// The thread.
        thread: ThreadId,
        /// What is left at least.
        expires_in: Duration,
    },
    /// Renewal succeeded, failed, paused or goes on.
    Renewal,
    /// A storefront request left.
    Requested {
        /// The request.
        id: RequestId,
    },
    /// A storefront request ended.
    RequestFinished {
        /// The request.
        id: RequestId,
        /// The page, or why there is none.
        outcome: Result<StorefrontAnswer, Failure>,
    },
    /// A text was looked for in all scripts.
    ScriptsSearched,
    /// A script's text is here, or why not.
    Source {
        /// The script.
        script: ScriptPath,
    },
}

/// For a front end without a selection of its own: it looks at the first thread that halts, until
/// that is gone.
pub fn follow(focus: Option<Spot>, changes: &[Change]) -> Option<Spot> {
    changes.iter().fold(focus, |focus, change| match change {
        Change::Stopped { thread, .. } => focus.or(Some(Spot { thread: *thread, frame: 0 })),
        Change::Exited { thread, .. } => focus.filter(|focus| focus.thread != *thread),
        _ => focus,
    })
}
