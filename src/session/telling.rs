//! Expressions whose objects say what they hold.
//!
//! The server answers an evaluation with a text alone, which is `[object Object]` for most objects. What a path leads
//! to can be asked for its members; what a call gives is there once, so the expression itself has to tell it.

use super::expression::text_of;
use super::question::{Held, Told, Variable, Variables};
use super::tree::is_plain_path;
use crate::api::debugger::EvalResult;
use rand::distr::{Alphanumeric, SampleString};
use std::borrow::Cow;
use std::sync::LazyLock;

/// What begins an object's answer. Scripts can't know it, so that none of their texts is taken for one.
static MARK: LazyLock<String> =
    LazyLock::new(|| format!("\u{1}{}", Alphanumeric.sample_string(&mut rand::rng(), 16)));

/// The function that answers what it is given; for an object without a text of its own, and for a list, a text that
/// begins with [`MARK`]. Then follow, each as its length in UTF-16 units, a colon and itself: the object's text, `list`
/// or nothing, how many members there are, and of the first of them the name, the type and the text.
///
/// It runs in the live request: so it calls what is native alone, as a script's own accessors and `toString` may change
/// something. It goes by no name that a variable of the frame may hide. It stands on one line, so that the lines of
/// errors hold, and in the language of the oldest servers.
static TELL: LazyLock<String> =
    LazyLock::new(|| TELLING.replace("MARK", &MARK.replace('\u{1}', "\\u0001")));
const TELLING: &str = "(function (value) { \
    if (value === null || typeof value !== 'object') { return value; } \
    try { \
        var core = ({}).constructor, own = ({}).hasOwnProperty, isArray = [].constructor.isArray; \
        var kind = ({}).toString.call(value), parts = [], total = 0, entries = null; \
        var isNative = function (it) { \
            return typeof it === 'function' && /\\{\\s*(\\[native code[^}]*|\\/\\*[^*]*\\*\\/)\\s*\\}\\s*$/.test('' + it); \
        }; \
        var isObject = function (it) { return it !== null && typeof it === 'object'; }; \
        var word = function (it) { \
            if (isObject(it)) { return !isArray(it) && isNative(it.toString) ? it.toString() : '[object Object]'; } \
            return typeof it === 'symbol' ? it.toString() : typeof it === 'function' ? 'function' : '' + it; \
        }; \
        var part = function (it) { parts.push(it.length + ':' + it); }; \
        var member = function (name, type, shown) { \
            total += 1; \
            if (total <= 24) { part(name); part(type); part(shown.substring(0, 400)); } \
        }; \
        var told = function (name, it) { \
            member(name, it === null ? 'null' : isArray(it) ? 'Array' : typeof it, total < 24 ? word(it) : ''); \
        }; \
        var isAccessor = function (name) { \
            try { \
                var at = value; \
                while (at && !own.call(at, name)) { at = core.getPrototypeOf(at); } \
                return !('value' in core.getOwnPropertyDescriptor(at, name)); \
            } catch (e) { return false; } \
        }; \
        if (value.toString !== undefined && !isNative(value.toString)) { return value; } \
        var text = value.toString === undefined ? kind : value.toString(); \
        if (isArray(value)) { entries = value; } \
        else if (isNative(value.toArray) && !(value.length > 500)) { entries = value.toArray(); } \
        else if (text.indexOf('[object ') !== 0) { return value; } \
        if (entries !== null) { \
            for (var i = 0; i < entries.length && i < 24; i++) { told('[' + i + ']', entries[i]); } \
            total = entries.length; \
        } else if (kind === '[object Set]' && isNative(value.forEach)) { \
            entries = value; \
            value.forEach(function (it) { told('[' + total + ']', it); }); \
        } else if (kind === '[object Map]' && isNative(value.forEach)) { \
            value.forEach(function (it, key) { told(word(key), it); }); \
        } else { \
            for (var name in value) { \
                if (total < 24 && !isAccessor(name)) { told(name, value[name]); } else { member(name, 'accessor', '\\u2026'); } \
            } \
            if (total === 0 && text !== '[object Object]') { return value; } \
        } \
        var members = parts; \
        parts = []; \
        part(text.substring(0, 100000)); part(entries === null ? '' : 'list'); part('' + total); \
        return 'MARK' + parts.concat(members).join(''); \
    } catch (e) { return value; } \
})";
/// A longer expression is sent as it is: servers take addresses of a few thousand characters.
const LONGEST: usize = 2_000;

