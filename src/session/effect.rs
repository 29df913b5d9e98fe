//! What the session wants done.

use super::ids::{CallId, RequestId};
use super::keep_alive::KeepAlivePlan;
use super::saved::Saved;
use super::source::SourcesFound;
use super::thread::StepKind;
use super::time::Time;
use crate::api::debugger::NewBreakpoint;
use crate::api::ids::{BreakpointId, DebuggerId, FrameIndex, ScriptPath, ThreadId};
use crate::api::paging::Page;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// A call to the debugger API.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// To be sent back with the answer.
    pub id: CallId,
    /// What is asked.
    pub request: Request,
    /// When it is given up; `None`: the client's own limit.
    pub limit: Option<Duration>,
}

/// The debugger API's requests (section 4.6 and beyond it).
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// `POST /client`
    CreateClient,
    /// `DELETE /client`
    DeleteClient,
    /// `GET /threads`
    Threads,
    /// `GET /breakpoints`
    Breakpoints,
    /// `POST /breakpoints`
    AddBreakpoints(Vec<NewBreakpoint>),
    /// `DELETE /breakpoints/{id}`
    DeleteBreakpoint(BreakpointId),
    /// `POST /threads/{id}/into`, `over` or `out`
    Step(ThreadId, StepKind),
    /// `POST /threads/{id}/resume`
    Resume(ThreadId),
    /// `POST /threads/{id}/stop`
    Stop(ThreadId),
    /// `POST /threads/reset`: the keep-alive task's own.
    Reset,
    /// `GET …/variables`
    Variables { thread: ThreadId, frame: FrameIndex },
    /// `GET …/members`
    Members { thread: ThreadId, frame: FrameIndex, path: String, page: Page },
    /// `GET …/eval`
    Eval { thread: ThreadId, frame: FrameIndex, expression: String },
}

/// A storefront request, complete.
#[derive(Clone, Debug, PartialEq)]
pub struct StorefrontRequest {
    /// Its number.
    pub id: RequestId,
    /// `GET`, `POST`, …
    pub method: String,
    /// Absolute, on the configured instance.
    pub url: String,
    /// Form-encoded or JSON text.
    pub body: Option<String>,
}

/// One thing to be done by whoever drives the session.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Send this; the answer comes back as [`super::Event::Answered`].
    Send(Call),
    /// Send [`super::Event::TimerFired`] at that time, in place of an earlier wish.
    WakeAt(Time),
    /// The keep-alive's plan from now on.
    KeepAlive(KeepAlivePlan),
    /// From now on be that debugger client.
    UseDebuggerId(DebuggerId),
    /// Look for cartridges.
    FindSources,
    /// Read a script that [`Effect::FindSources`] found.
    ReadSource { script: ScriptPath, file: PathBuf },
    /// Read it again if the file was changed since; else nothing comes of it.
    RefreshSource { script: ScriptPath, file: PathBuf },
    /// Look for a text in all of these scripts.
    SearchScripts { wanted: String, found: Arc<SourcesFound> },
    /// Keep this with the project.
    Save(Box<Saved>),
    /// Write a file for its owner only.
    WriteFile { file: PathBuf, text: String },
    /// Send a storefront request.
    Fetch(StorefrontRequest),
    /// Abort it.
    Abort(RequestId),
    /// Draw attention once.
    Bell,
}
