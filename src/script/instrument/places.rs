//! Where the runtime would not know the place of an error.
//!
//! The runtime tells an error's place by the last name, call or operand that it has noted. It notes none for `this`
//! and for literals: an error behind them, as of `this.a.b`, would be told where something else stood before. They are
//! preceded by a name that costs nothing, as the runtime drops it: `(undefined,this).a.b`.
//!
//! What is taken apart, as by `var { a } = b`, has nothing that is noted before it, and what is called that an immediately
//! called function returns is noted inside of that. Both get such a name as well: `undefined;var { a } = b`. So does what
//! a class sets of its own, and a constructor, whose call may be an error by itself.
//! What has a blank before it is noted, too: an immediately called function gets one where it is called, or the call
//! would be noted inside of it, `(x => f(x))( 1)`.
//!
//! Setting a constant is always an error, which the runtime tells where the code ends that is never reached behind it.
//! So something must be reached there: `!1?0:limit = 2`.

use super::insert::Insertions;
use oxc::allocator::Vec as ArenaVec;
use oxc::ast::AstKind;
use oxc::ast::ast::{
    Argument, ArrayExpressionElement, AssignmentTarget, CallExpression, Class, ClassElement,
    Directive, Expression, LabeledStatement, Program, SimpleAssignmentTarget, Statement,
    VariableDeclaration, VariableDeclarationKind, WithStatement,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};
use std::borrow::Cow;
use std::collections::HashSet;

/// What takes something apart, or an access to a member begins with, a loop or `yield*` goes through, a class extends, a method
/// is called or a function returns, if the runtime doesn't note where. It notes where a `statement` begins, and a parenthesis
/// there would go on with the line before.
pub(super) fn unplaced(kind: &AstKind<'_>, statement: u32) -> Option<Span> {
    if let AstKind::AssignmentExpression(it) = kind {
        let is_unplaced = it.left.is_assignment_target_pattern() && it.span.start != statement;
        return is_unplaced.then_some(it.span);
    }
    if let AstKind::ReturnStatement(it) = kind {
        return it.argument.as_ref().filter(|value| runs(value)).map(GetSpan::span);
    }
    let object = match kind {
        AstKind::StaticMemberExpression(it) => &it.object,
        AstKind::ComputedMemberExpression(it) => &it.object,
        AstKind::PrivateFieldExpression(it) => &it.object,
        AstKind::ForOfStatement(it) => &it.right,
        AstKind::YieldExpression(it) if it.delegate => it.argument.as_ref()?,
        AstKind::Class(it) => &it.heritage.as_ref()?.expression,
        AstKind::MethodDefinition(it) if it.computed => it.key.as_expression()?,
        _ => return None,
    };
    let span = object.span();
    let inner = object.without_parentheses();
    let extends_function = matches!(kind, AstKind::Class(_)) && inner.is_function();
    let is_noted = span.start == statement || !(is_unplaced(inner) || extends_function);
    (!is_noted).then_some(span)
}

/// The first argument of a call of what an immediately called function returns: `(function () { … })()(argument)`.
pub(super) fn placed_by(call: &CallExpression<'_>) -> Option<Span> {
    let mut callee = call.callee.without_parentheses();
    while let Expression::CallExpression(inner) = callee {
        callee = inner.callee.without_parentheses();
        if callee.is_function() {
            return call.arguments.first()?.as_expression().map(GetSpan::span);
        }
    }
    None
}

/// Where a function is called that is written there: at its first argument, or the end of the call.
pub(super) fn called_at_once(call: &CallExpression<'_>) -> Option<u32> {
    call.callee.without_parentheses().is_function().then(|| first_of(call))
}

/// Where the arguments of a call begin, or its end if there are none.
pub(super) fn first_of(call: &CallExpression<'_>) -> u32 {
    call.arguments.first().map_or(call.span.end - 1, |first| first.span().start)
}

/// Where the runtime has noted a place last in what is gone through, as far as that is known.
pub(super) fn noted(expression: &Expression<'_>) -> Option<u32> {
    let placed = || is_unplaced(expression.without_parentheses()).then(|| expression.span().start);
    noted_inside(expression).or_else(placed)
}

