//! The plain twin of a short function: what runs while nobody wants to hear of it.
//!
//! A function that is over soon, such as `x => x.price * 2`, spends most of its time telling the debugger nothing. So
//! its text stands there twice: as it was written, and, for whoever listens when it begins, with its hooks. That is
//! nothing that anybody could miss if a function calls others only in the last statement that it runs: whatever is
//! armed meanwhile, no hook of it comes after that.

use super::insert::{Addition, Insertions};
use super::places::{Constants, Places};
use oxc::ast::AstKind;
use oxc::ast::ast::{Expression, Statement};
use oxc::ast_visit::Visit;
use oxc::span::{GetSpan, Span};

/// No longer texts are written twice, in bytes.
const LONGEST: u32 = 160;

/// What can't be written once more without its line breaks, or may end lines in a way of its own.
const UNFIT: [&str; 6] = ["//", "/*", "<!--", "-->", "\u{2028}", "\u{2029}"];

/// A script's text, and what in it never changes.
#[derive(Clone, Copy)]
pub(super) struct Given<'s> {
    pub(super) source: &'s str,
    pub(super) constants: &'s Constants,
}

/// What stands there once more.
pub(super) enum Twin {
    /// All that a function does, which always returns.
    Statements(Vec<Addition>),
    /// The value that is all it makes.
    Value(Vec<Addition>),
}

/// What a statement returns.
pub(super) fn returned_by<'s, 'a>(statement: &'s Statement<'a>) -> Option<&'s Expression<'a>> {
    match statement {
        Statement::ReturnStatement(it) => it.argument.as_ref(),
        _ => None,
    }
}

/// The text of a function's statements, which always returns; nothing if it has no twin.
pub(super) fn of_statements(
    given: Given<'_>,
    statements: &[Statement<'_>],
) -> Option<Vec<Addition>> {
    let (first, last) = (statements.first()?.span(), statements.last()?.span());
    fits(given.source, Span::new(first.start, last.end))?;
    is_over_with_its_calls(given, statements, true)?;
    let mut twin = Copy::new(given);
    for statement in statements {
        twin.statement(statement);
    }
    if !statements.last().is_some_and(ends) {
        twin.add("return");
    }
    Some(twin.done(first.start))
}

/// The same of a value that is all that a function makes.
pub(super) fn of_expression(
    given: Given<'_>,
    expression: &Expression<'_>,
) -> Option<Vec<Addition>> {
    fits(given.source, expression.span())?;
    calls(given, |counted| counted.visit_expression(expression))?;
    let mut twin = Copy::new(given);
    twin.expression(expression);
    Some(twin.done(expression.span().end))
}

/// Whether nothing is reached behind a statement.
pub(super) fn ends(statement: &Statement<'_>) -> bool {
    matches!(statement, Statement::ReturnStatement(_) | Statement::ThrowStatement(_))
}

/// Stands behind what sets a variable: where that is read at once, the runtime makes one step of both, and tells errors
/// behind it where it was set, if that is on the same line.
const APART: &str = "undefined;";

fn sets_variable(statement: &Statement<'_>) -> bool {
    let Statement::ExpressionStatement(it) = statement else { return false };
    let set = match &it.expression {
        Expression::AssignmentExpression(it) => it.left.as_simple_assignment_target(),
        Expression::UpdateExpression(it) => Some(&it.argument),
        _ => None,
    };
    set.is_some_and(|set| set.get_identifier_name().is_some())
}

fn fits(source: &str, span: Span) -> Option<()> {
    let text = span.source_text(source);
    let fits = span.size() <= LONGEST && !UNFIT.iter().any(|unfit| text.contains(unfit));
    fits.then_some(())
}

/// Nothing if something has its turn after a call; of what is `last` nothing is behind it.
fn is_over_with_its_calls(
    given: Given<'_>,
    statements: &[Statement<'_>],
    last: bool,
) -> Option<()> {
    for (index, statement) in statements.iter().enumerate() {
        let last = last && index + 1 == statements.len();
        match statement {
            Statement::IfStatement(it) => {
                let tested = calls(given, |counted| counted.visit_expression(&it.test))?;
                let branches = [Some(&it.consequent), it.alternate.as_ref()];
                for branch in branches.into_iter().flatten() {
                    is_over_with_its_calls(given, std::slice::from_ref(branch), last)?;
                }
                (tested == 0).then_some(())?;
            }
            Statement::BlockStatement(it) => is_over_with_its_calls(given, &it.body, last)?,
            Statement::VariableDeclaration(it) if !it.kind.is_var() => return None,
            Statement::ExpressionStatement(_)
            | Statement::VariableDeclaration(_)
            | Statement::ReturnStatement(_)
            | Statement::ThrowStatement(_) => {
                let made = calls(given, |counted| counted.visit_statement(statement))?;
                (made == 0 || last || ends(statement)).then_some(())?;
            }
            _ => return None,
        }
    }
    Some(())
}

/// How many calls are written there; nothing if it has what isn't to be written twice.
fn calls(
    Given { source, constants }: Given<'_>,
    visit: impl FnOnce(&mut Counted<'_>),
) -> Option<u32> {
    let mut counted = Counted { source, constants, calls: 0, unfit: false };
    visit(&mut counted);
    (!counted.unfit).then_some(counted.calls)
}

struct Counted<'s> {
    source: &'s str,
    constants: &'s Constants,
    calls: u32,
    unfit: bool,
}

impl Counted<'_> {
    fn names_private(&self, set: Span) -> bool {
        set.source_text(self.source).contains('#')
    }
}

impl<'a> Visit<'a> for Counted<'_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        // The place of what can't be set by a private name isn't told there.
        self.unfit |= self.constants.set_by(&kind).is_some_and(|set| self.names_private(set));
        match kind {
            AstKind::Function(_)
            | AstKind::ArrowFunctionExpression(_)
            | AstKind::Class(_)
            | AstKind::YieldExpression(_)
            | AstKind::AwaitExpression(_) => self.unfit = true,
            AstKind::CallExpression(it) => {
                self.calls += 1;
                self.unfit |= it.callee.is_specific_id("eval");
            }
            AstKind::NewExpression(_)
            | AstKind::TaggedTemplateExpression(_)
            | AstKind::SpreadElement(_)
            | AstKind::ArrayPattern(_)
            | AstKind::ArrayAssignmentTarget(_)
            | AstKind::ImportExpression(_) => self.calls += 1,
            // Line breaks are a part of their values.
            AstKind::StringLiteral(_) | AstKind::TemplateLiteral(_) => {
                let text = kind.span().source_text(self.source);
                self.unfit |= text.contains(['\n', '\r']);
            }
            _ => {}
        }
    }
}

