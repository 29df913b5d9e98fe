//! The whole set of a session's breakpoints, sent on as a difference.

use super::args::{BreakpointWanted, SetBreakpoints};
use super::sessions::{DebugSession, Outcome};
use crate::api::ids::Line;
use crate::session::{
    Breakpoint, BreakpointCommand, BreakpointKey, BreakpointSpec, Command, HitRule, NoScript,
    Origin, Session,
};
use serde_json::{Value, json};
use std::time::Duration;

/// The server is not waited for longer.
const ARMING: Duration = Duration::from_secs(10);

impl DebugSession {
    pub(super) async fn set_breakpoints(&self, wanted: &SetBreakpoints) -> Outcome {
        let specs: Vec<Result<BreakpointSpec, String>> =
            wanted.breakpoints.iter().map(|it| self.spec(it)).collect();
        let keys: Vec<BreakpointKey> =
            specs.iter().flatten().map(|spec| spec.key.clone()).collect();
        for key in self.desk.look(|session| own_besides(session, &keys)) {
            self.command(BreakpointCommand::Remove(key));
        }
        for spec in specs.iter().flatten() {
            let is_there = self.desk.look(|session| {
                session.breakpoints().get(&spec.key).is_some_and(|it| it.spec == *spec)
            });
            if !is_there {
                self.command(BreakpointCommand::Set(spec.clone()));
            }
        }
        self.until_settled(&keys).await;
        let told = wanted.breakpoints.iter().zip(&specs);
        let told: Vec<Value> = self.desk.look(|session| {
            told.map(|(wanted, spec)| match spec {
                Ok(spec) => breakpoint_told(session, spec),
                Err(cause) => faulty(wanted, cause),
            })
            .collect()
        });
        let warnings: Vec<&Value> = told.iter().filter_map(|it| it.get("message")).collect();
        Ok(json!({ "breakpoints": told, "warnings": warnings }))
    }

    fn command(&self, command: BreakpointCommand) {
        self.desk.command(Command::Breakpoint(command));
    }

    fn spec(&self, wanted: &BreakpointWanted) -> Result<BreakpointSpec, String> {
        let rule = wanted.hit_count.as_ref().map(|count| count.text().parse::<HitRule>());
        let hit_rule = rule.transpose().map_err(|error| error.to_string())?;
        let key = self.key(&wanted.file, wanted.line).map_err(|error| error.to_string())?;
        let condition = wanted.condition.clone().filter(|text| !text.trim().is_empty());
        Ok(BreakpointSpec {
            condition,
            hit_rule,
            log: wanted.log.clone(),
            ..BreakpointSpec::plain(key.script, key.line)
        })
    }

    /// Where a file and a line that somebody names are on the server.
    pub(super) fn key(&self, file: &str, line: u32) -> Result<BreakpointKey, NoScript> {
        let script =
            self.desk.look(|session| session.sources().script_named(file, &self.folder))?;
        Ok(BreakpointKey::new(script, Line(line)))
    }

    async fn until_settled(&self, keys: &[BreakpointKey]) {
        let settled = self.desk.until(|session| {
            let settled = |key: &BreakpointKey| {
                session.breakpoints().get(key).is_none_or(|it| session.standing(it).is_some())
            };
            keys.iter().all(settled).then_some(())
        });
        let _ = tokio::time::timeout(ARMING, settled).await;
    }
}

/// The session's own breakpoints, but those.
fn own_besides(session: &Session, keys: &[BreakpointKey]) -> Vec<BreakpointKey> {
    let all = session.breakpoints().iter();
    let own = all.filter(|it| it.origin == Origin::Own && !keys.contains(it.key()));
    own.map(|it| it.key().clone()).collect()
}

/// How a breakpoint stands.
pub(super) fn breakpoint_told(session: &Session, spec: &BreakpointSpec) -> Value {
    let breakpoint: Option<&Breakpoint> = session.breakpoints().get(&spec.key);
    let standing = breakpoint.and_then(|it| session.standing(it));
    let (verified, line, message) = match standing {
        Some(standing) => (standing.verified, standing.line, standing.message),
        None => (false, spec.key.line, Some("the server has not answered for it yet".to_owned())),
    };
    let mut told = json!({
        "id": breakpoint.map(|it| it.number.0),
        "file": session.sources().file_of(&spec.key.script),
        "script_path": spec.key.script,
        "line": spec.key.line.0,
        "halts_at_line": line.0,
        "condition": spec.condition,
        "verified": verified,
    });
    if let Some(message) = message {
        told["message"] = message.into();
    }
    told
}

fn faulty(wanted: &BreakpointWanted, cause: &str) -> Value {
    json!({
        "id": null, "file": wanted.file, "script_path": null, "line": wanted.line,
        "condition": wanted.condition, "verified": false, "message": cause,
    })
}
