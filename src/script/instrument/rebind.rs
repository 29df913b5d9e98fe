//! A debugger's expression, rewritten so that it means the variables of a frame.

use crate::script::dialect;
use oxc::allocator::Allocator;
use oxc::ast::ast::{
    AssignmentTargetPropertyIdentifier, CallExpression, Expression, Function, IdentifierReference,
    ObjectProperty, SimpleAssignmentTarget, TaggedTemplateExpression, ThisExpression,
};
use oxc::ast_visit::{Visit, walk};
use oxc::parser::Parser;
use oxc::semantic::{Scoping, SemanticBuilder};
use oxc::span::{SourceType, Span};
use oxc::syntax::scope::ScopeFlags;
use std::collections::BTreeMap;

/// Where the value of a name is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::script) struct Seat {
    /// The reader, counted from the innermost one.
    pub(in crate::script) reader: usize,
    /// The variable's number there.
    pub(in crate::script) number: usize,
    /// Whether it can't be set.
    pub(in crate::script) constant: bool,
}

/// What a name means in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::script) enum Meaning {
    /// A variable that can be read.
    Seat(Seat),
    /// A variable that nobody has kept a reader for.
    OutOfReach,
    /// Nothing of the script's own.
    Global,
}

/// A rewritten expression.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::script) struct Rebound {
    /// Reads by `$haltscope_r(reader,number)`, sets members of `$haltscope_w`, evaluates texts by
    /// `$haltscope_e`.
    pub(in crate::script) text: String,
    /// The names that it may set.
    pub(in crate::script) set: BTreeMap<String, Seat>,
    /// A name in it whose value is out of reach.
    pub(in crate::script) missing: Option<String>,
    /// Whether it evaluates texts.
    pub(in crate::script) nests: bool,
}

/// Rewrites a text, which may be the older engine's; what doesn't parse stays as it is, for the runtime to say why.
pub(in crate::script) fn rebind(text: &str, means: impl Fn(&str) -> Meaning) -> Rebound {
    let unread = || Rebound { text: text.to_owned(), ..Rebound::default() };
    // Nothing is a declaration between parentheses, whatever word it begins with.
    let apart = || bound(&format!("({text}\n)"), &means);
    let older = || bound(&dialect::with_xml_operators(&dialect::translate(text)), &means);
    bound(text, &means).or_else(apart).or_else(older).unwrap_or_else(unread)
}

fn bound(text: &str, means: impl Fn(&str) -> Meaning) -> Option<Rebound> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, text, SourceType::cjs()).parse();
    if parsed.panicked || parsed.diagnostics.has_errors() {
        return None;
    }
    let semantic = SemanticBuilder::new().build(&parsed.program).semantic;
    let mut binder = Binder {
        scoping: semantic.scoping(),
        means,
        functions: 0,
        changes: Vec::new(),
        rebound: Rebound::default(),
    };
    binder.visit_program(&parsed.program);
    let Binder { mut changes, mut rebound, .. } = binder;
    changes.sort_by_key(|(span, _)| span.start);
    let mut done = 0;
    for (span, change) in changes {
        rebound.text.push_str(&text[done..span.start as usize]);
        rebound.text.push_str(&change);
        done = span.end as usize;
    }
    rebound.text.push_str(&text[done..]);
    Some(rebound)
}

struct Binder<'s, F> {
    scoping: &'s Scoping,
    means: F,
    /// How many functions with an own `this` are around.
    functions: usize,
    changes: Vec<(Span, String)>,
    rebound: Rebound,
}

impl<F: Fn(&str) -> Meaning> Binder<'_, F> {
    /// The seat of a name that nothing in the text itself declares.
    fn seat(&mut self, it: &IdentifierReference<'_>) -> Option<Seat> {
        let local = it
            .reference_id
            .get()
            .is_some_and(|id| self.scoping.get_reference(id).symbol_id().is_some());
        if local || (it.name == "arguments" && self.functions > 0) {
            return None;
        }
        match (self.means)(&it.name) {
            Meaning::Seat(seat) => Some(seat),
            Meaning::OutOfReach => {
                self.rebound.missing.get_or_insert_with(|| it.name.to_string());
                None
            }
            Meaning::Global => None,
        }
    }

    fn change(&mut self, span: Span, text: String) {
        self.changes.push((span, text));
    }

    fn set(&mut self, it: &IdentifierReference<'_>) -> Option<String> {
        let seat = self.seat(it)?;
        self.rebound.set.insert(it.name.to_string(), seat);
        Some(format!("$haltscope_w.{}", it.name))
    }

    /// A function that is called by its name has no `this`.
    fn callee(&mut self, callee: &Expression<'_>) -> bool {
        let Expression::Identifier(it) = callee else { return false };
        if let Some(seat) = self.seat(it) {
            self.change(it.span, format!("(0,{})", read(seat, &it.name)));
        }
        true
    }
}

fn read(Seat { reader, number, .. }: Seat, name: &str) -> String {
    format!("$haltscope_r({reader},{number},'{name}')")
}

