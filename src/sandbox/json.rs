//! What is wrong with JSON bodies.

use super::refusal::Refusal;
use serde_json::Value;

/// How much of a body its fault repeats, in characters.
const EXCERPT: usize = 100;

/// The fault for a body that doesn't decode.
pub(super) fn undecodable(bytes: &[u8], error: &serde_json::Error) -> Refusal {
    let excerpt: String = String::from_utf8_lossy(bytes).chars().take(EXCERPT).collect();
    Refusal::bad_request("BodyDecoding", format!("The body can't be read: {error}."))
        .with("body", excerpt)
}

/// The fault for a value of another type than its place needs.
pub(super) fn wrong_type(path: &str, expected: &str, actual: &Value) -> Refusal {
    let actual = match actual {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    Refusal::bad_request("TypeDecoding", format!("{path} is of type {actual}, not {expected}."))
        .with("path", path)
        .with("expectedTypes", vec![expected])
        .with("actualType", actual)
}
