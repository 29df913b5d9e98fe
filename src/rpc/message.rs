//! The envelopes of both directions.

use super::args::{Command, Wrong};
use crate::api::similar::{is_slip, nearest};
use crate::api::wording::plain_at;
use crate::session::{Failure, FailureKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use serde_path_to_error as path_to;

/// A request's number or name; its answer carries it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Id {
    /// A number.
    Number(#[schemars(with = "f64")] serde_json::Number),
    /// A text.
    Text(String),
}

impl Id {
    /// Whether it is the very number that was sent: beyond these, two numbers have one form.
    fn is_exact(&self) -> bool {
        const MOST: f64 = 9_007_199_254_740_992.0;
        match self {
            Self::Number(number) if number.is_f64() => {
                number.as_f64().is_some_and(|number| number.abs() < MOST)
            }
            Self::Number(_) | Self::Text(_) => true,
        }
    }
}

/// A line of input.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
pub(super) struct Request {
    /// To be carried by the answer.
    pub(super) id: Option<Id>,
    /// What is wanted, with its arguments under `args`.
    #[serde(flatten)]
    pub(super) command: Command,
}

/// What was wrong, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Code {
    /// The line is no JSON.
    InvalidJson,
    /// The line is longer than 8 MiB.
    LineTooLong,
    /// The line is no request.
    InvalidRequest,
    /// There is no such command.
    UnknownCommand,
    /// The command doesn't take these arguments, or the thread has no such frame.
    InvalidArgs,
    /// No thread was named, and none has halted yet.
    NoThread,
    /// There is no such thread.
    UnknownThread,
    /// The thread runs.
    NotHalted,
    /// There is no such halt or breakpoint.
    NotFound,
    /// The server did not take it.
    Refused,
    /// No usable connection.
    NotConnected,
    /// It took longer than was allowed.
    TimedOut,
    /// Too much is under way.
    Busy,
    /// Input ended, or the session was left, before it was done.
    Ended,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(super) struct Refusal {
    /// In words.
    pub(super) error: String,
    /// For programs.
    pub(super) code: Code,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remedy: Option<String>,
}

/// What a command gives.
pub(super) type Outcome = Result<Value, Refusal>;

impl Refusal {
    pub(super) fn new(code: Code, error: impl Into<String>) -> Self {
        Self { error: error.into(), code, remedy: None }
    }

    pub(super) fn then(self, remedy: impl Into<String>) -> Self {
        Self { remedy: Some(remedy.into()), ..self }
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        let Failure { kind, cause, action, .. } = failure;
        let code = match kind {
            FailureKind::ThreadGone => Code::UnknownThread,
            FailureKind::NoFrame => Code::NotHalted,
            FailureKind::UnknownFrame => Code::InvalidArgs,
            FailureKind::BreakpointGone => Code::NotFound,
            FailureKind::ClientGone
            | FailureKind::Unauthorized
            | FailureKind::Unreachable
            | FailureKind::Silent
            | FailureKind::Untrusted => Code::NotConnected,
            FailureKind::Unexpected | FailureKind::Refused => Code::Refused,
        };
        let refusal = Self::new(code, cause);
        if action.is_empty() { refusal } else { refusal.then(action) }
    }
}

/// The line that answers.
pub(super) fn answer(id: Option<&Id>, outcome: &Outcome) -> Value {
    let mut line = match outcome {
        Ok(result) => json!({"result": result}),
        Err(refusal) => json!(refusal),
    };
    if let Some(id) = id {
        line["id"] = json!(id);
    }
    line
}

/// Reads a line; the id is there as far as it could be read.
pub(super) fn read(line: &[u8]) -> Result<Request, (Option<Id>, Refusal)> {
    let value: Value = serde_json::from_slice(line)
        .map_err(|_| (None, Refusal::new(Code::InvalidJson, "Invalid JSON")))?;
    let id = value.get("id").and_then(|id| Id::deserialize(id).ok()).filter(Id::is_exact);
    parsed(value).map_err(|refusal| (id, refusal))
}

fn parsed(mut value: Value) -> Result<Request, Refusal> {
    let Some(fields) = value.as_object_mut() else {
        return Err(Refusal::new(Code::InvalidRequest, "a request is an object")
            .then("send {\"id\": 1, \"command\": \"status\"}"));
    };
    let command = match fields.get("command") {
        Some(Value::String(command)) if !command.is_empty() => command.clone(),
        Some(Value::String(_) | Value::Null) | None => {
            return Err(Refusal::new(Code::InvalidRequest, "Missing \"command\" field"));
        }
        Some(_) => return Err(Refusal::new(Code::InvalidRequest, "\"command\" is no text")),
    };
    let id = match fields.get("id").filter(|id| !id.is_null()).map(Id::deserialize) {
        None => None,
        Some(Ok(id)) if id.is_exact() => Some(id),
        Some(Ok(_)) => {
            let words = "\"id\" is a number that no answer can repeat exactly";
            return Err(Refusal::new(Code::InvalidRequest, words).then("give it as a text"));
        }
        Some(Err(_)) => {
            let words = "\"id\" is neither a number nor a text";
            return Err(Refusal::new(Code::InvalidRequest, words));
        }
    };
    if let Some(key) = misspelt_args(fields) {
        let words = format!("\"{key}\" of a request is not read");
        return Err(Refusal::new(Code::InvalidRequest, words).then("did you mean \"args\"?"));
    }
    let args = fields.remove("args").filter(|args| !args.is_null()).unwrap_or_else(|| json!({}));
    let command = Command::read(&command, args).map_err(|wrong| match wrong {
        Wrong::Name => {
            let near = nearest(&command, Command::NAMES.iter().copied());
            let meant = near.map(|name| format!("did you mean \"{name}\"? ")).unwrap_or_default();
            Refusal::new(Code::UnknownCommand, format!("Unknown command: {command}"))
                .then(format!("{meant}`schema` tells every command"))
        }
        Wrong::Args(error) => Refusal::new(Code::InvalidArgs, wrong_args(&command, &error))
            .then("`schema` tells every command's arguments"),
    })?;
    Ok(Request { id, command })
}

/// Under which other name the arguments stand, if they do: what else a line holds is its sender's own.
fn misspelt_args(fields: &Map<String, Value>) -> Option<&String> {
    let is_meant = |(key, value): &(&String, &Value)| {
        let is_filled = value.as_object().is_some_and(|it| !it.is_empty());
        is_filled && (matches!(key.as_str(), "arguments" | "params") || is_slip(key, "args"))
    };
    if fields.contains_key("args") { None } else { fields.iter().find(is_meant).map(|it| it.0) }
}

/// What is missing in the vendor's words, anything else in the reader's, each with where it is.
fn wrong_args(command: &str, error: &path_to::Error<serde_json::Error>) -> String {
    let words = error.inner().to_string();
    let path = error.path().to_string();
    let missing = words.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
    match (missing, path.as_str()) {
        (Some(field), ".") => format!("Missing required arg: {field}"),
        (Some(field), path) => format!("Missing required arg: {path}.{field}"),
        (None, path) => format!("{command}: {}", plain_at(path, &words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(line: &str) -> Value {
        match read(line.as_bytes()) {
            Ok(request) => json!({"id": request.id, "ok": true}),
            Err((id, refusal)) => answer(id.as_ref(), &Err(refusal)),
        }
    }

    #[test]
    fn a_request_has_its_id_or_none() {
        for (line, id) in [
            (r#"{"command":"status"}"#, json!(null)),
            (r#"{"id":null,"command":"status"}"#, json!(null)),
            (r#"{"id":7,"command":"status","args":null}"#, json!(7)),
            (r#"{"id":-1.5,"command":"status","args":{},"jsonrpc":"2.0"}"#, json!(-1.5)),
            (r#"{"id":"a","command":"list_threads","args":{}}"#, json!("a")),
            (r#"{"id":1,"command":"status","tags":["x"]}"#, json!(1)),
            (r#"{"id":1,"command":"status","tags":{"x":1}}"#, json!(1)),
            (r#"{"id":1,"command":"status","params":null,"arg":7}"#, json!(1)),
            (r#"{"id":1,"command":"status","params":{},"arguments":[]}"#, json!(1)),
        ] {
            assert_eq!(told(line), json!({"id": id, "ok": true}), "{line}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told_under_its_id() {
        let check = |line: &str, id: Option<Value>, code: &str, words: &str| {
            let told = told(line);
            assert_eq!(told.get("id"), id.as_ref(), "{line}");
            assert_eq!(told["code"], code, "{line}");
            assert!(told["error"].as_str().is_some_and(|error| error.contains(words)), "{told}");
        };
        check("{", None, "invalid_json", "Invalid JSON");
        check("\u{0}", None, "invalid_json", "Invalid JSON");
        check("[1]", None, "invalid_request", "object");
        check(r#"{"id":3}"#, Some(json!(3)), "invalid_request", "Missing \"command\" field");
        check(r#"{"id":[],"command":"status"}"#, None, "invalid_request", "id");
        let long = r#"{"id":123456789012345678901234567890,"command":"status"}"#;
        check(long, None, "invalid_request", "no answer can repeat");
        check(r#"{"id":3,"command":7}"#, Some(json!(3)), "invalid_request", "no text");
        check(
            r#"{"id":3,"command":"no"}"#,
            Some(json!(3)),
            "unknown_command",
            "Unknown command: no",
        );
        let remedy = |command: &str| {
            let told = told(&json!({"command": command}).to_string());
            told["remedy"].as_str().unwrap_or_default().to_owned()
        };
        let meant = "did you mean \"step_over\"? `schema` tells every command";
        assert_eq!([remedy("stepOver"), remedy("step_ovr")], [meant, meant]);
        assert_eq!(remedy("fly"), "`schema` tells every command");
        let line = r#"{"id":3,"command":"evaluate","args":{}}"#;
        check(line, Some(json!(3)), "invalid_args", "Missing required arg: expression");
        let line = r#"{"id":3,"command":"evaluate","args":[1]}"#;
        check(line, Some(json!(3)), "invalid_args", "evaluate");
        let line = r#"{"id":3,"command":"set_breakpoints","args":{"breakpoints":[{"file":"a.js","line":0}]}}"#;
        let words = "set_breakpoints: breakpoints[0].line: invalid value: integer `0`, expected a whole number from 1";
        check(line, Some(json!(3)), "invalid_args", words);
        let line = r#"{"id":3,"command":"list_threads","args":5}"#;
        check(line, Some(json!(3)), "invalid_args", "expected an object");
        let line = r#"{"id":3,"command":"set_breakpoints","args":{"breakpoints":[{"line":1}]}}"#;
        check(line, Some(json!(3)), "invalid_args", "Missing required arg: breakpoints[0].file");
        let line = r#"{"id":3,"command":"get_variables","args":{"frame_index":"top"}}"#;
        check(line, Some(json!(3)), "invalid_args", "get_variables: frame_index: invalid type");
        let line = r#"{"id":3,"command":"step_over","args":{"thread_Id":7}}"#;
        let words = "step_over: unknown field `thread_Id` (did you mean `thread_id`?)";
        check(line, Some(json!(3)), "invalid_args", words);
        let line = r#"{"id":3,"command":"capture","args":{"file":"a.js","line":1,"request":{"url":"a","bdy":""}}}"#;
        let words = "capture: request: unknown field `bdy` (did you mean `body`?)";
        check(line, Some(json!(3)), "invalid_args", words);
        let line = r#"{"id":3,"command":"status","args":{"other":1}}"#;
        check(line, Some(json!(3)), "invalid_args", "status: unknown field `other`");
        let line = r#"{"id":3,"command":"keep_alive","params":{"mode":"off"}}"#;
        check(line, Some(json!(3)), "invalid_request", "\"params\" of a request is not read");
        let line = r#"{"id":3,"command":"keep_alive","arg":{"mode":"off"}}"#;
        check(line, Some(json!(3)), "invalid_request", "\"arg\" of a request is not read");
        let deep = format!("{{\"id\":1,\"command\":{}", "[".repeat(10_000));
        check(&deep, None, "invalid_json", "Invalid JSON");
    }
}
