//! Plain values in elements.

use super::tree::{Fault, Node};
use serde_json::{Number, Value};

pub(super) fn flag(text: &str, node: &Node) -> Result<bool, Fault> {
    match text {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        other => Err(Fault {
            line: node.line,
            what: format!("<{}> is true or false, not {other:?}", node.name),
        }),
    }
}

pub(super) fn number(text: &str, node: &Node) -> Result<Value, Fault> {
    if let Ok(whole) = text.parse::<i64>() {
        return Ok(whole.into());
    }
    let found = text.parse::<f64>().ok().and_then(Number::from_f64);
    found.map(Value::Number).ok_or_else(|| Fault {
        line: node.line,
        what: format!("<{}> is a number, not {text:?}", node.name),
    })
}
