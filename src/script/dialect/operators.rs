//! Operators that mean something of their own for XML: `list += <a/>`, `x.@id == y.@id`, `typeof x`.

use super::{Edit, LIBRARY};
use crate::script::syntax::parsed;
use crate::script::tokens::{TokenKind, Tokens};
use oxc::ast::ast::{
    AssignmentExpression, AssignmentOperator, AssignmentTarget, BinaryExpression, BinaryOperator,
    Expression, FunctionBody, Program, UnaryExpression, UnaryOperator,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::GetSpan;
use std::ops::Range;

/// Where the library is asked; nothing if the text doesn't parse.
pub(super) fn edits(text: &str) -> Vec<Edit> {
    let find = |program: &Program<'_>| {
        let mut finder = Finder { text, edits: Vec::new(), bodies: Vec::new() };
        finder.visit_program(program);
        finder.edits
    };
    let mut edits = parsed(text, find).unwrap_or_default();
    // Where one expression ends and the operator behind it begins, the end comes first.
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    edits
}

struct Finder<'t> {
    text: &'t str,
    edits: Vec<Edit>,
    /// The functions around, by their bodies, and whether each sets a namespace.
    bodies: Vec<bool>,
}

impl Finder<'_> {
    /// `a + b` as `__xml.plus(a , b)`.
    fn call(&mut self, function: &str, operator: Range<usize>, all: Range<usize>) {
        self.edits.push(Edit::insert(all.start, format!("{function}(")));
        let comma = format!("{:width$}", ",", width = operator.len());
        self.edits.push(Edit::new(operator, comma));
        self.edits.push(Edit::insert(all.end, ")"));
    }

    /// Where the operator stands between two operands.
    fn operator(&self, from: u32, operator: &str) -> Option<Range<usize>> {
        let tokens = Tokens::from(self.text, from as usize);
        let first = tokens.into_iter().find(|it| it.kind != TokenKind::Comment)?;
        let range = first.start..first.start + operator.len();
        (self.text.get(range.clone()) == Some(operator)).then_some(range)
    }

    fn binary(&mut self, it: &BinaryExpression<'_>) -> Option<()> {
        let (function, sign) = match it.operator {
            BinaryOperator::Addition => ("plus", "+"),
            BinaryOperator::Equality => ("same", "=="),
            BinaryOperator::Inequality => ("same", "!="),
            _ => return None,
        };
        if is_plain(&it.left) || is_plain(&it.right) {
            return None;
        }
        let operator = self.operator(it.left.span().end, sign)?;
        let not = if sign == "!=" { "!" } else { "" };
        self.call(&format!("{not}{LIBRARY}.{function}"), operator, range(it));
        Some(())
    }

    /// `a += b` as `a =__xml.plus(a, b)`, `a.b += c` as `__xml.add(a,"b",c)`.
    fn assignment(&mut self, it: &AssignmentExpression<'_>) -> Option<()> {
        if it.operator != AssignmentOperator::Addition || is_plain(&it.right) {
            return None;
        }
        let operator = self.operator(it.left.span().end, "+=")?;
        let (start, end) = (it.span.start as usize, it.span.end as usize);
        match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                let text = format!("={LIBRARY}.plus({},", name.name);
                self.edits.push(Edit::new(operator, text));
            }
            AssignmentTarget::StaticMemberExpression(member) => {
                self.edits.push(Edit::insert(start, format!("{LIBRARY}.add(")));
                let dot = self.operator(member.object.span().end, ".")?;
                self.edits.push(Edit::new(dot, ",\""));
                let name = format!(
                    "\"{}",
                    blank(&self.text[member.property.span.end as usize..operator.start])
                );
                self.edits
                    .push(Edit::new(member.property.span.end as usize..operator.end, name + ","));
            }
            AssignmentTarget::ComputedMemberExpression(member) => {
                self.edits.push(Edit::insert(start, format!("{LIBRARY}.add(")));
                let bracket = self.operator(member.object.span().end, "[")?;
                self.edits.push(Edit::new(bracket, ","));
                let closing = member.span.end as usize - 1;
                let between = blank(&self.text[closing + 1..operator.start]);
                self.edits.push(Edit::new(closing..operator.end, between + ","));
            }
            _ => return None,
        }
        self.edits.push(Edit::insert(end, ")"));
        Some(())
    }

    /// A namespace that a function sets is its own.
    fn bounded(&mut self, body: &FunctionBody<'_>) {
        let Range { start, end } = range(body);
        self.edits.push(Edit::insert(start + 1, format!("{LIBRARY}.enter();try{{")));
        self.edits.push(Edit::insert(end - 1, format!("}}finally{{{LIBRARY}.leave()}}")));
    }

    fn kind(&mut self, it: &UnaryExpression<'_>) {
        let start = it.span.start as usize;
        let word = start..start + "typeof".len();
        let asked = match &it.argument {
            // A name that nobody has declared has a type too.
            Expression::Identifier(name) => {
                format!(
                    "(typeof {name}===\"undefined\"?\"undefined\":{LIBRARY}.kind(",
                    name = name.name
                )
            }
            _ => format!("({LIBRARY}.kind("),
        };
        self.edits.push(Edit::new(word, asked));
        self.edits.push(Edit::insert(it.span.end as usize, "))"));
    }
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        self.binary(it);
        walk::walk_binary_expression(self, it);
    }

    fn visit_function_body(&mut self, it: &FunctionBody<'a>) {
        self.bodies.push(false);
        walk::walk_function_body(self, it);
        if self.bodies.pop() == Some(true) {
            self.bounded(it);
        }
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        let target = &self.text[range(&it.left)];
        if let Some(sets) = self.bodies.last_mut()
            && target == format!("{LIBRARY}.space")
        {
            *sets = true;
        }
        self.assignment(it);
        walk::walk_assignment_expression(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Typeof {
            self.kind(it);
        }
        walk::walk_unary_expression(self, it);
    }
}

fn range(it: &impl GetSpan) -> Range<usize> {
    it.span().start as usize..it.span().end as usize
}

/// Whether a value is certainly none of XML, and makes none of another one.
fn is_plain(expression: &Expression<'_>) -> bool {
    match expression.get_inner_expression() {
        Expression::StringLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_)
        | Expression::TemplateLiteral(_)
        | Expression::UnaryExpression(_)
        | Expression::UpdateExpression(_) => true,
        // `'a' + b` is a text, whatever `b` is.
        Expression::BinaryExpression(it) => {
            it.operator != BinaryOperator::Addition || is_plain(&it.left) || is_plain(&it.right)
        }
        _ => false,
    }
}

/// Its line ends.
fn blank(text: &str) -> String {
    text.chars().filter(|it| *it == '\n').collect()
}
