//! Why a request did not succeed, as far as the session can react to it.

use super::frame::Spot;
use crate::api::fault::Fault;
use std::fmt;
use std::time::Duration;

/// What a failure means for the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// 412: the debugger client does not exist.
    ClientGone,
    /// 404 for a thread: it ended.
    ThreadGone,
    /// 400 for a frame: the thread runs, or its stack is shorter.
    NoFrame,
    /// The thread stands, and its stack is known to have no such frame: nothing was asked.
    UnknownFrame,
    /// 404 for a breakpoint.
    BreakpointGone,
    /// 401: login or permission.
    Unauthorized,
    /// Nobody is there: refused, reset, name not found.
    Unreachable,
    /// No answer came in time.
    Silent,
    /// The secure connection was not made; trying again changes nothing.
    Untrusted,
    /// An answer that is none of the debugger's: an HTML page, a 500, text.
    Unexpected,
    /// Any other fault.
    Refused,
}

/// Whether a request that failed can have had its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It never left, or nobody was there to take it.
    NotSent,
    /// It was taken and refused.
    Refused,
    /// The server may have done it: the answer was lost, or is none of the debugger's.
    Unknown,
}

/// A failure in words: the cause, and what to do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What it means for the session.
    pub kind: FailureKind,
    /// What happened, with the server's own words.
    pub cause: String,
    /// What the user can do about it.
    pub action: String,
    /// Whether what was asked can have happened.
    pub delivery: Delivery,
    /// The server asks to be left alone for so long.
    pub retry_after: Option<Duration>,
}

impl Failure {
    /// A failure of that kind.
    pub fn new(kind: FailureKind, cause: impl Into<String>, action: impl Into<String>) -> Self {
        let delivery = match kind {
            FailureKind::Unreachable | FailureKind::Silent | FailureKind::Unexpected => {
                Delivery::Unknown
            }
            FailureKind::Untrusted | FailureKind::UnknownFrame => Delivery::NotSent,
            FailureKind::ClientGone
            | FailureKind::ThreadGone
            | FailureKind::NoFrame
            | FailureKind::BreakpointGone
            | FailureKind::Unauthorized
            | FailureKind::Refused => Delivery::Refused,
        };
        let (cause, action) = (cause.into(), action.into());
        Self { kind, cause, action, delivery, retry_after: None }
    }

    /// A thread's stack has only so many frames.
    pub fn no_frame(spot: Spot, depth: usize) -> Self {
        let Spot { thread, frame } = spot;
        let cause = format!("thread {thread} has no frame {frame}: its stack has {depth}");
        Self::new(FailureKind::UnknownFrame, cause, "count frames from 0")
    }

    /// The same failure of a request that is known not to have reached anybody.
    #[must_use]
    pub fn not_sent(self) -> Self {
        Self { delivery: Delivery::NotSent, ..self }
    }

    /// The same failure of a server that wants to be left alone for so long.
    #[must_use]
    pub fn retry_after(self, after: Option<Duration>) -> Self {
        Self { retry_after: after, ..self }
    }

    /// What a fault document means (section 7.2); the type decides, the status only if it says
    /// nothing.
    pub fn from_fault(status: u16, fault: &Fault) -> Self {
        let (kind, action) = match status {
            _ if fault.is("DebuggerDisabled") => (
                FailureKind::ClientGone,
                "the debugger client does not exist any more: attach again",
            ),
            _ if fault.is("ScriptThreadNotFound") => {
                (FailureKind::ThreadGone, "the script finished, was stopped or expired")
            }
            _ if fault.is("InvalidFrameIndex") => {
                (FailureKind::NoFrame, "the thread moved on: try again when it halts")
            }
            _ if fault.is("BreakpointNotFound") => {
                (FailureKind::BreakpointGone, "it was removed elsewhere")
            }
            _ if fault.is("NotAuthorized") => (FailureKind::Unauthorized, UNAUTHORIZED),
            401 | 403 => (FailureKind::Unauthorized, UNAUTHORIZED),
            500.. => (FailureKind::Unexpected, "look at the instance's logs, then try again"),
            _ => (FailureKind::Refused, "correct the input and try again"),
        };
        Self::new(kind, format!("{status} {fault}"), action)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.action.is_empty() {
            return f.write_str(&self.cause);
        }
        write!(f, "{}: {}", self.cause, self.action)
    }
}

const UNAUTHORIZED: &str = "check the user name (its case counts), the password or access key, \
    and the permission to use the script debugger";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faults_name_decides_before_the_status() {
        let kinds = [
            (412, "DebuggerDisabledException", FailureKind::ClientGone),
            (404, "ScriptThreadNotFoundException", FailureKind::ThreadGone),
            (400, "InvalidFrameIndexException", FailureKind::NoFrame),
            (404, "BreakpointNotFoundException", FailureKind::BreakpointGone),
            (401, "NotAuthorizedException", FailureKind::Unauthorized),
            (500, "InternalServerErrorException", FailureKind::Unexpected),
            (400, "BodyDecodingException", FailureKind::Refused),
            (404, "DebuggerDisabled", FailureKind::ClientGone),
        ];
        for (status, name, kind) in kinds {
            assert_eq!(Failure::from_fault(status, &Fault::new(name, "text")).kind, kind, "{name}");
        }
    }
}
