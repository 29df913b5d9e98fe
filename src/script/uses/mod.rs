//! What a script uses of the platform and of other scripts, as far as its text tells.
//!
//! Types come from `require('dw/…')`, `dw.…`, `new`, the platform's globals and the declared types of
//! members; what is handed in as a parameter is not known.

mod offered;
mod types;

pub use offered::{Offered, offered};

use super::declared::MemberKind;
use super::isml::{Mention, Mentioned, is_template, mentions};
use super::lines::Unparsed;
use super::loader::script_text;
use super::platform::declared;
use super::scripts;
use super::syntax::understood;
use oxc::ast::AstKind;
use types::{Kind, Type, Types};

/// Something that a script uses, with its line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Where it stands.
    pub line: u32,
    /// What it is.
    pub what: Used,
}

/// What a script uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Used {
    /// A module by the name that `require` is given.
    Module(String),
    /// A declared class of the platform, for example `order/OrderMgr`.
    Class(&'static str),
    /// A member that the class or its parents declare.
    Member {
        /// The class of the receiver.
        class: &'static str,
        /// The member's name; `new` for the constructor.
        name: String,
    },
    /// A web service that a cartridge describes, `cartridge/<folder>/<name>.wsdl`.
    Reference {
        /// `webreferences` or `webreferences2`.
        folder: &'static str,
        /// What the service is called.
        name: String,
    },
    /// Another template, by the constant name that a template's tag has for it.
    Template(String),
    /// A tag of a template that a module has to define, with its `is`, in small letters.
    Tag(String),
    /// An attribute that a tag of the platform doesn't have.
    Attribute {
        /// The tag, `isprint`.
        tag: String,
        /// The attribute's name as it is written.
        name: String,
    },
}

/// The globals that have web services, and the folders of a cartridge that describe them.
pub const REFERENCES: [&str; 2] = ["webreferences", "webreferences2"];

/// What the text of a script uses, in the order of its lines; or all that is found that doesn't parse, at least one.
///
/// `path` is a script path or a file's name; that of a template ends in `.isml`.
pub fn uses(path: &str, content: &[u8]) -> Result<Vec<Use>, Vec<Unparsed>> {
    let text = script_text(content);
    let told = |problem| Unparsed::of(&text, problem);
    let told = |problems: Vec<_>| problems.into_iter().map(told).collect::<Vec<_>>();
    let mut uses = scripts::examine(path, &text, used).map_err(told)?;
    if is_template(path) {
        uses.extend(mentions(&text).into_iter().map(of_template));
        uses.sort_by_key(|it| it.line);
    }
    Ok(uses)
}

fn of_template(Mention { line, what }: Mention) -> Use {
    let what = match what {
        Mentioned::Template(name) => Used::Template(name),
        Mentioned::Tag(name) => Used::Tag(name),
        Mentioned::Attribute { tag, name } => Used::Attribute { tag, name },
    };
    Use { line, what }
}

/// Needs a large stack for deeply nested scripts. What only the runtime parses uses nothing.
fn used(text: &str) -> Vec<Use> {
    let found = understood(text, |_, semantic| {
        let types = Types::of_script(declared(), semantic);
        let found = semantic.nodes().iter().filter_map(|node| found(&types, &node.kind()));
        let mut found: Vec<(u32, Used)> = found.collect();
        found.sort_by_key(|(offset, _)| *offset);
        found
    });
    let mut lines = Lines { text, line: 1, read: 0 };
    let uses = found.into_iter().flatten();
    uses.map(|(offset, what)| Use { line: lines.line(offset), what }).collect()
}

/// What one node of the syntax uses, and where in the text.
fn found(types: &Types<'_>, node: &AstKind<'_>) -> Option<(u32, Used)> {
    match node {
        AstKind::CallExpression(it) => {
            let name = types.required(it)?;
            let class = name.strip_prefix("dw/").and_then(class_named);
            let what = class.map_or_else(|| Used::Module(name.to_owned()), Used::Class);
            Some((it.span.start, what))
        }
        AstKind::NewExpression(it) => member(it.span.start, types.of(&it.callee)?, "new"),
        AstKind::StaticMemberExpression(it) => {
            let start = it.property.span.start;
            if let Some(folder) =
                REFERENCES.into_iter().find(|name| types.is_global(&it.object, name))
            {
                return Some((
                    start,
                    Used::Reference { folder, name: it.property.name.to_string() },
                ));
            }
            let receiver = types.of(&it.object)?;
            if receiver.kind != Kind::Package {
                return member(start, receiver, &it.property.name);
            }
            let Type { kind: Kind::Class, name } = types.member(it)? else { return None };
            Some((start, Used::Class(name)))
        }
        _ => None,
    }
}

