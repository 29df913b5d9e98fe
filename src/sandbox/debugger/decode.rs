//! Reads the body of `POST /breakpoints`; bad input stores nothing.

use super::faults;
use crate::{
    api::{
        debugger::NewBreakpoint,
        ids::{Line, ScriptPath, is_script},
    },
    sandbox::{
        bodies::{Bodies, DOCUMENT as LARGEST},
        json,
        refusal::Refusal,
    },
};
use axum::body::Body;
use serde_json::Value;

/// What faults call the document of each breakpoint.
const DOCUMENT: &str = "breakpoint";
/// The longest script path and the longest condition, in bytes.
const PATH: usize = 4 * 1024;
const CONDITION: usize = 16 * 1024;

/// The breakpoints of the body, all of them fine.
pub(super) async fn breakpoints(
    bodies: &Bodies,
    body: Body,
) -> Result<Vec<NewBreakpoint>, Refusal> {
    let arrived = bodies.receive(body, LARGEST).await?;
    let decoded = bodies.decode(arrived).await?;
    read(&decoded.document)
}

/// The breakpoints of a document, all of them fine.
pub(super) fn read(document: &Value) -> Result<Vec<NewBreakpoint>, Refusal> {
    let root = Node { path: "$".to_owned(), value: document };
    let list = root.key("breakpoints")?;
    list.array()?.iter().map(breakpoint).collect()
}

fn breakpoint(node: &Node<'_>) -> Result<NewBreakpoint, Refusal> {
    let line_number = line(&node.key("line_number")?)?;
    let path = node.key("script_path")?;
    let condition = condition(node)?;
    let script_path = script_path(&path)?;
    Ok(NewBreakpoint { line_number, script_path, condition })
}

fn line(node: &Node<'_>) -> Result<Line, Refusal> {
    let (number, is_integer) = match node.value {
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => (integer, true),
            // 3.0 and 3e0 are integers too. One beyond 64 bits is out of bounds, as what it becomes is.
            #[expect(
                clippy::cast_possible_truncation,
                reason = "it has no fraction, and is clamped"
            )]
            (None, Some(float)) => (float as i64, float.fract() == 0.0),
            (None, None) => (i64::MAX, false),
        },
        _ => (0, false),
    };
    if !is_integer {
        return Err(node.wrong_type("integer"));
    }
    let in_bounds = u32::try_from(number).ok().filter(|line| (1..=i32::MAX as u32).contains(line));
    in_bounds.map(Line).ok_or_else(|| node.out_of_bounds("a line number is from 1 to 2147483647"))
}

/// Absent, `null` and blank all mean that the thread halts each time.
fn condition(node: &Node<'_>) -> Result<Option<String>, Refusal> {
    let Some(condition) = node.optional("condition")? else { return Ok(None) };
    let text = condition.text()?;
    if text.len() > CONDITION {
        return Err(condition.out_of_bounds("a condition has at most 16 KiB"));
    }
    Ok(Some(text).filter(|text| !text.trim().is_empty()).map(str::to_owned))
}

fn script_path(node: &Node<'_>) -> Result<ScriptPath, Refusal> {
    let path = node.text()?;
    if path.len() > PATH {
        return Err(node.out_of_bounds("a script path has at most 4 KiB"));
    }
    if !path.starts_with('/') || path.split('/').any(|segment| segment == "..") {
        return Err(faults::invalid_script_path(path));
    }
    if !is_script(path) {
        return Err(faults::invalid_script_file(path));
    }
    Ok(ScriptPath::from(path))
}

/// A value of the body, with its path as in `$.breakpoints[0].line_number`.
struct Node<'a> {
    path: String,
    value: &'a Value,
}

impl<'a> Node<'a> {
    fn optional(&self, key: &str) -> Result<Option<Node<'a>>, Refusal> {
        let object = self.value.as_object().ok_or_else(|| self.wrong_type("object"))?;
        let value = object.get(key).filter(|value| !value.is_null());
        Ok(value.map(|value| Node { path: format!("{}.{key}", self.path), value }))
    }

    fn key(&self, key: &str) -> Result<Node<'a>, Refusal> {
        let path = format!("{}.{key}", self.path);
        self.optional(key)?.ok_or_else(|| violation(&path, "it is missing"))
    }

    fn array(&self) -> Result<Vec<Node<'a>>, Refusal> {
        let items = self.value.as_array().ok_or_else(|| self.wrong_type("array"))?;
        let item = |(index, value)| Node { path: format!("{}[{index}]", self.path), value };
        Ok(items.iter().enumerate().map(item).collect())
    }

    fn text(&self) -> Result<&'a str, Refusal> {
        self.value.as_str().ok_or_else(|| self.wrong_type("string"))
    }

    fn wrong_type(&self, expected: &str) -> Refusal {
        json::wrong_type(&self.path, expected, self.value)
    }

    fn out_of_bounds(&self, rule: &str) -> Refusal {
        violation(&self.path, rule)
    }
}

fn violation(path: &str, rule: &str) -> Refusal {
    Refusal::bad_request("PropertyConstraintViolation", format!("{path} is wrong: {rule}."))
        .with("document", DOCUMENT)
        .with("path", path)
}
