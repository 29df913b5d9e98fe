//! The protocol's published schema: what doesn't fit it is told with the place.

use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

const SCHEMA: &str = include_str!("../fixtures/dap/debugAdapterProtocol.json");

/// Fails if a message of the adapter is not what the protocol has for it.
#[track_caller]
pub fn check(message: &Value) {
    let name = definition(message);
    let mistakes = mistakes(&name, message);
    assert!(mistakes.is_empty(), "{name}: {mistakes:?}\n{message:#}");
}

fn mistakes(name: &str, message: &Value) -> Vec<String> {
    static KNOWN: OnceLock<Mutex<HashMap<String, Validator>>> = OnceLock::new();
    let mut known = KNOWN.get_or_init(Mutex::default).lock().expect("not poisoned");
    let validator = known.entry(name.to_owned()).or_insert_with(|| validator(name));
    validator.iter_errors(message).map(|it| format!("{}: {it}", it.instance_path())).collect()
}

fn validator(name: &str) -> Validator {
    let mut schema: Value = serde_json::from_str(SCHEMA).expect("the schema");
    assert!(schema["definitions"].get(name).is_some(), "the protocol has no {name}");
    schema["$ref"] = json!(format!("#/definitions/{name}"));
    jsonschema::draft4::new(&schema).expect("a schema")
}

/// As in `SetBreakpointsResponse` or `StoppedEvent`.
fn definition(message: &Value) -> String {
    let text = |key: &str| message[key].as_str().unwrap_or_default();
    match text("type") {
        "event" => format!("{}Event", capital(text("event"))),
        "response" if message["success"] == true => format!("{}Response", capital(text("command"))),
        "response" => "ErrorResponse".to_owned(),
        _ => "ProtocolMessage".to_owned(),
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[test]
fn the_schema_tells_wrong_messages_from_right_ones() {
    let body = json!({ "reason": "step", "threadId": 7 });
    let right = json!({ "seq": 1, "type": "event", "event": "stopped", "body": body });
    check(&right);
    let mut wrong = right;
    wrong["body"]["threadId"] = "7".into();
    assert!(!mistakes("StoppedEvent", &wrong).is_empty());
    wrong["body"] = json!({ "threadId": 7 });
    assert!(!mistakes("StoppedEvent", &wrong).is_empty());
}
