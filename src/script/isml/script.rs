//! What stands in `<isscript>`, and the names that a script leaves to others.

use super::LIBRARY;
use super::scan::find_small;
use crate::script::dialect::is_library;
use crate::script::tokens::{Token, TokenKind, Tokens};
use oxc::allocator::Allocator;
use oxc::parser::{ParseOptions, Parser};
use oxc::semantic::{Scoping, SemanticBuilder};
use oxc::span::SourceType;
use std::collections::BTreeSet;

/// Words that name no variable.
const RESERVED: [&str; 45] = [
    "arguments",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "let",
    "new",
    "null",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
    "with",
    "yield",
    "page",
    "pdict",
];

/// The variables of the page, which a template may call something of its own.
pub(in crate::script) const PAGE: &str = "page";

/// Names of the language and of the platform that no page has for something else.
const GLOBALS: [&str; 30] = [
    "Array",
    "Boolean",
    "Date",
    "Error",
    "Infinity",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "RangeError",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "TypeError",
    "decodeURI",
    "decodeURIComponent",
    "dw",
    "empty",
    "encodeURI",
    "encodeURIComponent",
    "isNaN",
    "parseFloat",
    "parseInt",
    "request",
    "require",
    "session",
];

/// Whether a variable may have that name.
pub(super) fn is_variable(name: &str) -> bool {
    let mut tokens = Tokens::new(name);
    let is_word =
        tokens.next().is_some_and(|it| it.kind == TokenKind::Word && it.end == name.len());
    let is_free = !RESERVED.contains(&name) || name == PAGE;
    is_word && !name.contains('\\') && is_free
}

/// The script without the template's comments, and with its own `let` and `const` as `var`: what it declares belongs to
/// the whole template, from block to block. Marks that hide it from old browsers are comments of the language.
pub(super) fn open(text: &str) -> String {
    let mut text = without_comments(text);
    let mut depth = 0_usize;
    let mut changes = Vec::new();
    for token in Tokens::new(&text) {
        match &text[token.start..token.end] {
            "{" | "(" | "[" if token.kind == TokenKind::Sign => depth += 1,
            "}" | ")" | "]" if token.kind == TokenKind::Sign => depth = depth.saturating_sub(1),
            "let" | "const" if token.kind == TokenKind::Word && depth == 0 => {
                changes.push(token.start..token.end);
            }
            _ => {}
        }
    }
    for range in changes {
        let blank = if range.len() == 3 { "var" } else { "var  " };
        text.replace_range(range, blank);
    }
    text
}

