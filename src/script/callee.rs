//! What was called where something is no function.
//!
//! The runtime says "not a function", and where; what stands there says which.

use super::dialect;
use super::error::{ScriptError, ScriptErrorKind};
use super::isml::{is_template, template_script};
use super::syntax::{understood, with_room};
use oxc::ast::AstKind;
use oxc::ast::ast::{
    Argument, ArrayExpressionElement, AssignmentTarget, BinaryOperator, Expression,
    ObjectPropertyKind, UnaryOperator,
};
use oxc::semantic::{AstNode, Semantic};
use oxc::span::{GetSpan, Span};

/// What the runtime says of a value that it can't call or construct.
const NO_FUNCTIONS: [&str; 2] = ["not a function", "not a constructor"];
/// Characters of a callee that is told whole.
const WHOLE: usize = 60;
/// Functions that all scripts have: they are not what is no function, so what is called beside them may be told. Those
/// that call what they are given, as `JSON.parse` does, pass over what is none.
const KNOWN: [&str; 15] = [
    "empty",
    "require",
    "isNaN",
    "parseInt",
    "parseFloat",
    "Boolean",
    "Number",
    "String",
    "encodeURIComponent",
    "decodeURIComponent",
    "JSON.parse",
    "JSON.stringify",
    "Object.keys",
    "Array.isArray",
    "Number.isNaN",
];
/// What the names of functions begin with that translated scripts call.
const OURS: &str = "__";

/// The error with the name of what is no function, if its place tells; `read` has the scripts by their paths.
pub(super) fn named(error: ScriptError, read: impl FnOnce(&str) -> Option<String>) -> ScriptError {
    let is_meant = error.kind == ScriptErrorKind::Thrown
        && error.name == "TypeError"
        && NO_FUNCTIONS.contains(&error.message.as_str());
    let place = error.file.as_deref().zip(error.line.zip(error.column));
    let Some((path, place)) = place.filter(|_| is_meant) else { return error };
    let text = read(path);
    let text = if is_template(path) { text.and_then(|it| template_script(&it)) } else { text };
    // It has run: so it nests no deeper than there is room for.
    let callee = text.and_then(|text| with_room(|| callee(&text, place))?);
    match callee {
        // Templates ask so for what may not be there.
        Some(callee) if is_template(path) => {
            let callee = callee.replace("?.[", "[").replace("?.", ".");
            ScriptError { message: format!("{callee} is {}", error.message), ..error }
        }
        Some(callee) => ScriptError { message: format!("{callee} is {}", error.message), ..error },
        None => error,
    }
}

/// What is called at a place, a line and a column from 1; nothing if that isn't sure.
fn callee(text: &str, place: (u32, u32)) -> Option<String> {
    let look = |text: &str| {
        let text = dialect::adapted(text);
        let place = offset(&text, place.0, place.1)?;
        understood(&text, |_, semantic| called(semantic, place).and_then(|it| told(&text, it)))
    };
    // As the runtime has it.
    let written = if dialect::is_ambiguous(text) { None } else { look(text) };
    written.or_else(|| look(&dialect::translate(text)))?
}

/// Where what is called at a place is written.
fn called(semantic: &Semantic<'_>, place: u32) -> Option<Span> {
    let holds = |span: Span| span.start <= place && place < span.end;
    let nodes = || semantic.nodes().iter();
    // What is called outside of the innermost function isn't called there.
    let body = nodes()
        .map(AstNode::kind)
        .filter(|kind| matches!(kind, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_)))
        .map(|kind| kind.span())
        .filter(|span| holds(*span))
        .min_by_key(|span| span.size());
    let is_there = |span: Span| body.is_none_or(|it| it.start <= span.start && span.end < it.end);
    // The runtime's place is the callee's last name, or the last one among the arguments.
    let calls: Vec<(&AstNode<'_>, Call<'_>)> = nodes()
        .filter_map(|node| Some((node, Call::of(node.kind())?)))
        .filter(|(node, _)| holds(node.kind().span()) && is_there(node.kind().span()))
        .filter(|(_, call)| !is_known(semantic, call.callee))
        .collect();
    let (node, call) = calls.iter().min_by_key(|(node, _)| node.kind().span().size())?;
    // Of calls in a chain it is the first one that has the place; within each other they are two.
    let start = node.kind().span().start;
    let is_sure = calls.iter().all(|(node, call)| {
        node.kind().span().start == start && Call::in_expression(call.callee).is_none()
    });
    (is_sure && call.is_alone() && !calls_more(semantic, node)).then(|| call.callee.span())
}

/// Whether it is one of the functions that all scripts have, and none of the script's own under its name.
fn is_known(semantic: &Semantic<'_>, callee: &Expression<'_>) -> bool {
    let (begin, name) = match callee {
        Expression::Identifier(it) => (it, it.name.to_string()),
        Expression::StaticMemberExpression(member) => match &member.object {
            Expression::Identifier(it) => (it, format!("{}.{}", it.name, member.property.name)),
            _ => return false,
        },
        _ => return false,
    };
    KNOWN.contains(&name.as_str()) && semantic.is_reference_to_global_variable(begin)
}

