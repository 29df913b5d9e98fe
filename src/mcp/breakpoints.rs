//! The whole set of a session's breakpoints, sent on as a difference.

use super::args::SetBreakpoints;
use super::sessions::{DebugSession, Outcome};
use crate::api::ids::Line;
use crate::runtime::{Others, WantedBreakpoint};
use crate::session::{Breakpoint, BreakpointKey, NoScript, Session, Standing};
use futures::future::join_all;
use serde_json::{Value, json};

impl DebugSession {
    pub(super) async fn set_breakpoints(&self, wanted: &SetBreakpoints) -> Outcome {
        let wanted = &wanted.breakpoints;
        let before: Vec<BreakpointKey> = self
            .desk
            .look(|session| session.breakpoints().iter().map(|it| it.key().clone()).collect());
        let keys = self.desk.set_breakpoints(wanted, &self.folder, Others::Go).await;
        let set = keys.iter().flatten().map(|key| self.desk.standing_of(key));
        let standings = join_all(set).await;
        let is_gone = |session: &Session, key| session.breakpoints().get(key).is_none();
        if self.desk.look(|session| before.iter().any(|key| is_gone(session, key))) {
            // What goes on behind this is not to halt there.
            self.desk.until_forgotten().await;
        }
        let mut standings = standings.into_iter();
        let told = wanted.iter().zip(&keys).map(|(wanted, key)| match key {
            Ok(key) => {
                let standing = standings.next();
                self.desk.look(|session| breakpoint_told(session, key, standing))
            }
            Err(cause) => faulty(wanted, cause),
        });
        let told: Vec<Value> = told.collect();
        let warnings: Vec<&Value> = told.iter().filter_map(|it| it.get("message")).collect();
        Ok(json!({ "breakpoints": told, "warnings": warnings }))
    }

    /// Where a file and a line that somebody names are on the server.
    pub(super) fn key(&self, file: &str, line: u32) -> Result<BreakpointKey, NoScript> {
        let script =
            self.desk.look(|session| session.sources().script_named(file, &self.folder))?;
        Ok(BreakpointKey::new(script, Line(line)))
    }
}

/// How a breakpoint stands.
pub(super) fn breakpoint_told(
    session: &Session,
    key: &BreakpointKey,
    standing: Option<Standing>,
) -> Value {
    let breakpoint: Option<&Breakpoint> = session.breakpoints().get(key);
    let (verified, line, message) = match standing {
        Some(standing) => (standing.verified, standing.line, standing.message),
        None => (false, key.line, Some("the server has not answered for it yet".to_owned())),
    };
    let mut told = json!({
        "id": breakpoint.map(|it| it.number.0),
        "file": session.sources().file_of(&key.script),
        "script_path": key.script,
        "line": key.line.0,
        "halts_at_line": line.0,
        "condition": breakpoint.and_then(|it| it.spec.condition.as_ref()),
        "verified": verified,
    });
    if let Some(message) = message {
        told["message"] = message.into();
    }
    told
}

fn faulty(wanted: &WantedBreakpoint, cause: &str) -> Value {
    json!({
        "id": null, "file": wanted.file, "script_path": null, "line": wanted.line,
        "condition": wanted.condition, "verified": false, "message": cause,
    })
}