/// The text that is sent for an expression where a plain path is not evaluated: it is read by its members.
pub(in crate::session) fn asking(expression: &str) -> Cow<'_, str> {
    sent(expression, is_plain_path(expression.trim()))
}

/// The same where a path is evaluated too.
pub(in crate::session) fn asking_at_once(expression: &str) -> Cow<'_, str> {
    sent(expression, false)
}

fn sent(expression: &str, as_it_is: bool) -> Cow<'_, str> {
    match telling(expression).filter(|_| !as_it_is) {
        Some(text) => Cow::Owned(text),
        None => Cow::Borrowed(expression),
    }
}

/// What came of an expression that was sent so.
pub(in crate::session) fn told(expression: &str, result: &EvalResult) -> Told {
    let text = text_of(result);
    let Some(asked) = telling(expression) else { return Told { text, held: None } };
    match text.strip_prefix(MARK.as_str()) {
        Some(object) => object_told(object),
        // Errors quote what they are about.
        None => Told { text: text.replace(&asked, expression), held: None },
    }
}

/// What the function above tells. Of an answer that was cut there is the text alone.
fn object_told(answer: &str) -> Told {
    let (parts, rest) = parts_of(answer);
    let [text, kind, total, members @ ..] = parts.as_slice() else {
        let text = parts.into_iter().next().unwrap_or_else(|| rest.to_owned());
        return Told { text, held: None };
    };
    let text = text.clone();
    let variable = |name: &str, type_name: &str, value: &str| Variable {
        name: name.to_owned(),
        type_name: type_name.to_owned(),
        value: value.to_owned(),
        scope: None,
        access: None,
    };
    let object = variable("", if kind == "list" { "Array" } else { "" }, &text);
    let (members, _) = members.as_chunks();
    let list = members.iter().map(|[name, kind, value]| variable(name, kind, value)).collect();
    let members = Variables { list, start: 0, total: total.parse().unwrap_or(u64::MAX) };
    Told { text, held: Some(Held::new(object, members)) }
}

/// The texts that stand behind their lengths, and what is left behind them.
fn parts_of(answer: &str) -> (Vec<String>, &str) {
    let (mut parts, mut rest) = (Vec::new(), answer);
    while let Some((length, behind)) = rest.split_once(':')
        && let Ok(length) = length.parse::<usize>()
    {
        let mut units = 0;
        let fits = |each: &char| {
            let fits = units < length;
            units += if fits { each.len_utf16() } else { 0 };
            fits
        };
        let bytes = behind.chars().take_while(fits).map(char::len_utf8).sum();
        if units < length {
            return (parts, behind);
        }
        let (part, after) = behind.split_at(bytes);
        parts.push(part.to_owned());
        rest = after;
    }
    (parts, rest)
}

/// The expression that tells what the object holds which another one gives; nothing for what is no expression, or
/// surely gives no object.
fn telling(expression: &str) -> Option<String> {
    let code = expression.trim().trim_end_matches(|each: char| each == ';' || each.is_whitespace());
    let may_be_object = is_plain_path(code) || code.contains(['(', '[', '{', '?', '|', '&', '=']);
    let is_asked = may_be_object && code.len() <= LONGEST && is_one_expression(code);
    is_asked.then(|| format!("{}({code}\n)", *TELL))
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
    let Some(code) = behind_comments(code) else { return false };
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
                characters.next();
                let Some(has_lines) = skip_comment(&mut characters) else { return false };
                if has_lines && open.is_empty() {
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
            ';' | ',' if open.is_empty() => return false,
            line if open.is_empty() && ends_line(line) => return false,
            _ => {}
        }
        if !character.is_whitespace() {
            before = character;
        }
    }
    open.is_empty() && before != ' '
}

