//! Blocks, loops and branches: what is added to compound statements.

use super::code::HookKind;
use super::names::has_lexical;
use super::walker::Walker;
use oxc::ast::ast::{
    BlockStatement, CatchClause, Expression, ForStatementInit, ForStatementLeft, Statement,
    SwitchStatement, TryStatement,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};

impl Walker<'_> {
    /// A hook before an expression that is evaluated each round.
    pub(super) fn round(&mut self, kind: HookKind, head: Span, expression: &Expression<'_>) {
        let hook = self.hook(kind, head);
        let call = format!("~h[{hook}]&&(~k=~p({hook},~k,~c=>eval(~c))),");
        self.out.add(expression.span().start, &call);
    }

    pub(super) fn for_init(&mut self, init: &ForStatementInit<'_>) {
        match init {
            ForStatementInit::VariableDeclaration(declaration) => {
                self.visit_variable_declaration(declaration);
            }
            other => walk::walk_for_statement_init(self, other),
        }
    }

    pub(super) fn for_left(&mut self, left: &ForStatementLeft<'_>) {
        match left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                self.visit_variable_declaration(declaration);
            }
            other => walk::walk_for_statement_left(self, other),
        }
    }

    /// The body of a `for`; the head's bindings are new in each round.
    pub(super) fn loop_body(
        &mut self,
        start: u32,
        body: &Statement<'_>,
        own: Option<u32>,
        rounds: bool,
    ) {
        let head = Span::new(start, start);
        let calls = self.calls;
        let mut prologue = String::new();
        let mut block = None;
        if !self.scopes[self.scope as usize].names.is_empty() {
            let (hook, text) = self.block_hook(head);
            (block, prologue) = (Some(hook), text);
        }
        if rounds {
            let one_line = self.lines.line(start) == self.lines.line(first_of(body));
            let kind = match own {
                Some(statement) if !one_line => HookKind::Head(statement),
                _ => HookKind::Round,
            };
            let hook = self.hook(kind, head);
            prologue += &round_hook(hook);
        }
        self.embedded(body, &prologue);
        if let Some(block) = block {
            self.settle(block, calls);
        }
    }

    /// The entry of a block with bindings: its hook and the text of it.
    pub(super) fn block_hook(&mut self, span: Span) -> (u32, String) {
        let hook = self.hook(HookKind::Block, span);
        (hook, format!("~h[{hook}]&&(~k=~s(~k,{hook},~c=>eval(~c)));"))
    }

    /// The body of a compound statement, which becomes a block if it is none.
    pub(super) fn embedded(&mut self, body: &Statement<'_>, prologue: &str) {
        if let Statement::BlockStatement(block) = body {
            self.block(block, prologue);
            return;
        }
        let Span { start, end, .. } = body.span();
        self.out.add(start, &format!("{{{prologue}"));
        self.statement(body);
        self.out.add(end, "}");
    }

    pub(super) fn block(&mut self, block: &BlockStatement<'_>, prologue: &str) {
        let Span { start, .. } = block.span;
        if !prologue.is_empty() {
            self.out.add(start + 1, prologue);
        }
        if !has_lexical(&block.body) {
            self.list(&block.body);
            return;
        }
        self.in_scope(block.span, |walker| {
            let (hook, text) = walker.block_hook(Span::new(start, start));
            walker.out.add(start + 1, &text);
            let calls = walker.calls;
            walker.list(&block.body);
            walker.settle(hook, calls);
        });
    }

    pub(super) fn try_catch(&mut self, it: &TryStatement<'_>) {
        self.block(&it.block, "");
        if let Some(handler) = &it.handler {
            self.catch(handler);
        }
        if let Some(finalizer) = &it.finalizer {
            self.block(finalizer, "");
        }
    }

    pub(super) fn catch(&mut self, handler: &CatchClause<'_>) {
        self.in_scope(handler.span, |walker| {
            if let Some(parameter) = &handler.param {
                walker.declaring = Some(walker.scope);
                walker.visit_binding_pattern(&parameter.pattern);
                walker.declaring = None;
            }
            // An exception may have left activations behind that have no `finally`.
            let mut prologue = "~k&&(~k=~t(~k));".to_owned();
            if handler.param.is_some() || has_lexical(&handler.body.body) {
                prologue += &walker.block_hook(Span::new(handler.span.start, handler.span.start)).1;
            }
            walker.out.add(handler.body.span.start + 1, &prologue);
            walker.caught = true;
            walker.list(&handler.body.body);
            walker.caught = false;
        });
    }

    pub(super) fn switch(&mut self, it: &SwitchStatement<'_>) {
        self.visit_expression(&it.discriminant);
        let lexical = it.cases.iter().any(|case| has_lexical(&case.consequent));
        let span = Span::new(it.discriminant.span().end, it.span.end);
        self.in_scope(span, |walker| {
            for case in &it.cases {
                if let Some(test) = &case.test {
                    walker.visit_expression(test);
                }
                if let (true, Some(first)) = (lexical, case.consequent.first()) {
                    let start = first.span().start;
                    let (_, text) = walker.block_hook(Span::new(start, start));
                    walker.out.add(start, &text);
                }
                walker.list(&case.consequent);
            }
        });
    }
}

/// Where the first thing in a loop's body stands.
fn first_of(body: &Statement<'_>) -> u32 {
    match body {
        Statement::BlockStatement(block) => {
            block.body.first().map_or(block.span.start, |first| first.span().start)
        }
        other => other.span().start,
    }
}

fn round_hook(hook: u32) -> String {
    format!("~h[{hook}]&&(~k=~p({hook},~k,~c=>eval(~c)));")
}