fn noted_inside(expression: &Expression<'_>) -> Option<u32> {
    match expression.without_parentheses() {
        Expression::Identifier(it) => Some(it.span.start),
        Expression::CallExpression(it) => {
            let arguments = it.arguments.iter().rev().filter_map(Argument::as_expression);
            arguments.chain([&it.callee]).find_map(noted_inside)
        }
        Expression::StaticMemberExpression(it) => noted_inside(&it.object),
        Expression::PrivateFieldExpression(it) => noted_inside(&it.object),
        Expression::ComputedMemberExpression(it) => {
            [&it.expression, &it.object].into_iter().find_map(noted_inside)
        }
        Expression::ConditionalExpression(it) => {
            [&it.alternate, &it.consequent, &it.test].into_iter().find_map(noted_inside)
        }
        Expression::LogicalExpression(it) => {
            [&it.right, &it.left].into_iter().find_map(noted_inside)
        }
        Expression::SequenceExpression(it) => it.expressions.iter().rev().find_map(noted_inside),
        Expression::ArrayExpression(it) => {
            let elements = it.elements.iter().rev();
            elements.filter_map(ArrayExpressionElement::as_expression).find_map(noted_inside)
        }
        _ => None,
    }
}

/// Whether the runtime notes nothing of it.
fn is_unplaced(expression: &Expression<'_>) -> bool {
    expression.is_literal()
        || matches!(
            expression,
            Expression::ThisExpression(_)
                | Expression::ArrayExpression(_)
                | Expression::ObjectExpression(_)
                | Expression::TemplateLiteral(_)
                | Expression::NewTarget(_)
        )
}

/// Where what comes behind the directives of a body begins; without any that is its `start`.
pub(super) fn after_directives(directives: &[Directive<'_>], start: u32) -> u32 {
    directives.last().map_or(start, |directive| directive.span.end)
}

/// Stands before what is to be noted.
pub(super) const BLANK: &str = " ";

/// What a statement begins with of which the runtime notes nothing before it may throw, and what else is to be noted.
pub(super) const NOTED: &str = "undefined;";

/// What stands behind something else: a round, after which something is asked, and a constructor, after which is looked whether it
/// has called its parent's.
const ENDS: &str = ";undefined;";

/// Whether a statement may throw before the runtime has noted anything of it: it takes something apart, sets what a class
/// has, enters what is no object, or goes round and is ended there.
pub(super) fn is_unnoted(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::VariableDeclaration(it) => {
            it.declarations.iter().any(|it| it.init.is_some() && it.id.is_destructuring_pattern())
                || it.declarations.first().and_then(|it| it.init.as_ref()).is_some_and(runs)
        }
        Statement::ExpressionStatement(it) => match &it.expression {
            Expression::AssignmentExpression(it) => it.left.is_assignment_target_pattern(),
            _ => false,
        },
        Statement::ClassDeclaration(it) => has_statics(it),
        Statement::WithStatement(it) => is_unplaced(it.object.without_parentheses()),
        _ => is_endless(statement),
    }
}

/// Whether a statement, behind its labels, goes round without asking anything.
pub(super) fn is_endless(statement: &Statement<'_>) -> bool {
    match statement {
        Statement::LabeledStatement(it) => is_endless(&it.body),
        Statement::ForStatement(it) => it.test.as_ref().is_none_or(is_constant),
        Statement::WhileStatement(it) => is_constant(&it.test),
        Statement::DoWhileStatement(it) => is_constant(&it.test),
        _ => false,
    }
}

/// Whether an expression is a literal, or an operator before one.
fn is_constant(expression: &Expression<'_>) -> bool {
    match expression.without_parentheses() {
        Expression::UnaryExpression(it) => is_constant(&it.argument),
        other => other.is_literal(),
    }
}

/// Whether a value is a class that runs something.
fn runs(value: &Expression<'_>) -> bool {
    matches!(value, Expression::ClassExpression(it) if has_statics(it))
}