impl<'a, F: Fn(&str) -> Meaning> Visit<'a> for Binder<'_, F> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(seat) = self.seat(it) {
            self.change(it.span, read(seat, &it.name));
        }
    }

    fn visit_this_expression(&mut self, it: &ThisExpression) {
        if self.functions > 0 {
            return;
        }
        match (self.means)("this") {
            Meaning::Seat(seat) => self.change(it.span, read(seat, "this")),
            Meaning::OutOfReach => {
                self.rebound.missing.get_or_insert_with(|| "this".to_owned());
            }
            Meaning::Global => {}
        }
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if !it.shorthand {
            return walk::walk_object_property(self, it);
        }
        if let Expression::Identifier(name) = &it.value
            && let Some(seat) = self.seat(name)
        {
            self.change(it.span, format!("{}:{}", name.name, read(seat, &name.name)));
        }
    }

    fn visit_simple_assignment_target(&mut self, it: &SimpleAssignmentTarget<'a>) {
        let SimpleAssignmentTarget::AssignmentTargetIdentifier(name) = it else {
            return walk::walk_simple_assignment_target(self, it);
        };
        if let Some(text) = self.set(name) {
            self.change(name.span, text);
        }
    }

    fn visit_assignment_target_property_identifier(
        &mut self,
        it: &AssignmentTargetPropertyIdentifier<'a>,
    ) {
        if let Some(text) = self.set(&it.binding) {
            self.change(it.binding.span, format!("{}:{text}", it.binding.name));
        }
        if let Some(value) = &it.init {
            self.visit_expression(value);
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if it.callee.is_specific_id("eval") && (self.means)("eval") == Meaning::Global {
            if let Expression::Identifier(callee) = &it.callee {
                self.rebound.nests = true;
                self.change(callee.span, "$haltscope_e".to_owned());
            }
        } else if !self.callee(&it.callee) {
            self.visit_expression(&it.callee);
        }
        self.visit_arguments(&it.arguments);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        if !self.callee(&it.tag) {
            self.visit_expression(&it.tag);
        }
        self.visit_template_literal(&it.quasi);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.functions += 1;
        walk::walk_function(self, it, flags);
        self.functions -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rebound(text: &str) -> Rebound {
        rebind(text, |name| {
            let known = ["a", "b", "f", "arguments", "await", "yield", "let"];
            match known.iter().position(|it| *it == name) {
                Some(number) => Meaning::Seat(Seat { reader: 0, number, constant: false }),
                None if matches!(name, "gone" | "this") => Meaning::OutOfReach,
                None => Meaning::Global,
            }
        })
    }

    #[test]
    fn names_of_the_frame_are_read_by_number() {
        let r = |number: usize, name: &str| format!("$haltscope_r(0,{number},'{name}')");
        let (a, b, f) = (r(0, "a"), r(1, "b"), r(2, "f"));
        for (text, expected) in [
            ("a + b.a", format!("{a} + {b}.a")),
            ("({a, b: a, c})", format!("({{a:{a}, b: {a}, c}})")),
            ("f(a)", format!("(0,{f})({a})")),
            ("a.f(b)", format!("{a}.f({b})")),
            ("f`x${a}`", format!("(0,{f})`x${{{a}}}`")),
            ("new f(a)", format!("new {f}({a})")),
            ("typeof a", format!("typeof {a}")),
            ("(a => a)(1)", "(a => a)(1)".to_owned()),
            ("var a = 1; a", "var a = 1; a".to_owned()),
            ("[1].map(x => x + a)", format!("[1].map(x => x + {a})")),
            ("arguments[0]", format!("{}[0]", r(3, "arguments"))),
            (
                "(function () { return arguments; })",
                "(function () { return arguments; })".to_owned(),
            ),
            ("eval('a')", "$haltscope_e('a')".to_owned()),
            ("await", r(4, "await")),
            ("yield * 2", format!("{} * 2", r(5, "yield"))),
            ("let", format!("({}\n)", r(6, "let"))),
            ("a +", "a +".to_owned()),
        ] {
            assert_eq!(rebound(text).text, expected, "{text}");
        }
    }

    #[test]
    fn what_is_set_is_a_member() {
        let w = |name: &str| format!("$haltscope_w.{name}");
        let (a, b) = (w("a"), w("b"));
        for (text, expected) in [
            ("a = b = 1", format!("{a} = {b} = 1")),
            ("a += 1", format!("{a} += 1")),
            ("a++", format!("{a}++")),
            ("[a, b] = [b, 1]", format!("[{a}, {b}] = [$haltscope_r(0,1,'b'), 1]")),
            ("({a, x: b = 2} = {})", format!("({{a:{a}, x: {b} = 2}} = {{}})")),
            ("for (a of [1]) ;", format!("for ({a} of [1]) ;")),
            ("for (a in {}) ;", format!("for ({a} in {{}}) ;")),
            ("a.x = 1", "$haltscope_r(0,0,'a').x = 1".to_owned()),
        ] {
            assert_eq!(rebound(text).text, expected, "{text}");
        }
        assert_eq!(rebound("a = b").set.keys().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn what_is_out_of_reach_is_named() {
        assert_eq!(rebound("a + gone").missing.as_deref(), Some("gone"));
        assert_eq!(rebound("this.x").missing.as_deref(), Some("this"));
        assert_eq!(rebound("(function () { return this; })").missing, None);
        assert_eq!(rebound("(gone => gone)(1)").missing, None);
    }
}
