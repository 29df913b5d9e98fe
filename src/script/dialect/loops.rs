//! `for each (… in …)`, `let (…) { … }`, `function (x) x * 2`.

use super::{Edit, Script, VALUES};

pub(super) fn rewrite(script: &Script<'_>, edits: &mut Vec<Edit>) {
    for index in 0..script.tokens.len() {
        if script.is_keyword(index, "for") && script.at(index + 1) == "each" {
            for_each(script, index + 1, edits);
        } else if script.is_keyword(index, "let") && script.sign(index + 1) == "(" {
            let_block(script, index, edits);
        } else if script.is_keyword(index, "function") {
            expression(script, index, edits);
        }
    }
}

/// `for each (var x in list)` goes through the values: `for (var x of values(list))`.
fn for_each(script: &Script<'_>, each: usize, edits: &mut Vec<Edit>) {
    let Some(end) = (script.sign(each + 1) == "(").then(|| script.partner(each + 1)).flatten()
    else {
        return;
    };
    let mut index = each + 2;
    while index < end && !script.is_keyword(index, "in") {
        index = script.partner(index).filter(|it| *it > index).unwrap_or(index) + 1;
    }
    if index < end {
        edits.push(script.blanks(script.range(each)));
        edits.push(Edit::new(script.range(index), format!("of {VALUES}(")));
        edits.push(Edit::insert(script.range(end).start, ")"));
    }
}

/// `let (x = 1) { … }` is a block of its own: `{let x = 1; … }`.
fn let_block(script: &Script<'_>, index: usize, edits: &mut Vec<Edit>) {
    let Some(end) = script.partner(index + 1) else { return };
    if script.sign(end + 1) == "{" && script.partner(end + 1).is_some() {
        edits.push(Edit::new(script.range(index), "{let"));
        edits.push(Edit::new(script.range(index + 1), " "));
        edits.push(Edit::new(script.range(end), ";"));
        edits.push(Edit::new(script.range(end + 1), " "));
    }
}

/// A function whose body is an expression returns it.
fn expression(script: &Script<'_>, function: usize, edits: &mut Vec<Edit>) {
    let named = function + 1 + usize::from(script.is_word(function + 1));
    if script.sign(named) != "(" {
        return;
    }
    let Some(end) = script.partner(named) else { return };
    let first = end + 1;
    let begins = match script.sign(first) {
        "" => script.range(first).start < script.text.len(),
        sign => matches!(sign, "(" | "[" | "!" | "-" | "+"),
    };
    if !begins {
        return;
    }
    let last = last_of(script, first);
    edits.push(Edit::insert(script.range(first).start, "{return "));
    edits.push(Edit::insert(script.range(last).end, "}"));
}

/// The last token of the expression that begins there.
fn last_of(script: &Script<'_>, first: usize) -> usize {
    let mut index = first;
    loop {
        let last = script.partner(index).filter(|it| *it > index).unwrap_or(index);
        let next = last + 1;
        let ends = matches!(script.sign(next), "," | ";" | ")" | "]" | "}");
        let is_new = script.is_word(next) && script.is_on_new_line(next);
        if ends || is_new || next >= script.tokens.len() {
            return last;
        }
        index = next;
    }
}
