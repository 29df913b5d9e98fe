//! Expressions whose objects say what they hold.
//!
//! The server answers an evaluation with a text alone, which is `[object Object]` for most objects. What a path leads
//! to can be asked for its members; what a call gives is there once, so the expression itself has to tell it.

use super::expression::text_of;
use super::question::{Held, Told, Variable, Variables};
use super::tree::is_plain_path;
use crate::api::debugger::EvalResult;
use serde::Deserialize;
use std::borrow::Cow;

/// Answers what it is given; for an object without a text of its own, and for a list, one that begins with [`MARK`]
/// and goes on with JSON: the object's text, whether it is a list, how many members it has, and the first of them with
/// their types and texts. It stands on one line, so that the lines of errors hold, and in the language of the oldest
/// servers.
const TELL: &str = "(function (value) { \
    if (value === null || typeof value !== 'object') { return value; } \
    try { \
        var text = String(value), entries = value; \
        if (!Array.isArray(value) && text.indexOf('[object ') !== 0) { return value; } \
        if (typeof value.toArray === 'function') { entries = value.toArray(); } \
        var isList = Array.isArray(entries), names = [], members = [], total = 0; \
        if (isList) { total = entries.length; } \
        else { for (var name in value) { if (total < 24) { names.push(name); } total += 1; } } \
        for (var i = 0; i < total && i < 24; i++) { \
            var type = 'object', shown = '\\u2026'; \
            try { \
                var member = isList ? entries[i] : value[names[i]]; \
                type = member === null ? 'null' : Array.isArray(member) ? 'Array' : typeof member; \
                shown = String(member).substring(0, 400); \
            } catch (e) { shown = '! ' + e; } \
            members.push([isList ? '[' + i + ']' : names[i], type, shown]); \
        } \
        return '\\u0001' + JSON.stringify({ text: text, list: isList, total: total, members: members }); \
    } catch (e) { return value; } \
})";
const MARK: char = '\u{1}';

/// What the function above writes.
#[derive(Deserialize)]
struct Object {
    text: String,
    list: bool,
    total: u64,
    members: Vec<(String, String, String)>,
}

/// The text that is sent for an expression.
pub(in crate::session) fn asking(expression: &str) -> Cow<'_, str> {
    match telling(expression) {
        Some(text) => Cow::Owned(text),
        None => Cow::Borrowed(expression),
    }
}

/// What came of an expression that was sent so.
pub(in crate::session) fn told(expression: &str, result: &EvalResult) -> Told {
    let text = text_of(result);
    let Some(asked) = telling(expression) else { return Told { text, held: None } };
    let object = text.strip_prefix(MARK).map(serde_json::from_str::<Object>);
    match object {
        Some(Ok(object)) => object.told(),
        // Errors quote what they are about.
        _ => Told { text: text.replace(&asked, expression), held: None },
    }
}

impl Object {
    fn told(self) -> Told {
        let variable = |(name, type_name, value): (String, String, String)| Variable {
            name,
            type_name,
            value,
            scope: None,
            path: None,
        };
        let type_name = if self.list { "Array" } else { "" };
        let object = variable((String::new(), type_name.to_owned(), self.text.clone()));
        let list = self.members.into_iter().map(variable).collect();
        let members = Variables { list, start: 0, total: self.total };
        Told { text: self.text, held: Some(Held::new(object, members)) }
    }
}

/// The expression that tells what the object holds which another one gives; nothing for what is no expression, or
/// surely gives no object.
fn telling(expression: &str) -> Option<String> {
    let code = expression.trim().trim_end_matches(|each: char| each == ';' || each.is_whitespace());
    let may_be_object = is_plain_path(code) || code.contains(['(', '[', '{', '?', '|', '&', '=']);
    (may_be_object && is_one_expression(code)).then(|| format!("{TELL}({code}\n)"))
}

/// Statements, and what means something else at the beginning of one than in parentheses.
const NO_EXPRESSIONS: [&str; 25] = [
    "async", "await", "break", "case", "class", "const", "continue", "debugger", "default", "do",
    "export", "for", "function", "if", "import", "let", "return", "switch", "throw", "try", "var",
    "while", "with", "yield", "else",
];

/// Whether a text is one expression in one piece, so that it means in parentheses what it means alone. What can't be
/// told without a parser counts as none: it is sent as it was written.
fn is_one_expression(code: &str) -> bool {
    let first: String = code.chars().take_while(|each| is_of_name(*each)).collect();
    if NO_EXPRESSIONS.contains(&first.as_str()) || code.starts_with('{') || code.starts_with("...")
    {
        return false;
    }
    let mut open = Vec::new();
    // The last character that is neither space nor comment.
    let mut before = ' ';
    let mut asks = 0_usize;
    let mut characters = code.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' | '\'' if !skip_string(&mut characters, character) => return false,
            '/' if characters.peek() == Some(&'*') => {
                let mut last = ' ';
                characters.next();
                if !characters.any(|each| std::mem::replace(&mut last, each) == '*' && each == '/')
                {
                    return false;
                }
                continue;
            }
            // The beginning of a pattern or of a comment, and texts with expressions of their own.
            '/' if characters.peek() == Some(&'/') || !ends_value(before) => return false,
            '`' => return false,
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(character) => return false,
            '?' => asks += 1,
            ':' if open.is_empty() && asks == 0 => return false,
            ';' | ',' | '\n' | '\r' if open.is_empty() => return false,
            _ => {}
        }
        if !character.is_whitespace() {
            before = character;
        }
    }
    open.is_empty() && before != ' '
}

