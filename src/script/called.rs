//! What the calls of a script lead to, as far as its text tells.
//!
//! ```text
//! find(1)                          a function of the script
//! new Cart(basket)                 the same, or what a module exports
//! helpers.find(1)                  a function of the module that `helpers` was required from
//! require('./near').go()           the same without a name
//! cart.add(1)                      of what `cart` was made with: `new Cart()`, `{ add: function () {} }`
//! this.find(), exports.find()      a function of the script; of several the one of what holds it
//! Base.call(this, 1)               the function itself
//! list.forEach(function (it) {     the function that is handed over, where it has lines of its own
//! ```

use super::chain::chain;
use super::defined::{Defined, Definitions, Whose};
use super::dialect;
use oxc::ast::ast::{Argument, CallExpression, Expression};
use std::collections::{HashMap, HashSet};

/// Something that a line calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// What is called, as in `productHelpers.selectedVariation`.
    pub name: String,
    /// On which line, from 1.
    pub line: u32,
    /// What it leads to.
    pub callee: Callee,
}

/// A function that is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Callee {
    /// Of the script itself; without a first statement where the text doesn't tell which of several.
    Own(Defined),
    /// What a module exports under a name; what it exports itself is [`EXPORTED`].
    OfModule(String, String),
    /// The one whose first statement is on that line.
    Here(u32),
}

/// What a module exports itself.
pub(super) const EXPORTED: &str = "module.exports";

/// What hands functions over that run later, when nobody waits for them.
const LATER: [&str; 4] = ["on", "once", "addListener", "addEventListener"];

/// A call as it is written.
#[derive(Debug)]
struct Written {
    name: String,
    line: u32,
    what: What,
    /// The class or object in whose functions it stands.
    within: Option<String>,
}

#[derive(Debug)]
enum What {
    /// `f()`
    Function(String),
    /// `a.b.f()`
    Member(String, String),
    /// `require('…').f()`
    OfModule(String, String),
    /// `new C().f()`
    OfNew(String, String),
    Here(u32),
}

/// The calls of a script, and what tells what they lead to.
#[derive(Debug, Default)]
pub(super) struct Calls {
    written: Vec<Written>,
    /// The names of modules by those of the variables that hold them.
    modules: HashMap<String, String>,
    /// The names of classes by those of the variables that hold what was made of them.
    made: HashMap<String, String>,
    /// Variables that hold an object which is written there.
    objects: HashSet<String>,
}

impl Calls {
    /// A variable that is given a value.
    pub(super) fn variable(&mut self, name: &str, value: &Expression<'_>) {
        match value.get_inner_expression() {
            Expression::NewExpression(new) => {
                if let Some((class, _)) = chain(&new.callee) {
                    self.made.insert(name.to_owned(), class);
                }
            }
            Expression::ObjectExpression(_) => {
                self.objects.insert(name.to_owned());
            }
            value => {
                if let Some((module, _)) = required(value) {
                    self.modules.insert(name.to_owned(), module.to_owned());
                }
            }
        }
    }

    /// `new C()`.
    pub(super) fn made(&mut self, callee: &Expression<'_>, line: impl Fn(u32) -> u32) {
        self.called(callee, "new ", None, line);
    }

    /// `f()`, in a function of that class or object.
    pub(super) fn call(
        &mut self,
        callee: &Expression<'_>,
        within: Option<&str>,
        line: impl Fn(u32) -> u32,
    ) {
        self.called(callee, "", within, line);
    }

    fn called(
        &mut self,
        callee: &Expression<'_>,
        verb: &str,
        within: Option<&str>,
        line: impl Fn(u32) -> u32,
    ) {
        let found = match callee.get_inner_expression() {
            Expression::StaticMemberExpression(member) => {
                let (function, at) = (member.property.name.to_string(), member.property.span.start);
                let what = match member.object.get_inner_expression() {
                    Expression::NewExpression(new) => chain(&new.callee)
                        .map(|(class, _)| (format!("new {class}"), What::OfNew(class, function))),
                    object => match (required(object), is_names(object).then(|| chain(object))) {
                        (Some((module, _)), _) => Some((
                            format!("require('{module}')"),
                            What::OfModule(module.to_owned(), function),
                        )),
                        (None, Some(Some((object, _)))) if !is_library(&object) => {
                            Some((object.clone(), What::Member(object, function)))
                        }
                        _ => None,
                    },
                };
                what.map(|(object, what)| (format!("{object}.{}", member.property.name), what, at))
            }
            Expression::Identifier(name) => (name.name != "require" && !is_library(&name.name))
                .then(|| {
                    let name_of = name.name.to_string();
                    (name_of.clone(), What::Function(name_of), name.span.start)
                }),
            callee => required(callee).map(|(module, at)| {
                let what = What::OfModule(module.to_owned(), EXPORTED.to_owned());
                (format!("require('{module}')"), what, at)
            }),
        };
        if let Some((name, what, at)) = found {
            let (name, within) = (format!("{verb}{name}"), within.map(str::to_owned));
            self.written.push(Written { name, line: line(at), what, within });
        }
    }

