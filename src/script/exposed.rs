//! Routes of controllers without a router: what they export and make public.
//!
//! ```text
//! exports.Show = guard.ensure(['get'], show);                     what a guard wraps is public
//! exports.Find = find;              exports.Find.public = true;   said of the export
//! exports.Edit = function () { … }; exports.Edit.public = true;
//! exports.Save = save;              save.public = true;           said of the function
//! ```

use super::chain::chain;
use oxc::ast::ast::{
    Argument, ArrayExpressionElement, AssignmentExpression, AssignmentTarget, CallExpression,
    Expression,
};
use oxc::span::{GetSpan, Span};
use std::collections::{HashMap, HashSet};

/// What a script exports.
#[derive(Debug, Default)]
pub(super) struct Exports {
    /// Where its functions stand.
    functions: HashMap<String, Span>,
    exported: Vec<Export>,
    /// Of what it says `.public = true`: names of functions, and of exports as `exports.Show`.
    public: HashSet<String>,
}

/// `exports.Show = …`.
#[derive(Debug)]
struct Export {
    name: String,
    handler: Handler,
    guard: Option<Guard>,
}

/// What runs.
#[derive(Debug)]
enum Handler {
    /// A function that is written there.
    Here(Span),
    /// The first of these names that is a function; else what is written there.
    Named(Vec<String>, Span),
}

/// What wraps it.
#[derive(Clone, Copy, Debug)]
struct Guard {
    is_post: bool,
}

/// A route that was found.
#[derive(Debug)]
pub(super) struct Exposed {
    pub(super) name: String,
    /// Whether its guard takes POST alone.
    pub(super) is_post: bool,
    /// Where its function stands.
    pub(super) span: Span,
}

impl Exports {
    /// The script has a function of that name.
    pub(super) fn function(&mut self, name: &str, span: Span) {
        self.functions.insert(name.to_owned(), span);
    }

    /// Takes in what an assignment exports or makes public.
    pub(super) fn assigned(&mut self, assignment: &AssignmentExpression<'_>) {
        let AssignmentTarget::StaticMemberExpression(member) = &assignment.left else { return };
        let Some((object, _)) = chain(&member.object) else { return };
        let object = object.strip_prefix("module.").unwrap_or(&object);
        let property = member.property.name.as_str();
        if property == "public" {
            if matches!(&assignment.right, Expression::BooleanLiteral(it) if it.value) {
                self.public.insert(object.to_owned());
            }
        } else if object == "exports"
            && let Some((handler, guard)) = exported(&assignment.right)
        {
            self.exported.push(Export { name: property.to_owned(), handler, guard });
        }
    }

    /// The routes among its exports, in the order of the text.
    pub(super) fn routes(self) -> Vec<Exposed> {
        let Self { functions, exported, public } = self;
        let route = |export: Export| {
            let Export { name, handler, guard } = export;
            let (span, function) = match handler {
                Handler::Here(span) => (span, None),
                Handler::Named(names, span) => {
                    let known = names.into_iter().find(|name| functions.contains_key(name));
                    let function = known.as_ref().and_then(|name| functions.get(name));
                    (function.copied().unwrap_or(span), known)
                }
            };
            let is_public = guard.is_some()
                || public.contains(&format!("exports.{name}"))
                || function.is_some_and(|function| public.contains(&function));
            let is_post = guard.is_some_and(|guard| guard.is_post);
            is_public.then_some(Exposed { name, is_post, span })
        };
        exported.into_iter().filter_map(route).collect()
    }
}

/// What an export is, if it can be a route.
fn exported(value: &Expression<'_>) -> Option<(Handler, Option<Guard>)> {
    match value.get_inner_expression() {
        Expression::FunctionExpression(function) => Some((Handler::Here(function.span), None)),
        Expression::ArrowFunctionExpression(arrow) => Some((Handler::Here(arrow.span), None)),
        Expression::Identifier(name) => {
            Some((Handler::Named(vec![name.name.to_string()], name.span), None))
        }
        Expression::CallExpression(call) => Some((handler(call), Some(guard(call)?))),
        _ => None,
    }
}

