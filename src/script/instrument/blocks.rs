//! Blocks, loops and branches: what is added to compound statements.

use super::code::guard;
use super::insert::Addition;
use super::names::{has_lexical, variables_of};
use super::tables::{HookKind, Reach};
use super::vouching::declares;
use super::walker::{Declaring, Loop, Walker, text};
use oxc::ast::ast::{
    BlockStatement, CatchClause, ForStatementInit, ForStatementLeft, Statement, SwitchStatement,
    TryStatement, WithStatement,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};

impl Walker<'_> {
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
        around: Loop,
    ) {
        let head = Span::new(start, start);
        let calls = self.calls;
        let mut prologue = Vec::new();
        let mut block = None;
        if around.waits {
            prologue.push(text("if(~k)~k=~u(~k);"));
        }
        if !self.tables.scopes[self.scope as usize].names.is_empty() {
            let (hook, pieces) = self.block_hook(head);
            block = Some(hook);
            prologue.extend(pieces);
        }
        if around.hook.is_none() {
            let one_line = self.lines.line(start) == self.lines.line(first_of(body));
            let kind = match own {
                Some(statement) if !one_line => HookKind::Head(statement),
                _ => HookKind::Round,
            };
            let hook = self.hook(kind, head);
            let open = format!("if(~a{})if(~h[{hook}])~k=~p(~h,{hook},~k,", guard(self.function()));
            prologue.extend([text(open), self.reader(Reach::Late), text(");")]);
        }
        self.round(body, prologue, around);
        if let Some(block) = block {
            self.settle(block, calls);
        }
    }

    /// The body of a loop, which tells the hook of the loop at its end, before it comes round.
    pub(super) fn round(&mut self, body: &Statement<'_>, prologue: Vec<Addition>, around: Loop) {
        let mut epilogue = Vec::new();
        if let Some(hook) = around.hook {
            let open =
                format!(";if(~a{})if(~h[{hook}])~k=~p(~h,{hook},~k,", guard(self.function()));
            epilogue.extend([text(open), self.reader(Reach::Late), text(");")]);
        }
        if around.waits {
            epilogue.push(text(";if(~k)~k=~d(~k);"));
        }
        self.loops.push(around);
        self.embedded_in(body, prologue, epilogue);
        self.loops.pop();
    }

    /// The entry of a block with bindings: its hook and the text of it.
    pub(super) fn block_hook(&mut self, span: Span) -> (u32, Vec<Addition>) {
        let hook = self.hook(HookKind::Block, span);
        let pieces = vec![
            text("if("),
            Addition::Guard(hook),
            text(format!(")if(~h[{hook}])~k=~s(~h,{hook},~k,")),
            self.reader(Reach::Block),
            text(");"),
        ];
        (hook, pieces)
    }

    /// Marks the entry of a block that has been walked as quiet if it makes no calls.
    pub(super) fn settle(&mut self, entry: u32, calls_before: usize) {
        self.tables.hooks[entry as usize].quiet = self.calls == calls_before;
    }

    /// The body of a compound statement, which becomes a block if it is none.
    pub(super) fn embedded(&mut self, body: &Statement<'_>) {
        self.embedded_in(body, Vec::new(), Vec::new());
    }

    fn embedded_in(
        &mut self,
        body: &Statement<'_>,
        prologue: Vec<Addition>,
        epilogue: Vec<Addition>,
    ) {
        let Span { start, end, .. } = body.span();
        if let Statement::BlockStatement(block) = body {
            self.out.add_all(start + 1, prologue);
            self.block(block);
            self.out.add_all(end - 1, epilogue);
            return;
        }
        self.hides |= declares(body);
        self.out.add(start, "{");
        self.out.add_all(start, prologue);
        self.statement(body);
        self.out.add_all(end, epilogue);
        self.out.add(end, "}");
    }

    pub(super) fn block(&mut self, block: &BlockStatement<'_>) {
        let Span { start, .. } = block.span;
        if !has_lexical(&block.body) {
            self.list(&block.body);
            return;
        }
        self.in_scope(block.span, |walker| {
            let (hook, pieces) = walker.block_hook(Span::new(start, start));
            walker.out.add_all(start + 1, pieces);
            let calls = walker.calls;
            walker.list(&block.body);
            walker.settle(hook, calls);
        });
    }

    /// Inside of a `with`, names of ours could be asked of its object: nothing is added there.
    pub(super) fn with(&mut self, it: &WithStatement<'_>) {
        self.may_call();
        self.callees.evaluates();
        self.visit_expression(&it.object);
        for name in variables_of(&it.body) {
            self.declare((self.function_scope, Declaring::Variable), &name);
        }
        let Span { start, end, .. } = it.body.span();
        self.tables.opaque.push((start, end));
    }

    pub(super) fn try_catch(&mut self, it: &TryStatement<'_>) {
        let catches = u32::from(it.handler.is_some());
        self.body.catches += catches;
        self.block(&it.block);
        self.body.catches -= catches;
        if let Some(handler) = &it.handler {
            self.catch(handler);
        }
        if let Some(finalizer) = &it.finalizer {
            self.block(finalizer);
        }
    }

    pub(super) fn catch(&mut self, handler: &CatchClause<'_>) {
        self.in_scope(handler.span, |walker| {
            if let Some(parameter) = &handler.param {
                walker.declaring = Some((walker.scope, Declaring::Variable));
                walker.visit_binding_pattern(&parameter.pattern);
                walker.declaring = None;
            }
            // An exception may have left activations behind that have no `finally`.
            let inside = handler.body.span.start + 1;
            walker.out.add(inside, "if(~k)~k=~t(~k);");
            if handler.param.is_some() || has_lexical(&handler.body.body) {
                let at = Span::new(handler.span.start, handler.span.start);
                let (_, pieces) = walker.block_hook(at);
                walker.out.add_all(inside, pieces);
            }
            walker.body.caught = true;
            walker.list(&handler.body.body);
            walker.body.caught = false;
        });
    }

    pub(super) fn switch(&mut self, it: &SwitchStatement<'_>) {
        self.visit_expression(&it.discriminant);
        let lexical = it.cases.iter().any(|case| has_lexical(&case.consequent));
        let span = Span::new(it.discriminant.span().end, it.span.end);
        let (labels, hook) = Default::default();
        self.loops.push(Loop { labels, hook, waits: false, comes_round: false });
        self.in_scope(span, |walker| {
            for case in &it.cases {
                if let Some(test) = &case.test {
                    walker.visit_expression(test);
                }
                if let (true, Some(first)) = (lexical, case.consequent.first()) {
                    let start = first.span().start;
                    let (_, pieces) = walker.block_hook(Span::new(start, start));
                    walker.out.add_all(start, pieces);
                }
                walker.list(&case.consequent);
            }
            walker.scatter();
        });
        self.loops.pop();
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