/// Whether a class runs something of its own when it is made.
fn has_statics(class: &Class<'_>) -> bool {
    class.body.body.iter().any(|element| match element {
        ClassElement::StaticBlock(_) => true,
        ClassElement::PropertyDefinition(it) => it.r#static && it.value.is_some(),
        _ => false,
    })
}

/// What stands before and behind what is placed.
pub(super) const PLACE: (&str, &str) = ("(undefined,", ")");

/// Places what stands there.
pub(super) fn place(span: Span, out: &mut Insertions) {
    out.add(span.start, PLACE.0);
    out.add(span.end, PLACE.1);
}

/// The names that something in a script declares as constants, also private ones that can't be set; others of these
/// names may be variables.
#[derive(Default)]
pub(super) struct Constants(HashSet<String>);

impl Constants {
    pub(super) fn of(source: &str, program: &Program<'_>) -> Self {
        let mut constants = Self::default();
        if ["const", "class"].iter().any(|word| source.contains(word)) {
            constants.visit_program(program);
        }
        constants
    }

    /// What sets one of them.
    pub(super) fn set_by(&self, kind: &AstKind<'_>) -> Option<Span> {
        let (name, span) = match kind {
            AstKind::AssignmentExpression(it) => match &it.left {
                AssignmentTarget::AssignmentTargetIdentifier(name)
                    if !may_end_in_arrow(&it.right) =>
                {
                    (Cow::Borrowed(name.name.as_str()), it.span)
                }
                AssignmentTarget::PrivateFieldExpression(member)
                    if !may_end_in_arrow(&it.right) =>
                {
                    (private(&member.field.name), it.span)
                }
                _ => return None,
            },
            AstKind::UpdateExpression(it) => match &it.argument {
                SimpleAssignmentTarget::AssignmentTargetIdentifier(name) => {
                    (Cow::Borrowed(name.name.as_str()), it.span)
                }
                SimpleAssignmentTarget::PrivateFieldExpression(member) => {
                    (private(&member.field.name), it.span)
                }
                _ => return None,
            },
            _ => return None,
        };
        self.0.contains(&*name).then_some(span)
    }
}

impl<'a> Visit<'a> for Constants {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if it.kind == VariableDeclarationKind::Const {
            let patterns = it.declarations.iter();
            let names = patterns.flat_map(|it| it.id.get_binding_identifiers());
            self.0.extend(names.map(|it| it.name.to_string()));
        }
        walk::walk_variable_declaration(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.0.extend(it.id.iter().map(|id| id.name.to_string()));
        let methods = it.body.body.iter().filter_map(|element| match element {
            ClassElement::MethodDefinition(it) => Some((it.kind, it.key.private_name()?)),
            _ => None,
        });
        let (set, others): (Vec<_>, Vec<_>) = methods.partition(|(kind, _)| kind.is_set());
        let is_set = |name| set.iter().any(|(_, known)| *known == name);
        let never_set = others.into_iter().filter(|(_, name)| !is_set(*name));
        self.0.extend(never_set.map(|(_, name)| private(&name).into_owned()));
        walk::walk_class(self, it);
    }
}

fn private(name: &str) -> Cow<'static, str> {
    Cow::Owned(format!("#{name}"))
}

/// Whether the body of an arrow function may end there, at which more is added.
const fn may_end_in_arrow(value: &Expression<'_>) -> bool {
    matches!(
        value,
        Expression::ArrowFunctionExpression(_)
            | Expression::AssignmentExpression(_)
            | Expression::ConditionalExpression(_)
    )
}

/// Places what sets a constant. It mustn't be taken for a part of the line before either.
pub(super) fn place_setting(span: Span, statement: u32, out: &mut Insertions) {
    if span.start == statement {
        out.add(span.start, "!1?0:");
    } else {
        out.add(span.start, "(!1?0:");
        out.add(span.end, ")");
    }
}

/// Places all of a script that is run as it was written.
pub(super) fn place_all(source: &str, program: &Program<'_>, out: &mut Insertions) {
    Places::new(&Constants::of(source, program), out).visit_program(program);
}

