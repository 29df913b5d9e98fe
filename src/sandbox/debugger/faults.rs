//! The debugger's own faults, in the words of "beyond the specification", 1.6.

pub(super) use crate::sandbox::faults::*;

use crate::{
    api::debugger::CLIENT_ID_HEADER,
    sandbox::refusal::{Document, Refusal},
};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::Value;

const THREAD_NOT_FOUND: &str = "ScriptThreadNotFound";

/// A refusal as this API answers it: the thread fault is flat, all others are nested (section 7.2).
#[derive(Debug)]
pub(in crate::sandbox) struct Refused(Refusal);

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Self {
        Self(refusal)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let is_flat = self.0.is(THREAD_NOT_FOUND);
        self.0.answer(if is_flat { Document::DebuggerFlat } else { Document::Debugger })
    }
}

pub(super) fn client_id_required() -> Refusal {
    Refusal::bad_request("ClientIdRequired", format!("Send the header {CLIENT_ID_HEADER}."))
}

pub(super) fn not_authorized() -> Refusal {
    let message = "This user may not use the script debugger.";
    Refusal::new(StatusCode::UNAUTHORIZED, "NotAuthorized", message).asking_for_basic()
}

pub(super) fn debugger_disabled(id: &str) -> Refusal {
    let message = format!("No debugger client \"{id}\" exists; create it with POST /client.");
    Refusal::new(StatusCode::PRECONDITION_FAILED, "DebuggerDisabled", message)
}

/// `id` as it was asked for: it may be larger than any thread's.
pub(super) fn thread_not_found(id: &str) -> Refusal {
    Refusal::not_found(THREAD_NOT_FOUND, format!("There is no script thread {id}."))
}

pub(super) fn invalid_frame(thread: u64, frame: &str) -> Refusal {
    let message = format!("Script thread {thread} has no frame {frame}.");
    Refusal::bad_request("InvalidFrameIndex", message)
        .with("frameIndex", integer(frame))
        .with("threadId", thread)
}

pub(super) fn breakpoint_not_found(id: &str) -> Refusal {
    Refusal::not_found("BreakpointNotFound", format!("There is no breakpoint {id}."))
        .with("breakpointId", integer(id))
}

pub(super) fn invalid_script_path(path: &str) -> Refusal {
    Refusal::bad_request("InvalidScriptPath", format!("A script path is /cartridge/file: {path}."))
        .with("path", path)
}

pub(super) fn invalid_script_file(path: &str) -> Refusal {
    let message = format!("Breakpoints need a .js or .ds file: {path}.");
    Refusal::bad_request("InvalidScriptFile", message).with("path", path)
}

pub(super) fn quota_exceeded(what: &str, limit: usize) -> Refusal {
    Refusal::bad_request("QuotaExceeded", format!("There can be at most {limit} {what}."))
        .with("limit", limit)
}

/// Integers beyond 64 bits stay text.
fn integer(text: &str) -> Value {
    text.parse::<i64>().map_or_else(|_| text.into(), Value::from)
}
