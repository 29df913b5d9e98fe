//! What a script defines, calls and requires, line by line, without running anything: for whoever
//! wants to go from a name to what it means.

use super::called::{Called, Calls, EXPORTED, required};
use super::chain::chain;
use super::dialect;
use super::exposed::Exports;
use super::loader::script_text;
use oxc::allocator::Allocator;
use oxc::ast::ast::{
    Argument, ArrowFunctionBody, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget,
    CallExpression, Class, ClassElement, Expression, Function, MethodDefinition, NewExpression,
    ObjectProperty, ReturnStatement, VariableDeclarator,
};
use oxc::ast_visit::{Visit, walk};
use oxc::parser::{ParseOptions, Parser};
use oxc::span::{GetSpan, SourceType, Span};
use oxc::syntax::scope::ScopeFlags;

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defined {
    /// Its name, or that of the variable, property or class that holds it; of what the script exports
    /// itself `module.exports`.
    pub name: String,
    /// Where it begins.
    pub line: u32,
    /// Where its first statement is, if it has any.
    pub body: Option<u32>,
}

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
}

/// The outline of a script; an empty one of a text that doesn't parse.
pub fn outline(source: &str) -> Outline {
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
    finder.name_again();
    let calls = std::mem::take(&mut finder.calls);
    finder.outline.calls = calls.resolved(|name| finder.defined(name).is_some());
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
    /// Other names that functions get, and theirs.
    aliases: Vec<(String, String)>,
}

impl Finder {
    fn line(&self, offset: u32) -> u32 {
        line_of(&self.starts, offset)
    }

