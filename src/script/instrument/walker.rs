//! The walk over a script's syntax that decides what is added where.

use super::code::{Code, Function as FunctionEntry, Hook, HookKind, Lines, Scope};
use super::insert::{Helpers, Insertions};
use super::names::needs_top_level;
use oxc::ast::AstKind;
use oxc::ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, AwaitExpression, BindingIdentifier, Class,
    Directive, Function, Program, Statement, StaticBlock, VariableDeclaration, YieldExpression,
};
use oxc::ast_visit::{Visit, walk};
use oxc::span::{GetSpan, Span};
use oxc::syntax::scope::ScopeFlags;

pub(super) fn walk(source: &str, program: &Program<'_>, helpers: Helpers) -> (String, Code) {
    let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
    let mut walker = Walker {
        source,
        lines: Lines::of(source),
        out: Insertions::new(helpers),
        hooks: Vec::new(),
        scopes: Vec::new(),
        functions: Vec::new(),
        scope: 0,
        function_scope: 0,
        declaring: None,
        flat: false,
        caught: false,
        calls: 0,
    };
    walker.module(program, end);
    let tables = (walker.hooks, walker.scopes, walker.functions);
    Code::new(source, walker.out.sorted(), tables, walker.lines)
}

pub(super) struct Walker<'s> {
    pub(super) source: &'s str,
    pub(super) lines: Lines,
    pub(super) out: Insertions,
    pub(super) hooks: Vec<Hook>,
    pub(super) scopes: Vec<Scope>,
    pub(super) functions: Vec<FunctionEntry>,
    pub(super) scope: u32,
    pub(super) function_scope: u32,
    /// Where a binding identifier is declared, inside a declaration's pattern.
    pub(super) declaring: Option<u32>,
    /// Whether the current function has no `finally`.
    pub(super) flat: bool,
    /// Whether the next statement is the first of a `catch`.
    pub(super) caught: bool,
    /// How many places were seen that may call something.
    pub(super) calls: usize,
}

/// What a function changes while it is walked.
#[derive(Clone, Copy)]
pub(super) struct Outer {
    scope: u32,
    function_scope: u32,
    declaring: Option<u32>,
    flat: bool,
    caught: bool,
}