/// Places what it visits.
pub(super) struct Places<'i> {
    constants: &'i Constants,
    out: &'i mut Insertions,
    /// Where the last statement that is an expression begins.
    statement: u32,
}

impl<'i> Places<'i> {
    pub(super) const fn new(constants: &'i Constants, out: &'i mut Insertions) -> Self {
        Self { constants, out, statement: u32::MAX }
    }

    /// Places what is in a statement of a list.
    pub(super) fn listed(&mut self, statement: &Statement<'_>) {
        if is_unnoted(statement) {
            self.out.add(statement.span().start, NOTED);
        }
        walk::walk_statement(self, statement);
    }

    /// Behind each of its rounds a loop that waits asks for the next one.
    fn waiting(&mut self, body: &Statement<'_>) {
        let Span { start, end, .. } = body.span();
        if matches!(body, Statement::BlockStatement(_)) {
            self.out.add(end - 1, ENDS);
        } else {
            self.out.add(start, "{");
            self.out.add(end, ENDS);
            self.out.add(end, "}");
        }
    }

    /// Who calls a constructor without `new`, and one that hasn't called its parent's, is told of a place in it.
    fn constructor(&mut self, class: &Class<'_>) {
        let body = class.body.body.iter().find_map(|element| match element {
            ClassElement::MethodDefinition(it) if it.kind.is_constructor() => {
                it.value.body.as_ref()
            }
            _ => None,
        });
        let Some(body) = body else { return };
        // A directive may go without its semicolon.
        let note = if body.directives.is_empty() { NOTED } else { ENDS };
        self.out.add(after_directives(&body.directives, body.span.start + 1), note);
        if class.heritage.is_some() {
            self.out.add(body.span.end - 1, ENDS);
        }
    }

    /// The runtime declares a function that is all of a branch only between braces.
    fn branch(&mut self, branch: &Statement<'_>) {
        if let Statement::FunctionDeclaration(it) = branch {
            self.out.add(it.span.start, "{");
            self.out.add(it.span.end, "}");
        }
    }
}

impl<'a> Visit<'a> for Places<'_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        if let AstKind::ExpressionStatement(it) = kind {
            self.statement = it.span.start;
        }
        if let Some(span) = unplaced(&kind, self.statement) {
            place(span, self.out);
        }
        if let AstKind::CallExpression(it) = kind {
            if let Some(span) = placed_by(it) {
                place(span, self.out);
            }
            if let Some(at) = called_at_once(it) {
                self.out.add(at, BLANK);
            }
        }
        if let Some(span) = self.constants.set_by(&kind) {
            place_setting(span, self.statement, self.out);
        }
        if let AstKind::ForOfStatement(it) = kind
            && it.r#await
        {
            self.waiting(&it.body);
        }
        if let AstKind::Class(it) = kind {
            self.constructor(it);
        }
        if let AstKind::IfStatement(it) = kind {
            self.branch(&it.consequent);
            it.alternate.iter().for_each(|branch| self.branch(branch));
        }
    }

    fn visit_statements(&mut self, it: &ArenaVec<'a, Statement<'a>>) {
        for statement in it {
            self.listed(statement);
        }
    }

    /// One that is in no list: what stands before it needs braces around both.
    fn visit_statement(&mut self, it: &Statement<'a>) {
        let needs_braces = is_unnoted(it);
        if needs_braces {
            self.out.add(it.span().start, "{");
        }
        self.listed(it);
        if needs_braces {
            self.out.add(it.span().end, "}");
        }
    }

    /// What is gone on with by its label follows that at once: what is noted of it stands before the label.
    fn visit_labeled_statement(&mut self, it: &LabeledStatement<'a>) {
        if is_endless(&it.body) {
            walk::walk_statement(self, &it.body);
        } else {
            self.visit_statement(&it.body);
        }
    }

    /// There any name may be a property of the object.
    fn visit_with_statement(&mut self, it: &WithStatement<'a>) {
        self.visit_expression(&it.object);
    }
}
