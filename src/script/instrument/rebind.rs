//! A debugger's expression, rewritten so that it means the variables of a frame.

use super::tables::{NEW_TARGET, SUPER};
use crate::script::dialect;
use crate::script::isml::PAGE;
use oxc::allocator::Allocator;
use oxc::ast::ast::{
    AssignmentTargetPropertyIdentifier, CallExpression, ClassBody, ComputedMemberExpression,
    Expression, Function, IdentifierReference, NewExpression, NewTarget, ObjectProperty,
    PrivateFieldExpression, PrivateIdentifier, PrivateInExpression, PropertyDefinition,
    SimpleAssignmentTarget, StaticBlock, StaticMemberExpression, TaggedTemplateExpression,
    ThisExpression, UnaryExpression, UnaryOperator,
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
    /// A variable of a template's page, if the page that is kept there has it, else nothing of the script's own.
    Page(Seat),
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
        let declared = private_fields(text);
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

/// Declarations of the private names in a text, for the class around it.
pub(in crate::script) fn private_fields(text: &str) -> String {
    let private: BTreeSet<&str> = text.split('#').skip(1).map(name_at_start).collect();
    let names = private.into_iter().filter(|name| !name.is_empty());
    names.fold(String::new(), |all, name| all + "#" + name + ";")
}

pub(super) fn name_at_start(text: &str) -> &str {
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
    /// What a name means that nothing in the text itself declares.
    fn meaning(&mut self, it: &IdentifierReference<'_>) -> Option<Meaning> {
        let local = it
            .reference_id
            .get()
            .is_some_and(|id| self.scoping.get_reference(id).symbol_id().is_some());
        if local || (it.name == "arguments" && self.is_in_function()) {
            return None;
        }
        let meaning = (self.means)(&it.name);
        if meaning == Meaning::OutOfReach {
            self.rebound.missing.get_or_insert_with(|| it.name.to_string());
        }
        Some(meaning)
    }

    /// The seat of such a name.
    fn seat(&mut self, it: &IdentifierReference<'_>) -> Option<Seat> {
        match self.meaning(it)? {
            Meaning::Seat(seat) => Some(seat),
            Meaning::OutOfReach | Meaning::Page(_) | Meaning::Global => None,
        }
    }

    /// What reads such a name; where it may name nothing, that is no failure.
    fn value(&mut self, it: &IdentifierReference<'_>, may_be_nothing: bool) -> Option<String> {
        match self.meaning(it)? {
            Meaning::Seat(seat) => Some(read(seat, &it.name)),
            Meaning::Page(page) => {
                let by = if may_be_nothing { 't' } else { 'g' };
                let page = read(page, PAGE);
                Some(format!("$haltscope_m.{by}('{0}',{page},()=>{0})", it.name))
            }
            Meaning::OutOfReach | Meaning::Global => None,
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
            Meaning::Page(_) | Meaning::Global => None,
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
        if let Some(value) = self.value(it, false) {
            self.change(it.span, format!("(0,{value})"));
        }
        true
    }
}

/// Whether only the script's own code can name that member.
fn is_guarded(callee: &Expression<'_>) -> bool {
    match callee.without_parentheses() {
        Expression::PrivateFieldExpression(_) => true,
        Expression::StaticMemberExpression(it) => matches!(it.object, Expression::Super(_)),
        Expression::ComputedMemberExpression(it) => matches!(it.object, Expression::Super(_)),
        _ => false,
    }
}

/// Whether what a chain of members and calls begins with may be missing.
fn may_be_missing(object: &Expression<'_>) -> bool {
    match object {
        Expression::ChainExpression(_) => true,
        Expression::StaticMemberExpression(it) => it.optional || may_be_missing(&it.object),
        Expression::ComputedMemberExpression(it) => it.optional || may_be_missing(&it.object),
        Expression::PrivateFieldExpression(it) => it.optional || may_be_missing(&it.object),
        Expression::CallExpression(it) => it.optional || may_be_missing(&it.callee),
        _ => false,
    }
}

fn read(Seat { reader, number, .. }: Seat, name: &str) -> String {
    format!("$haltscope_r({reader},{number},'{name}')")
}

impl<'a, F: Fn(&str) -> Meaning> Visit<'a> for Binder<'_, F> {
    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(value) = self.value(it, false) {
            self.change(it.span, value);
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
            let is_missing = it.optional || may_be_missing(&it.object);
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
            && let Some(value) = self.value(name, false)
        {
            self.change(it.span, format!("{}:{value}", name.name));
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

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        let (callee, before) = (it.callee.span(), self.changes.len());
        self.visit_expression(&it.callee);
        // What stands for a name there is a call, which would be the one that makes something.
        if self.changes.len() > before {
            let around = |at: u32, sign: &str| (Span::new(at, at), sign.to_owned());
            self.changes.insert(before, around(callee.start, "("));
            self.changes.push(around(callee.end, ")"));
        }
        self.visit_arguments(&it.arguments);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        if it.operator == UnaryOperator::Delete
            && let Expression::Identifier(name) = it.argument.without_parentheses()
            && self.seat(name).is_some()
        {
            // No variable can be deleted.
            return self.change(it.span, "false".to_owned());
        }
        if it.operator == UnaryOperator::Typeof
            && let Expression::Identifier(name) = it.argument.without_parentheses()
        {
            if let Some(value) = self.value(name, true) {
                self.change(name.span, value);
            }
            return;
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        self.visit_property_key(&it.key);
        if let Some(value) = &it.value {
            self.functions += 1;
            self.visit_expression(value);
            self.functions -= 1;
        }
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        self.functions += 1;
        walk::walk_static_block(self, it);
        self.functions -= 1;
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
mod tests;
