//! What statements declare and mention.

use super::{Kind, Written};
use oxc::ast::ast::{
    ArrowFunctionExpression, BindingIdentifier, CallExpression, Class, Declaration,
    FormalParameters, Function, Program, Statement, StringLiteral, TemplateElement,
    VariableDeclaration,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::Span;
use oxc::syntax::scope::ScopeFlags;
use std::collections::BTreeSet;

/// What ends the function of a module of which more is asked than what it exports: it answers what `importScript` makes
/// of the script's variables and functions, an object that reads them.
pub(super) fn shared(written: Written<'_>, program: &Program<'_>) -> String {
    let Written { source, kind } = written;
    if kind == Kind::Template || kind == Kind::Module && source.contains("exports") {
        return String::new();
    }
    let declared = program.body.iter().filter_map(Statement::as_declaration);
    let names: BTreeSet<&str> = declared.flat_map(names_of).collect();
    if names.is_empty() {
        return String::new();
    }
    let readers: Vec<_> =
        names.iter().map(|name| format!("get {name}(){{return {name}}}")).collect();
    let readers = readers.join(",");
    format!("return()=>({{{readers}}})")
}

fn names_of<'a>(declaration: &'a Declaration<'a>) -> Vec<&'a str> {
    match declaration {
        Declaration::VariableDeclaration(variables) => {
            let patterns = variables.declarations.iter();
            patterns
                .flat_map(|it| it.id.get_binding_identifiers())
                .map(|it| it.name.as_str())
                .collect()
        }
        other => other.id().map(|it| it.name.as_str()).into_iter().collect(),
    }
}

/// Whether a block has bindings of its own.
pub(super) fn has_lexical(statements: &[Statement<'_>]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::VariableDeclaration(declaration) => !declaration.kind.is_var(),
        Statement::ClassDeclaration(_) | Statement::FunctionDeclaration(_) => true,
        _ => false,
    })
}

/// How the debugger learns that an activation has ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Leaving {
    /// Each `return` tells.
    #[default]
    Return,
    /// The same, and somebody listens wherever this is run: else its twin is.
    Heard,
    /// A `finally` of ours tells.
    Finally,
}

/// How a function is left: by a `finally` of ours if it has one of its own, in which the activation
/// still stands after a `return`.
pub(super) fn leaving(
    statements: &[Statement<'_>],
    parameters: Option<&FormalParameters<'_>>,
) -> Leaving {
    let body = Body::of(statements, None);
    if body.finalizers > 0 && !needs_top_level(statements, parameters) {
        Leaving::Finally
    } else {
        Leaving::Return
    }
}

/// Whether the function declarations of a function's body can't stand in a block: their names are
/// variables, parameters or declared twice there, or an `eval` might declare them; or they are
/// declared in blocks inside of it as well.
fn needs_top_level(
    statements: &[Statement<'_>],
    parameters: Option<&FormalParameters<'_>>,
) -> bool {
    let mut functions = BTreeSet::new();
    for statement in statements {
        if let Statement::FunctionDeclaration(function) = statement
            && let Some(id) = &function.id
            && !functions.insert(id.name.as_str())
        {
            return true;
        }
    }
    let body = Body::of(statements, parameters);
    body.nested > 0
        || (!functions.is_empty()
            && (body.evaluates || body.names.iter().any(|name| functions.contains(name.as_str()))))
}

/// The names that `var` declares in a statement.
pub(super) fn variables_of(statement: &Statement<'_>) -> BTreeSet<String> {
    let mut body = Body::default();
    body.visit_statement(statement);
    body.names
}

/// The literals in which a separator of Unicode doesn't end a line, in the order of the text.
pub(super) fn literals(source: &str, program: &Program<'_>) -> Vec<(u32, u32)> {
    if !source.contains(['\u{2028}', '\u{2029}']) {
        return Vec::new();
    }
    let mut literals = Literals(Vec::new());
    literals.visit_program(program);
    let comments = program.comments.iter().filter(|comment| comment.is_block());
    literals.0.extend(comments.map(|comment| (comment.span.start, comment.span.end)));
    literals.0.sort_unstable();
    literals.0
}

/// What the statements of a function's body are, without the functions in it.
#[derive(Default)]
struct Body {
    /// What `var` declares.
    names: BTreeSet<String>,
    declaring: bool,
    /// Whether there is a direct `eval`, which may declare anything.
    evaluates: bool,
    finalizers: usize,
    /// Function declarations in blocks.
    nested: usize,
    depth: u32,
}

impl Body {
    fn of(statements: &[Statement<'_>], parameters: Option<&FormalParameters<'_>>) -> Self {
        let mut body = Self::default();
        if let Some(parameters) = parameters {
            body.declaring = true;
            body.visit_formal_parameters(parameters);
            body.declaring = false;
        }
        for statement in statements {
            body.visit_statement(statement);
        }
        body
    }
}

impl<'a> Visit<'a> for Body {
    fn visit_statement(&mut self, it: &Statement<'a>) {
        match it {
            Statement::FunctionDeclaration(_) if self.depth > 0 => self.nested += 1,
            Statement::TryStatement(it) if it.finalizer.is_some() => self.finalizers += 1,
            _ => {}
        }
        self.depth += 1;
        walk::walk_statement(self, it);
        self.depth -= 1;
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        for declarator in &it.declarations {
            self.declaring = it.kind.is_var();
            self.visit_binding_pattern(&declarator.id);
            self.declaring = false;
            if let Some(value) = &declarator.init {
                self.visit_expression(value);
            }
        }
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if self.declaring {
            self.names.insert(it.name.to_string());
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.evaluates |= it.callee.is_specific_id("eval");
        walk::walk_call_expression(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}

struct Literals(Vec<(u32, u32)>);

impl Literals {
    fn add(&mut self, span: Span) {
        self.0.push((span.start, span.end));
    }
}

impl<'a> Visit<'a> for Literals {
    fn visit_string_literal(&mut self, it: &StringLiteral<'a>) {
        self.add(it.span);
    }

    fn visit_template_element(&mut self, it: &TemplateElement<'a>) {
        self.add(it.span);
    }
}