    /// Functions that a call hands over, each by the line of its first statement, if it has any.
    pub(super) fn handed_over(
        &mut self,
        call: &CallExpression<'_>,
        line: impl Fn(u32) -> u32,
        first: impl Fn(&Expression<'_>) -> Option<u32>,
    ) {
        let (name, at) = match call.callee.get_inner_expression() {
            Expression::StaticMemberExpression(member) => {
                let name = member.property.name.to_string();
                if LATER.contains(&name.as_str()) {
                    return;
                }
                let whole = is_names(&member.object).then(|| chain(&call.callee)).flatten();
                (whole.map_or(name, |(name, _)| name), member.property.span.start)
            }
            Expression::Identifier(name) => (name.name.to_string(), name.span.start),
            _ => return,
        };
        let lines = call.arguments.iter().filter_map(Argument::as_expression).filter_map(first);
        let at = line(at);
        // One of the same line is no place of its own.
        for (number, body) in lines.map(line).filter(|body| *body > at).enumerate() {
            let which = if number == 0 { String::new() } else { format!(" {}", number + 1) };
            let name = format!("callback{which} of {name}");
            self.written.push(Written { name, line: at, what: What::Here(body), within: None });
        }
    }

    /// Those that lead somewhere. Names are told apart by their text alone, not by where they hold.
    pub(super) fn resolved(self, functions: &Definitions) -> Vec<Called> {
        let Self { written, modules, made, objects } = self;
        let own = |name: &str, whose: Whose<'_>| functions.meant(name, whose).map(Callee::Own);
        let function = |name: &str| {
            let of_module = |module: &String| Callee::OfModule(module.clone(), EXPORTED.to_owned());
            own(name, Whose::Itself).or_else(|| modules.get(name).map(of_module))
        };
        let of_class = |class: &str, name: &str| match modules.get(class) {
            Some(module) => Some(Callee::OfModule(module.clone(), name.to_owned())),
            None => own(name, Whose::Of(class)).filter(|_| functions.has(class)),
        };
        let member = |object: &str, name: &str, within: Option<&str>| {
            if let Some(module) = modules.get(object) {
                return Some(Callee::OfModule(module.clone(), name.to_owned()));
            }
            let is_known = objects.contains(object) || functions.has(object);
            let found = match (made.get(object), object) {
                (Some(class), _) => of_class(class, name),
                (None, "exports" | "module.exports") => own(name, Whose::Of(EXPORTED)),
                (None, "this" | "self") => own(name, within.map_or(Whose::Unknown, Whose::Of)),
                (None, object) if is_known => own(name, Whose::Of(object)),
                _ => None,
            };
            let is_itself = matches!(name, "call" | "apply");
            found.or_else(|| is_itself.then(|| function(object)).flatten())
        };
        let callee = |what: &What, within: Option<&str>| match what {
            What::Function(name) => function(name),
            What::Member(object, name) => member(object, name, within),
            What::OfModule(module, name) => Some(Callee::OfModule(module.clone(), name.clone())),
            What::OfNew(class, name) => of_class(class, name),
            What::Here(line) => Some(Callee::Here(*line)),
        };
        let call = |Written { name, line, what, within }: Written| {
            callee(&what, within.as_deref()).map(|callee| Called { name, line, callee })
        };
        written.into_iter().filter_map(call).collect()
    }
}

/// The module of a `require('…')`, and where that begins.
pub(super) fn required<'a>(expression: &'a Expression<'_>) -> Option<(&'a str, u32)> {
    let Expression::CallExpression(call) = expression.get_inner_expression() else { return None };
    match (&call.callee, call.arguments.first()) {
        (Expression::Identifier(name), Some(Argument::StringLiteral(module)))
            if name.name == "require" =>
        {
            Some((module.value.as_str(), call.span.start))
        }
        _ => None,
    }
}

/// Whether it is a chain of names from its beginning on.
fn is_names(expression: &Expression<'_>) -> bool {
    match expression.get_inner_expression() {
        Expression::Identifier(_) | Expression::ThisExpression(_) => true,
        Expression::StaticMemberExpression(member) => is_names(&member.object),
        _ => false,
    }
}

fn is_library(chain: &str) -> bool {
    chain.split('.').next().is_some_and(dialect::is_library)
}
