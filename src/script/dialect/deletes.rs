//! `delete a.b` of strict functions.

use super::{Edit, Script, TokenKind};

/// The global that deletes a property, or leaves one that can't be deleted; it isn't listed as a variable.
pub(super) const DELETE: &str = "__delete";

/// Before these words' operands nothing can be deleted through a call.
const NO_OPERANDS: [&str; 10] =
    ["super", "new", "typeof", "void", "delete", "await", "yield", "function", "class", "async"];

/// The platform's engine leaves a property that can't be deleted, also in strict functions: `delete a.b` becomes
/// `__delete( a,"b")`.
pub(super) fn rewrite(script: &Script<'_>, edits: &mut Vec<Edit>) {
    for index in 0..script.tokens.len() {
        if script.is_keyword(index, "delete") {
            delete(script, index, edits);
        }
    }
}

fn delete(script: &Script<'_>, keyword: usize, edits: &mut Vec<Edit>) {
    let first = keyword + 1;
    let is_operand = match script.sign(first) {
        "(" => script.partner(first).is_some(),
        _ => script.is_word(first) && !NO_OPERANDS.contains(&script.at(first)),
    };
    if !is_operand {
        return;
    }
    let mut end = script.partner(first).unwrap_or(first);
    let mut member = None;
    loop {
        let next = end + 1;
        (member, end) = match script.sign(next) {
            "." if script.is_word(next + 1) => (Some(next), next + 1),
            // Names of XML delete as they are.
            "." | ":" if script.sign(next) == "." || script.sign(next + 1) == ":" => return,
            "[" | "(" => {
                let Some(partner) = script.partner(next) else { return };
                ((script.sign(next) == "[").then_some(next), partner)
            }
            "?" if script.sign(next + 1) == "." => return,
            _ if script.tokens.get(next).is_some_and(|it| it.kind == TokenKind::Template) => return,
            _ => break,
        };
    }
    let Some(member) = member else { return };
    edits.push(Edit::new(script.range(keyword), format!("{DELETE}(")));
    if script.sign(member) == "." {
        edits.push(Edit::new(script.range(member), ",\""));
        edits.push(Edit::insert(script.range(end).end, "\")"));
    } else {
        edits.push(Edit::new(script.range(member), ",("));
        edits.push(Edit::new(script.range(end), "))"));
    }
}
