//! What a script defines, calls and requires, line by line, without running anything: for whoever
//! wants to go from a name to what it means.

use super::called::{Called, Calls, EXPORTED, required};
use super::chain::chain;
use super::defined::{Defined, Definitions};
use super::dialect;
use super::exposed::Exports;
use super::isml::{self, Included, Inclusion};
use super::loader::script_text;
use oxc::allocator::Allocator;
use oxc::ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget,
    CallExpression, Class, ClassElement, Expression, Function, MethodDefinition, NewExpression,
    ObjectExpression, ObjectProperty, ReturnStatement, VariableDeclarator,
};
use oxc::ast_visit::{Visit, walk};
use oxc::parser::{ParseOptions, Parser};
use oxc::span::{GetSpan, SourceType, Span};
use oxc::syntax::scope::ScopeFlags;
use std::collections::HashMap;

/// The lines of a function, named or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Where it begins.
    pub first: u32,
    /// Where it ends.
    pub last: u32,
    /// Where its last statement begins, if it has any.
    pub end: Option<u32>,
}

/// A module that is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// As in `*/cartridge/scripts/helpers/productHelpers`.
    pub module: String,
    /// The variable that holds it, if one does.
    pub name: Option<String>,
    /// Where.
    pub line: u32,
}

/// A route of a controller: `Show` of `server.get('Show', …)`, or a public `exports.Show`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// Its name.
    pub name: String,
    /// Whether `server.post` or a guard for POST makes it; what extends another one's route doesn't
    /// say.
    pub is_post: bool,
    /// Where.
    pub line: u32,
    /// Where its handlers end.
    pub last_line: u32,
}

/// A script's names in the order of its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Functions: declared, held by variables and properties, methods.
    pub functions: Vec<Defined>,
    /// The lines of all functions, the inner ones after those around them.
    pub extents: Vec<Extent>,
    /// The first and the last lines of `return` statements.
    pub returns: Vec<(u32, u32)>,
    /// What is called, as far as the text tells what that leads to.
    pub calls: Vec<Called>,
    /// `require`s.
    pub requires: Vec<Required>,
    /// Routes of a controller.
    pub routes: Vec<Route>,
    /// Templates and routes that are named.
    pub included: Vec<Included>,
}

/// The outline of the script of a path, or of a template; of a text that doesn't parse a nearly empty one.
pub fn outline(path: &str, source: &str) -> Outline {
    if isml::is_template(path) {
        let script = isml::template_script(source).map(|script| outline_of_script(&script));
        let mut outline = script.unwrap_or_default();
        outline.included.splice(..0, isml::included(source));
        return outline;
    }
    outline_of_script(source)
}

/// The outline of a script; an empty one of a text that doesn't parse.
pub(super) fn outline_of_script(source: &str) -> Outline {
    let text = script_text(source.as_bytes());
    outline_of(&text).or_else(|| outline_of(&dialect::translate(&text))).unwrap_or_default()
}

fn outline_of(text: &str) -> Option<Outline> {
    let allocator = Allocator::default();
    let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
    let parser = Parser::new(&allocator, text, SourceType::cjs());
    let parsed = parser.with_options(options).parse();
    if parsed.panicked {
        return None;
    }
    let starts = text.match_indices('\n').map(|(at, _)| at + 1);
    let starts = starts.collect();
    let mut finder = Finder { starts, ..Finder::default() };
    finder.visit_program(&parsed.program);
    finder.functions.name_again();
    let calls = std::mem::take(&mut finder.calls);
    finder.outline.calls = calls.resolved(&finder.functions);
    finder.outline.functions = std::mem::take(&mut finder.functions).into_list();
    for it in std::mem::take(&mut finder.exports).routes() {
        finder.route(it.name, it.is_post, it.span);
    }
    Some(finder.outline)
}

#[derive(Default)]
struct Finder {
    /// Where each line but the first begins.
    starts: Vec<usize>,
    outline: Outline,
    exports: Exports,
    calls: Calls,
    functions: Definitions,
    /// The names of objects and classes, and for functions of what holds them, by where they begin.
    holders: HashMap<u32, String>,
    /// The objects, classes and functions around, by their names.
    around: Vec<Option<String>>,
}

impl Finder {
    fn line(&self, offset: u32) -> u32 {
        line_of(&self.starts, offset)
    }

    fn function(&mut self, name: &str, of: Option<String>, offset: u32, body: Option<u32>) {
        let (line, body) = (self.line(offset), body.map(|offset| self.line(offset)));
        self.functions.push(Defined { name: name.to_owned(), of, line, body });
    }

