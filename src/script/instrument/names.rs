//! What a list of statements declares.

use oxc::ast::ast::{
    ArrowFunctionExpression, BindingIdentifier, CallExpression, Class, Declaration,
    FormalParameters, Function, Statement, VariableDeclaration,
};
use oxc::ast_visit::{Visit, walk};
use oxc::syntax::scope::ScopeFlags;
use std::collections::BTreeSet;

/// Whether a block has bindings of its own.
pub(super) fn has_lexical(statements: &[Statement<'_>]) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::VariableDeclaration(declaration) => !declaration.kind.is_var(),
        Statement::ClassDeclaration(_) | Statement::FunctionDeclaration(_) => true,
        _ => false,
    })
}

/// Whether the function declarations of a function's body can't stand in a block: their names are
/// variables, parameters or declared twice there, or an `eval` might declare them.
pub(super) fn needs_top_level(
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
    if functions.is_empty() {
        return false;
    }
    let mut variables = Variables::default();
    if let Some(parameters) = parameters {
        variables.declaring = true;
        variables.visit_formal_parameters(parameters);
        variables.declaring = false;
    }
    for statement in statements {
        variables.visit_statement(statement);
    }
    variables.evaluates || variables.names.iter().any(|name| functions.contains(name.as_str()))
}

/// Collects the names that `var` declares in a function.
#[derive(Default)]
struct Variables {
    names: BTreeSet<String>,
    declaring: bool,
    /// Whether there is a direct `eval`, which may declare anything.
    evaluates: bool,
}

impl<'a> Visit<'a> for Variables {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        for declarator in &it.declarations {
            self.declaring = it.kind.is_var();
            self.visit_binding_pattern(&declarator.id);
            self.declaring = false;
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

    fn visit_declaration(&mut self, it: &Declaration<'a>) {
        walk::walk_declaration(self, it);
    }

    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}

    fn visit_class(&mut self, _: &Class<'a>) {}
}
