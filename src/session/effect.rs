//! What the session wants done.

use super::command::StepKind;
use super::saved::Saved;
use super::time::Time;
use crate::api::debugger::NewBreakpoint;
use crate::api::ids::{BreakpointId, DebuggerId, FrameIndex, ScriptPath, ThreadId};
use crate::api::paging::Page;
use std::path::PathBuf;

/// Numbers a call to the debugger API; its answer carries it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

/// Numbers a storefront request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// A call to the debugger API.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// To be sent back with the answer.
    pub id: CallId,
    /// What is asked.
    pub request: Request,
}

/// The debugger API's requests (section 4.6 and beyond it), but the keep-alive's own reset.
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
    /// `GET …/variables`
    Variables { thread: ThreadId, frame: FrameIndex },
    /// `GET …/members`
    Members { thread: ThreadId, frame: FrameIndex, path: String, page: Page },
    /// `GET …/eval`
    Eval { thread: ThreadId, frame: FrameIndex, expression: String },
}

/// What the keep-alive task shall do from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepAlivePlan {
    /// Nothing is halted, or renewal is off.
    Rest,
    /// `POST /threads/reset` every 20 s, after failures again in 2, 4, 8 s.
    Renew {
        /// When nobody has been there for too long.
        until: Time,
    },
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
    /// Send [`super::Event::Wake`] at that time, in place of an earlier wish.
    Wake(Time),
    /// The keep-alive's plan from now on.
    KeepAlive(KeepAlivePlan),
    /// Renew at once.
    RenewNow,
    /// From now on be that debugger client.
    UseDebuggerId(DebuggerId),
    /// Look for cartridges.
    FindSources,
    /// Read a script that [`Effect::FindSources`] found.
    ReadSource { script: ScriptPath, file: PathBuf },
    /// Read it again if the file was changed since; else nothing comes of it.
    RefreshSource { script: ScriptPath, file: PathBuf },
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