    fn extent(&mut self, span: Span, end: Option<u32>) {
        let end = end.map(|offset| self.line(offset));
        let (first, last) = (self.line(span.start), self.line(span.end));
        self.outline.extents.push(Extent { first, last, end });
    }

    fn route(&mut self, name: String, is_post: bool, span: Span) {
        let (line, last_line) = (self.line(span.start), self.line(span.end));
        self.outline.routes.push(Route { name, is_post, line, last_line });
    }

    /// A name for what stands there, and what holds it: a function, a class, or another name.
    fn held(&mut self, name: &str, of: Option<String>, offset: u32, value: &Expression<'_>) {
        match value.get_inner_expression() {
            Expression::Identifier(it) => self.functions.alias(name, of, it.name.as_str()),
            Expression::ClassExpression(class) => self.class(name, of, offset, class),
            value => {
                if let Some(body) = body_of(value) {
                    self.function(name, of, offset, body.first);
                }
            }
        }
    }

    /// A class is entered by its constructor.
    fn class(&mut self, name: &str, of: Option<String>, offset: u32, class: &Class<'_>) {
        let constructor = class.body.body.iter().find_map(|element| match element {
            ClassElement::MethodDefinition(it) if it.kind.is_constructor() => Some(it),
            _ => None,
        });
        self.function(name, of, offset, constructor.and_then(|it| first(&it.value)));
    }

    /// What stands around: the class or object whose members are written there.
    fn holder(&self) -> Option<String> {
        self.around.last().cloned().flatten()
    }

    /// Names the object or class that begins there, or whose function begins there.
    fn holds(&mut self, value: &Expression<'_>, holder: Option<String>) {
        let start = value.get_inner_expression().span().start;
        self.holders.extend(holder.map(|holder| (start, holder)));
    }

    /// The holder whose members are assigned to: `A` of `A.prototype.f` and of `A.f`.
    fn assigned_to(&self, object: &Expression<'_>) -> Option<String> {
        let (object, _) = chain(object)?;
        Some(match object.as_str() {
            "exports" => EXPORTED.to_owned(),
            "this" => return self.holder(),
            object => object.strip_suffix(".prototype").unwrap_or(object).to_owned(),
        })
    }
}

/// The line of an offset, of which those are where each line but the first begins.
fn line_of(starts: &[usize], offset: u32) -> u32 {
    let before = starts.partition_point(|start| *start <= offset as usize);
    u32::try_from(before + 1).unwrap_or(u32::MAX)
}

/// A function's body.
struct Body {
    /// Where its first statement begins, if it has any.
    first: Option<u32>,
}

/// The body of a function; `None` of what is none.
fn body_of(expression: &Expression<'_>) -> Option<Body> {
    let first = match expression.get_inner_expression() {
        Expression::FunctionExpression(function) => first(function),
        Expression::ArrowFunctionExpression(arrow) => match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => {
                body.statements.first().map(|statement| statement.span().start)
            }
            expression => Some(expression.span().start),
        },
        _ => return None,
    };
    Some(Body { first })
}

fn first(function: &Function<'_>) -> Option<u32> {
    let statement = function.body.as_ref()?.statements.first()?;
    Some(statement.span().start)
}

/// The template that a call renders, or the route whose address it makes.
fn named(call: &CallExpression<'_>) -> Option<Inclusion> {
    let (callee, _) = chain(&call.callee)?;
    let Some(Argument::StringLiteral(name)) = call.arguments.first() else { return None };
    let name = name.value.to_string();
    if callee == "res.render" || callee.ends_with(".renderTemplate") {
        return Some(Inclusion::Template(name));
    }
    let is_route = callee.starts_with("URLUtils.") && is_route(&name);
    is_route.then_some(Inclusion::Route(name))
}

/// Whether it is as `Cart-Show`.
fn is_route(name: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|it| it.is_alphanumeric() || it == '_');
    name.split_once('-').is_some_and(|(controller, route)| is_word(controller) && is_word(route))
}

const ROUTERS: [&str; 7] = ["get", "post", "use", "append", "prepend", "replace", "extend"];

