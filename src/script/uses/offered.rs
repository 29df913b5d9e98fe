//! What a module offers to whoever calls it by name, as far as its text tells.

use crate::script::loader::script_text;
use crate::script::scripts;
use crate::script::syntax::understood;
use oxc::ast::AstKind;
use oxc::ast::ast::{
    AssignmentExpression, AssignmentTarget, Expression, ObjectExpression, ObjectPropertyKind,
};
use oxc::semantic::{NodeId, Semantic};
use std::collections::{BTreeMap, BTreeSet};

/// The exports of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offered {
    exports: BTreeMap<String, Value>,
    /// Of what it says `.public = …`: names of variables, and of exports as `exports.show`.
    public: BTreeSet<String>,
    /// It may export more than its text tells.
    is_open: bool,
    /// Something may be public of which its text doesn't tell.
    is_public_open: bool,
}

/// What is exported.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    /// A function that is written there.
    Function,
    /// What a variable holds.
    Variable(String),
    Other,
}

impl Offered {
    /// Whether it surely has no export of that name.
    pub fn lacks(&self, name: &str) -> bool {
        !self.is_open && !self.exports.contains_key(name)
    }

    /// Whether an export of that name is surely not one that requests may call.
    pub fn hides(&self, name: &str) -> bool {
        let is_said = |name: &str| self.public.contains(name);
        let is_exported = |name: &String| {
            let is_this = |value: &Value| matches!(value, Value::Variable(it) if it == name);
            name.starts_with("exports.") || self.exports.values().any(is_this)
        };
        // What else is made public may be an export by another name.
        if !self.public.iter().all(is_exported) {
            return false;
        }
        let is_plain = match self.exports.get(name) {
            Some(Value::Function) => true,
            Some(Value::Variable(variable)) => !is_said(variable),
            Some(Value::Other) | None => false,
        };
        is_plain && !self.is_public_open && !is_said(&format!("exports.{name}"))
    }
}

/// What the text of a script offers; nothing if it doesn't parse. What only the runtime parses may offer anything.
pub fn offered(path: &str, content: &[u8]) -> Option<Offered> {
    let text = script_text(content);
    let anything = Offered { is_open: true, is_public_open: true, ..Offered::default() };
    let look = |text: &str| understood(text, |_, semantic| found(semantic)).unwrap_or(anything);
    scripts::examine(path, &text, look).ok()
}

fn found(semantic: &Semantic<'_>) -> Offered {
    let mut offered = Offered::default();
    for node in semantic.nodes().iter() {
        match node.kind() {
            AstKind::AssignmentExpression(it) => offered.assigned(it),
            AstKind::IdentifierReference(it)
                if matches!(it.name.as_str(), "exports" | "module")
                    && is_handed_on(semantic, node.id(), it.name == "module") =>
            {
                offered.is_open = true;
                offered.is_public_open = true;
            }
            _ => {}
        }
    }
    offered
}

/// Whether the exports as a whole go somewhere else than into an assignment or to a name of theirs.
fn is_handed_on(semantic: &Semantic<'_>, name: NodeId, is_module: bool) -> bool {
    let nodes = semantic.nodes();
    let mut whole = name;
    if is_module {
        match nodes.parent_kind(name) {
            AstKind::StaticMemberExpression(it) if it.property.name == "exports" => {
                whole = nodes.parent_id(name);
            }
            _ => return true,
        }
    }
    match nodes.parent_kind(whole) {
        AstKind::StaticMemberExpression(_) => false,
        AstKind::ComputedMemberExpression(it) => {
            !matches!(it.expression, Expression::StringLiteral(_))
        }
        AstKind::AssignmentExpression(it) => match &it.right {
            Expression::ObjectExpression(_) => !is_module,
            _ => true,
        },
        _ => true,
    }
}

/// `exports`, or `module.exports`.
fn is_exports(expression: &Expression<'_>) -> bool {
    match expression.get_inner_expression() {
        Expression::Identifier(it) => it.name == "exports",
        Expression::StaticMemberExpression(it) => {
            it.property.name == "exports"
                && matches!(&it.object, Expression::Identifier(it) if it.name == "module")
        }
        _ => false,
    }
}

