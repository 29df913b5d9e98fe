//! `var total : Number = 0`, `function sum(a : Number, b) : Number {`, `catch (e : Error)`.

use super::{Edit, Script};

/// What comes next in a list of declared names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// Nothing is declared here.
    Nothing,
    Name,
    /// A type, `=` or the end of the name.
    Type,
    /// The value, or whatever stands up to the next comma.
    Value,
}

pub(super) fn blank(script: &Script<'_>, edits: &mut Vec<Edit>) {
    // What is declared in each of the brackets that are open.
    let mut levels = vec![Next::Nothing];
    let mut index = 0;
    while index < script.tokens.len() {
        index = step(script, index, &mut levels, edits);
    }
}

/// Goes on from a token; the index of the next one.
fn step(script: &Script<'_>, index: usize, levels: &mut Vec<Next>, edits: &mut Vec<Edit>) -> usize {
    let next = levels.last().copied().unwrap_or(Next::Nothing);
    match (script.sign(index), next) {
        ("(" | "[" | "{", _) => {
            change(levels, |next| if next == Next::Name { Next::Type } else { next });
            let is_list = script.sign(index) == "(" && declares(script, index);
            levels.push(if is_list { Next::Name } else { Next::Nothing });
        }
        (")" | "]" | "}", _) => {
            if levels.len() > 1 {
                levels.pop();
            }
            if script.sign(index) == ")" && returns(script, index) {
                return annotation(script, index + 1, edits);
            }
        }
        (":", Next::Type) => {
            change(levels, |_| Next::Value);
            return annotation(script, index, edits);
        }
        (",", Next::Type | Next::Value) => change(levels, |_| Next::Name),
        ("=", Next::Type) => change(levels, |_| Next::Value),
        (";", _) => change(levels, |_| Next::Nothing),
        _ if ["var", "let", "const"].iter().any(|word| script.is_keyword(index, word)) => {
            change(levels, |_| Next::Name);
        }
        (_, Next::Name) if script.is_word(index) => change(levels, |_| Next::Type),
        (_, Next::Type) => change(levels, |_| Next::Nothing),
        _ => {}
    }
    index + 1
}

fn change(levels: &mut [Next], how: impl FnOnce(Next) -> Next) {
    if let Some(last) = levels.last_mut() {
        *last = how(*last);
    }
}

/// Whether a bracket holds the parameters of a function or of a `catch`.
fn declares(script: &Script<'_>, bracket: usize) -> bool {
    let Some(before) = bracket.checked_sub(1) else { return false };
    if script.is_keyword(before, "catch") || script.is_keyword(before, "function") {
        return true;
    }
    let named = before.checked_sub(1).filter(|_| script.is_word(before));
    named.is_some_and(|word| script.is_keyword(word, "function"))
}

/// Whether the type of what a function returns stands after its parameters.
fn returns(script: &Script<'_>, bracket: usize) -> bool {
    let is_function = script.partner(bracket).is_some_and(|open| {
        declares(script, open) && !script.is_keyword(open.saturating_sub(1), "catch")
    });
    is_function && script.sign(bracket + 1) == ":"
}

/// Blanks `: some.Type` out; the index behind it.
fn annotation(script: &Script<'_>, colon: usize, edits: &mut Vec<Edit>) -> usize {
    let behind = behind(script, colon);
    if behind > colon + 1 {
        edits.push(script.blanks(script.range(colon).start..script.range(behind - 1).end));
    }
    behind
}

/// The index behind `: some.Type`.
pub(super) fn behind(script: &Script<'_>, colon: usize) -> usize {
    let mut last = colon;
    if script.is_word(colon + 1) || script.sign(colon + 1) == "*" {
        last = colon + 1;
    }
    while script.sign(last + 1) == "." && script.is_word(last + 2) {
        last += 2;
    }
    if script.sign(last + 1) == "[" && script.sign(last + 2) == "]" {
        last += 2;
    }
    last + 1
}
