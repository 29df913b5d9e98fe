//! What was called where something is no function.
//!
//! The runtime says "not a function", and where; what stands there says which.

use super::error::{ScriptError, ScriptErrorKind};
use super::isml::is_template;
use super::scripts::examine;
use super::syntax::understood;
use oxc::ast::AstKind;
use oxc::semantic::AstNode;
use oxc::span::{GetSpan, Span};

/// What the runtime says of a value that it can't call or construct.
const NO_FUNCTIONS: [&str; 2] = ["not a function", "not a constructor"];
/// Characters of a callee that is told whole.
const WHOLE: usize = 60;

/// The error with the name of what is no function, if its place tells; `read` has the scripts by their paths.
pub(super) fn named(error: ScriptError, read: impl FnOnce(&str) -> Option<String>) -> ScriptError {
    let is_meant = error.kind == ScriptErrorKind::Thrown
        && error.name == "TypeError"
        && NO_FUNCTIONS.contains(&error.message.as_str());
    let place = error.file.as_deref().zip(error.line.zip(error.column));
    let Some((path, place)) = place.filter(|(path, _)| is_meant && !is_template(path)) else {
        return error;
    };
    let text = read(path);
    let callee = text.and_then(|text| examine(path, &text, |text| callee(text, place)).ok()?);
    match callee {
        Some(callee) => ScriptError { message: format!("{callee} is {}", error.message), ..error },
        None => error,
    }
}

/// What is called at a place, a line and a column from 1; nothing if that isn't sure.
fn callee(text: &str, (line, column): (u32, u32)) -> Option<String> {
    let place = offset(text, line, column)?;
    let holds = |span: Span| span.start <= place && place < span.end;
    understood(text, |_, semantic| {
        let nodes = || semantic.nodes().iter().map(AstNode::kind);
        // What is called outside of the innermost function isn't called there.
        let body = nodes()
            .filter(|kind| {
                matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_))
            })
            .map(|kind| kind.span())
            .filter(|span| holds(*span))
            .min_by_key(|span| span.size());
        let is_there =
            |span: Span| body.is_none_or(|it| it.start <= span.start && span.end < it.end);
        // The runtime's place is the callee's last name, or the last one among the arguments.
        let called: Vec<(Span, Span)> = nodes()
            .filter_map(|kind| match kind {
                AstKind::CallExpression(call) => Some((call.span, call.callee.span())),
                AstKind::NewExpression(made) => Some((made.span, made.callee.span())),
                _ => None,
            })
            .filter(|(span, _)| holds(*span) && is_there(*span))
            .collect();
        let (innermost, what) = called.iter().min_by_key(|(span, _)| span.size())?;
        // Of calls in a chain it is the first one that has the place; within each other they are two.
        let is_sure = called.iter().all(|(span, _)| span.start == innermost.start);
        let written = text.get(what.start as usize..what.end as usize)?;
        is_sure.then(|| told(written)).flatten()
    })?
}

/// A callee in one line. An error's own constructor is what a script throws, and no fault.
fn told(written: &str) -> Option<String> {
    let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = words.replace(" .", ".");
    let last = line.rsplit('.').next().unwrap_or_default();
    if last.ends_with("Error") {
        return None;
    }
    if line.chars().count() <= WHOLE {
        return Some(line);
    }
    let is_name =
        !last.is_empty() && last.chars().all(|it| it.is_alphanumeric() || "_$".contains(it));
    (is_name && last.len() < line.len()).then(|| format!("….{last}"))
}

/// Where a line and a column begin.
fn offset(text: &str, line: u32, column: u32) -> Option<u32> {
    let line = text.split_inclusive('\n').nth(line.checked_sub(1)? as usize)?;
    let (at, _) = line.char_indices().nth(column.checked_sub(1)? as usize)?;
    let before = line.as_ptr().addr() - text.as_ptr().addr();
    u32::try_from(before + at).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place is where `‸` stands.
    fn at(marked: &str) -> Option<String> {
        let (before, _) = marked.split_once('‸').expect("a place");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let number = |it: usize| u32::try_from(it).expect("small");
        callee(&marked.replace('‸', ""), (number(line), number(column)))
    }

    #[test]
    fn what_is_called_is_told_as_it_is_written() {
        for (marked, expected) in [
            ("basket.‸foo(1, 2);", "basket.foo"),
            ("var f = null; ‸f();", "f"),
            ("new ‸basket.Thing();", "basket.Thing"),
            ("basket['x' + ‸1](3);", "basket['x' + 1]"),
            ("(a.foo || a.‸bar)();", "(a.foo || a.bar)"),
            ("a\n  .b\n  .‸foo();", "a.b.foo"),
            (
                "items.map(function (x) { return x; }).‸nope().map();",
                "items.map(function (x) { return x; }).nope",
            ),
            ("(function () { return a.‸b(); })();", "a.b"),
            ("/* ä */ a.‸b(c.d());", "a.b"),
            ("a.b(1, ‸c);", "a.b"),
            ("a.b(c).d(‸e);", "a.b(c).d"),
            ("a.b(‸c).d();", "a.b"),
            (
                "items.filter(function (item) { return item.is && item.other; }).map(f).‸nope();",
                "….nope",
            ),
        ] {
            assert_eq!(at(marked).as_deref(), Some(expected), "{marked}");
        }
    }

    #[test]
    fn nothing_is_told_that_is_not_sure() {
        for marked in [
            "throw new ‸TypeError('not a function');",
            "throw my.‸OwnError('not a function');",
            "x[‸f()]();",
            "var ‸a = 1;",
            "a.b(‸f());",
            "g(a.b(‸c));",
        ] {
            assert_eq!(at(marked), None, "{marked}");
        }
        assert_eq!(callee("a();", (9, 1)), None);
        assert_eq!(callee("a();", (1, 99)), None);
        assert_eq!(callee("a(", (1, 1)), None);
    }
}