    fn function(&mut self, name: &str, offset: u32, body: Option<u32>) {
        let (line, body) = (self.line(offset), body.map(|offset| self.line(offset)));
        self.outline.functions.push(Defined { name: name.to_owned(), line, body });
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

    fn defined(&self, name: &str) -> Option<&Defined> {
        self.outline.functions.iter().rev().find(|function| function.name == name)
    }

    /// Functions that are held under further names stand under those, too.
    fn name_again(&mut self) {
        for (name, of) in std::mem::take(&mut self.aliases) {
            if self.defined(&name).is_none()
                && let Some(function) = self.defined(&of)
            {
                let function = Defined { name, ..function.clone() };
                self.outline.functions.push(function);
            }
        }
    }

    /// A name for what stands there: a function, a class, or another name.
    fn held(&mut self, name: &str, offset: u32, value: &Expression<'_>) {
        match value.get_inner_expression() {
            Expression::Identifier(of) => {
                self.aliases.push((name.to_owned(), of.name.to_string()));
            }
            Expression::ClassExpression(class) => self.class(name, offset, class),
            value => {
                if let Some(body) = body_of(value) {
                    self.function(name, offset, body.first);
                }
            }
        }
    }

    /// A class is entered by its constructor.
    fn class(&mut self, name: &str, offset: u32, class: &Class<'_>) {
        let constructor = class.body.body.iter().find_map(|element| match element {
            ClassElement::MethodDefinition(it) if it.kind.is_constructor() => Some(it),
            _ => None,
        });
        self.function(name, offset, constructor.and_then(|it| first(&it.value)));
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
        if let Some(id) = &function.id {
            self.function(id.name.as_str(), function.span.start, first(function));
            self.exports.function(id.name.as_str(), function.span);
        }
        let last = function.body.as_ref().and_then(|body| body.statements.last());
        self.extent(function.span, last.map(|statement| statement.span().start));
        walk::walk_function(self, function, flags);
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
            self.held(name.as_str(), declarator.span.start, init);
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
                let name = if is_module && name == "exports" { EXPORTED } else { name };
                self.held(name, assignment.span.start, &assignment.right);
            }
            AssignmentTarget::AssignmentTargetIdentifier(name) => {
                self.calls.variable(name.name.as_str(), &assignment.right);
            }
            _ => {}
        }
        self.exports.assigned(assignment);
        walk::walk_assignment_expression(self, assignment);
    }

    fn visit_object_property(&mut self, property: &ObjectProperty<'a>) {
        if let Some(name) = property.key.static_name() {
            self.held(&name, property.span.start, &property.value);
        }
        walk::walk_object_property(self, property);
    }

    fn visit_method_definition(&mut self, method: &MethodDefinition<'a>) {
        if let Some(name) = method.key.static_name() {
            self.function(&name, method.span.start, first(&method.value));
        }
        walk::walk_method_definition(self, method);
    }

    fn visit_class(&mut self, class: &Class<'a>) {
        if let Some(id) = &class.id {
            self.class(id.name.as_str(), class.span.start, class);
        }
        walk::walk_class(self, class);
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
        let starts = &self.starts;
        let line = |offset| line_of(starts, offset);
        self.calls.call(&call.callee, line);
        if let Some((verb, name)) = route(call) {
            self.route(name.to_owned(), verb == "post", call.span);
        } else {
            self.calls.handed_over(call, line, |argument| body_of(argument)?.first);
        }
        walk::walk_call_expression(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::super::called::Callee;
    use super::*;

    const SOURCE: &str = "\
var server = require('server');
var helpers = require('*/cartridge/scripts/helpers');
function plain() { return helpers.one(plain2(1), new Money(2)); }
var held = function () {};
var short = () => 1;
exports.out = function () {
    go(); };
module.exports = { key: function () {}, method() {}, plain: plain };
class Shape { area() { return this.side(); } }
server.get('Show', plain, function (req, res, next) {
    a.b
        .c();
    require('./near').go();
});
";

    fn names(list: &[Called]) -> Vec<(&str, u32)> {
        list.iter().map(|call| (call.name.as_str(), call.line)).collect()
    }

    #[test]
    fn functions_calls_requires_and_routes_are_found_with_their_lines() {
        let found = outline(SOURCE);
        let functions: Vec<_> = found
            .functions
            .iter()
            .map(|function| (function.name.as_str(), function.line, function.body))
            .collect();
        let expected = [
            ("plain", 3, Some(3)),
            ("held", 4, None),
            ("short", 5, Some(5)),
            ("out", 6, Some(7)),
            ("key", 8, None),
            ("method", 8, None),
            ("Shape", 9, None),
            ("area", 9, Some(9)),
        ];
        assert_eq!(functions, expected);
        let extents: Vec<_> = found.extents.iter().map(|it| (it.first, it.last, it.end)).collect();
        let expected = [
            (3, 3, Some(3)),
            (4, 4, None),
            (5, 5, Some(5)),
            (6, 7, Some(7)),
            (8, 8, None),
            (8, 8, None),
            (9, 9, Some(9)),
            (10, 14, Some(13)),
        ];
        assert_eq!(extents, expected);
        assert_eq!(found.returns, [(3, 3), (9, 9)]);
        let calls = [("helpers.one", 3), ("server.get", 10), ("require('./near').go", 13)];
        assert_eq!(names(&found.calls), calls);
        let required: Vec<_> = found
            .requires
            .iter()
            .map(|required| (required.module.as_str(), required.name.as_deref(), required.line))
            .collect();
        let expected = [
            ("server", Some("server"), 1),
            ("*/cartridge/scripts/helpers", Some("helpers"), 2),
            ("./near", None, 13),
        ];
        assert_eq!(required, expected);
        let show = Route { name: "Show".to_owned(), is_post: false, line: 10, last_line: 14 };
        assert_eq!(found.routes, [show]);
        let posted = outline("server.post('Add', f); server.append('Show', f);").routes;
        assert_eq!(posted.iter().map(|it| it.is_post).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn calls_are_told_with_what_they_lead_to() {
        let text = "\
var Cart = require('*/cartridge/models/cart');
var cart = new Cart(), own = new Own(1), plain = { add: function () { add(); } };
function Own() {} Own.prototype.size = function () { return 1; }; function add() {}
class Shape { constructor() {
    this.area(); } area() { return Own.call(this); } }
cart.add(); own.size(); plain.add(); new Shape().area(); new Cart().drop();
require('./near').go(); require('./near')(); given.add(); a.b().add(); parseInt('1');
list.forEach(function (it) {
    it.use();
}, () => {
    2; }); emitter.on('x', function () {
    1; }); list.map(it => it.id);
module.exports = add;
module.exports.other = Own;
";
        let found = outline(text);
        let told = |call: &Called| {
            let to = match &call.callee {
                Callee::Own(name) => name.clone(),
                Callee::OfModule(module, name) => format!("{module} {name}"),
                Callee::Here(line) => line.to_string(),
            };
            format!("{}: {} -> {to}", call.line, call.name)
        };
        let told: Vec<String> = found.calls.iter().map(told).collect();
        let expected = [
            "2: new Cart -> */cartridge/models/cart module.exports",
            "2: new Own -> Own",
            "2: add -> add",
            "5: this.area -> area",
            "5: Own.call -> Own",
            "6: cart.add -> */cartridge/models/cart add",
            "6: own.size -> size",
            "6: plain.add -> add",
            "6: new Shape.area -> area",
            "6: new Shape -> Shape",
            "6: new Cart.drop -> */cartridge/models/cart drop",
            "6: new Cart -> */cartridge/models/cart module.exports",
            "7: require('./near').go -> ./near go",
            "7: require('./near') -> ./near module.exports",
            "8: callback of list.forEach -> 9",
            "8: callback 2 of list.forEach -> 11",
        ];
        assert_eq!(told, expected);
        let line = |name: &str| found.functions.iter().find(|it| it.name == name).map(|it| it.line);
        assert_eq!([line(EXPORTED), line("other"), line("Shape")], [Some(3), Some(3), Some(4)]);
    }

    #[test]
    fn a_text_that_does_not_parse_has_no_outline_and_harms_nobody() {
        for text in ["", "var a = ;", "function (", "\u{feff}#!x\n'"] {
            let found = outline(text);
            assert!(found.functions.is_empty() && found.calls.is_empty(), "{text}");
        }
    }

    #[test]
    fn an_older_dialect_has_an_outline_of_what_is_written() {
        let text = "function f(a : Array) {\nfor each (var x in a) {\nf(x);\n}\n}\n";
        let found = outline(text);
        let f = Defined { name: "f".to_owned(), line: 1, body: Some(2) };
        assert_eq!(found.functions, [f]);
        assert_eq!(names(&found.calls), [("f", 3)]);
    }
}
