//! What results hold: the fields that assistants know, and more.

use super::mask::Masks;
use crate::api::debugger::Scope;
use crate::session::{Frame, Session, Variable};
use serde_json::{Value, json};

/// Values are cut after so many characters, unless somebody asks for more.
pub(super) const VALUE: usize = 200;

/// Where a frame stands.
pub(super) fn location(session: &Session, frame: &Frame) -> Value {
    json!({
        "file": session.sources().file_of(&frame.script),
        "line": frame.line.0,
        "function_name": frame.function_name(),
        "script_path": frame.script,
    })
}

pub(super) fn stack(session: &Session, frames: &[Frame]) -> Vec<Value> {
    let frame = |(index, frame): (usize, &Frame)| {
        let mut shape = location(session, frame);
        shape["index"] = index.into();
        shape
    };
    frames.iter().enumerate().map(frame).collect()
}

pub(super) fn variable(variable: &Variable, masks: &Masks, longest: usize) -> Value {
    let value = masks.variable(variable);
    let mut shape = json!({
        "name": variable.name,
        "type": variable.type_name,
        "has_children": variable.has_members(),
        "path": variable.path,
    });
    put_text(&mut shape, "value", &value, longest);
    if let Some(scope) = variable.scope {
        shape["scope"] = scope_name(scope).into();
    }
    shape
}

pub(super) const fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Local => "local",
        Scope::Closure => "closure",
        Scope::Global => "global",
    }
}

/// A text, cut; what was left out is told.
pub(super) fn put_text(shape: &mut Value, name: &str, text: &str, longest: usize) {
    match text.char_indices().nth(longest) {
        None => shape[name] = text.into(),
        Some((at, _)) => {
            shape[name] = format!("{}…", &text[..at]).into();
            shape["left_out"] = format!("{} of {} bytes", text.len() - at, text.len()).into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_of_a_text_is_told() {
        let mut shape = json!({});
        put_text(&mut shape, "value", "größer", 3);
        assert_eq!(shape, json!({ "value": "grö…", "left_out": "4 of 8 bytes" }));
        let mut shape = json!({});
        put_text(&mut shape, "value", "abc", 3);
        assert_eq!(shape, json!({ "value": "abc" }));
    }
}
