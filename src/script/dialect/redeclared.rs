//! `let` of a name that the function has already.

use super::{Edit, Script, annotations};

/// The platform's engine takes a `let` of a parameter, or of a name that a `var` before it declares, for the same variable:
/// it becomes `var`.
pub(super) fn rewrite(script: &Script<'_>, edits: &mut Vec<Edit>) {
    for index in 0..script.tokens.len() {
        if let Some((parameters, body)) = parts(script, index) {
            rewrite_body(script, parameters, body, edits);
        }
    }
}

type Bounds = (usize, usize);

/// The brackets of a function's parameters and those of its body.
fn parts(script: &Script<'_>, keyword: usize) -> Option<(Bounds, Bounds)> {
    if !script.is_keyword(keyword, "function") {
        return None;
    }
    let open = keyword + 1 + usize::from(script.is_word(keyword + 1));
    let close = script.partner(open).filter(|_| script.sign(open) == "(")?;
    let is_typed = script.sign(close + 1) == ":";
    let start = if is_typed { annotations::behind(script, close + 1) } else { close + 1 };
    let end = script.partner(start).filter(|_| script.sign(start) == "{")?;
    Some(((open, close), (start, end)))
}

fn rewrite_body(
    script: &Script<'_>,
    (open, close): Bounds,
    (start, end): Bounds,
    edits: &mut Vec<Edit>,
) {
    let is_parameter =
        |index: &usize| script.is_word(*index) && matches!(script.sign(index - 1), "(" | ",");
    let mut known: Vec<_> =
        (open + 1..close).filter(is_parameter).map(|index| script.at(index)).collect();
    let mut index = start + 1;
    while index < end {
        let name = script.at(index + 1);
        if script.is_keyword(index, "let") && known.contains(&name) {
            edits.push(Edit::new(script.range(index), "var"));
        } else if script.is_keyword(index, "var") {
            known.push(name);
        }
        // What stands in brackets has variables of its own.
        index = script.partner(index).filter(|partner| *partner > index).unwrap_or(index) + 1;
    }
}