/// The function among a guard's arguments.
fn handler(call: &CallExpression<'_>) -> Handler {
    let mut names = Vec::new();
    for argument in &call.arguments {
        match argument {
            Argument::FunctionExpression(_) | Argument::ArrowFunctionExpression(_) => {
                return Handler::Here(argument.span());
            }
            Argument::Identifier(name) => names.push(name.name.to_string()),
            _ => {}
        }
    }
    Handler::Named(names, call.span)
}

/// `guard.ensure(['https', 'post'], …)`, `guard.httpsPost(…)`, `ensure(…)`.
fn guard(call: &CallExpression<'_>) -> Option<Guard> {
    let (callee, _) = chain(&call.callee)?;
    let callee = callee.to_lowercase();
    if !callee.contains("guard") && callee != "ensure" {
        return None;
    }
    let filters: HashSet<&str> = call.arguments.iter().flat_map(texts).collect();
    let is_post = callee.ends_with("post") || filters.contains("post");
    Some(Guard { is_post: is_post && !filters.contains("get") })
}

/// The texts of a list.
fn texts<'a>(argument: &'a Argument<'_>) -> Vec<&'a str> {
    let Argument::ArrayExpression(list) = argument else { return Vec::new() };
    let text = |element: &'a ArrayExpressionElement<'_>| match element {
        ArrayExpressionElement::StringLiteral(text) => Some(text.value.as_str()),
        _ => None,
    };
    list.elements.iter().filter_map(text).collect()
}

#[cfg(test)]
mod tests {
    use crate::script::{Route, outline};

    #[track_caller]
    fn check(source: &str, expected: &[(&str, bool, u32, u32)]) {
        let found = outline("/x.js", source).routes;
        let found: Vec<_> = found.iter().map(told).collect();
        assert_eq!(found, expected, "{source}");
    }

    fn told(route: &Route) -> (&str, bool, u32, u32) {
        (&route.name, route.is_post, route.line, route.last_line)
    }

    #[test]
    fn what_a_guard_wraps_is_a_route_where_its_function_stands() {
        let functions = "function show() {\n  go();\n}\nvar add = function () {\n};\n";
        let of = |export: &str| format!("{functions}{export}");
        check(&of("exports.Show = guard.ensure(['get'], show);"), &[("Show", false, 1, 3)]);
        check(
            &of("exports.Add = guard.ensure(['https', 'post'], add, {scope: 'cart'});"),
            &[("Add", true, 4, 5)],
        );
        check(
            &of("exports.Both = boguard.ensure(['get', 'post'], show);"),
            &[("Both", false, 1, 3)],
        );
        check(&of("module.exports.Add = guard.httpsPost(add);"), &[("Add", true, 4, 5)]);
        check(&of("exports.Show = ensure(['https'], show);"), &[("Show", false, 1, 3)]);
        check(&of("exports.Far = guard.all(require('./far').show);"), &[("Far", false, 6, 6)]);
        check("exports.In = guard.all(function () {\n  go();\n});", &[("In", false, 1, 3)]);
        check("exports.Early = guard.all(early);\nfunction early() {}", &[("Early", false, 2, 2)]);
    }

    #[test]
    fn what_is_said_to_be_public_is_a_route() {
        check(
            "exports.Show = function () {\n  go();\n};\nexports.Show.public = true;",
            &[("Show", false, 1, 3)],
        );
        check(
            "function show() {\n}\nmodule.exports.Show = show;\nmodule.exports.Show.public = true;",
            &[("Show", false, 1, 2)],
        );
        check("function f() {\n}\nexports.F = f;\nf.public = true;", &[("F", false, 1, 2)]);
    }

    #[test]
    fn what_is_exported_for_other_scripts_is_none() {
        check("exports.help = function () {};\nexports.Show = show;\nfunction show() {}", &[]);
        check("exports.Show = function () {};\nexports.Show.public = false;", &[]);
        check("exports.Model = extend(base, function () {});\nexports.Name = 'x';", &[]);
    }
}