/// The name in `exports.name` or `exports['name']`.
fn export_named<'e>(expression: &'e Expression<'_>) -> Option<&'e str> {
    match expression.get_inner_expression() {
        Expression::StaticMemberExpression(it) if is_exports(&it.object) => {
            Some(it.property.name.as_str())
        }
        Expression::ComputedMemberExpression(it) if is_exports(&it.object) => {
            match &it.expression {
                Expression::StringLiteral(name) => Some(name.value.as_str()),
                _ => None,
            }
        }
        _ => None,
    }
}

impl Offered {
    fn assigned(&mut self, assignment: &AssignmentExpression<'_>) {
        let value = value_of(&assignment.right);
        match &assignment.left {
            AssignmentTarget::StaticMemberExpression(member) => {
                let name = member.property.name.as_str();
                if is_exports(&member.object) {
                    self.exports.insert(name.to_owned(), value);
                } else if name == "public" {
                    self.made_public(&member.object, &assignment.right);
                } else if name == "exports"
                    && let Expression::ObjectExpression(object) = &assignment.right
                {
                    self.all(object);
                }
            }
            AssignmentTarget::ComputedMemberExpression(member) if is_exports(&member.object) => {
                if let Expression::StringLiteral(name) = &member.expression {
                    self.exports.insert(name.value.to_string(), value);
                }
            }
            _ => {}
        }
    }

    fn made_public(&mut self, of: &Expression<'_>, value: &Expression<'_>) {
        if matches!(value, Expression::BooleanLiteral(it) if !it.value) {
            return;
        }
        match (export_named(of), of.get_inner_expression()) {
            (Some(name), _) => {
                self.public.insert(format!("exports.{name}"));
            }
            (None, Expression::Identifier(name)) => {
                self.public.insert(name.name.to_string());
            }
            _ => self.is_public_open = true,
        }
    }

    /// `module.exports = { … }`.
    fn all(&mut self, object: &ObjectExpression<'_>) {
        for property in &object.properties {
            let named = match property {
                ObjectPropertyKind::ObjectProperty(it) => {
                    it.key.static_name().map(|name| (name.to_string(), value_of(&it.value)))
                }
                ObjectPropertyKind::SpreadProperty(_) => None,
            };
            if let Some((name, value)) = named {
                self.exports.insert(name, value);
            } else {
                self.is_open = true;
                self.is_public_open = true;
            }
        }
    }
}

fn value_of(value: &Expression<'_>) -> Value {
    match value.get_inner_expression() {
        Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) => {
            Value::Function
        }
        Expression::Identifier(name) => Value::Variable(name.name.to_string()),
        _ => Value::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether `a` is surely missing, and whether it is surely not public.
    fn told(text: &str) -> (bool, bool) {
        let offered = offered("/a.js", text.as_bytes()).expect("it parses");
        (offered.lacks("a"), offered.hides("a"))
    }

    #[test]
    fn exports_are_there_and_public_as_the_text_says() {
        for (text, expected) in [
            ("exports.a = function () {}; exports.a.public = true;", (false, false)),
            ("exports.a = function () {};", (false, true)),
            ("exports.a = () => 1; exports.a.public = false;", (false, true)),
            ("exports.b = function () {};", (true, false)),
            ("exports['a'] = function () {};", (false, true)),
            ("module.exports.a = a; function a() {} a.public = true;", (false, false)),
            ("function a() {} exports.a = a;", (false, true)),
            ("function x() {} module.exports = { a: x, b };", (false, true)),
            ("function x() {} module.exports = { a: x }; x.public = true;", (false, false)),
            (
                "module.exports = { a: function () {} }; module.exports.a.public = true;",
                (false, false),
            ),
            ("module.exports = { b: 1 };", (true, false)),
            ("exports.x = function () { return exports.a(); };", (true, false)),
        ] {
            assert_eq!(told(text), expected, "{text}");
        }
    }

    #[test]
    fn what_the_text_does_not_tell_is_not_told() {
        for text in [
            "module.exports = require('./other');",
            "module.exports = make({});",
            "Object.assign(exports, others);",
            "var e = exports; e.a = 1;",
            "module.exports = { ...others };",
            "names.forEach(function (name) { exports[name] = f; exports[name].public = true; });",
            "exports.a = guarded(function () {});",
            "var m = module; m.exports.a = 1;",
            "exports.a = exports.b = function () {};",
            "exports.a = function () {}; [exports.a].forEach(function (it) { it.public = true; });",
        ] {
            let (lacks, hides) = told(text);
            assert!(!lacks, "{text}");
            assert!(!hides, "{text}");
        }
    }
}
