//! What a reader of documents says of a wrong value, without the names that Rust has for types, and of
//! an unknown name, with the one that is meant.

use super::similar::nearest;

/// What `serde` calls what it expects, as its first words, and what people call it.
const KINDS: [(&str, &str); 20] = [
    ("a nonzero ", "a whole number from 1"),
    ("u8", "a whole number from 0"),
    ("u16", "a whole number from 0"),
    ("u32", "a whole number from 0"),
    ("u64", "a whole number from 0"),
    ("usize", "a whole number from 0"),
    ("i8", "a whole number"),
    ("i16", "a whole number"),
    ("i32", "a whole number"),
    ("i64", "a whole number"),
    ("isize", "a whole number"),
    ("f32", "a number"),
    ("f64", "a number"),
    ("a boolean", "true or false"),
    ("a string", "a text"),
    ("string or map", "a text"),
    ("a sequence", "a list"),
    ("a map", "an object"),
    ("struct ", "an object"),
    ("unit", "null"),
];
const NO_VARIANT: &str = "data did not match any variant of untagged enum ";

/// The words with what was expected and what was found as people call it; of many known names the one
/// that is near enough to be meant.
pub fn plain(words: &str) -> String {
    if words.starts_with(NO_VARIANT) {
        return "it has none of the forms that it may have".to_owned();
    }
    let Some((found, expected)) = words.rsplit_once(", expected ") else { return words.to_owned() };
    if let Some(meant) = meant(found, expected) {
        return format!("{found} (did you mean `{meant}`?){}", place(expected));
    }
    let place = place(expected);
    let expected = &expected[..expected.len() - place.len()];
    let found = found
        .replace("invalid type: sequence", "invalid type: list")
        .replace("invalid type: map", "invalid type: object");
    format!("{found}, expected {}{place}", kind(expected))
}

/// The same after where it is in the document, as in `breakpoints[0].line: …`; an unknown name is told
/// once. A document that is wrong as a whole has the path `.`.
pub fn plain_at(path: &str, words: &str) -> String {
    let words = plain(words);
    let unknown = words.strip_prefix("unknown field `").and_then(|rest| rest.split('`').next());
    let path = match unknown.and_then(|name| path.strip_suffix(name)) {
        Some(holder) => holder.trim_end_matches('.'),
        None => path,
    };
    if matches!(path, "" | ".") { words } else { format!("{path}: {words}") }
}

/// Of the names that stand between backticks, the one that an unknown name is meant for.
fn meant<'a>(found: &str, expected: &'a str) -> Option<&'a str> {
    let unknown = ["unknown field `", "unknown variant `"];
    let name = unknown.iter().find_map(|begin| found.strip_prefix(begin))?.strip_suffix('`')?;
    nearest(name, expected.split('`').skip(1).step_by(2))
}

/// ` at line …`, where that is told.
fn place(expected: &str) -> &str {
    expected.find(" at line ").map_or("", |at| &expected[at..])
}

fn kind(expected: &str) -> &str {
    let is_it = |name: &str| expected == name || name.ends_with(' ') && expected.starts_with(name);
    KINDS.iter().find(|(name, _)| is_it(name)).map_or(expected, |(_, told)| told)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;
    use serde_json::{Value, json};
    use std::num::NonZeroU32;

    #[derive(Debug, Deserialize)]
    struct Thing {
        #[serde(default)]
        _whole: Option<u32>,
        #[serde(default)]
        _first: Option<NonZeroU32>,
        #[serde(default)]
        _switch: Option<bool>,
        #[serde(default)]
        _text: Option<String>,
        #[serde(default)]
        _list: Option<Vec<u16>>,
    }

    #[test]
    fn types_have_the_names_that_people_give_them() {
        let told = |value: Value| {
            let error = serde_json::from_value::<Thing>(value).expect_err("wrong");
            plain(&error.to_string())
        };
        for (value, words) in [
            (json!("x"), "invalid type: string \"x\", expected an object"),
            (json!({"_whole": -1}), "invalid value: integer `-1`, expected a whole number from 0"),
            (json!({"_first": 0}), "invalid value: integer `0`, expected a whole number from 1"),
            (json!({"_switch": [1]}), "invalid type: list, expected true or false"),
            (json!({"_text": {}}), "invalid type: object, expected a text"),
            (json!({"_list": 5}), "invalid type: integer `5`, expected a list"),
            (
                json!({"_list": [70_000]}),
                "invalid value: integer `70000`, expected a whole number from 0",
            ),
        ] {
            assert_eq!(told(value), words);
        }
        let error = serde_json::from_str::<Thing>("{\"_whole\": true}").expect_err("wrong");
        let words =
            "invalid type: boolean `true`, expected a whole number from 0 at line 1 column 15";
        assert_eq!(plain(&error.to_string()), words);
        for (path, told) in [
            ("a[0].b", "a[0]: unknown field `b`, there are no fields"),
            ("b", "unknown field `b`, there are no fields"),
            (".", "unknown field `b`, there are no fields"),
        ] {
            assert_eq!(plain_at(path, "unknown field `b`, there are no fields"), told);
        }
        assert_eq!(plain_at("a.b", "missing"), "a.b: missing");
        for (words, told) in [
            (
                "unknown field `conditon`, expected one of `file`, `condition`, `log`",
                "unknown field `conditon` (did you mean `condition`?)",
            ),
            (
                "unknown variant `whol`, expected `whole` or `part` at line 2 column 3",
                "unknown variant `whol` (did you mean `whole`?) at line 2 column 3",
            ),
            ("unknown field `x`, there are no fields", "unknown field `x`, there are no fields"),
        ] {
            assert_eq!(plain(words), told);
        }
        let kept = "unknown variant `other`, expected one of `a`, `b`";
        assert_eq!(plain(kept), kept);
        assert_eq!(plain("missing field `a`"), "missing field `a`");
    }
}
