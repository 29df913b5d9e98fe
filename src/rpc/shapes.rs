//! What results and events hold. Field names are the contract with those who script it.

use crate::api::debugger::Scope;
use crate::session::{self, Frame, HitRule, Session, Standing, Thread};
use schemars::JsonSchema;
use serde::Serialize;

/// Longer values are cut, unless somebody asks for more.
pub(super) const VALUE: usize = 200;

/// Where a thread stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Location {
    /// On this machine, if its cartridge is here.
    pub(super) file: Option<String>,
    /// As the server names it.
    pub(super) function_name: String,
    /// From 1.
    pub(super) line: u32,
    /// As the server names it.
    pub(super) script_path: String,
}

/// One activation on a call stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct StackFrame {
    /// 0 is the current location.
    pub(super) index: u32,
    /// Where it stands.
    #[serde(flatten)]
    pub(super) location: Location,
}

/// A variable or a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Variable {
    /// As the server names it.
    pub(super) name: String,
    /// The server's text for the type.
    #[serde(rename = "type")]
    pub(super) type_name: String,
    /// The server's text for the value, cut.
    pub(super) value: String,
    /// `local`, `closure` or `global`; members have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scope: Option<&'static str>,
    /// What an object holds, in a line, where its text says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) preview: Option<String>,
    /// Whether `object_path` can be asked for below it.
    pub(super) has_children: bool,
    /// The path to be asked with; `null` for a name that can't be part of one.
    pub(super) path: Option<String>,
    /// The same as a script writes it, to be evaluated, watched or assigned to.
    pub(super) expression: Option<String>,
    /// Its members, where a capture read deeper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) members: Option<Vec<Variable>>,
    /// How many members there are, where a capture read deeper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) total: Option<u64>,
}

/// What became of an expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Evaluation {
    /// As it was given.
    pub(super) expression: String,
    /// The value's text, or the error's.
    pub(super) result: String,
    /// There is no value: the script engine or the server refused it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) failed: Option<bool>,
    /// What the object holds, in a line, where its text says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) preview: Option<String>,
}

/// A breakpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Breakpoint {
    /// Its number, as long as its line has one; `null` if it could not be set.
    pub(super) id: Option<u64>,
    /// On this machine, if its cartridge is here; else as it was named.
    pub(super) file: Option<String>,
    /// As the server names it; `null` if it could not be set.
    pub(super) script_path: Option<String>,
    /// As it was asked for.
    pub(super) line: u32,
    /// Halts only if this is true.
    pub(super) condition: Option<String>,
    /// The server has it, and nothing says that it can't halt.
    pub(super) verified: bool,
    /// Why it isn't verified, or what else is to be known about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
    /// On which hits it halts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) hit_count: Option<String>,
    /// What it logs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) log: Option<String>,
    /// It halts although it logs: its line has a log point and a breakpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) also_halts: Option<bool>,
    /// It goes with its first halt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) once: Option<bool>,
    /// It halts only in requests in which the breakpoint there was hit before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) after: Option<Spot>,
}

/// The place of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Spot {
    /// As the server names it.
    pub(super) script_path: String,
    /// From 1.
    pub(super) line: u32,
}

/// A thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct ThreadShape {
    /// Its id.
    pub(super) thread_id: u64,
    /// `halted` or `running`.
    pub(super) status: &'static str,
    /// Whether it is meant where none is named.
    pub(super) current: bool,
    /// Where it is halted.
    pub(super) location: Option<Location>,
    /// How long it lives at least while halted, in milliseconds.
    pub(super) expires_in_ms: Option<u64>,
}

impl Location {
    pub(super) fn of(session: &Session, frame: &Frame) -> Self {
        let file = session.sources().file_of(&frame.script);
        Self {
            file: file.map(|file| file.display().to_string()),
            function_name: frame.function.clone(),
            line: frame.line.0,
            script_path: frame.script.to_string(),
        }
    }
}

pub(super) fn stack(session: &Session, frames: &[Frame]) -> Vec<StackFrame> {
    let frame = |frame: &Frame| {
        let location = Location::of(session, frame);
        StackFrame { index: frame.index.0, location }
    };
    frames.iter().map(frame).collect()
}

impl Variable {
    pub(super) fn of(variable: &session::Variable, longest: usize) -> Self {
        Self {
            name: variable.name.clone(),
            type_name: variable.type_name.clone(),
            value: cut(&variable.value, longest),
            scope: variable.scope.map(scope),
            preview: None,
            has_children: variable.has_members(),
            path: variable.path().map(str::to_owned),
            expression: variable.expression().map(str::to_owned),
            members: None,
            total: None,
        }
    }
}

const fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Local => "local",
        Scope::Closure => "closure",
        Scope::Global => "global",
    }
}

/// At most so many characters, and `...` where something is missing.
pub(super) fn cut(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

impl Evaluation {
    pub(super) fn of(expression: &str, outcome: Result<String, String>) -> Self {
        let failed = outcome.is_err().then_some(true);
        let (Ok(result) | Err(result)) = outcome;
        Self { expression: expression.to_owned(), result, failed, preview: None }
    }
}

impl Breakpoint {
    pub(super) fn of(
        session: &Session,
        breakpoint: &session::Breakpoint,
        standing: Option<Standing>,
    ) -> Self {
        let (spec, key) = (&breakpoint.spec, breakpoint.key());
        let file = session.sources().file_of(&key.script);
        let waits = || Some("the server has not taken it yet".to_owned());
        let (verified, message) =
            standing.map_or_else(|| (false, waits()), |it| (it.verified, it.message));
        Self {
            id: Some(breakpoint.number.0),
            file: file.map(|file| file.display().to_string()),
            script_path: Some(key.script.to_string()),
            line: key.line.0,
            condition: spec.condition.clone(),
            verified,
            message,
            hit_count: spec.hit_rule.as_ref().map(HitRule::to_string),
            log: spec.log.clone(),
            also_halts: spec.also_halts.then_some(true),
            once: (spec.life == session::Life::Once).then_some(true),
            after: spec
                .after
                .as_ref()
                .map(|key| Spot { script_path: key.script.to_string(), line: key.line.0 }),
        }
    }
}

impl ThreadShape {
    pub(super) fn of(session: &Session, thread: &Thread, is_current: bool) -> Self {
        let is_halted = thread.is_halted();
        let top = thread.top().filter(|_| is_halted);
        let left = session.countdown(thread.id(), session.now()).filter(|_| is_halted);
        Self {
            thread_id: thread.id().0,
            status: if is_halted { "halted" } else { "running" },
            current: is_current,
            location: top.map(|frame| Location::of(session, frame)),
            expires_in_ms: left.map(|left| milliseconds(left.remaining)),
        }
    }
}

pub(super) fn milliseconds(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_cut_at_characters() {
        assert_eq!(cut("größer", 3), "grö...");
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("", 0), "");
    }
}
