//! What a front end asks the session to do. Commands name the thread and the frame that they
//! mean: selection belongs to whoever has one.

use super::breakpoint::{BreakpointKey, BreakpointSpec};
use super::frame::Spot;
use super::ids::{QuestionId, WatchId};
use super::keep_alive::KeepAliveMode;
use super::question::Question;
use super::thread::StepKind;
use super::tree::{Home, NodeId};
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::api::sandbox::Operation;
use std::path::PathBuf;

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

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Coming, coming back, leaving.
    Connection(ConnectionCommand),
    /// Something with one thread.
    Thread(ThreadId, ThreadCommand),
    /// Resumes every halted thread.
    ContinueAll,
    /// Breakpoints.
    Breakpoint(BreakpointCommand),
    /// A node of a tree.
    Tree(Home, NodeId, TreeCommand),
    /// Values of a frame.
    Values(Spot, ValuesCommand),
    /// Asks something of a frame; the answer comes as [`super::Change::Answered`] under this id.
    Ask {
        /// The asker's own number for it.
        id: QuestionId,
        /// Where.
        spot: Spot,
        /// What.
        question: Question,
    },
    /// These nodes are in sight: first members of those that lack them are read when nobody waits
    /// for anything else.
    Preview(Vec<(Home, NodeId)>),
    /// Ends the deep search that goes on.
    EndSearch,
    /// Watches.
    Watch(WatchCommand),
    /// Renewal.
    KeepAlive(KeepAliveMode),
    /// Renews now and switches renewal on.
    RenewNow,
    /// Writes the history as JSON lines.
    ExportHistory(PathBuf),
    /// Sends a request to the storefront or the Data API.
    Request {
        /// `GET`, `POST`, …
        method: String,
        /// Whole, or to be completed from site and locale.
        url: String,
        /// Form-encoded or JSON text.
        body: Option<String>,
    },
    /// Asks a sandbox something about itself, or to do something.
    Sandbox(Operation),
    /// Aborts the storefront request under way.
    CancelRequest,
    /// Loads a script's text, again if its file was changed.
    OpenSource(ScriptPath),
    /// Looks for a text in every script that is here; [`super::Change::ScriptsSearched`] follows.
    SearchScripts(String),
    /// What the front end looks at: watches are read there, polling follows its thread.
    Focus(Option<Spot>),
    /// A key or a click: somebody is there.
    Touch,
    /// Keeps a value of the front end's own with the project, such as pane ratios.
    Remember {
        /// Its name.
        key: String,
        /// The value.
        value: serde_json::Value,
    },
}

/// Coming, coming back, leaving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectionCommand {
    /// Connects: the first command of a session.
    Attach,
    /// After a 412: creates the client again and arms the breakpoints.
    Reattach,
    /// Takes over the client that already exists.
    Join,
    /// Deletes the client that already exists, then creates it anew. Its threads run on.
    Clear,
    /// Attaches under another client id.
    TakeOtherId,
    /// Tries to connect now.
    Retry,
    /// Gives up connecting.
    Cancel,
    /// Leaves the server.
    Detach(Leaving),
}

/// Something with one thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreadCommand {
    /// Lets it run.
    Continue,
    /// Lets it run, and asks for that again where the server doesn't: for who halts a thread only to look at it.
    Release,
    /// One step; while a step is under way, one more is remembered.
    Step(StepKind),
    /// So many steps; ends at a breakpoint, an error, [`ThreadCommand::Cancel`].
    StepTimes(StepKind, u32),
    /// One-shot breakpoint there, resume, removal at the thread's next halt.
    RunTo {
        /// The script.
        script: ScriptPath,
        /// The line.
        line: Line,
    },
    /// Ends the script with a termination error.
    Stop,
    /// Forgets steps that were not sent yet, and reads that are under way.
    Cancel,
}

/// Breakpoints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BreakpointCommand {
    /// Sets or removes a plain one.
    Toggle {
        /// The script.
        script: ScriptPath,
        /// The line.
        line: Line,
    },
    /// Sets or changes one with all its fields.
    Set(BreakpointSpec),
    /// Removes one.
    Remove(BreakpointKey),
    /// Switches one off but keeps it in the list, or on again.
    Switch(BreakpointKey),
}

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeCommand {
    /// Opens it.
    Expand,
    /// Closes it.
    Collapse,
    /// Opens what is between the root and it, so that it has a row.
    Reveal,
    /// Loads 200 more of its children.
    More,
    /// Loads the part of its children that holds this index.
    GoToIndex(u64),
    /// Fetches it as indented JSON, or drops that text again.
    Pretty,
}

/// Values of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuesCommand {
    /// Searches names and values below the roots, deeper than what is loaded, bounded.
    DeepFind(String),
    /// Evaluates; the result goes to the console.
    Evaluate(String),
    /// Tests a condition in the frame without touching the console.
    TestCondition(String),
}

/// Watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchCommand {
    /// Keeps an expression watched.
    Add(String),
    /// Gives a watch another expression.
    Edit(WatchId, String),
    /// Removes a watch.
    Remove(WatchId),
    /// Allows a watch that is no plain path to run in the live request.
    Confirm(WatchId),
}
