//! A debugger's expression, rewritten so that it means the variables of a frame.

use super::tables::{NEW_TARGET, SUPER};
use crate::script::dialect;
use oxc::allocator::Allocator;
use oxc::ast::ast::{
    AssignmentTargetPropertyIdentifier, CallExpression, ClassBody, ComputedMemberExpression,
    Expression, Function, IdentifierReference, NewTarget, ObjectProperty, PrivateFieldExpression,
    PrivateIdentifier, PrivateInExpression, SimpleAssignmentTarget, StaticMemberExpression,
    TaggedTemplateExpression, ThisExpression,
};
use oxc::ast_visit::{Visit, walk};
use oxc::parser::Parser;
use oxc::semantic::{Scoping, SemanticBuilder};
use oxc::span::{GetSpan, SourceType, Span};
use oxc::syntax::scope::ScopeFlags;
use std::collections::{BTreeMap, BTreeSet};

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
    /// Reads by `$haltscope_r(reader,number)`, sets members of `$haltscope_w`, evaluates texts by `$haltscope_e`, and
    /// reaches by `$haltscope_m` what only the script's own code can name.
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
    let older =
        || bound(&Context::PLAIN, &dialect::with_xml_operators(&dialect::translate(text)), &means);
    let inside = || Context::around(text).iter().find_map(|around| bound(around, text, &means));
    bound(&Context::PLAIN, text, &means).or_else(inside).or_else(older).unwrap_or_else(unread)
}

/// What stands around a text so that it parses.
struct Context {
    before: String,
    after: &'static str,
    /// Whether that belongs to the text.
    stays: bool,
    /// How many functions with an own `this`, and how many classes, that begins.
    begins: usize,
}

impl Context {
    const PLAIN: Self = Self { before: String::new(), after: "", stays: true, begins: 0 };

    /// Those in which a text may say more.
    fn around(text: &str) -> [Self; 3] {
        let private: BTreeSet<&str> = text.split('#').skip(1).map(name_at_start).collect();
        let names = private.into_iter().filter(|name| !name.is_empty());
        let declared = names.fold(String::new(), |all, name| all + "#" + name + ";");
        [
            // Nothing is a declaration between parentheses, whatever word it begins with.
            Self { before: "(".to_owned(), after: "\n)", ..Self::PLAIN },
            Self { before: "({m(){".to_owned(), after: "\n}})", stays: false, begins: 1 },
            Self {
                before: format!("(class extends Object{{{declared}m(){{"),
                after: "\n}})",
                stays: false,
                begins: 1,
            },
        ]
    }
}

fn name_at_start(text: &str) -> &str {
    let end = text.find(|next: char| !(next.is_alphanumeric() || matches!(next, '_' | '$')));
    &text[..end.unwrap_or(text.len())]
}

fn bound(around: &Context, text: &str, means: impl Fn(&str) -> Meaning) -> Option<Rebound> {
    let Context { before, after, stays, begins } = around;
    let (allocator, whole) = (Allocator::default(), format!("{before}{text}{after}"));
    let parsed = Parser::new(&allocator, &whole, SourceType::cjs()).parse();
    if parsed.panicked || parsed.diagnostics.has_errors() {
        return None;
    }
    let semantic = SemanticBuilder::new().build(&parsed.program).semantic;
    let mut binder = Binder {
        scoping: semantic.scoping(),
        means,
        around: *begins,
        functions: 0,
        classes: 0,
        called: false,
        changes: Vec::new(),
        rebound: Rebound::default(),
    };
    binder.visit_program(&parsed.program);
    let Binder { mut changes, mut rebound, .. } = binder;
    changes.sort_by_key(|(span, _)| span.start);
    let (mut done, end) =
        if *stays { (0, whole.len()) } else { (before.len(), whole.len() - after.len()) };
    for (span, change) in changes {
        rebound.text.push_str(&whole[done..span.start as usize]);
        rebound.text.push_str(&change);
        done = span.end as usize;
    }
    rebound.text.push_str(&whole[done..end]);
    Some(rebound)
}

struct Binder<'s, F> {
    scoping: &'s Scoping,
    means: F,
    /// How many functions with an own `this`, and how many classes, may be around that don't belong to the text.
    around: usize,
    /// How many of both are around.
    functions: usize,
    classes: usize,
    /// Whether the member that comes next is called.
    called: bool,
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
        if local || (it.name == "arguments" && self.is_in_function()) {
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

    fn is_in_function(&self) -> bool {
        self.functions > self.around
    }

    /// What a word of the frame's function means.
    fn word(&mut self, word: &str) -> Option<String> {
        match (self.means)(word) {
            Meaning::Seat(seat) => Some(read(seat, word)),
            Meaning::OutOfReach => {
                self.rebound.missing.get_or_insert_with(|| word.to_owned());
                None
            }
            Meaning::Global => None,
        }
    }

    fn special(&mut self, span: Span, word: &str) {
        if !self.is_in_function()
            && let Some(text) = self.word(word)
        {
            self.change(span, text);
        }
    }

    /// What reads and sets by a private name of the script's.
    fn private(&mut self, name: &PrivateIdentifier<'_>) -> Option<String> {
        let is_own = self.classes > self.around;
        if is_own { None } else { self.word(&format!("#{}", name.name)) }
    }

    /// What the key of a member of the frame's `super` stands between.
    fn above(&mut self) -> Option<(String, String)> {
        if self.is_in_function() {
            return None;
        }
        let (access, this) = (self.word(SUPER)?, self.word("this")?);
        Some((format!("$haltscope_m.s({access},"), format!(",{this}).")))
    }

    /// What of a member is meant: its value, or what calls it.
    fn member(&mut self) -> char {
        if std::mem::take(&mut self.called) { 'c' } else { 'v' }
    }

    /// A function that is called by its name has no `this`.
    fn callee(&mut self, callee: &Expression<'_>) -> bool {
        self.called = is_guarded(callee);
        let Expression::Identifier(it) = callee else { return false };
        if let Some(seat) = self.seat(it) {
            self.change(it.span, format!("(0,{})", read(seat, &it.name)));
        }
        true
    }
}

