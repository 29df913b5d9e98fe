//! What happened.

use super::command::Command;
use super::failure::Failure;
use super::ids::{CallId, RequestId};
use super::source::{SourceText, SourcesFound, TextSearch};
use super::time::Time;
use crate::api::debugger::{Breakpoint, EvalResult, MemberList, ScriptThread, ThreadList};
use crate::api::ids::ScriptPath;
use std::path::PathBuf;
use std::time::Duration;

/// A successful answer of the debugger API.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// 204.
    Done,
    /// Of `GET /threads`.
    Threads(ThreadList),
    /// Of a step or a resume.
    Thread(ScriptThread),
    /// Of `GET` and `POST /breakpoints`.
    Breakpoints(Vec<Breakpoint>),
    /// Of `variables` and `members`.
    Members(MemberList),
    /// Of `eval`.
    Eval(EvalResult),
}

/// What the keep-alive task did. Renewals are numbered from 1 in the order in which they leave.
#[derive(Clone, Debug, PartialEq)]
pub enum KeepAliveReport {
    /// A renewal left.
    Sent {
        /// Which.
        number: u64,
        /// When.
        at: Time,
    },
    /// 204. That proves nothing about any one thread: a list has to.
    Renewed {
        /// Which.
        number: u64,
        /// When it had left.
        sent: Time,
    },
    /// It failed and is tried again.
    Failed {
        /// Which.
        number: u64,
        /// Why.
        failure: Failure,
    },
}

/// The page that a storefront request got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorefrontAnswer {
    /// As in `200`.
    pub status: u16,
    /// What the status means, as in `Not Found`; empty if nobody knows.
    pub reason: &'static str,
    /// From sending to the last byte.
    pub took: Duration,
    /// Bytes of the body.
    pub size: u64,
    /// The body's first lines, as text.
    pub first_lines: Vec<String>,
    /// The error that a script ended with, where the answer says so.
    pub script_error: Option<String>,
    /// Why it was refused, where the sandbox or the content's addresses say so; where it leads, if that was not
    /// followed.
    pub refusal: Option<String>,
    /// What answered in the place of what was asked for: path and query, or the whole address if another port of the
    /// instance did.
    pub redirected_to: Option<String>,
}

impl StorefrontAnswer {
    /// Whether it says that something went wrong.
    pub const fn is_error(&self) -> bool {
        self.status >= 400 || self.script_error.is_some()
    }

    /// What it says besides, by the names that programs are told it under.
    pub fn remarks(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [
            ("script_error", &self.script_error),
            ("refusal", &self.refusal),
            ("redirected_to", &self.redirected_to),
        ];
        all.into_iter().filter_map(|(name, said)| Some((name, said.as_deref()?)))
    }
}

/// Everything that changes a session.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Somebody wants something.
    Command(Command),
    /// A call was answered or failed.
    Answered {
        /// The call's number.
        id: CallId,
        /// When it had left.
        sent: Time,
        /// The answer, or why there is none.
        outcome: Result<Answer, Failure>,
    },
    /// The time of the last [`super::Effect::WakeAt`] has come.
    TimerFired,
    /// The keep-alive task reports.
    KeepAlive(KeepAliveReport),
    /// The instance set or changed its session cookie.
    Cookie(String),
    /// The instance is a sandbox of this program.
    Sandbox {
        /// The site that it serves, if it says so.
        site: Option<String>,
        /// That site's cartridge path, leftmost first, if it says so.
        cartridges: Vec<String>,
    },
    /// Another program uses the same debugger id on the same instance, as far as this machine
    /// knows: its process id.
    OtherSession(u32),
    /// The cartridges were looked for.
    SourcesFound(SourcesFound),
    /// A script was read: its text, or why not.
    SourceRead {
        /// Which.
        script: ScriptPath,
        /// Its text and what its lines mean to breakpoints, or the reason in words.
        text: Result<SourceText, String>,
    },
    /// A text was looked for in all scripts.
    ScriptsSearched(TextSearch),
    /// The project's state was written, or why not.
    Saved(Result<(), String>),
    /// A file was written, or why not.
    FileWritten {
        /// Which.
        file: PathBuf,
        /// How many bytes, or the reason in words.
        outcome: Result<u64, String>,
    },
    /// A storefront request ended.
    Fetched {
        /// Its number.
        id: RequestId,
        /// The page, or why there is none.
        outcome: Result<StorefrontAnswer, Failure>,
    },
    /// The process was stopped, or the machine slept, and goes on: everything is to be looked at
    /// again.
    ProcessResumed,
    /// Another password or user was given for the same instance.
    CredentialsReplaced,
    /// Something worth a line in the log and in the result line.
    Reported(String),
}

impl From<Command> for Event {
    fn from(command: Command) -> Self {
        Self::Command(command)
    }
}
