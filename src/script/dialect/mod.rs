//! Scripts as they were written for the platform's older engine.
//!
//! What only that engine parses is rewritten before the parser sees it, without moving a line: type annotations
//! become blanks, `for each`, `let` blocks, conditional `catch` clauses and functions that are an expression become
//! what the language has for them, XML and the names of its parts become calls of a library. A script that parses as it
//! stands is left alone, but for the operators that mean something else for XML.

mod annotations;
mod catches;
mod deletes;
mod e4x;
mod keys;
mod loops;
mod operators;
mod own_names;
mod plain_calls;
mod redeclared;
mod strictness;
#[cfg(test)]
mod tests;

use super::syntax::understood;
use super::tokens::{Token, TokenKind, Tokens, is_format};
use std::borrow::Cow;
use std::ops::Range;

/// The global that answers the values of what `for each` goes through; it isn't listed as a variable.
const VALUES: &str = "__each";

/// The global under which scripts find what XML needs; it isn't listed as a variable.
const LIBRARY: &str = "__xml";

/// Words by which a script tells that it has to do with XML as values.
const XML: [&str; 4] = ["XML", "XMLList", "readXMLObject", LIBRARY];

/// Whether a name is of what scripts call that were changed here.
pub(super) fn is_library(name: &str) -> bool {
    [VALUES, LIBRARY, deletes::DELETE, keys::KEYS, plain_calls::SCOPE, strictness::SET]
        .contains(&name)
}

/// The text in the language that the engine knows, line by line.
pub(super) fn translate(text: &str) -> Cow<'_, str> {
    let seen = without_formats(text);
    let script = Script::read(&seen);
    let mut edits = Vec::new();
    annotations::blank(&script, &mut edits);
    loops::rewrite(&script, &mut edits);
    catches::rewrite(&script, &mut edits);
    redeclared::rewrite(&script, &mut edits);
    e4x::rewrite(&script, &mut edits);
    match changed(&seen, edits) {
        Cow::Owned(made) => Cow::Owned(made),
        Cow::Borrowed(_) => seen,
    }
}

/// The text that parses, as the older engine means it: [`with_lenient_functions`] and [`with_xml_operators`].
pub(super) fn adapted(text: &str) -> Cow<'_, str> {
    match with_lenient_functions(text) {
        Cow::Owned(lenient) => Cow::Owned(with_xml_operators(&lenient).into_owned()),
        Cow::Borrowed(text) => with_xml_operators(text),
    }
}

/// The text in which `+`, `==` and `typeof` ask the library what they mean, if values of it may be XML.
pub(super) fn with_xml_operators(text: &str) -> Cow<'_, str> {
    let names = |text: &str| {
        let mut words = Tokens::new(text).filter(|it| it.kind == TokenKind::Word);
        words.any(|it| XML.contains(&&text[it.start..it.end]))
    };
    let may_have = text.contains("XML") || text.contains(LIBRARY);
    if may_have && names(text) {
        changed(text, operators::edits(text))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text without what only formats it, as far as that stands between tokens.
fn without_formats(text: &str) -> Cow<'_, str> {
    if !text.contains(is_format) {
        return Cow::Borrowed(text);
    }
    let mut done = 0;
    let mut made = String::with_capacity(text.len());
    for token in Tokens::with_markup(text) {
        made.push_str(&text[done..token.start].replace(is_format, ""));
        made.push_str(&text[token.start..token.end]);
        done = token.end;
    }
    made.push_str(&text[done..].replace(is_format, ""));
    Cow::Owned(made)
}

/// The text whose functions are as lenient as the older engine takes them: in strict ones what can't be deleted or set
/// stays, a name that nobody has declared becomes a global, and nothing is thrown; a name of the platform's is one of the script's
/// own once it is set; `this` is the module in a plain call, and
/// `for (… in …)` goes through the indices of a collection. It is in the language that the engine knows; what doesn't
/// parse stays as it is.
fn with_lenient_functions(text: &str) -> Cow<'_, str> {
    let has_strict = strictness::may_be_strict(text);
    let has_own = own_names::may_have(text);
    if !has_strict && !has_own && !text.contains("this.") && !keys::may_have(text) {
        return Cow::Borrowed(text);
    }
    let edits = understood(text, |program, semantic| {
        let (mut edits, mut ends) = keys::edits(semantic);
        if has_strict {
            let (starts, others) = strictness::edits(text, program, semantic);
            edits.extend(starts);
            ends.extend(others);
        }
        edits.extend(plain_calls::edits(semantic));
        if has_own {
            edits.extend(own_names::edits(program, semantic));
        }
        if text.contains("use strict") {
            deletes::rewrite(&Script::read(text), &mut edits);
        }
        edits.extend(ends);
        // What is put before something comes before what takes its place.
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        edits
    });
    changed(text, edits.unwrap_or_default())
}