/// A call as it is written.
struct Call<'a> {
    callee: &'a Expression<'a>,
    arguments: &'a [Argument<'a>],
    is_template: bool,
}

impl<'a> Call<'a> {
    fn of(kind: AstKind<'a>) -> Option<Self> {
        let (callee, arguments, is_template) = match kind {
            AstKind::CallExpression(call) => (&call.callee, call.arguments.as_slice(), false),
            AstKind::NewExpression(made) => (&made.callee, made.arguments.as_slice(), false),
            AstKind::TaggedTemplateExpression(tagged) => (&tagged.tag, [].as_slice(), true),
            _ => return None,
        };
        let begin = match callee {
            Expression::StaticMemberExpression(member) => &member.object,
            callee => callee,
        };
        let is_ours = matches!(begin, Expression::Identifier(it) if it.name.starts_with(OURS));
        (!is_ours).then_some(Self { callee, arguments, is_template })
    }

    /// The call that an expression is.
    fn in_expression(expression: &'a Expression<'a>) -> Option<Self> {
        match expression.get_inner_expression() {
            Expression::CallExpression(it) => Self::of(AstKind::CallExpression(it)),
            Expression::NewExpression(it) => Self::of(AstKind::NewExpression(it)),
            Expression::TaggedTemplateExpression(it) => {
                Self::of(AstKind::TaggedTemplateExpression(it))
            }
            _ => None,
        }
    }

    /// Whether nothing else is called for it, be it unseen, and it isn't what a script says so with itself.
    fn is_alone(&self) -> bool {
        !self.is_template
            && self.arguments.iter().all(|it| it.as_expression().is_some_and(is_quiet))
    }
}

/// Whether an expression calls nothing, as far as it is written; the getters of what it names aren't known. A text that
/// tells of something that is no function may be the error's own.
fn is_quiet(expression: &Expression<'_>) -> bool {
    match expression.get_inner_expression() {
        Expression::StringLiteral(text) => {
            !NO_FUNCTIONS.iter().any(|told| text.value.as_str().contains(told))
        }
        Expression::BooleanLiteral(_)
        | Expression::NullLiteral(_)
        | Expression::NumericLiteral(_)
        | Expression::BigIntLiteral(_)
        | Expression::RegExpLiteral(_)
        | Expression::Identifier(_)
        | Expression::ThisExpression(_)
        | Expression::FunctionExpression(_)
        | Expression::ArrowFunctionExpression(_) => true,
        Expression::TemplateLiteral(text) => text.expressions.is_empty(),
        Expression::StaticMemberExpression(member) => is_quiet(&member.object),
        Expression::UnaryExpression(it) => {
            matches!(it.operator, UnaryOperator::LogicalNot | UnaryOperator::Typeof)
                && is_quiet(&it.argument)
        }
        Expression::BinaryExpression(it) => {
            let is_strict = matches!(
                it.operator,
                BinaryOperator::StrictEquality | BinaryOperator::StrictInequality
            );
            is_strict && is_quiet(&it.left) && is_quiet(&it.right)
        }
        Expression::LogicalExpression(it) => is_quiet(&it.left) && is_quiet(&it.right),
        Expression::ConditionalExpression(it) => {
            is_quiet(&it.test) && is_quiet(&it.consequent) && is_quiet(&it.alternate)
        }
        Expression::ArrayExpression(list) => list.elements.iter().all(|element| match element {
            ArrayExpressionElement::Elision(_) => true,
            element => element.as_expression().is_some_and(is_quiet),
        }),
        Expression::ObjectExpression(object) => object.properties.iter().all(|it| match it {
            ObjectPropertyKind::ObjectProperty(it) => !it.computed && is_quiet(&it.value),
            ObjectPropertyKind::SpreadProperty(_) => false,
        }),
        _ => false,
    }
}

/// Whether what a call gives is gone through or asked for a method at once, which has the call's place as well; or
/// thrown.
fn calls_more(semantic: &Semantic<'_>, call: &AstNode<'_>) -> bool {
    let (nodes, mut inner) = (semantic.nodes(), call.kind().span());
    for kind in nodes.ancestor_kinds(call.id()) {
        match kind {
            AstKind::CallExpression(it) if it.callee.span() != inner => return false,
            AstKind::ComputedMemberExpression(it) if it.object.span() != inner => return false,
            AstKind::StaticMemberExpression(_)
            | AstKind::ComputedMemberExpression(_)
            | AstKind::ParenthesizedExpression(_)
            | AstKind::ChainExpression(_)
            | AstKind::CallExpression(_) => inner = kind.span(),
            AstKind::ForOfStatement(it) => return it.right.span() == inner,
            AstKind::VariableDeclarator(it) => return it.id.is_array_pattern(),
            AstKind::AssignmentExpression(it) => {
                return matches!(it.left, AssignmentTarget::ArrayAssignmentTarget(_));
            }
            AstKind::BinaryExpression(it) => return it.operator == BinaryOperator::Instanceof,
            AstKind::YieldExpression(it) => return it.delegate,
            AstKind::SpreadElement(_) | AstKind::ThrowStatement(_) => return true,
            _ => return false,
        }
    }
    false
}

