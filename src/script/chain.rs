//! Names in a row, as `basket.shipments`.

use oxc::ast::ast::Expression;

/// What a chain of names says, and where its last name begins: `a.b.c`.
pub(super) fn chain(expression: &Expression<'_>) -> Option<(String, u32)> {
    match expression.get_inner_expression() {
        Expression::Identifier(name) => Some((name.name.to_string(), name.span.start)),
        Expression::ThisExpression(this) => Some(("this".to_owned(), this.span.start)),
        Expression::StaticMemberExpression(member) => {
            let property = &member.property;
            let name = match chain(&member.object) {
                Some((object, _)) => format!("{object}.{}", property.name),
                None => property.name.to_string(),
            };
            Some((name, property.span.start))
        }
        _ => None,
    }
}
