//! What results hold: the fields that assistants know, and more.

use super::mask::Masks;
use crate::api::counted::counted;
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
        "path": variable.path(),
        "expression": variable.expression(),
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

/// From which character on two long texts are told so that their difference is among so many.
pub(super) fn begin_to_differ(one: &str, other: &str, longest: usize) -> usize {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let before = longest / 4;
    if same + before < longest { 0 } else { same - before }
}

/// So many characters of a text from one on; what is left out is marked, before and behind.
pub(super) fn part(text: &str, begin: usize, longest: usize) -> String {
    let before = if begin > 0 { "…" } else { "" };
    let mut rest = text.chars().skip(begin);
    let shown: String = rest.by_ref().take(longest).collect();
    match rest.count() {
        0 => format!("{before}{shown}"),
        left => format!("{before}{shown}… ({})", counted(left, "more character")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_long_texts_are_told_where_they_differ() {
        let check = |one: &str, other: &str, told: [&str; 2]| {
            let begin = begin_to_differ(one, other, 8);
            assert_eq!([part(one, begin, 8), part(other, begin, 8)], told);
        };
        check("abc", "abd", ["abc", "abd"]);
        check("0123456789x", "0123456789y", ["…89x", "…89y"]);
        let told = ["…89xlonge… (3 more characters)", "…89y"];
        check("0123456789xlonger!!", "0123456789y", told);
        check("größer als das", "größer", ["…er als d… (2 more characters)", "…er"]);
    }

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
