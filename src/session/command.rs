//! What a person (or an editor, or a script) asks the session to do.

use super::breakpoint::{BreakpointKey, BreakpointSpec};
use super::console::EntryId;
use super::tree::NodeId;
use super::watch::WatchId;
use crate::api::ids::{Line, ScriptPath, ThreadId};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::PathBuf;

/// The number of a recorded halt, from 1, never reused in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HaltNumber(pub u64);

impl fmt::Display for HaltNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The three steps of section 3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// Into the function at the location.
    Into,
    /// To the next line; at the end of a function the thread resumes.
    Over,
    /// To the caller.
    Out,
}

impl StepKind {
    /// `into`, `over` or `out`, as in the request's path.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Into => "into",
            Self::Over => "over",
            Self::Out => "out",
        }
    }
}

/// Whether halted threads are kept from expiring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepAliveMode {
    /// Renewed every 20 s while anything is halted.
    Renew,
    /// Threads run out.
    Off,
}

/// How to part from the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// `DELETE /client`: halted threads run on, breakpoints go. A joined client is left alone.
    LetRun,
    /// Halted threads are stopped first.
    StopThreads,
    /// `DELETE /client` even if the client was joined.
    DeleteJoined,
}

/// One thing to do. What refers to "the selected thread" refuses with a notice if there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Connects: the first command of a session.
    Attach,
    /// Resumes the selected thread.
    Continue,
    /// Resumes every halted thread.
    ContinueAll,
    /// Steps the selected thread; while a step is under way, one more is remembered.
    Step(StepKind),
    /// Steps the selected thread so many times; ends at a breakpoint, an error, `Cancel`.
    StepTimes(StepKind, u32),
    /// One-shot breakpoint there, resume, removal at the thread's next halt.
    RunTo { script: ScriptPath, line: Line },
    /// Ends a script with a termination error.
    StopThread(ThreadId),
    /// Shows that thread.
    SelectThread(ThreadId),
    /// Shows the next halted thread after the selected one.
    NextHalted,
    /// Shows frame so many of the selected thread, 0 being the current location.
    SelectFrame(usize),
    /// Sets or removes a plain breakpoint.
    ToggleBreakpoint { script: ScriptPath, line: Line },
    /// Sets or changes a breakpoint with all its fields.
    SetBreakpoint(BreakpointSpec),
    /// Removes one.
    RemoveBreakpoint(BreakpointKey),
    /// Switches one off but keeps it in the list, or on again.
    SwitchBreakpoint(BreakpointKey),
    /// Opens a node of any tree.
    Expand(NodeId),
    /// Closes it.
    Collapse(NodeId),
    /// Opens what is between the root and this node, so that it has a row.
    Reveal(NodeId),
    /// Loads 200 more of a node's children.
    More(NodeId),
    /// Loads the part of a node's children that holds this index.
    GoToIndex(NodeId, u64),
    /// Fetches the node as indented JSON, or drops that text again.
    Pretty(NodeId),
    /// Searches names and values below the roots, deeper than what is loaded, bounded.
    DeepFind(String),
    /// Evaluates in the selected frame; the result goes to the console.
    Evaluate(String),
    /// Tests a condition in frame 0 without touching the console.
    TestCondition(String),
    /// Keeps an expression watched.
    AddWatch(String),
    /// Gives a watch another expression.
    EditWatch(WatchId, String),
    /// Removes a watch.
    RemoveWatch(WatchId),
    /// Allows a watch that is no plain path to run in the live request.
    ConfirmWatch(WatchId),
    /// Renews now and switches renewal on.
    RenewNow,
    /// Switches renewal on or off.
    KeepAlive(KeepAliveMode),
    /// One halt back in history.
    HistoryBack,
    /// One halt forward; after the newest comes the present.
    HistoryForward,
    /// That halt.
    HistoryGo(HaltNumber),
    /// Back to the present.
    Live,
    /// Compares two halts, the older first.
    Compare(HaltNumber, HaltNumber),
    /// Drops the comparison.
    EndCompare,
    /// Writes the history as JSON lines.
    Export(PathBuf),
    /// Sends a request to the storefront or the Data API.
    Request { method: String, url: String, body: Option<String> },
    /// Aborts the storefront request under way.
    CancelRequest,
    /// Loads a script's text.
    OpenSource(ScriptPath),
    /// After a 412: creates the client again and arms the breakpoints.
    Reattach,
    /// Takes over the client that already exists.
    Join,
    /// Attaches under another client id.
    TakeOtherId,
    /// Tries to connect now.
    Retry,
    /// Esc: cancels what is under way, leaves history.
    Cancel,
    /// Leaves the server.
    Detach(Leaving),
    /// A key or a click: somebody is there.
    Touch,
    /// A prompt is open: a new halt doesn't take the selection.
    HoldSelection,
    /// No prompt is open any more.
    ReleaseSelection,
    /// Empties the console.
    ClearConsole,
    /// Removes one console entry.
    DropEntry(EntryId),
    /// Keeps a value of the front end's own with the project, such as pane ratios.
    Remember { key: String, value: serde_json::Value },
}