/// The text after its edits.
fn changed(text: &str, mut edits: Vec<Edit>) -> Cow<'_, str> {
    if edits.is_empty() {
        return Cow::Borrowed(text);
    }
    edits.sort_by_key(|edit| edit.range.start);
    let (mut made, mut done) = (String::with_capacity(text.len() + 64), 0);
    for Edit { range, text: new } in &edits {
        // What overlaps was no dialect; the parser says what is wrong with it.
        if range.start < done {
            continue;
        }
        made.push_str(&text[done..range.start]);
        made.push_str(new);
        done = range.end;
    }
    made.push_str(&text[done..]);
    Cow::Owned(made)
}

/// Whether a text has a `let` block, which the engine may take for a call.
pub(super) fn is_ambiguous(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find("let") {
        rest = &rest[at + 3..];
        if rest.trim_start().starts_with('(') {
            return true;
        }
    }
    false
}

/// A part of the text and what takes its place.
#[derive(Debug)]
struct Edit {
    range: Range<usize>,
    text: String,
}

impl Edit {
    fn new(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { range, text: text.into() }
    }

    fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::new(at..at, text)
    }
}

/// What takes a place keeps its line ends.
fn kept(script: &Script<'_>, range: Range<usize>, text: &str) -> Edit {
    let ends = "\n".repeat(script.text[range.clone()].matches('\n').count());
    Edit::new(range, format!("{text}{ends}"))
}

/// A script's tokens without its comments, and which brackets belong together.
struct Script<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    partners: Vec<Option<usize>>,
}

impl<'t> Script<'t> {
    fn read(text: &'t str) -> Self {
        let tokens = Tokens::with_markup(text).filter(|it| it.kind != TokenKind::Comment);
        let tokens: Vec<_> = tokens.collect();
        let mut script = Self { text, partners: vec![None; tokens.len()], tokens };
        let mut open = Vec::new();
        for index in 0..script.tokens.len() {
            match script.sign(index) {
                "(" | "[" | "{" => open.push(index),
                ")" | "]" | "}" => {
                    if let Some(partner) = open.pop() {
                        script.partners[partner] = Some(index);
                        script.partners[index] = Some(partner);
                    }
                }
                _ => {}
            }
        }
        script
    }

    /// The text of a token; empty behind the last one.
    fn at(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |token| &self.text[token.start..token.end])
    }

    /// The text of a token that is a sign.
    fn sign(&self, index: usize) -> &'t str {
        let is_sign = self.tokens.get(index).is_some_and(|it| it.kind == TokenKind::Sign);
        if is_sign { self.at(index) } else { "" }
    }

    fn is_word(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|it| it.kind == TokenKind::Word)
    }

    /// Whether a keyword stands there: neither a property's name nor a key.
    fn is_keyword(&self, index: usize, word: &str) -> bool {
        self.is_word(index)
            && self.at(index) == word
            && (index == 0 || self.sign(index - 1) != ".")
            && self.sign(index + 1) != ":"
    }

    /// The bracket that closes the one there.
    fn partner(&self, index: usize) -> Option<usize> {
        self.partners.get(index).copied().flatten()
    }

    fn range(&self, index: usize) -> Range<usize> {
        self.tokens.get(index).map_or(self.text.len()..self.text.len(), |it| it.start..it.end)
    }

    /// Whether a line ends before the token.
    fn is_on_new_line(&self, index: usize) -> bool {
        let before = index.checked_sub(1).map_or(0, |before| self.range(before).end);
        self.text[before..self.range(index).start].contains('\n')
    }

    /// The part of the text as blanks, with its line ends.
    fn blanks(&self, range: Range<usize>) -> Edit {
        let blank = |letter: char| if matches!(letter, '\n' | '\r') { letter } else { ' ' };
        Edit::new(range.clone(), self.text[range].chars().map(blank).collect::<String>())
    }
}
