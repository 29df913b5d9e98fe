//! `for (… in …)` of collections.

use super::Edit;
use oxc::ast::AstKind;
use oxc::ast::ast::Expression;
use oxc::semantic::Semantic;
use oxc::span::GetSpan;

/// The global that answers what a loop over keys goes through; it isn't listed as a variable.
pub(super) const KEYS: &str = "__keys";

/// Whether a text may have such a loop.
pub(super) fn may_have(text: &str) -> bool {
    text.contains("for") && text.split_ascii_whitespace().any(|word| word == "in")
}

/// On the platform's engine the keys of a collection are its indices, also for `for (var index in list)`, which becomes
/// `for (var index in __keys(list))`. The edits at the starts and those at the ends: others may stand in between.
pub(super) fn edits(semantic: &Semantic<'_>) -> (Vec<Edit>, Vec<Edit>) {
    let loops = semantic.nodes().iter().filter_map(|node| match node.kind() {
        AstKind::ForInStatement(it) if !is_literal(&it.right) => Some(&it.right),
        _ => None,
    });
    loops
        .map(|right| {
            let (start, end) = match right {
                Expression::SequenceExpression(_) => ("((", "))"),
                _ => ("(", ")"),
            };
            let span = right.span();
            let first = Edit::insert(span.start as usize, format!("{KEYS}{start}"));
            (first, Edit::insert(span.end as usize, end))
        })
        .unzip()
}

/// Whether it is no collection for sure.
fn is_literal(expression: &Expression<'_>) -> bool {
    matches!(expression, Expression::ObjectExpression(_) | Expression::ArrayExpression(_))
}