impl Walker<'_> {
    pub(super) fn module(&mut self, program: &Program<'_>, end: u32) {
        self.enter_function(Span::new(0, end + 1), false);
        for name in ["exports", "require", "module"] {
            self.declare(0, name);
        }
        let start = after_directives(&program.directives, 0);
        // After the line break that the code gets at its end: the last line may be a comment.
        self.body(&program.body, start..end + 1, needs_top_level(&program.body, None));
    }

    pub(super) fn enter_function(&mut self, span: Span, arrow: bool) -> Outer {
        let outer = Outer {
            scope: self.scope,
            function_scope: self.function_scope,
            declaring: self.declaring.take(),
            flat: self.flat,
            caught: std::mem::take(&mut self.caught),
        };
        let function = count(self.functions.len());
        let parent = (function > 0).then_some(self.scope);
        let scope = self.push_scope(parent, function, span);
        self.functions.push(FunctionEntry {
            arrow,
            first_line: self.lines.line(span.start),
            last_line: self.lines.line(span.end),
        });
        (self.scope, self.function_scope) = (scope, scope);
        outer
    }

    pub(super) fn leave_function(&mut self, outer: Outer) {
        let Outer { scope, function_scope, declaring, flat, caught } = outer;
        (self.scope, self.function_scope) = (scope, function_scope);
        (self.declaring, self.flat, self.caught) = (declaring, flat, caught);
    }

    pub(super) fn push_scope(&mut self, parent: Option<u32>, function: u32, span: Span) -> u32 {
        let Span { start, end, .. } = span;
        self.scopes.push(Scope { parent, function, names: Vec::new(), start, end });
        count(self.scopes.len() - 1)
    }

    /// Walks with a scope of its own inside the current one.
    pub(super) fn in_scope(&mut self, span: Span, walk: impl FnOnce(&mut Self)) {
        let outer = self.scope;
        let function = self.scopes[outer as usize].function;
        self.scope = self.push_scope(Some(outer), function, span);
        walk(self);
        self.scope = outer;
    }

    pub(super) fn declare(&mut self, scope: u32, name: &str) {
        let names = &mut self.scopes[scope as usize].names;
        if names.iter().all(|known| known != name) {
            names.push(name.to_owned());
        }
    }

    pub(super) fn hook(&mut self, kind: HookKind, span: Span) -> u32 {
        let (line, last_line) = (self.lines.line(span.start), self.lines.line(span.end));
        let scope = self.scope;
        self.hooks.push(Hook { kind, line, last_line, scope, quiet: false });
        count(self.hooks.len() - 1)
    }

    /// A function's own statements, between the braces or the ends of the file.
    pub(super) fn body(
        &mut self,
        statements: &[Statement<'_>],
        inside: std::ops::Range<u32>,
        flat: bool,
    ) {
        self.flat = flat;
        let entry = self.hook(HookKind::Entry, Span::new(inside.start, inside.start));
        let open = if flat { "" } else { "try{" };
        let enter = if self.functions.len() == 1 {
            // The module tells each time: its variables are seen from every function of it.
            "~k=~m(~c=>eval(~c));".to_owned()
        } else {
            format!("~h[{entry}]&&(~k=~n({entry},~c=>eval(~c)));")
        };
        let enter = format!(";var ~k,~v;{open}{enter}");
        self.out.add(inside.start, &enter);
        let calls = self.calls;
        self.list(statements);
        self.settle(entry, calls);
        self.out.add(inside.end, if flat { ";~k&&~x(~k);" } else { "}finally{~k&&~x(~k)}" });
    }

    /// Marks the entry of what has been walked as quiet if it makes no calls.
    pub(super) fn settle(&mut self, entry: u32, calls_before: usize) {
        self.hooks[entry as usize].quiet = self.calls == calls_before;
    }

    pub(super) fn list(&mut self, statements: &[Statement<'_>]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    /// A statement in a list, after its hook if it has one.
    pub(super) fn statement(&mut self, statement: &Statement<'_>) {
        if let Some(head) = Self::head_of(statement) {
            let caught = std::mem::take(&mut self.caught);
            let kind = if caught { HookKind::Catch } else { HookKind::Statement };
            let hook = self.hook(kind, head);
            self.out.add(head.start, &format!("~h[{hook}]&&(~k=~p({hook},~k));"));
            self.inner(statement, Some(hook));
        } else {
            self.inner(statement, None);
        }
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
            | Statement::WhileStatement(_)
            | Statement::TryStatement(_) => None,
            Statement::VariableDeclaration(declaration) => {
                let silent = declaration.kind.is_var()
                    && declaration.declarations.iter().all(|one| one.init.is_none());
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
            Statement::WithStatement(it) => until(&it.body),
            Statement::SwitchStatement(it) => {
                Some(Span::new(span.start, it.discriminant.span().end))
            }
            _ => Some(span),
        }
    }

    pub(super) fn inner(&mut self, statement: &Statement<'_>, hook: Option<u32>) {
        match statement {
            Statement::LabeledStatement(it) => self.inner(&it.body, hook),
            Statement::IfStatement(it) => {
                self.visit_expression(&it.test);
                self.embedded(&it.consequent, "");
                if let Some(alternate) = &it.alternate {
                    self.embedded(alternate, "");
                }
            }
            Statement::WithStatement(it) => {
                self.calls += 1;
                self.visit_expression(&it.object);
                self.embedded(&it.body, "");
            }
            Statement::WhileStatement(it) => {
                self.round(
                    HookKind::Test,
                    Span::new(it.span.start, it.body.span().start),
                    &it.test,
                );
                self.visit_expression(&it.test);
                self.embedded(&it.body, "");
            }
            Statement::DoWhileStatement(it) => {
                self.embedded(&it.body, "");
                self.round(HookKind::Test, it.test.span(), &it.test);
                self.visit_expression(&it.test);
            }
            Statement::ForStatement(it) => self.in_scope(it.span, |walker| {
                if let Some(init) = &it.init {
                    walker.for_init(init);
                }
                if let Some(test) = &it.test {
                    walker.visit_expression(test);
                }
                if let Some(update) = &it.update {
                    let head = Span::new(it.span.start, it.span.start);
                    walker.round(HookKind::Round, head, update);
                    walker.visit_expression(update);
                }
                walker.loop_body(it.span.start, &it.body, hook, it.update.is_none());
            }),
            Statement::ForInStatement(it) => self.in_scope(it.span, |walker| {
                walker.calls += 1;
                walker.for_left(&it.left);
                walker.visit_expression(&it.right);
                walker.loop_body(it.span.start, &it.body, hook, true);
            }),
            Statement::ForOfStatement(it) => self.in_scope(it.span, |walker| {
                walker.calls += 1;
                walker.for_left(&it.left);
                walker.visit_expression(&it.right);
                walker.loop_body(it.span.start, &it.body, hook, true);
            }),
            Statement::FunctionDeclaration(it) => {
                if let Some(id) = &it.id {
                    self.declare(self.scope, &id.name);
                }
                self.visit_function(it, ScopeFlags::Function);
            }
            Statement::ClassDeclaration(it) => {
                if let Some(id) = &it.id {
                    self.declare(self.scope, &id.name);
                }
                self.visit_class(it);
            }
            Statement::SwitchStatement(it) => self.switch(it),
            Statement::TryStatement(it) => self.try_catch(it),
            Statement::BlockStatement(it) => self.block(it, ""),
            Statement::ReturnStatement(it) => self.leave(it),
            other => walk::walk_statement(self, other),
        }
    }
}

impl<'a> Visit<'a> for Walker<'_> {
    fn enter_node(&mut self, kind: AstKind<'a>) {
        self.calls += usize::from(matches!(
            kind,
            AstKind::CallExpression(_)
                | AstKind::NewExpression(_)
                | AstKind::TaggedTemplateExpression(_)
                | AstKind::StaticMemberExpression(_)
                | AstKind::ComputedMemberExpression(_)
                | AstKind::PrivateFieldExpression(_)
                | AstKind::SpreadElement(_)
                | AstKind::ObjectPattern(_)
                | AstKind::ArrayPattern(_)
                | AstKind::ObjectAssignmentTarget(_)
                | AstKind::ArrayAssignmentTarget(_)
                | AstKind::ImportExpression(_)
                | AstKind::Class(_)
        ));
    }

    fn visit_statement(&mut self, it: &Statement<'a>) {
        self.statement(it);
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let target = if it.kind.is_var() { self.function_scope } else { self.scope };
        for declarator in &it.declarations {
            self.declaring = Some(target);
            self.visit_binding_pattern(&declarator.id);
            self.declaring = None;
            if let Some(init) = &declarator.init {
                self.visit_expression(init);
            }
        }
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if let Some(scope) = self.declaring {
            self.declare(scope, &it.name);
        }
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let declaring = self.declaring.take();
        walk::walk_class(self, it);
        self.declaring = declaring;
    }

    fn visit_function(&mut self, it: &Function<'a>, _: ScopeFlags) {
        let outer = self.enter_function(it.span, false);
        self.parameters(&it.params);
        if let Some(body) = &it.body {
            let start = after_directives(&body.directives, body.span.start + 1);
            let flat = needs_top_level(&body.statements, Some(&it.params));
            self.body(&body.statements, start..body.span.end - 1, flat);
        }
        self.leave_function(outer);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let outer = self.enter_function(it.span, true);
        self.parameters(&it.params);
        match &it.body {
            ArrowFunctionBody::FunctionBody(body) => {
                let start = after_directives(&body.directives, body.span.start + 1);
                let flat = needs_top_level(&body.statements, Some(&it.params));
                self.body(&body.statements, start..body.span.end - 1, flat);
            }
            other => {
                if let Some(expression) = other.as_expression() {
                    self.expression_body(expression, it.r#async);
                }
            }
        }
        self.leave_function(outer);
    }

    fn visit_static_block(&mut self, it: &StaticBlock<'a>) {
        let outer = self.enter_function(it.span, true);
        let start = first_brace(self.source, it.span.start);
        let flat = needs_top_level(&it.body, None);
        self.body(&it.body, start..it.span.end - 1, flat);
        self.leave_function(outer);
    }

    fn visit_yield_expression(&mut self, it: &YieldExpression<'a>) {
        self.suspend(it.span, it.argument.as_ref());
    }

    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.suspend(it.span, Some(&it.argument));
    }
}

fn after_directives(directives: &[Directive<'_>], start: u32) -> u32 {
    directives.last().map_or(start, |directive| directive.span.end)
}

/// After the `{` of a static block.
fn first_brace(source: &str, start: u32) -> u32 {
    let found = source[start as usize..].find('{').unwrap_or(0);
    start + count(found) + 1
}

/// Tables are far smaller than this: the size of a script is limited.
fn count(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
