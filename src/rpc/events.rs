//! The session's changes as events.

use super::shapes::{Location, milliseconds};
use crate::api::ids::ThreadId;
use crate::session::{
    Change, Connection, Failure, HaltNumber, Logged, NoticeKind, Remedy, Removed, RequestId,
    Session, StopReason, StorefrontAnswer, Thread,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

/// Something that happened, by its name in `event` and `data`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "event", content = "data", rename_all = "snake_case")]
pub(super) enum Event {
    /// Attached; requests are answered from now on.
    Ready {
        /// The instance.
        server: String,
        /// The value of `x-dw-client-id`.
        debugger_id: String,
    },
    /// A thread halted, also if it stands where it stood.
    ThreadStopped(Stopped),
    /// A thread runs.
    ThreadContinued {
        /// The thread.
        thread_id: u64,
    },
    /// A thread that had halted is gone.
    ThreadExited {
        /// The thread.
        thread_id: u64,
        /// `finished`, `stopped`, `expired` or `unknown`.
        how: &'static str,
    },
    /// A breakpoint is another one than was told last.
    BreakpointChanged {
        /// How it stands, or its `id` and `removed`.
        breakpoint: Value,
    },
    /// A line for people.
    Output {
        /// `logpoint`, `warning` or `error`.
        kind: &'static str,
        /// The line.
        text: String,
        /// The thread that came by a log point.
        #[serde(skip_serializing_if = "Option::is_none")]
        thread_id: Option<u64>,
        /// Where that was.
        #[serde(skip_serializing_if = "Option::is_none")]
        location: Option<Location>,
        /// The log point.
        #[serde(skip_serializing_if = "Option::is_none")]
        breakpoint_id: Option<u64>,
        /// The command that helps.
        #[serde(skip_serializing_if = "Option::is_none")]
        remedy: Option<String>,
    },
    /// A halted thread's time is running low.
    CountdownLow {
        /// The thread.
        thread_id: u64,
        /// What is left at least, in milliseconds.
        expires_in_ms: u64,
    },
    /// The debugger client does not exist any more: `reattach` creates it again.
    Disabled {
        /// `elsewhere`, `restart` or `unused`.
        removed: &'static str,
    },
    /// Attached again, breakpoints armed.
    Reattached {},
    /// No usable connection.
    Offline {
        /// What happened.
        cause: String,
        /// What to do about it.
        remedy: String,
        /// When it is tried again by itself, in milliseconds; `null`: never.
        next_try_in_ms: Option<u64>,
    },
    /// A storefront request ended.
    RequestFinished(Finished),
}

/// Of `thread_stopped`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Stopped {
    /// The thread.
    pub(super) thread_id: u64,
    /// `breakpoint`, `step`, `run_to` or `entry`.
    pub(super) reason: &'static str,
    /// Where it stands.
    pub(super) location: Option<Location>,
    /// The breakpoints on its line.
    pub(super) breakpoint_ids: Vec<u64>,
    /// The recorded halt's number.
    pub(super) halt: u64,
}

/// Of `request_finished`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Finished {
    /// The request's id.
    pub(super) id: u64,
    /// As in 200; `null` without an answer.
    pub(super) status: Option<u16>,
    /// From sending to the last byte, in milliseconds.
    pub(super) took_ms: Option<u64>,
    /// Bytes of the body.
    pub(super) size: Option<u64>,
    /// The error that a script ended with, where the answer says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) script_error: Option<String>,
    /// Why it was refused, where a sandbox says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) refusal: Option<String>,
    /// What answered in the place of what was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) redirected_to: Option<String>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<String>,
}

/// Of the threads that are halted the one that halted last.
pub(super) fn last_halted(session: &Session) -> Option<ThreadId> {
    let halted = session.threads().iter().filter(|thread| thread.is_halted());
    halted.max_by_key(|thread| thread.halt()).map(Thread::id)
}

impl Event {
    /// Its name and its data.
    pub(super) fn parts(&self) -> (String, Value) {
        let mut whole = json!(self);
        let name = whole["event"].as_str().unwrap_or_default().to_owned();
        (name, whole["data"].take())
    }
}

impl Stopped {
    /// A stop as its recorded halt has it: the thread may be elsewhere by now.
    pub(super) fn of(
        session: &Session,
        thread: ThreadId,
        reason: StopReason,
        halt: HaltNumber,
        breakpoint: Option<u64>,
    ) -> Self {
        let top = session.history().get(halt).and_then(|halt| halt.top());
        Self {
            thread_id: thread.0,
            reason: reason.as_str(),
            location: top.map(|frame| Location::of(session, frame)),
            breakpoint_ids: breakpoint.into_iter().collect(),
            halt: halt.0,
        }
    }
}

