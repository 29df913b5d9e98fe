//! Fault documents (sections 2.6 and 7.2): nested below `fault`, or flat beside `_v`.

use serde_json::{Map, Value, json};
use std::fmt;

/// What went wrong, as the server says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The fault's name, as in `ScriptThreadNotFoundException`; clients match on this alone.
    pub kind: String,
    /// Text for people.
    pub message: String,
    /// The fault's arguments by name, plain values.
    pub arguments: Map<String, Value>,
}

impl Fault {
    /// A fault without arguments.
    pub fn new(kind: impl Into<String>, message: impl Into<String>) -> Self {
        Self { kind: kind.into(), message: message.into(), arguments: Map::new() }
    }

    /// Adds an argument.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.arguments.insert(name.to_owned(), value.into());
        self
    }

    /// Whether this is the fault of that name; the suffix `Exception` counts for nothing.
    pub fn is(&self, kind: &str) -> bool {
        let bare = |name: &str| name.strip_suffix("Exception").unwrap_or(name).to_owned();
        bare(&self.kind) == bare(kind)
    }

    /// The usual body: `{_v, fault: {type, message, arguments?}}`.
    pub fn nested(&self, version: &str) -> Value {
        let mut fault = json!({"type": self.kind, "message": self.message});
        if !self.arguments.is_empty() {
            fault["arguments"] = Value::Object(self.arguments.clone());
        }
        json!({"_v": version, "fault": fault})
    }

    /// The body of the thread fault (section 7.2): `type` and `message` directly beside `_v`.
    pub fn flat(&self, version: &str) -> Value {
        json!({"_v": version, "type": self.kind, "message": self.message})
    }

    /// Reads either shape; `None` when the body is no fault document (an HTML page, nothing).
    pub fn parse(body: &[u8]) -> Option<Self> {
        let document: Value = serde_json::from_slice(body).ok()?;
        let fault = document.get("fault").filter(|fault| fault.is_object()).unwrap_or(&document);
        let text = |key: &str| fault.get(key).and_then(Value::as_str).unwrap_or_default();
        let arguments = fault.get("arguments").and_then(Value::as_object);
        (!text("type").is_empty()).then(|| Self {
            kind: text("type").to_owned(),
            message: text("message").to_owned(),
            arguments: arguments.map(plain_arguments).unwrap_or_default(),
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

/// Some servers wrap each argument as `{type, value}`.
fn plain_arguments(arguments: &Map<String, Value>) -> Map<String, Value> {
    let plain = |value: &Value| match value {
        Value::Object(pair) if pair.contains_key("type") && pair.contains_key("value") => {
            pair.get("value").cloned().unwrap_or_default()
        }
        other => other.clone(),
    };
    arguments.iter().map(|(name, value)| (name.clone(), plain(value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_read_alike() {
        let fault = Fault::new("ScriptThreadNotFoundException", "There is no script thread 9.");
        for body in [fault.flat("2.0"), fault.nested("2.0")] {
            assert_eq!(Fault::parse(body.to_string().as_bytes()), Some(fault.clone()));
        }
    }

    #[test]
    fn arguments_read_plain_or_as_pairs() {
        let fault = Fault::new("InvalidFrameIndexException", "no").with("frameIndex", 4);
        let pairs = br#"{"fault":{"type":"InvalidFrameIndexException","message":"no",
            "arguments":{"frameIndex":{"type":"Integer","value":4}}}}"#;
        assert_eq!(Fault::parse(pairs), Some(fault.clone()));
        assert_eq!(Fault::parse(fault.nested("2.0").to_string().as_bytes()), Some(fault));
    }

    #[test]
    fn other_bodies_are_no_faults() {
        for body in [&b"<html>login</html>"[..], b"", b"{}", b"[1]", b"\"text\""] {
            assert_eq!(Fault::parse(body), None);
        }
    }

    #[test]
    fn names_match_with_or_without_the_suffix() {
        assert!(Fault::new("DebuggerDisabledException", "").is("DebuggerDisabled"));
        assert!(!Fault::new("DebuggerDisabledException", "").is("NotAuthorized"));
    }
}
