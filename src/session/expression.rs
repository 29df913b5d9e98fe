//! What texts tell: an expression, whether it may change something; an answer, whether it is a
//! value or an error of the script's.

use crate::api::debugger::EvalResult;
use serde_json::Value;

/// The result as text: strings raw, anything else as JSON.
pub(in crate::session) fn text_of(result: &EvalResult) -> String {
    match &result.result {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// What a script's error says, without the place in the expression that the server adds to it: the
/// client shows the expression beside it.
pub fn without_place(error: &str) -> &str {
    let tail = error.strip_suffix(')').and_then(|_| error.rfind(" ([DEBUGGER EXPR: "));
    tail.map_or(error, |tail| error[..tail].trim_end_matches('.'))
}

/// The line of the expression, from 1, on which the server places a script's error.
pub fn line_in_expression(error: &str) -> Option<usize> {
    error.rsplit_once("]#")?.1.strip_suffix(')')?.parse().ok()
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

/// As much of a text as one line may show.
pub(in crate::session) fn beginning(text: &str, characters: usize) -> String {
    let line = text.lines().next().unwrap_or_default();
    let shown: String = line.chars().take(characters).collect();
    if shown.len() < text.trim_end().len() { format!("{shown}…") } else { shown }
}

/// Whether evaluating an expression may change what variables hold: it assigns, calls, makes or
/// deletes something, as far as its text tells.
pub(in crate::session) fn may_change_something(expression: &str) -> bool {
    let code = without_strings(expression);
    let words = code.split(|each: char| !(each.is_alphanumeric() || "_$".contains(each)));
    let has_word = words.into_iter().any(|word| ["delete", "new", "yield"].contains(&word));
    has_word || code.contains(['(', '`']) || code.contains("++") || code.contains("--") || {
        let signs: Vec<char> = code.chars().collect();
        (0..signs.len()).any(|at| is_assignment(&signs, at))
    }
}

/// An equals sign that is no part of `==`, `===`, `!=`, `<=`, `>=`; `>>=` and `<<=` assign.
fn is_assignment(signs: &[char], at: usize) -> bool {
    let sign = |index: Option<usize>| index.and_then(|index| signs.get(index)).copied();
    if signs[at] != '=' || sign(at.checked_add(1)) == Some('=') {
        return false;
    }
    let before = sign(at.checked_sub(1));
    match before {
        Some('=' | '!') => false,
        Some('<' | '>') => sign(at.checked_sub(2)) == before,
        _ => true,
    }
}

/// The expression with its string literals emptied; a quote that is not closed stays.
fn without_strings(expression: &str) -> String {
    let mut code = String::with_capacity(expression.len());
    let mut characters = expression.chars();
    while let Some(character) = characters.next() {
        code.push(character);
        if matches!(character, '"' | '\'') {
            while let Some(inside) = characters.next() {
                match inside {
                    '\\' => drop(characters.next()),
                    end if end == character => break,
                    _ => {}
                }
            }
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_without_the_expression() {
        let check = |error: &str, told: &str| assert_eq!(without_place(error), told);
        check("TypeError: no ([DEBUGGER EXPR: f(\n1)]#2)", "TypeError: no");
        check("\"x\" is not defined. ([DEBUGGER EXPR: x]#1)", "\"x\" is not defined");
        check("TypeError: a place (of its own)", "TypeError: a place (of its own)");
    }

    #[test]
    fn errors_say_on_which_line_of_the_expression_they_are() {
        let error = "SyntaxError: no ([DEBUGGER EXPR: a = (1 +\n)]#2)";
        assert_eq!(line_in_expression(error), Some(2));
        assert_eq!(line_in_expression("TypeError: no"), None);
    }

    #[test]
    fn what_assigns_calls_or_makes_may_change_something() {
        for expression in [
            "a = 1",
            "a += 1",
            "a >>= 1",
            "i++",
            "--i",
            "f()",
            "a.b(c)",
            "delete a.b",
            "new X",
            "f`x`",
            "a == b ? c = 1 : 2",
            "a=b==c",
            "'a' + (b)",
        ] {
            assert!(may_change_something(expression), "{expression}");
        }
        for expression in [
            "a",
            "a.b[0]",
            "a + b * 2",
            "a === b",
            "a !== b && c >= 1",
            "a <= b",
            "\"a = 1\" + b",
            "'f()'",
            "'it\\'s = ' + a",
            "newest + deleted",
            "!a",
            "a - -b",
        ] {
            assert!(!may_change_something(expression), "{expression}");
        }
    }

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