/// A callee in one line. An error's own constructor is what a script throws, and no fault.
fn told(text: &str, written: Span) -> Option<String> {
    let written = text.get(written.start as usize..written.end as usize)?;
    let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = words.replace(" .", ".");
    let last = line.rsplit('.').next().unwrap_or_default();
    if last.ends_with("Error") {
        return None;
    }
    if line.chars().count() <= WHOLE {
        return Some(line);
    }
    let is_name =
        !last.is_empty() && last.chars().all(|it| it.is_alphanumeric() || "_$".contains(it));
    (is_name && last.len() < line.len()).then(|| format!("….{last}"))
}

/// Where a line and a column begin.
fn offset(text: &str, line: u32, column: u32) -> Option<u32> {
    let line = text.split_inclusive('\n').nth(line.checked_sub(1)? as usize)?;
    let (at, _) = line.char_indices().nth(column.checked_sub(1)? as usize)?;
    let before = line.as_ptr().addr() - text.as_ptr().addr();
    u32::try_from(before + at).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The place is where `‸` stands.
    fn at(marked: &str) -> Option<String> {
        let (before, _) = marked.split_once('‸').expect("a place");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let number = |it: usize| u32::try_from(it).expect("small");
        callee(&marked.replace('‸', ""), (number(line), number(column)))
    }

    #[test]
    fn what_is_called_is_told_as_it_is_written() {
        for (marked, expected) in [
            ("basket.‸foo(1, 2);", "basket.foo"),
            ("var f = null; ‸f();", "f"),
            ("new ‸basket.Thing();", "basket.Thing"),
            ("basket['x' + ‸1](3);", "basket['x' + 1]"),
            ("(a.foo || a.‸bar)();", "(a.foo || a.bar)"),
            ("a\n  .b\n  .‸foo();", "a.b.foo"),
            (
                "items.map(function (x) { return x; }).‸nope().map();",
                "items.map(function (x) { return x; }).nope",
            ),
            ("(function () { return a.‸b(); })();", "a.b"),
            ("/* ä */ a.‸b(c.d);", "a.b"),
            ("a.b(1, ‸c);", "a.b"),
            ("a.‸b({ c: 1, d: [c, 'x'] }, function () { return c(); }, !c && c.d === 1);", "a.b"),
            ("var c = a.‸b() || {};", "a.b"),
            ("a.b(c).d(‸e);", "a.b(c).d"),
            ("a.b(‸c).d();", "a.b"),
            ("if (empty(a.‸b())) { c(); }", "a.b"),
            ("var c = JSON.parse(a.‸b(c)).d;", "a.b"),
            (
                "items.filter(function (item) { return item.is && item.other; }).map(f).‸nope();",
                "….nope",
            ),
        ] {
            assert_eq!(at(marked).as_deref(), Some(expected), "{marked}");
        }
    }

    #[test]
    fn nothing_is_told_that_is_not_sure() {
        for marked in [
            "throw new ‸TypeError('not a function');",
            "throw my.‸OwnError('not a function');",
            "x[‸f()]();",
            "var ‸a = 1;",
            "a.b(‸f());",
            "g(a.b(‸c));",
            "a.‸b(c.d());",
            "‸f(null)(1);",
            "‸f(f)(a)(1);",
            "(a.b || ‸f)(1)(2);",
            "new a.‸d(1)(2);",
            "new ‸Proxy(f, { apply: 3 })(1);",
            "f(...‸bad);",
            "f([...‸bad]);",
            "for (var z of f(‸bad)) {}",
            "for (var z of f(‸bad).g) {}",
            "var [z] = f(‸bad);",
            "[z] = f(‸bad);",
            "f('x' in ‸trap);",
            "a.d(trap.‸x = 1);",
            "f({ ...‸trap });",
            "f(c + ‸d);",
            "f(a.‸b`x`);",
            "a.‸b`${f(1)}`;",
            "c instanceof f(‸d);",
            "var e = new ‸Fault('x is not a function');",
            "throw new ‸es.Bad(1);",
            "throw ‸bad(1);",
            "function empty() {} empty(a.‸b());",
            "JSON.reparse(a.‸b());",
        ] {
            assert_eq!(at(marked), None, "{marked}");
        }
        assert_eq!(callee("a();", (9, 1)), None);
        assert_eq!(callee("a();", (1, 99)), None);
        assert_eq!(callee("a(", (1, 1)), None);
    }
}
