//! Where the runtime would not know the place of an error.
//!
//! The runtime tells an error's place by the last name, call or operand that it has noted. It notes none for `this`
//! and for literals: an error behind them, as of `this.a.b`, would be told where something else stood before. They are
//! preceded by a name that costs nothing, as the runtime drops it: `(undefined,this).a.b`.

use super::insert::Insertions;
use oxc::ast::AstKind;
use oxc::ast::ast::{Expression, Program, WithStatement};
use oxc::ast_visit::Visit;
use oxc::span::{GetSpan, Span};

/// What an access to a member begins with, if the runtime doesn't note where. It notes where a `statement` begins, and
/// a parenthesis there would go on with the line before.
pub(super) fn unplaced(kind: &AstKind<'_>, statement: u32) -> Option<Span> {
    let object = match kind {
        AstKind::StaticMemberExpression(it) => &it.object,
        AstKind::ComputedMemberExpression(it) => &it.object,
        AstKind::PrivateFieldExpression(it) => &it.object,
        _ => return None,
    };
    let inner = object.without_parentheses();
    let is_unplaced = inner.is_literal()
        || matches!(
            inner,
            Expression::ThisExpression(_)
                | Expression::ArrayExpression(_)
                | Expression::ObjectExpression(_)
                | Expression::TemplateLiteral(_)
                | Expression::NewTarget(_)
        );
    let span = object.span();
    (is_unplaced && span.start != statement).then_some(span)
}

/// Places what stands there.
pub(super) fn place(span: Span, out: &mut Insertions) {
    out.add(span.start, "(undefined,");
    out.add(span.end, ")");
}

/// Places all of a script that is run as it was written.
pub(super) fn place_all(program: &Program<'_>, out: &mut Insertions) {
    Places { out, statement: u32::MAX }.visit_program(program);
}

struct Places<'i> {
    out: &'i mut Insertions,
    /// Where the last statement that is an expression begins.
    statement: u32,
}

impl<'a> Visit<'a> for Places<'_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        if let AstKind::ExpressionStatement(it) = kind {
            self.statement = it.span.start;
        }
        if let Some(span) = unplaced(&kind, self.statement) {
            place(span, self.out);
        }
    }

    /// There any name may be a property of the object.
    fn visit_with_statement(&mut self, it: &WithStatement<'a>) {
        self.visit_expression(&it.object);
    }
}