fn member(offset: u32, receiver: Type, name: &str) -> Option<(u32, Used)> {
    let found = declared().member(receiver.name, name)?;
    // A constant with its value is known without being emulated.
    let is_constant = matches!(found.kind, MemberKind::Constant(Some(_)));
    let what = Used::Member { class: receiver.name, name: name.to_owned() };
    (receiver.kind != Kind::Package && !is_constant).then_some((offset, what))
}

fn class_named(name: &str) -> Option<&'static str> {
    declared().class_name(name.strip_suffix(".js").unwrap_or(name))
}

/// Tells the lines of places that come in order.
struct Lines<'t> {
    text: &'t str,
    line: u32,
    read: usize,
}

impl Lines<'_> {
    fn line(&mut self, offset: u32) -> u32 {
        let offset = offset as usize;
        let passed = self.text.as_bytes()[self.read..offset].iter().filter(|it| **it == b'\n');
        self.line += u32::try_from(passed.count()).unwrap_or(u32::MAX);
        self.read = offset;
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let shown = |it: Use| match it.what {
            Used::Module(name) => format!("{}: require {name}", it.line),
            Used::Class(name) => format!("{}: {name}", it.line),
            Used::Member { class, name } => format!("{}: {class}.{name}", it.line),
            Used::Reference { folder, name } => format!("{}: {folder}.{name}", it.line),
            Used::Template(name) => format!("{}: template {name}", it.line),
            Used::Tag(name) => format!("{}: <{name}>", it.line),
            Used::Attribute { tag, name } => format!("{}: <{tag} {name}>", it.line),
        };
        uses("/a.js", text.as_bytes()).expect("it parses").into_iter().map(shown).collect()
    }

    #[test]
    fn members_are_found_by_the_types_of_their_receivers() {
        assert_eq!(
            found(
                "var Mgr = require('dw/order/BasketMgr');\nvar basket = Mgr.getCurrentBasket();\n\
                 var file;\nfile = new dw.io.File('x');\nfile.fullPath\n\
                 function f(a) { return a.b || basket.defaultShipment\n.custom; }\nother.x; basket.nothing;"
            ),
            [
                "1: order/BasketMgr",
                "2: order/BasketMgr.getCurrentBasket",
                "4: io/File.new",
                "4: io/File",
                "5: io/File.fullPath",
                "6: order/Basket.defaultShipment",
                "7: order/Shipment.custom",
            ]
        );
    }

    #[test]
    fn what_is_not_the_platforms_is_a_module() {
        assert_eq!(
            found("var a = require('*/cartridge/a'); require(a); require('dw/nothing/X');"),
            ["1: require */cartridge/a", "1: require dw/nothing/X"]
        );
        assert_eq!(found("function f(require, dw) { require('a'); dw.io.File.TEMP; }"), [""; 0]);
        assert_eq!(found("session.forms; request.geolocation;").len(), 2);
        assert_eq!(found("var a = b, b = a; a.x; dw.io.File.SEPARATOR;"), ["1: io/File"]);
    }

    #[test]
    fn web_services_are_known_by_their_globals() {
        let text = "var a = webreferences2.Tea;\nwebreferences.Old.getService();\nfunction f(webreferences) { webreferences.x; }";
        assert_eq!(found(text), ["1: webreferences2.Tea", "2: webreferences.Old"]);
    }

    #[test]
    fn variables_made_of_themselves_are_followed_once() {
        let script = format!("var a = 'x';\n{}a.nothing;", "a = a.b(a.c()).d || a;\n".repeat(40));
        assert_eq!(found(&script), [""; 0]);
        let calendar = "var a = a || new dw.util.Calendar(); a = a.x(); a.time;";
        let expected = ["1: util/Calendar.new", "1: util/Calendar", "1: util/Calendar.time"];
        assert_eq!(found(calendar), expected);
    }

    #[test]
    fn what_does_not_parse_says_where() {
        let broken = uses("/a.js", b"var a;\nvar b = ;").expect_err("refused");
        assert_eq!(broken[0].line, 2);
    }
}