/// A twin that is being written.
struct Copy<'s> {
    source: &'s str,
    constants: &'s Constants,
    pieces: Vec<Addition>,
}

impl<'s> Copy<'s> {
    const fn new(Given { source, constants }: Given<'s>) -> Self {
        Self { source, constants, pieces: Vec::new() }
    }

    fn add(&mut self, text: &'static str) {
        self.pieces.push(Addition::Text(text.into()));
    }

    fn statement(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::IfStatement(it) => {
                self.add("if(");
                self.expression(&it.test);
                self.add("){");
                self.statement(&it.consequent);
                if let Some(alternate) = &it.alternate {
                    self.add("}else{");
                    self.statement(alternate);
                }
                self.add("}");
            }
            Statement::BlockStatement(it) => {
                for statement in &it.body {
                    self.statement(statement);
                }
            }
            other => {
                self.copy(other.span(), |places| places.listed(other));
                if !other.span().source_text(self.source).ends_with(';') {
                    self.add(";");
                }
                if sets_variable(other) {
                    self.add(APART);
                }
            }
        }
    }

    fn expression(&mut self, expression: &Expression<'_>) {
        self.copy(expression.span(), |places| places.visit_expression(expression));
    }

    /// What stands there, with the places of what may throw, as a plain script has them.
    fn copy(&mut self, Span { start, end, .. }: Span, place: impl FnOnce(&mut Places<'_>)) {
        let mut out = Insertions::default();
        place(&mut Places::new(self.constants, &mut out));
        let mut done = start;
        for (offset, addition) in out.in_order() {
            self.copy_text(done, offset);
            self.pieces.push(addition);
            done = offset;
        }
        self.copy_text(done, end);
    }

    fn copy_text(&mut self, start: u32, end: u32) {
        let text = Span::new(start, end).source_text(self.source).replace(['\n', '\r'], " ");
        self.pieces.push(Addition::Copy(text, start));
    }

    /// The twin, behind which the script goes on from there.
    fn done(mut self, start: u32) -> Vec<Addition> {
        self.pieces.push(Addition::Copy(String::new(), start));
        self.pieces
    }
}

#[cfg(test)]
mod tests {
    use crate::script::instrument::instrumented;

    #[test]
    fn what_is_over_with_its_calls_has_a_twin() {
        let long = format!("function f(a) {{ return a.{}; }}", "b".repeat(200));
        for (source, has_twin) in [
            ("function f(a) { return a.b * 2; }", true),
            ("function f(a) {\n  if (a) return 1;\n  return g(a);\n}", true),
            ("function f(a) { if (a) { throw g(a) } else g(a) }", true),
            ("function f(a) { var b = a.b; b.c = 1\nb.d() }", true),
            ("var f = a => a.b;", true),
            ("class A { get m() { return this.a.b } }", true),
            // Nothing to be gained.
            ("function f(a) { return a; }", false),
            // Something has its turn after a call.
            ("function f(a) { g(a); return a.b; }", false),
            ("function f(a) { if (g(a)) return 1; return a.b; }", false),
            ("function f(a) { if (a) g(a); a.b; }", false),
            ("function f(a) { for (;;) a.b; }", false),
            ("function f(a) { try { a.b; } catch (e) { a.c; } }", false),
            ("function* f(a) { return a.b; }", false),
            ("var f = async a => a.b;", false),
            ("var f = a => eval(a);", false),
            // What isn't to be written twice, or not on one line.
            ("function f(a) { return function () { return a; }; }", false),
            ("function f(a) { let b = a.b; return b; }", false),
            ("function f(a) { return a.b // one\n + 1; }", false),
            ("function f(a) { return a.b + 'two\\\n lines'; }", false),
            ("function f(a) { return `${a.b}\n`; }", false),
            (long.as_str(), false),
        ] {
            let text = instrumented(source).expect("it is well-formed");
            let twice = text.contains(";else{") || text.contains("):");
            assert_eq!(twice, has_twin, "{source}\n{text}");
        }
    }
}
