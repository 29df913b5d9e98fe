//! Names that strict functions assign to and nobody declares.

use super::{Edit, Script, TokenKind};
use std::collections::HashSet;

/// Before these a name is declared.
const DECLARING: [&str; 6] = ["var", "let", "const", "function", "class", "import"];

/// After these an expression begins that may be an assignment.
const LEADING: [&str; 3] = ["return", "else", "do"];

/// Before what these have in brackets comes no list of parameters.
const CONDITIONS: [&str; 5] = ["if", "for", "while", "switch", "with"];

/// What each script has.
const GIVEN: [&str; 2] = ["exports", "module"];

/// The platform's engine makes a global of a name that is assigned and not declared, in strict functions too: a text
/// that rests on it is read as one that isn't strict.
pub(super) fn rewrite(script: &Script<'_>, edits: &mut Vec<Edit>) {
    let mut names = (0..script.tokens.len()).filter(|index| is_assigned(script, *index)).peekable();
    if names.peek().is_none() {
        return;
    }
    let declared = declared(script);
    if names.any(|index| !declared.contains(script.at(index))) {
        let directives = (0..script.tokens.len()).filter(|index| is_directive(script, *index));
        edits.extend(directives.map(|index| script.blanks(script.range(index))));
    }
}

/// Whether a statement there is the text alone; the same text as a value, or as a name, stays.
fn is_directive(script: &Script<'_>, index: usize) -> bool {
    let is_text = script.tokens[index].kind == TokenKind::Text;
    let is_it = is_text && script.at(index).trim_matches(['\'', '"']) == "use strict";
    let begins = |before: usize| ["{", "}", ";"].contains(&script.sign(before));
    is_it && index.checked_sub(1).is_none_or(begins) && script.sign(index + 1) != ":"
}

/// Whether a statement there assigns to a name: `name = …`, `for (name = …` or `for (name in …`.
fn is_assigned(script: &Script<'_>, index: usize) -> bool {
    if !script.is_word(index) || GIVEN.contains(&script.at(index)) {
        return false;
    }
    let is_of_loop =
        index >= 2 && script.sign(index - 1) == "(" && script.is_keyword(index - 2, "for");
    if is_of_loop && ["in", "of"].contains(&script.at(index + 1)) {
        return true;
    }
    let is_assignment =
        script.sign(index + 1) == "=" && !["=", ">"].contains(&script.sign(index + 2));
    is_assignment && (is_of_loop || begins_statement(script, index))
}

fn begins_statement(script: &Script<'_>, index: usize) -> bool {
    let Some(before) = index.checked_sub(1) else { return true };
    match script.sign(before) {
        ";" | "{" | "}" | ")" | ":" => true,
        "" => {
            LEADING.contains(&script.at(before))
                || (script.is_on_new_line(index) && !DECLARING.contains(&script.at(before)))
        }
        sign => sign == "]" && script.is_on_new_line(index),
    }
}

/// Names that are declared somewhere, or may be: as variables, parameters or parts of patterns.
fn declared<'t>(script: &Script<'t>) -> HashSet<&'t str> {
    let words = (0..script.tokens.len()).filter(|index| script.is_word(*index));
    words.filter(|index| may_be_declared(script, *index)).map(|index| script.at(index)).collect()
}

fn may_be_declared(script: &Script<'_>, index: usize) -> bool {
    let Some(before) = index.checked_sub(1) else { return false };
    let is_arrow = script.sign(index + 1) == "=" && script.sign(index + 2) == ">";
    match script.sign(before) {
        "," | "[" => true,
        "{" => script.sign(index + 1) != "=",
        "(" => {
            let begins = before.checked_sub(1).map_or("", |word| script.at(word));
            let after = script.partner(before).map_or("", |end| script.sign(end + 1));
            is_arrow || (!CONDITIONS.contains(&begins) && (after == "{" || after == "="))
        }
        _ => is_arrow || DECLARING.contains(&script.at(before)),
    }
}
