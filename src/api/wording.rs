//! What a reader of documents says of a wrong value, without the names that Rust has for types.

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

/// The words with what was expected and what was found as people call it.
pub fn plain(words: &str) -> String {
    if words.starts_with(NO_VARIANT) {
        return "it has none of the forms that it may have".to_owned();
    }
    let Some((found, expected)) = words.rsplit_once(", expected ") else { return words.to_owned() };
    let (expected, place) = match expected.split_once(" at line ") {
        Some((expected, place)) => (expected, format!(" at line {place}")),
        None => (expected, String::new()),
    };
    let found = found
        .replace("invalid type: sequence", "invalid type: list")
        .replace("invalid type: map", "invalid type: object");
    format!("{found}, expected {}{place}", kind(expected))
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
        let kept = "unknown variant `x`, expected one of `a`, `b`";
        assert_eq!(plain(kept), kept);
        assert_eq!(plain("missing field `a`"), "missing field `a`");
    }
}