/// What follows the comments that a text begins with, if they end.
fn behind_comments(code: &str) -> Option<&str> {
    let mut rest = code.trim_start();
    while let Some(comment) = rest.strip_prefix("/*") {
        rest = comment.split_once("*/")?.1.trim_start();
    }
    Some(rest)
}

/// Goes behind a comment's end, if it has one; says whether it has several lines.
fn skip_comment(characters: &mut impl Iterator<Item = char>) -> Option<bool> {
    let (mut last, mut has_lines) = (' ', false);
    for each in characters {
        if last == '*' && each == '/' {
            return Some(has_lines);
        }
        has_lines |= ends_line(each);
        last = each;
    }
    None
}

/// Whether the language takes it as the end of a line.
fn ends_line(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
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
    let inner = sent
        .strip_prefix(TELL.as_str())
        .and_then(|rest| rest.strip_prefix('(')?.strip_suffix("\n)"));
    inner.unwrap_or(sent)
}

/// What the function answers, part by part.
#[cfg(test)]
pub(in crate::session) fn answered(parts: &[&str]) -> String {
    let part = |it: &&str| format!("{}:{it}", it.encode_utf16().count());
    format!("{}{}", *MARK, parts.iter().map(part).collect::<String>())
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
            "a = b()",
            "/* first */ a.b()",
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
            "item.of.it",
            "/* c */ var q = f()",
            "/* c */ if (a) { b() }",
            "/* c */ { a: f() }",
            "f() /*\n*/ g()",
            "f()\u{2028}g()",
            "f() /* open",
        ] {
            assert_eq!(asking(code), code);
        }
        let long = format!("f({})", "1".repeat(LONGEST));
        assert_eq!(asking(&long), long);
    }

    #[test]
    fn a_path_is_asked_where_nobody_reads_its_members() {
        assert_eq!(asking("item.of"), "item.of");
        assert_eq!(asked(&asking_at_once("item.of")), "item.of");
        assert_ne!(asking_at_once("item.of"), "item.of");
    }

    fn answer(parts: &[&str]) -> EvalResult {
        result(&answered(parts))
    }

    #[test]
    fn an_object_tells_what_it_holds() {
        let object = ["[object Object]", "", "3", "sku", "string", "K:1 🍵", "qty", "number", "2"];
        let it = told("f()", &answer(&object));
        assert_eq!(it.text, "[object Object]");
        assert_eq!(it.shown(), r#"{sku: "K:1 🍵", qty: 2, …}"#);
        let masked = it.held.as_ref().map(|held| held.line(|it| it.name.to_uppercase()));
        assert_eq!(masked.as_deref(), Some(r#"{sku: "SKU", qty: QTY, …}"#));
        let list = ["1,a", "list", "2", "[0]", "number", "1", "[1]", "string", "a"];
        let it = told("f()", &answer(&list));
        assert_eq!((it.text.as_str(), &*it.shown()), ("1,a", r#"[2] 1, "a""#));
        assert_eq!(told("f()", &answer(&["", "list", "0"])).shown(), "[]");
    }

    #[test]
    fn of_an_answer_that_was_cut_there_is_its_text() {
        let whole = text_of(&answer(&["some text", "list", "0"]));
        for (missing, expected) in [(1, "some text"), (5, "some text"), (14, "some")] {
            let it = told("f()", &result(&whole[..whole.len() - missing]));
            assert_eq!(it, Told { text: expected.to_owned(), held: None });
        }
    }

    #[test]
    fn what_holds_nothing_is_told_raw() {
        for text in ["3", "", "[Product sku=1]", "\u{1}of the script's own", "\u{1}0:4:list1:0"] {
            assert_eq!(told("f()", &result(text)), Told { text: text.to_owned(), held: None });
        }
        // Nothing was asked for there.
        assert_eq!(told("1 + 2", &answer(&["", "list", "0"])).held, None);
    }

    #[test]
    fn an_error_quotes_what_was_typed() {
        let sent = asking("f(\n1)");
        let error = format!("TypeError: no ([DEBUGGER EXPR: {sent}]#2)");
        let it = told("f(\n1)", &result(&error));
        assert_eq!(it.text, "TypeError: no ([DEBUGGER EXPR: f(\n1)]#2)");
    }
}