/// Goes behind a string's end, if it has one on its line.
fn skip_string(characters: &mut impl Iterator<Item = char>, quote: char) -> bool {
    while let Some(character) = characters.next() {
        match character {
            '\\' => drop(characters.next()),
            '\n' | '\r' => return false,
            end if end == quote => return true,
            _ => {}
        }
    }
    false
}

/// Whether a slash behind it divides.
fn ends_value(character: char) -> bool {
    is_of_name(character) || matches!(character, ')' | ']' | '"' | '\'')
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// The expression in what was sent for it, for who plays the server.
#[cfg(test)]
pub(crate) fn asked(sent: &str) -> &str {
    let inner =
        sent.strip_prefix(TELL).and_then(|rest| rest.strip_prefix('(')?.strip_suffix("\n)"));
    inner.unwrap_or(sent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(text: &str) -> EvalResult {
        EvalResult { expression: String::new(), result: text.into() }
    }

    #[test]
    fn what_is_one_expression_is_asked_for_what_it_holds() {
        for code in [
            "f()",
            " f(a, [1, 2]) ; ",
            "basket.getItems()[0]",
            "a ? { x: 1 } : b",
            "f(')', \"]\\\"\")",
            "f(/* a ; ) */ 1)",
            "(a + b) / c(2)",
            "new Thing(1)",
            "function_of(\n  1,\n  2\n)",
            "item",
            "a = b()",
        ] {
            let sent = asking(code);
            assert_eq!(asked(&sent), code.trim().trim_end_matches([';', ' ']), "{code}");
            assert_ne!(sent, code);
        }
    }

    #[test]
    fn what_may_mean_something_else_in_parentheses_is_sent_as_it_is() {
        for code in [
            "",
            "1 + 2",
            "!ready",
            "var a = f()",
            "if (a) { b() }",
            "{ a: f() }",
            "function f() {}",
            "a(), b()",
            "a(); b()",
            "a()\nb()",
            "mark: f()",
            "...f()",
            "/[)(]/.test(a)",
            "f(/[)(]/)",
            "f(`${a}`)",
            "f(1",
            "f(1]",
            "f('1)",
            "f() // why",
            "await f()",
        ] {
            assert_eq!(asking(code), code);
        }
    }

    #[test]
    fn an_object_tells_what_it_holds() {
        let object = r#"{"text":"[object Object]","list":false,"total":3,"members":[["sku","string","KM-1"],["qty","number","2"]]}"#;
        let it = told("f()", &result(&format!("{MARK}{object}")));
        assert_eq!(it.text, "[object Object]");
        assert_eq!(it.shown(), r#"{sku: "KM-1", qty: 2, …}"#);
        let masked = it.held.as_ref().map(|held| held.line(|it| it.name.to_uppercase()));
        assert_eq!(masked.as_deref(), Some(r#"{sku: "SKU", qty: QTY, …}"#));
        let list = r#"{"text":"1,a","list":true,"total":2,"members":[["[0]","number","1"],["[1]","string","a"]]}"#;
        let it = told("f()", &result(&format!("{MARK}{list}")));
        assert_eq!((it.text.as_str(), &*it.shown()), ("1,a", r#"[2] 1, "a""#));
        let empty = r#"{"text":"","list":true,"total":0,"members":[]}"#;
        assert_eq!(told("f()", &result(&format!("{MARK}{empty}"))).shown(), "[]");
    }

    #[test]
    fn what_holds_nothing_is_told_raw() {
        for text in ["3", "", "[Product sku=1]", "\u{1}of the script's own", "\u{1}{}"] {
            assert_eq!(told("f()", &result(text)), Told { text: text.to_owned(), held: None });
        }
        // Nothing was asked for there.
        let text = format!("{MARK}{{\"text\":\"\",\"list\":true,\"total\":0,\"members\":[]}}");
        assert_eq!(told("1 + 2", &result(&text)).held, None);
    }

    #[test]
    fn an_error_quotes_what_was_typed() {
        let sent = asking("f(\n1)");
        let error = format!("TypeError: no ([DEBUGGER EXPR: {sent}]#2)");
        let it = told("f(\n1)", &result(&error));
        assert_eq!(it.text, "TypeError: no ([DEBUGGER EXPR: f(\n1)]#2)");
    }
}
