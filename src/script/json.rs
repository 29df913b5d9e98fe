//! Values on their way out of scripts, as JSON text.

use rquickjs::Ctx;
use serde_json::Value;
use std::borrow::Cow;

/// Reads what `JSON.stringify` wrote. Half of a character outside the basic plane, which a script may
/// have cut in two, becomes the replacement character.
pub(super) fn read(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(&whole(text))
}

/// The text of a script's string; nothing if there is no memory for it.
pub(super) fn text<'js>(ctx: &Ctx<'js>, string: &rquickjs::String<'js>) -> Option<String> {
    if let Ok(text) = string.to_string() {
        return Some(text);
    }
    let written = ctx.json_stringify(string.clone()).ok()??.to_string().ok()?;
    read(&written).ok()?.as_str().map(str::to_owned)
}

/// The text without escaped surrogates: `JSON.stringify` escapes those alone that have no partner.
fn whole(text: &str) -> Cow<'_, str> {
    if !text.contains("\\ud") {
        return text.into();
    }
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        made.push_str(before);
        let is_half =
            escape.starts_with("\\ud") && escape.as_bytes().get(3).is_some_and(|it| *it >= b'8');
        let length = if is_half { 6 } else { 2 };
        made.push_str(if is_half { "\u{fffd}" } else { &escape[..length] });
        rest = &escape[length..];
    }
    made.push_str(rest);
    made.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn halves_of_characters_are_replaced_and_nothing_else() {
        for (text, expected) in [
            (r#""Tee \ud83c""#, json!("Tee \u{fffd}")),
            (r#"["\udf75","\ud83c\ud83c"]"#, json!(["\u{fffd}", "\u{fffd}\u{fffd}"])),
            (r#""\\ud83c \\\ud83c""#, json!("\\ud83c \\\u{fffd}")),
            (r#""\ud7ff\n\"""#, json!("\u{d7ff}\n\"")),
            (r#"{"🍵\ud83c":1}"#, json!({"🍵\u{fffd}": 1})),
        ] {
            assert_eq!(read(text).expect("it is JSON"), expected, "{text}");
        }
        assert!(read("{").is_err());
    }
}
