//! What an expression's value is, as far as declarations tell.

use crate::script::declared::Declared;
use oxc::ast::AstKind;
use oxc::ast::ast::{
    Argument, AssignmentTarget, BindingPattern, CallExpression, Expression, IdentifierReference,
    StaticMemberExpression,
};
use oxc::semantic::{Scoping, Semantic, SymbolId};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;

/// Variables and members are followed so far.
const DEEPEST: u32 = 30;

/// The globals that are objects of the platform.
const GLOBALS: [(&str, &str); 4] = [
    ("customer", "customer/Customer"),
    ("request", "system/Request"),
    ("response", "system/Response"),
    ("session", "system/Session"),
];

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) kind: Kind,
    /// The class, or the package.
    pub(super) name: &'static str,
}

/// What kind of thing has that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Package,
    Class,
    Instance,
}

/// The types of a script's values.
pub(super) struct Types<'a> {
    declared: &'static Declared,
    scoping: &'a Scoping,
    /// What variables are given, all over the script.
    values: HashMap<SymbolId, Vec<&'a Expression<'a>>>,
    /// What is known of variables, so that each is followed once; nothing of one that is just followed, since it may be
    /// given what it is itself made of, again and again.
    known: RefCell<HashMap<SymbolId, Option<Type>>>,
    depth: Cell<u32>,
}

impl<'a> Types<'a> {
    pub(super) fn of_script(declared: &'static Declared, semantic: &'a Semantic<'a>) -> Self {
        let (values, known, depth) = Default::default();
        let mut types = Self { declared, scoping: semantic.scoping(), values, known, depth };
        for node in semantic.nodes().iter() {
            types.note(node.kind());
        }
        types
    }

    fn note(&mut self, node: AstKind<'a>) {
        let given = match node {
            AstKind::VariableDeclarator(it) => match &it.id {
                BindingPattern::BindingIdentifier(name) => {
                    name.symbol_id.get().zip(it.init.as_ref())
                }
                _ => None,
            },
            AstKind::AssignmentExpression(it) => match &it.left {
                AssignmentTarget::AssignmentTargetIdentifier(name) => {
                    self.symbol(name).map(|symbol| (symbol, &it.right))
                }
                _ => None,
            },
            _ => None,
        };
        if let Some((symbol, value)) = given {
            self.values.entry(symbol).or_default().push(value);
        }
    }

    /// The variable that a name means; nothing for globals.
    fn symbol(&self, it: &IdentifierReference<'_>) -> Option<SymbolId> {
        self.scoping.get_reference(it.reference_id.get()?).symbol_id()
    }

    /// Whether an expression means a global of that name.
    pub(super) fn is_global(&self, expression: &Expression<'_>, name: &str) -> bool {
        let named = expression.get_identifier_reference();
        named.is_some_and(|it| it.name == name && self.symbol(it).is_none())
    }

    /// The name in `require('…')`.
    pub(super) fn required<'c>(&self, call: &'c CallExpression<'_>) -> Option<&'c str> {
        match call.arguments.as_slice() {
            [Argument::StringLiteral(name)] if self.is_global(&call.callee, "require") => {
                Some(name.value.as_str())
            }
            _ => None,
        }
    }

    /// What an expression's value is.
    pub(super) fn of(&self, expression: &Expression<'_>) -> Option<Type> {
        let depth = self.depth.get();
        if depth == DEEPEST {
            return None;
        }
        self.depth.set(depth + 1);
        let found = self.found(expression);
        self.depth.set(depth);
        found
    }

    /// What a variable's first value is of which that is known.
    fn variable(&self, symbol: SymbolId) -> Option<Type> {
        if let Some(known) = self.known.borrow().get(&symbol) {
            return *known;
        }
        self.known.borrow_mut().insert(symbol, None);
        let found = self.values.get(&symbol)?.iter().find_map(|value| self.of(value));
        self.known.borrow_mut().insert(symbol, found);
        found
    }

    fn found(&self, expression: &Expression<'_>) -> Option<Type> {
        match expression {
            Expression::Identifier(it) => match self.symbol(it) {
                Some(symbol) => self.variable(symbol),
                None => global(&it.name),
            },
            Expression::ParenthesizedExpression(it) => self.of(&it.expression),
            Expression::AssignmentExpression(it) => self.of(&it.right),
            Expression::LogicalExpression(it) => self.of(&it.left).or_else(|| self.of(&it.right)),
            Expression::ConditionalExpression(it) => {
                self.of(&it.consequent).or_else(|| self.of(&it.alternate))
            }
            Expression::NewExpression(it) => {
                let Type { name, .. } = self.of(&it.callee).filter(|it| it.kind == Kind::Class)?;
                Some(Type { kind: Kind::Instance, name })
            }
            Expression::StaticMemberExpression(it) => self.member(it),
            Expression::CallExpression(it) => self.called(it),
            _ => None,
        }
    }

    /// What `a.b` is.
    pub(super) fn member(&self, it: &StaticMemberExpression<'_>) -> Option<Type> {
        let receiver = self.of(&it.object)?;
        if receiver.kind == Kind::Package {
            return self.inside(receiver.name, &it.property.name);
        }
        let name = self.declared.member(receiver.name, &it.property.name)?.value?;
        Some(Type { kind: Kind::Instance, name })
    }

    fn called(&self, it: &CallExpression<'_>) -> Option<Type> {
        if let Some(name) = self.required(it) {
            let (package, name) = name.strip_prefix("dw/")?.rsplit_once('/').unzip();
            return self.inside(package?, name?);
        }
        match &it.callee {
            Expression::StaticMemberExpression(callee) => self.member(callee),
            _ => None,
        }
    }

    /// The class or package of that name in a package.
    fn inside(&self, package: &str, name: &str) -> Option<Type> {
        let path = if package.is_empty() { name.to_owned() } else { format!("{package}/{name}") };
        if let Some(name) = self.declared.class_name(&path) {
            return Some(Type { kind: Kind::Class, name });
        }
        let name = self.declared.package_name(&path)?;
        Some(Type { kind: Kind::Package, name })
    }
}

fn global(name: &str) -> Option<Type> {
    if name == "dw" {
        return Some(Type { kind: Kind::Package, name: "" });
    }
    let (_, class) = GLOBALS.iter().find(|(known, _)| *known == name)?;
    Some(Type { kind: Kind::Instance, name: class })
}
