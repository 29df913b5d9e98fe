//! Statements: which of them have hooks, and what becomes of their parts.

use super::calls::Value;
use super::names::Leaving;
use super::places::{NOTED, is_endless, is_unnoted};
use super::tables::{HookKind, count};
use super::twins::Twin;
use super::walker::{Beginning, Declaring, Loop, Walker};
use crate::script::isml::{LIBRARY, SEEK};
use oxc::ast::ast::{BreakStatement, ContinueStatement, Expression, Statement};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};
use oxc::syntax::scope::ScopeFlags;

impl Walker<'_> {
    pub(super) fn list(&mut self, statements: &[Statement<'_>]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// A statement in a list, after its hook if it has one.
    pub(super) fn statement(&mut self, statement: &Statement<'_>) {
        let Some(head) = Self::head_of(statement) else {
            return self.inner(statement, None);
        };
        let caught = std::mem::take(&mut self.body.caught);
        let kind = match unlabelled(statement) {
            Statement::WhileStatement(_) => HookKind::Test,
            _ if caught => HookKind::Catch,
            _ => HookKind::Statement,
        };
        let hook = self.hook(kind, head);
        match self.body.entry.take() {
            None => self.out.add(head.start, self.tell(hook)),
            Some(entry) => return self.first(statement, hook, entry),
        }
        self.inner(statement, Some(hook));
    }

    /// The first statement of a function.
    fn first(&mut self, statement: &Statement<'_>, hook: u32, (entry, start): (u32, u32)) {
        let (at, before) = (self.out.len(), self.may_run());
        let twin = self.twin.take();
        let beginning = match statement {
            Statement::ReturnStatement(it) if self.body.leaving != Leaving::Finally => {
                if let Some(value) = &it.argument {
                    self.returned(value);
                }
                match (twin, &it.argument) {
                    _ if self.may_run() == before => Beginning::Return,
                    (Some(Twin::Value(twin)), Some(value)) => {
                        self.choose(at, entry, value, twin);
                        // Whatever stands on the next line doesn't go on with it.
                        return self.out.add(value.span().end, ";");
                    }
                    (twin, _) => {
                        self.keep_standing(at, it);
                        Beginning::with(twin)
                    }
                }
            }
            other => {
                self.inner(other, Some(hook));
                Beginning::with(twin)
            }
        };
        let enter = self.enter(entry, beginning);
        self.out.insert_before(at, start, enter);
    }

    /// What of a statement its hook stands for; nothing if nothing happens there by itself.
    pub(super) fn head_of(statement: &Statement<'_>) -> Option<Span> {
        let span = statement.span();
        let until = |body: &Statement<'_>| Some(Span::new(span.start, body.span().start));
        match statement {
            Statement::BlockStatement(_)
            | Statement::EmptyStatement(_)
            | Statement::FunctionDeclaration(_)
            | Statement::DoWhileStatement(_)
            | Statement::TryStatement(_) => None,
            Statement::VariableDeclaration(declaration) => {
                let is_quiet = |init: &Option<Expression<'_>>| init.as_ref().is_none_or(is_sought);
                let silent = declaration.kind.is_var()
                    && declaration.declarations.iter().all(|one| is_quiet(&one.init));
                (!silent).then_some(span)
            }
            Statement::LabeledStatement(labeled) => {
                let head = Self::head_of(&labeled.body)?;
                Some(Span::new(span.start, head.end))
            }
            Statement::IfStatement(it) => until(&it.consequent),
            Statement::ForStatement(it) => until(&it.body),
            Statement::ForInStatement(it) => until(&it.body),
            Statement::ForOfStatement(it) => until(&it.body),
            Statement::WhileStatement(it) => until(&it.body),
            Statement::SwitchStatement(it) => {
                Some(Span::new(span.start, it.discriminant.span().end))
            }
            _ => Some(span),
        }
    }

    fn inner(&mut self, statement: &Statement<'_>, hook: Option<u32>) {
        if let Statement::LabeledStatement(it) = statement {
            if self.labels.is_empty() && is_endless(statement) {
                self.out.add(statement.span().start, NOTED);
            }
            self.labels.push(it.label.name.to_string());
            return self.inner(&it.body, hook);
        }
        let labels = std::mem::take(&mut self.labels);
        // What can be left or gone on with by its label follows that at once.
        let follows = is_endless(statement) || matches!(statement, Statement::WithStatement(_));
        if is_unnoted(statement) && (labels.is_empty() || !follows) {
            self.out.add(statement.span().start, NOTED);
        }
        match statement {
            Statement::IfStatement(it) => {
                self.visit_expression(&it.test);
                self.embedded(&it.consequent);
                if let Some(alternate) = &it.alternate {
                    self.embedded(alternate);
                }
            }
            Statement::WithStatement(it) => self.with(it),
            Statement::WhileStatement(it) => {
                self.visit_expression(&it.test);
                self.round(
                    &it.body,
                    Vec::new(),
                    Loop { labels, hook, waits: false, comes_round: true },
                );
            }
            Statement::DoWhileStatement(it) => {
                let hook = Some(self.hook(HookKind::Test, it.test.span()));
                self.round(
                    &it.body,
                    Vec::new(),
                    Loop { labels, hook, waits: false, comes_round: true },
                );
                self.visit_expression(&it.test);
            }
            Statement::ForStatement(it) => self.in_scope(it.span, |walker| {
                if let Some(init) = &it.init {
                    walker.for_init(init);
                }
                if let Some(test) = &it.test {
                    walker.visit_expression(test);
                }
                let head = Span::new(it.span.start, it.span.start);
                let round = it.update.as_ref().map(|_| walker.hook(HookKind::Round, head));
                if let Some(update) = &it.update {
                    walker.visit_expression(update);
                }
                let around = Loop { labels, hook: round, waits: false, comes_round: true };
                walker.loop_body(it.span.start, &it.body, hook, around);
            }),
            Statement::ForInStatement(it) => self.in_scope(it.span, |walker| {
                walker.calls += 1;
                walker.callees.reads(walker.function());
                walker.for_left(&it.left);
                walker.visit_expression(&it.right);
                let around = Loop { labels, hook: None, waits: false, comes_round: true };
                walker.loop_body(it.span.start, &it.body, hook, around);
            }),
            Statement::ForOfStatement(it) => {
                self.in_scope(it.span, |walker| {
                    walker.may_call();
                    walker.for_left(&it.left);
                    walker.iterated(&it.right, it.r#await);
                    let around = Loop { labels, hook: None, waits: it.r#await, comes_round: true };
                    walker.loop_body(it.span.start, &it.body, hook, around);
                });
                if it.r#await {
                    self.out.add(it.span.end, ";if(~k)~k=~u(~k);");
                }
            }
            Statement::FunctionDeclaration(it) => {
                let function = count(self.tables.functions.len());
                if let Some(id) = &it.id {
                    self.declare((self.scope, Declaring::Variable), &id.name);
                    self.callees.value(self.scope, &id.name, Value::Function(function));
                    if self.scope != self.function_scope {
                        // Outside of strict code it is a variable of the function as well.
                        self.callees.declared(self.function_scope, &id.name);
                    }
                }
                self.visit_function(it, ScopeFlags::Function);
            }
            Statement::ClassDeclaration(it) => {
                if let Some(id) = &it.id {
                    self.declare((self.scope, Declaring::Lexical), &id.name);
                }
                self.visit_class(it);
            }
            Statement::SwitchStatement(it) => self.switch(it),
            Statement::TryStatement(it) => self.try_catch(it),
            Statement::BlockStatement(it) => self.block(it),
            Statement::ReturnStatement(it) => self.leave(it),
            Statement::ContinueStatement(it) => self.come_round(it),
            Statement::BreakStatement(it) => self.break_off(it),
            other => walk::walk_statement(self, other),
        }
    }

    /// `continue` tells the hook of its loop.
    fn come_round(&mut self, it: &ContinueStatement<'_>) {
        let mut loops = self.loops.iter().rev().filter(|around| around.comes_round);
        let target = loops.find(|around| around.is_meant(it.label.as_ref()));
        let Some(&Loop { hook, waits, .. }) = target else { return };
        if let Some(hook) = hook {
            self.out.add(it.span.start, self.tell(hook));
        }
        if waits {
            self.out.add(it.span.start, "if(~k)~k=~d(~k);");
        }
    }

    /// A loop that waits does so for its iterator, too, when it is left.
    fn break_off(&mut self, it: &BreakStatement<'_>) {
        let target = self.loops.iter().rev().find(|around| around.is_meant(it.label.as_ref()));
        if target.is_some_and(|around| around.waits) {
            self.out.add(it.span.start, "if(~k)~k=~d(~k);");
        }
    }

    /// Counts what may run a script: calls, primitives that are needed, and what is caught. An activation that is
    /// left before its last value is made must not meet any.
    pub(super) const fn may_run(&self) -> usize {
        self.calls + self.conversions
    }

    /// A name that has no value throws: where that is caught, its activation must still stand.
    pub(super) fn may_be_missing(&mut self) {
        self.conversions += usize::from(self.body.catches > 0);
    }

    /// Something may call what isn't known.
    pub(super) fn may_call(&mut self) {
        self.calls += 1;
        self.callees.anything(self.function());
    }
}

/// Whether it is what a template reads of its page before its first line: nobody wrote that.
fn is_sought(value: &Expression<'_>) -> bool {
    let Expression::CallExpression(call) = value else { return false };
    let Expression::StaticMemberExpression(callee) = &call.callee else { return false };
    callee.property.name == SEEK && callee.object.is_specific_id(LIBRARY)
}

/// The statement behind its labels.
fn unlabelled<'s, 'a>(statement: &'s Statement<'a>) -> &'s Statement<'a> {
    match statement {
        Statement::LabeledStatement(it) => unlabelled(&it.body),
        other => other,
    }
}
