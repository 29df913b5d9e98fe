//! The session as a whole: requests, renewal, leaving, coming back.

use super::args::{Mode, StorefrontRequest};
use super::message::{Code, Outcome, Refusal};
use super::server::Server;
use super::shapes::milliseconds;
use crate::runtime::{Desk, NotAttached};
use crate::session::{Change, Command, Connection, KeepAliveMode, Leaving, NoticeKind, Session};
use serde_json::{Value, json};
use std::time::Duration;

/// How long the answer of `reattach` waits for the connection.
const COMING_BACK: Duration = Duration::from_secs(30);

/// Sends a storefront request; gives its id.
pub(super) fn request(desk: &Desk, request: &StorefrontRequest) -> Outcome {
    let StorefrontRequest { method, url, body } = request.clone();
    let changes = desk.command(Command::Request { method, url, body });
    let sent = changes.iter().find_map(|change| match change {
        Change::Requested { id } => Some(Ok(json!({"id": id.0}))),
        Change::Output { kind: NoticeKind::Error, text, .. } => {
            Some(Err(Refusal::new(Code::InvalidArgs, text)))
        }
        _ => None,
    });
    sent.unwrap_or_else(|| {
        Err(Refusal::new(Code::Busy, "too many requests are under way")
            .then("wait for request_finished"))
    })
}

/// Renews halted threads, or lets them run out.
pub(super) fn keep_alive(desk: &Desk, mode: Mode) -> Value {
    desk.command(match mode {
        Mode::Renew => Command::RenewNow,
        Mode::Off => Command::KeepAlive(KeepAliveMode::Off),
    });
    desk.look(renewal)
}

fn renewal(session: &Session) -> Value {
    let keep_alive = session.keep_alive();
    let mode = match keep_alive.mode() {
        KeepAliveMode::Renew => "renew",
        KeepAliveMode::Off => "off",
    };
    json!({
        "mode": mode,
        "idle": keep_alive.is_idle(),
        "failures": keep_alive.failures(),
        "problem": keep_alive.problem(),
    })
}

/// Connects again: creates the client if it is gone, tries now if nobody answered.
pub(super) async fn reattach(desk: Desk) -> Outcome {
    match tokio::time::timeout(COMING_BACK, desk.reattach()).await {
        Ok(Ok(())) => Ok(desk.look(status)),
        Ok(Err(problem)) => Err(not_connected(problem)),
        Err(_) => Err(Refusal::new(Code::TimedOut, "the server has not answered yet")),
    }
}

fn not_connected(problem: NotAttached) -> Refusal {
    match problem {
        NotAttached::Offline { problem, .. } => {
            Refusal::new(Code::NotConnected, problem.cause).then(problem.action)
        }
        other => Refusal::new(Code::NotConnected, other.to_string()),
    }
}

/// Leaves the server.
pub(super) async fn detach(desk: Desk, how: Leaving) -> Outcome {
    let remains = desk.leave(how).await;
    Ok(json!({"detached": remains.is_none(), "remains": remains}))
}

impl Server {
    /// Where everything stands.
    pub(super) fn status(&self) -> Value {
        let mut status = self.desk.look(status);
        status["thread_id"] = json!(self.current.map(|id| id.0));
        status["frame_index"] = json!(self.frame);
        status["seq"] = json!(self.log.newest());
        status
    }
}

fn status(session: &Session) -> Value {
    let connection = match session.connection() {
        Connection::NotConfigured => "not_configured",
        Connection::Connecting { .. } => "connecting",
        Connection::InUse { .. } => "in_use",
        Connection::Attached { .. } => "attached",
        Connection::Disabled { .. } => "disabled",
        Connection::Offline { .. } => "offline",
        Connection::Detaching { .. } => "detaching",
        Connection::Detached { .. } => "detached",
    };
    let (options, breakpoints) = (session.options(), session.breakpoints());
    json!({
        "connection": connection,
        "server": options.server,
        "debugger_id": options.debugger_id.as_str(),
        "dwsid": session.cookie(),
        "threads": session.threads().iter().len(),
        "halted": session.threads().halted(),
        "breakpoints": breakpoints.iter().len(),
        "armed": breakpoints.armed(),
        "requests": session.requests().under_way(),
        "keep_alive": renewal(session),
        "round_trip_ms": session.round_trip().map(milliseconds),
    })
}