/// Whether only the script's own code can name that member.
fn is_guarded(callee: &Expression<'_>) -> bool {
    match callee {
        Expression::PrivateFieldExpression(_) => true,
        Expression::StaticMemberExpression(it) => matches!(it.object, Expression::Super(_)),
        Expression::ComputedMemberExpression(it) => matches!(it.object, Expression::Super(_)),
        _ => false,
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
        self.special(it.span, "this");
    }

    fn visit_new_target(&mut self, it: &NewTarget) {
        self.special(it.span, NEW_TARGET);
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        let member = self.member();
        let is_super = matches!(it.object, Expression::Super(_));
        match is_super.then(|| self.above()).flatten() {
            Some((open, close)) => {
                self.change(it.span, format!("{open}'{}'{close}{member}", it.property.name));
            }
            None => walk::walk_static_member_expression(self, it),
        }
    }

    fn visit_computed_member_expression(&mut self, it: &ComputedMemberExpression<'a>) {
        let member = self.member();
        let is_super = matches!(it.object, Expression::Super(_));
        match is_super.then(|| self.above()).flatten() {
            Some((open, close)) => {
                let key = it.expression.span();
                self.change(Span::new(it.span.start, key.start), open);
                self.change(Span::new(key.end, it.span.end), format!("{close}{member}"));
                self.visit_expression(&it.expression);
            }
            None => walk::walk_computed_member_expression(self, it),
        }
    }

    fn visit_private_field_expression(&mut self, it: &PrivateFieldExpression<'a>) {
        let (object, member) = (it.object.span(), self.member());
        if let Some(access) = self.private(&it.field) {
            let is_missing = it.optional || matches!(it.object, Expression::ChainExpression(_));
            let by = if is_missing { 'o' } else { 'p' };
            let open = format!("$haltscope_m.{by}({access},");
            self.change(Span::new(object.start, object.start), open);
            let close = if is_missing { ")?." } else { ")." };
            self.change(Span::new(object.end, it.span.end), format!("{close}{member}"));
        }
        self.visit_expression(&it.object);
    }

    fn visit_private_in_expression(&mut self, it: &PrivateInExpression<'a>) {
        let object = it.right.span();
        if let Some(access) = self.private(&it.left) {
            self.change(Span::new(it.span.start, object.start), format!("{access}(2,"));
            self.change(Span::new(object.end, object.end), ")".to_owned());
        }
        self.visit_expression(&it.right);
    }

    fn visit_class_body(&mut self, it: &ClassBody<'a>) {
        self.classes += 1;
        walk::walk_class_body(self, it);
        self.classes -= 1;
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
    fn what_only_the_script_s_code_can_name_is_reached_by_it() {
        let known = |name: &str| match name {
            "this" | "super" | "new.target" | "#p" | "a" => {
                Meaning::Seat(Seat { reader: 0, number: 0, constant: true })
            }
            _ => Meaning::Global,
        };
        let r = |name: &str| format!("$haltscope_r(0,0,'{name}')");
        let (this, above, p, a) = (r("this"), r("super"), r("#p"), r("a"));
        let of_this = |member: &str| format!("$haltscope_m.p({p},{this}).{member}");
        for (text, expected) in [
            ("this.#p", of_this("v")),
            ("this.#p++", of_this("v++")),
            ("this.#p(a)", of_this(&format!("c({a})"))),
            ("a?.#p", format!("$haltscope_m.o({p},{a})?.v")),
            ("this.#p.#p", format!("$haltscope_m.p({p},{}).v", of_this("v"))),
            ("#p in a", format!("{p}(2,{a})")),
            ("super.b", format!("$haltscope_m.s({above},'b',{this}).v")),
            ("super[a]()", format!("$haltscope_m.s({above},{a},{this}).c()")),
            ("new.target", r("new.target")),
            ("this.#other", format!("{this}.#other")),
            (
                "(class { #p; m() { return this.#p; } })",
                "(class { #p; m() { return this.#p; } })".to_owned(),
            ),
            ("({ m() { return super.b; } })", "({ m() { return super.b; } })".to_owned()),
        ] {
            assert_eq!(rebind(text, known).text, expected, "{text}");
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
