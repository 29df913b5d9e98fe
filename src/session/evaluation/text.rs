//! What an evaluation's answer says: a value, or an error of the script's.

use crate::api::debugger::EvalResult;
use serde_json::Value;

/// The result as text: strings raw, anything else as JSON.
pub(in crate::session) fn text_of(result: &EvalResult) -> String {
    match &result.result {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Errors of the script come as ordinary answers; their text gives them away.
pub(in crate::session) fn is_script_error(text: &str) -> bool {
    let first = text.split([':', ' ', '\n']).next().unwrap_or_default();
    let is_name =
        first.len() > "Error".len() && first.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let starts = is_name && first.ends_with("Error") && text[first.len()..].starts_with(':');
    let first_line = text.lines().next().unwrap_or_default().trim_end_matches('.');
    starts || text.contains("DEBUGGER EXPR") || first_line.ends_with("is not defined")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_errors_are_told_from_results() {
        for text in [
            "ReferenceError: \"x\" is not defined. ([DEBUGGER EXPR: x]#1)",
            "TypeError: Cannot read property \"a\" from null",
            "MyOwnError: no",
            "\"foo\" is not defined.",
            "whatever ([DEBUGGER EXPR: 1 +]#1)",
        ] {
            assert!(is_script_error(text), "{text}");
        }
        for text in
            ["", "3", "Error", "an Error: is here", "Errors: 3", "[Product sku=1]", "Error of mine"]
        {
            assert!(!is_script_error(text), "{text}");
        }
    }

    #[test]
    fn results_of_any_kind_have_a_text() {
        let check = |value: Value, text: &str| {
            let result = EvalResult { expression: String::new(), result: value };
            assert_eq!(text_of(&result), text);
        };
        check(Value::String("a\nb".to_owned()), "a\nb");
        check(Value::Null, "null");
        check(serde_json::json!(3.5), "3.5");
        check(serde_json::json!({"a": [1]}), "{\"a\":[1]}");
    }
}
