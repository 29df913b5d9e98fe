//! What the engine makes of a script's lines and of a condition, without running anything.

use super::dialect;
use super::error::Problem;
use super::instrument::private_fields;
use super::loader::script_text;
use super::raw::Compiled;
use super::rhino;
use super::scripts::{checking, halting_code, problem};
use super::syntax::parsed;
use oxc::ast::ast::{Expression, Program, Statement};
use rquickjs::CatchResultExt;

/// Why the engine can't parse a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unparsed {
    /// Where it gave up, from 1.
    pub line: u32,
    /// Its words.
    pub message: String,
    /// What only the platform's own engine parses, if that is what stands there.
    pub rhino_only: Option<&'static str>,
}

impl Unparsed {
    pub(super) fn of(text: &str, Problem { message, line }: Problem) -> Self {
        Self { line, rhino_only: rhino::construct_near(text, line), message }
    }
}

/// For each line of the script at a path, from 1, the line on which a thread halts for a breakpoint there; nothing
/// for lines behind the last statement.
pub fn halting_lines(path: &str, source: &str) -> Result<Vec<Option<u32>>, Unparsed> {
    let text = script_text(source.as_bytes());
    let code = halting_code(path, &text).map_err(|problem| Unparsed::of(&text, problem))?;
    Ok(code.halting_lines())
}

/// What a breakpoint's condition does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It is a value to be tested.
    Tests,
    /// It sets something, and what it sets is tested: `qty = 5`.
    Assigns,
}

/// What a breakpoint's condition does, or why the engine can't evaluate it, as far as its text tells.
pub fn check_condition(text: &str) -> Result<Condition, Unparsed> {
    compile_condition(text).map_err(|problem| Unparsed::of(text, ended(problem)))?;
    Ok(if assigns(text) { Condition::Assigns } else { Condition::Tests })
}

fn assigns(text: &str) -> bool {
    let is_assignment = |program: &Program<'_>| match program.body.as_slice() {
        [Statement::ExpressionStatement(only)] => {
            matches!(only.expression.without_parentheses(), Expression::AssignmentExpression(_))
        }
        _ => false,
    };
    parsed(text, is_assignment).unwrap_or(false)
}

/// The engine says of a text that ends too early that it found nothing.
fn ended(problem: Problem) -> Problem {
    let Problem { message, line } = problem;
    let is_end = message.starts_with("unexpected token") && message.ends_with("''");
    Problem { message: if is_end { "it ends too early".to_owned() } else { message }, line }
}

/// Compiles a condition as the debugger does: an expression, or else statements with a value.
fn compile_condition(text: &str) -> Result<(), Problem> {
    let (_runtime, context) = checking()?;
    context.with(|ctx| {
        let compiled = |text: &str| Compiled::script(&ctx, text, "/condition.js");
        // Inside a function, because the code around a breakpoint mostly is.
        let inside = |text: &str| format!("(function () {{ () => !!({text}\n) }})");
        let fields = private_fields(text);
        let in_class =
            format!("(class extends Object {{ {fields} m() {{ () => !!({text}\n) }} }})");
        if [inside(text), inside(&dialect::translate(text)), in_class]
            .iter()
            .any(|it| compiled(it).catch(&ctx).is_ok())
        {
            return Ok(());
        }
        compiled(text).map(drop).catch(&ctx).map_err(|error| problem(&error, text))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_code_say_where_their_breakpoints_halt() {
        let source = "#!/usr/bin/env node\n'use strict';\n\nvar a = [\n1,\n];\n// end\n";
        let slides = [Some(4), Some(4), Some(4), Some(4), Some(4), Some(4), None, None];
        assert_eq!(halting_lines("/a.js", source), Ok(slides.to_vec()));
        assert_eq!(halting_lines("/a.js", ""), Ok(vec![None]));
    }

    #[test]
    fn what_does_not_parse_is_told_with_its_line() {
        let broken =
            halting_lines("/a.js", "var a = 1;\nvar b = ;\n").expect_err("it doesn't parse");
        assert_eq!((broken.line, broken.rhino_only), (2, None));
        let other = halting_lines("/a.js", "var a = 1;\n\nvar b = a.function::id;\n");
        let other = other.expect_err("nobody reads that");
        assert_eq!((other.line, other.rhino_only), (3, Some("E4X")));
        let xml = halting_lines("/a.js", "var a =\n<b>\n{c}</b>;\n\na..@id;");
        assert_eq!(xml, Ok(vec![Some(1), Some(1), Some(1), Some(5), Some(5)]));
        let each = halting_lines("/a.js", "var a : Array = [];\nfor each (var x in a) {\nx;\n}");
        assert_eq!(each, Ok(vec![Some(1), Some(2), Some(3), None]));
        let deep = "(".repeat(100_000);
        assert!(halting_lines("/a.js", &deep).is_err_and(|error| error.message.contains("deeply")));
    }

    #[test]
    fn conditions_parse_as_expressions_or_statements() {
        for text in [
            "qty > 5",
            "a; b",
            "var x = 1; x",
            "{a: 1}.a",
            "x // why",
            "new.target",
            "",
            "this.#p",
            "super.x(#q in a)",
        ] {
            assert_eq!(check_condition(text), Ok(Condition::Tests), "{text}");
        }
        for text in ["qty >", "a b", "return 1", "if (", "'open", "}"] {
            let error = check_condition(text).expect_err(text);
            assert!(!error.message.is_empty() && error.line == 1, "{error:?}");
        }
        assert_eq!(check_condition("order..@id == a.(b)"), Ok(Condition::Tests));
        for text in ["qty = 5", "(basket.total += 1)", "a = b == c // why"] {
            assert_eq!(check_condition(text), Ok(Condition::Assigns), "{text}");
        }
        let unread = check_condition("order.function::id").map_err(|it| it.rhino_only);
        assert_eq!(unread, Err(Some("E4X")));
    }
}
