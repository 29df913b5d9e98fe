//! Platform modules that load what they require only when they come to use it.
//!
//! A page needs a small part of the platform, but its modules name each other at their heads, so that one of them
//! would bring most others along. `const Money = require('dw/value/Money');` at the head of a module becomes
//! `let Money;`, and each use of it `(Money??=require("dw/value/Money"))`, as long as the module uses it inside of
//! functions alone. No line is moved.

use super::syntax::understood;
use oxc::ast::AstKind;
use oxc::ast::ast::{
    Argument, BindingPattern, Expression, Program, PropertyKey, Statement, VariableDeclaration,
};
use oxc::semantic::{Reference, Semantic, SymbolId};
use oxc::span::Span;
use std::borrow::Cow;
use std::fmt::Write;

const REQUIRE: &str = "require";

/// The text of a platform module whose `require`s wait; one that doesn't parse stays as it is.
pub(super) fn deferred(text: &str) -> Cow<'_, str> {
    let edits = understood(text, |program, semantic| {
        // Whoever has a `require` of his own means something else by it.
        if semantic.scoping().symbol_names().any(|name| name == REQUIRE) {
            return Vec::new();
        }
        let mut edits: Vec<(Span, String)> = requirements(program)
            .filter(|it| it.bindings.iter().all(|(symbol, _)| can_wait(semantic, *symbol)))
            .flat_map(|it| it.edits(semantic, text))
            .collect();
        edits.sort_by_key(|(span, _)| span.start);
        edits
    });
    edits.map_or(Cow::Borrowed(text), |edits| Cow::Owned(spliced(text, &edits)))
}

/// `const … = require('…');`
struct Requirement<'a> {
    span: Span,
    module: &'a str,
    /// Each variable, with the member of the module that it holds if it isn't the module itself.
    bindings: Vec<(SymbolId, Option<&'a str>)>,
}

fn requirements<'a>(program: &'a Program<'a>) -> impl Iterator<Item = Requirement<'a>> {
    program.body.iter().filter_map(|statement| match statement {
        Statement::VariableDeclaration(it) if it.kind.is_const() => requirement(it),
        _ => None,
    })
}

fn requirement<'a>(declaration: &'a VariableDeclaration<'a>) -> Option<Requirement<'a>> {
    let [declarator] = declaration.declarations.as_slice() else { return None };
    let Some(Expression::CallExpression(call)) = &declarator.init else { return None };
    let Expression::Identifier(callee) = &call.callee else { return None };
    let [Argument::StringLiteral(module)] = call.arguments.as_slice() else { return None };
    let bindings = match &declarator.id {
        BindingPattern::BindingIdentifier(it) => vec![(it.symbol_id.get()?, None)],
        BindingPattern::ObjectPattern(it) if it.rest.is_none() => {
            let members =
                it.properties.iter().map(|property| match (&property.key, &property.value) {
                    (PropertyKey::StaticIdentifier(key), BindingPattern::BindingIdentifier(it)) => {
                        Some((it.symbol_id.get()?, Some(key.name.as_str())))
                    }
                    _ => None,
                });
            members.collect::<Option<_>>()?
        }
        _ => return None,
    };
    let module = module.value.as_str();
    (callee.name == REQUIRE).then_some(Requirement { span: declaration.span, module, bindings })
}

/// Whether a variable is used inside of functions alone, which run later.
fn can_wait(semantic: &Semantic<'_>, symbol: SymbolId) -> bool {
    let scoping = semantic.scoping();
    let is_later = |reference: &Reference| {
        let mut scopes = scoping.scope_ancestors(reference.scope_id());
        scopes.any(|scope| scoping.scope_flags(scope).is_function())
    };
    scoping.get_resolved_references(symbol).all(|it| it.is_read() && !it.is_write() && is_later(it))
}

impl Requirement<'_> {
    fn edits(&self, semantic: &Semantic<'_>, text: &str) -> Vec<(Span, String)> {
        let scoping = semantic.scoping();
        let names: Vec<&str> =
            self.bindings.iter().map(|(it, _)| scoping.symbol_name(*it)).collect();
        let lines = self.span.source_text(text).matches('\n').count();
        let declaration = format!("let {};{}", names.join(","), "\n".repeat(lines));
        let uses = self.bindings.iter().flat_map(|(symbol, member)| {
            let value = self.value(scoping.symbol_name(*symbol), *member);
            let references = scoping.get_resolved_references(*symbol);
            references.map(move |reference| used(semantic, reference, &value))
        });
        std::iter::once((self.span, declaration)).chain(uses).collect()
    }

    fn value(&self, name: &str, member: Option<&str>) -> String {
        let mut value = format!("({name}??={REQUIRE}({:?})", self.module);
        if let Some(member) = member {
            // Writing into a string can't fail.
            let _ = write!(value, ".{member}");
        }
        value + ")"
    }
}

/// What takes the place of one use.
fn used(semantic: &Semantic<'_>, reference: &Reference, value: &str) -> (Span, String) {
    let span = semantic.reference_span(reference);
    match semantic.nodes().parent_kind(reference.node_id()) {
        AstKind::ObjectProperty(property) if property.shorthand => {
            (span, format!("{}:{value}", semantic.reference_name(reference)))
        }
        _ => (span, value.to_owned()),
    }
}

fn spliced(text: &str, edits: &[(Span, String)]) -> String {
    let (mut made, mut done) = (String::with_capacity(text.len() * 2), 0);
    for (span, new) in edits {
        made.push_str(&text[done..span.start as usize]);
        made.push_str(new);
        done = span.end as usize;
    }
    made.push_str(&text[done..]);
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(deferred(text), expected);
    }

    #[test]
    fn what_functions_use_waits_for_them() {
        check(
            "const Money = require('dw/Money');\nclass A { sum() { return new Money(1, { Money }); } }",
            "let Money;\nclass A { sum() { return new (Money??=require(\"dw/Money\"))(1, { Money:(Money??=require(\"dw/Money\")) }); } }",
        );
        check(
            "const {\n  a,\n  b: c\n} = require('./x');\nmodule.exports = () => c(a);",
            "let a,c;\n\n\n\nmodule.exports = () => (c??=require(\"./x\").b)((a??=require(\"./x\").a));",
        );
    }

    #[test]
    fn what_a_module_needs_to_load_is_there_before() {
        for text in [
            "const Base = require('./base');\nclass A extends Base { b() { return Base.c; } }",
            "const { a, b } = require('./x');\na();\nfunction c() { b(); }",
            "const { a = 1 } = require('./x');\nfunction c() { return a; }",
            "const a = require('./x').a;\nfunction c() { return a; }",
            "const a = require('./x');\nfunction c(require) { return a; }",
            "const a = require(name);\nfunction c() { return a; }",
            "let a = require('./x');\nfunction c() { a = 1; }",
        ] {
            check(text, text);
        }
    }
}