/// Blanks for what stands in `<iscomment>`.
fn without_comments(text: &str) -> String {
    let (mut made, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(start) = find_small(rest, "<iscomment>") {
        let Some(length) = find_small(&rest[start..], "</iscomment>") else { break };
        let end = start + length + "</iscomment>".len();
        made.push_str(&rest[..start]);
        made.extend(rest[start..end].chars().map(|it| if it == '\n' { it } else { ' ' }));
        rest = &rest[end..];
    }
    made + rest
}

/// The expression with each access to a member as one that nothing has too, without a failure: `a.b` as `a?.b`. What
/// sets something stays as it is, and what has a template with a tag, which may not stand behind such an access.
pub(in crate::script) fn tolerant(text: &str) -> String {
    let tokens: Vec<_> = Tokens::new(text).filter(|it| it.kind != TokenKind::Comment).collect();
    let at = |index: usize| tokens.get(index).map_or("", |it: &Token| &text[it.start..it.end]);
    let mut made = String::with_capacity(text.len() + 16);
    let (mut done, mut in_new) = (0, false);
    for (index, token) in tokens.iter().enumerate() {
        let sign = at(index);
        if token.kind == TokenKind::Word && sign == "new" {
            in_new = true;
        } else if sign == "(" {
            in_new = false;
        }
        let before = index.checked_sub(1).map(|before| &tokens[before]);
        let follows = before.is_some_and(|it| is_value(text, it));
        if sets(text, token) || token.kind == TokenKind::Template && follows {
            return text.to_owned();
        }
        let is_access = token.kind == TokenKind::Sign
            && (sign == "["
                || sign == "."
                    && tokens.get(index + 1).is_some_and(|it| it.kind == TokenKind::Word));
        if is_access && follows && !in_new {
            made.push_str(&text[done..token.start]);
            made.push_str(if sign == "[" { "?.[" } else { "?." });
            done = token.end;
        }
    }
    made.push_str(&text[done..]);
    made
}

/// Whether members may be asked of what ends with the token.
fn is_value(text: &str, token: &Token) -> bool {
    let word = &text[token.start..token.end];
    match token.kind {
        TokenKind::Word => {
            !RESERVED.contains(&word) || ["this", "page", "pdict", "arguments"].contains(&word)
        }
        TokenKind::Sign => matches!(word, ")" | "]"),
        _ => false,
    }
}

/// Whether the token sets something.
fn sets(text: &str, token: &Token) -> bool {
    if token.kind != TokenKind::Sign {
        return false;
    }
    let (before, after) = (&text[..token.start], &text[token.end..]);
    match &text[token.start..token.end] {
        "=" => !before.ends_with(['=', '!', '<', '>']) && !after.starts_with(['=', '>']),
        "+" => after.starts_with('+'),
        "-" => after.starts_with('-'),
        _ => false,
    }
}

/// What a script declares at its top.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) names: BTreeSet<String>,
    /// Those of the names that are functions.
    pub(super) functions: BTreeSet<String>,
}

/// The names that a script declares at its top.
pub(super) fn declared(text: &str) -> Declared {
    with_scoping(text, |scoping| {
        let mut declared = Declared::default();
        for (name, symbol) in scoping.get_bindings(scoping.root_scope_id()) {
            declared.names.insert(name.to_string());
            if scoping.symbol_flags(*symbol).is_function() {
                declared.functions.insert(name.to_string());
            }
        }
        declared
    })
}

/// The names that a script uses and doesn't declare.
pub(super) fn unknown(text: &str) -> BTreeSet<String> {
    with_scoping(text, |scoping| {
        scoping.root_unresolved_references().keys().map(ToString::to_string).collect()
    })
}

/// Whether a name means the same in all templates, so that it's no variable of a page.
pub(in crate::script) fn is_global(name: &str) -> bool {
    name == LIBRARY || is_library(name) || RESERVED.contains(&name) || GLOBALS.contains(&name)
}

fn with_scoping<T: Default>(text: &str, read: impl FnOnce(&Scoping) -> T) -> T {
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parsed = Parser::new(&allocator, text, SourceType::cjs()).with_options(options).parse();
    if parsed.panicked {
        return T::default();
    }
    read(SemanticBuilder::new().build(&parsed.program).semantic.scoping())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_nothing_are_nothing() {
        for (text, expected) in [
            ("a.b.c", "a?.b?.c"),
            ("a[0].b['c.d']", "a?.[0]?.b?.['c.d']"),
            ("f(a.b)[1](c.d)", "f(a?.b)?.[1](c?.d)"),
            ("new dw.util.List(a.b).c", "new dw.util.List(a?.b)?.c"),
            ("[a.b, 1.5, ...c.d]", "[a?.b, 1.5, ...c?.d]"),
            ("a.b = c.d", "a.b = c.d"),
            ("a.b === c.d && e.f >= 1 || (x => x.y)", "a?.b === c?.d && e?.f >= 1 || (x => x?.y)"),
            ("i++ + a.b", "i++ + a.b"),
            ("typeof [a.b]", "typeof [a?.b]"),
            ("pdict.a ? this.b : 'c.d'", "pdict?.a ? this?.b : 'c.d'"),
            ("a?.b", "a?.b"),
            ("a.b + `c`", "a?.b + `c`"),
            ("a.b`c`", "a.b`c`"),
        ] {
            assert_eq!(tolerant(text), expected, "{text}");
        }
    }
}