/// A route's verb and name.
fn route<'a>(call: &'a CallExpression<'_>) -> Option<(String, &'a str)> {
    let (callee, _) = chain(&call.callee)?;
    let verb = callee.strip_prefix("server.")?;
    match call.arguments.first() {
        Some(Argument::StringLiteral(name)) if ROUTERS.contains(&verb) => {
            Some((verb.to_owned(), name.value.as_str()))
        }
        _ => None,
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        let named = function.id.as_ref().map(|id| id.name.to_string());
        if let Some(name) = &named {
            self.function(name, None, function.span.start, first(function));
            self.exports.function(name, function.span);
        }
        let last = function.body.as_ref().and_then(|body| body.statements.last());
        self.extent(function.span, last.map(|statement| statement.span().start));
        let holder = self.holders.get(&function.span.start).cloned().or(named);
        self.around.push(holder.or_else(|| self.holder()));
        walk::walk_function(self, function, flags);
        self.around.pop();
    }

    fn visit_arrow_function_expression(&mut self, arrow: &ArrowFunctionExpression<'a>) {
        let end = match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => body.statements.last().map(GetSpan::span),
            expression => Some(expression.span()),
        };
        self.extent(arrow.span, end.map(|span| span.start));
        walk::walk_arrow_function_expression(self, arrow);
    }

    fn visit_return_statement(&mut self, statement: &ReturnStatement<'a>) {
        let lines = (self.line(statement.span.start), self.line(statement.span.end));
        self.outline.returns.push(lines);
        walk::walk_return_statement(self, statement);
    }

    fn visit_variable_declarator(&mut self, declarator: &VariableDeclarator<'a>) {
        let name = declarator.id.get_identifier_name();
        if let (Some(name), Some(init)) = (name, &declarator.init) {
            self.calls.variable(name.as_str(), init);
            self.held(name.as_str(), None, declarator.span.start, init);
            if body_of(init).is_none() {
                self.holds(init, Some(name.to_string()));
            }
            if body_of(init).is_some() {
                self.exports.function(name.as_str(), declarator.span);
            }
            if let Some((module, at)) = required(init) {
                let line = self.line(at);
                let (module, name) = (module.to_owned(), Some(name.to_string()));
                self.outline.requires.push(Required { module, name, line });
                return;
            }
        }
        walk::walk_variable_declarator(self, declarator);
    }

    fn visit_assignment_expression(&mut self, assignment: &AssignmentExpression<'a>) {
        match &assignment.left {
            AssignmentTarget::StaticMemberExpression(member) => {
                let is_module =
                    matches!(&member.object, Expression::Identifier(it) if it.name == "module");
                let name = member.property.name.as_str();
                let (value, at) = (&assignment.right, assignment.span.start);
                let holder = self.assigned_to(&member.object);
                if is_module && name == "exports" {
                    self.held(EXPORTED, None, at, value);
                    self.holds(value, Some(EXPORTED.to_owned()));
                } else {
                    self.held(name, holder.clone(), at, value);
                    let is_held = body_of(value).is_some() || name == "prototype";
                    self.holds(value, if is_held { holder } else { Some(name.to_owned()) });
                }
            }
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.calls.variable(name.name.as_str(), &assignment.right);
            }
            _ => {}
        }
        self.exports.assigned(assignment);
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_object_expression(&mut self, object: &ObjectExpression<'a>) {
        self.around.push(self.holders.get(&object.span.start).cloned());
        walk::walk_object_expression(self, object);
        self.around.pop();
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        if let Some(name) = property.key.static_name() {
            self.held(&name, self.holder(), property.span.start, &property.value);
            if body_of(&property.value).is_none() {
                self.holds(&property.value, Some(name.into_owned()));
            }
        }
        walk::walk_object_property(self, property);
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        if let Some(name) = method.key.static_name() {
            self.function(&name, self.holder(), method.span.start, first(&method.value));
        }
        walk::walk_method_definition(self, method);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        let named = class.id.as_ref().map(|id| id.name.to_string());
        if let Some(name) = &named {
            self.class(name, None, class.span.start, class);
        }
        let holder = self.holders.get(&class.span.start).cloned().or(named);
        self.around.push(holder);
        walk::walk_class(self, class);
        self.around.pop();
    }

    fn visit_new_expression(&mut self, new: &NewExpression<'a>) {
        let starts = &self.starts;
        self.calls.made(&new.callee, |offset| line_of(starts, offset));
        walk::walk_new_expression(self, new);
    }

    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        if let (Expression::Identifier(name), Some(Argument::StringLiteral(module))) =
            (&call.callee, call.arguments.first())
            && name.name == "require"
        {
            let line = self.line(call.span.start);
            let module = module.value.to_string();
            self.outline.requires.push(Required { module, name: None, line });
        }
        if let Some(what) = named(call) {
            let line = self.line(call.span.start);
            self.outline.included.push(Included { line, entered_from: None, what });
        }
        let starts = &self.starts;
        let line = |offset| line_of(starts, offset);
        let within = self.around.last().and_then(Option::as_deref);
        self.calls.call(&call.callee, within, line);
        if let Some((verb, name)) = route(call) {
            self.route(name.to_owned(), verb == "post", call.span);
        } else {
            self.calls.handed_over(call, line, |argument| body_of(argument)?.first);
        }
        walk::walk_call_expression(self, call);
    }
}

#[cfg(test)]
mod tests;