impl Finished {
    pub(super) fn of(id: RequestId, outcome: &Result<StorefrontAnswer, Failure>) -> Self {
        let answer = outcome.as_ref().ok();
        Self {
            id: id.0,
            status: answer.map(|answer| answer.status),
            took_ms: answer.map(|answer| milliseconds(answer.took)),
            size: answer.map(|answer| answer.size),
            script_error: answer.and_then(|answer| answer.script_error.clone()),
            refusal: answer.and_then(|answer| answer.refusal.clone()),
            redirected_to: answer.and_then(|answer| answer.redirected_to.clone()),
            error: outcome.as_ref().err().map(ToString::to_string),
        }
    }
}

/// Changes that are an event by themselves; moves, breakpoints and the connection need to know
/// what was told before.
pub(super) fn plain(session: &Session, change: &Change) -> Option<Event> {
    match change {
        Change::Output { kind, text, logged, remedy } => {
            let remedy = remedy.and_then(remedy_words);
            // A hint that only the screen can follow is the screen's.
            let is_told = *kind != NoticeKind::Hint || remedy.is_some();
            is_told.then(|| output(session, (*kind, text), logged.as_ref(), remedy))
        }
        Change::CountdownLow { thread, expires_in } => {
            let expires_in_ms = milliseconds(*expires_in);
            Some(Event::CountdownLow { thread_id: thread.0, expires_in_ms })
        }
        Change::RequestFinished { id, outcome } => {
            Some(Event::RequestFinished(Finished::of(*id, outcome)))
        }
        Change::Connection
        | Change::Appeared { .. }
        | Change::Stopped { .. }
        | Change::StackChanged { .. }
        | Change::Stood { .. }
        | Change::Stepped { .. }
        | Change::Continued { .. }
        | Change::MoveAnswered { .. }
        | Change::Exited { .. }
        | Change::Breakpoint { .. }
        | Change::Evaluating { .. }
        | Change::Evaluated { .. }
        | Change::Answered { .. }
        | Change::Watch { .. }
        | Change::Tree { .. }
        | Change::Search { .. }
        | Change::Renewal
        | Change::Requested { .. }
        | Change::ScriptsSearched
        | Change::Source { .. } => None,
    }
}

fn output(
    session: &Session,
    (kind, text): (NoticeKind, &str),
    logged: Option<&Logged>,
    remedy: Option<&str>,
) -> Event {
    let kind = match kind {
        NoticeKind::Done => "logpoint",
        NoticeKind::Hint => "warning",
        NoticeKind::Error => "error",
    };
    Event::Output {
        kind,
        text: text.to_owned(),
        thread_id: logged.map(|it| it.thread.0),
        location: logged.map(|it| Location::of(session, &it.frame)),
        breakpoint_id: logged.map(|it| it.breakpoint.0),
        remedy: remedy.map(str::to_owned),
    }
}

/// A remedy in commands.
const fn remedy_words(remedy: Remedy) -> Option<&'static str> {
    match remedy {
        Remedy::Reattach | Remedy::TryNow => Some("send reattach"),
        Remedy::GiveCredentials => Some("start again with another user or password"),
        Remedy::StepOut => Some("send step_out there"),
        Remedy::StopThread => Some("send stop"),
        Remedy::Renew => Some("send keep_alive"),
        Remedy::Request => Some("send request"),
        Remedy::CancelRequest => Some("wait for request_finished"),
        Remedy::ToggleBreakpoint => Some("send add_breakpoints"),
        // Whose client it is was decided at the start; there are no watches and no searches.
        Remedy::Join | Remedy::ConfirmWatch | Remedy::NextHalted | Remedy::NextMatch => None,
    }
}

/// Whether there is a usable connection, as scripts are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Attached,
    Disabled,
    Offline,
}

/// What is to be told of the connection, if it is another one than before.
pub(super) fn connection(session: &Session, before: &mut Line) -> Option<Event> {
    let (line, event) = match session.connection() {
        Connection::Attached { .. } => (Line::Attached, Event::Reattached {}),
        Connection::Disabled { removed } => {
            let removed = match removed {
                Removed::Elsewhere => "elsewhere",
                Removed::Restart => "restart",
                Removed::Unused => "unused",
            };
            (Line::Disabled, Event::Disabled { removed })
        }
        Connection::Offline { problem, next_try, .. } => {
            let (cause, remedy) = (problem.cause.clone(), problem.action.clone());
            let pause = |at: &crate::session::Time| session.now().until(*at);
            let next_try_in_ms = next_try.as_ref().map(pause).map(|it: Duration| milliseconds(it));
            (Line::Offline, Event::Offline { cause, remedy, next_try_in_ms })
        }
        Connection::NotConfigured
        | Connection::Connecting { .. }
        | Connection::InUse { .. }
        | Connection::Detaching { .. }
        | Connection::Detached { .. } => return None,
    };
    (std::mem::replace(before, line) != line).then_some(event)
}
