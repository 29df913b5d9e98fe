//! The walk over a script's syntax that decides what is added where.

use super::added::Lines;
use super::calls::Callees;
use super::code::{Code, guard};
use super::insert::{Addition, Helpers, Insertions};
use super::names::{Leaving, leaving, literals, shared};
use super::places::{Constants, after_directives};
use super::readers::Detail;
use super::tables::{
    Binding, Function as FunctionEntry, Hook, HookKind, Name, Ours, Reach, Scope, Tables, Value,
    Words, count,
};
use super::twins::{Given, Twin, ends, of_expression, of_statements, returned_by};
use super::{Kind, Written};
use oxc::ast::ast::{Directive, LabelIdentifier, Program, Statement};
use oxc::span::Span;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::hash_map::Entry;

pub(super) fn walk(
    written: Written<'_>,
    program: &Program<'_>,
    helpers: &Helpers,
    detail: &Detail,
) -> (String, Code) {
    let Written { source, kind } = written;
    let end = u32::try_from(source.len()).unwrap_or(u32::MAX);
    let mut walker = Walker {
        source,
        lines: Lines::of(source, &literals(source, program)),
        out: Insertions::default(),
        tables: Tables::default(),
        constants: Constants::of(source, program),
        callees: Callees::default(),
        declared: Vec::new(),
        scope: 0,
        function_scope: 0,
        declaring: None,
        body: Body::default(),
        twin: None,
        statement: u32::MAX,
        loops: Vec::new(),
        labels: Vec::new(),
        privates: Vec::new(),
        constructor: None,
        derives: false,
        calls: 0,
        conversions: 0,
        hides: false,
    };
    walker.module(program, end, kind);
    let Walker { mut tables, callees, declared, out, lines, hides, .. } = walker;
    tables.hides = hides;
    tables.bending = callees.settle(source, (&tables.scopes, &mut tables.functions));
    let (text, code) = Code::new(written, helpers, out, tables, &declared, detail, lines);
    (text + &shared(written, program) + "}}", code)
}

pub(super) struct Walker<'s> {
    pub(super) source: &'s str,
    pub(super) lines: Lines,
    pub(super) out: Insertions,
    pub(super) tables: Tables,
    pub(super) constants: Constants,
    pub(super) callees: Callees,
    /// The names of each scope.
    declared: Vec<FxHashMap<Name, Binding>>,
    pub(super) scope: u32,
    pub(super) function_scope: u32,
    /// Where a binding identifier is declared, inside a declaration's pattern, and as what.
    pub(super) declaring: Option<(u32, Declaring)>,
    pub(super) body: Body,
    /// The twin of the function whose first statement comes next.
    pub(super) twin: Option<Twin>,
    /// Where the last statement that is an expression begins.
    pub(super) statement: u32,
    /// The loops around a statement, within its function.
    pub(super) loops: Vec<Loop>,
    /// The labels of the statement that comes next.
    pub(super) labels: Vec<String>,
    /// The private names of each class around.
    pub(super) privates: Vec<Vec<Name>>,
    /// Where the function of a constructor begins.
    pub(super) constructor: Option<u32>,
    /// Whether the class that is gone through extends another.
    pub(super) derives: bool,
    /// How many places were seen that may call something.
    pub(super) calls: usize,
    /// How many places were seen that need a primitive, which an object may make by a script, or a value that is
    /// caught if it is missing.
    pub(super) conversions: usize,
    /// Whether something may be an error that isn't any more where it stands.
    pub(super) hides: bool,
}

/// What holds for the statements of a function.
#[derive(Clone, Copy, Default)]
pub(super) struct Body {
    pub(super) leaving: Leaving,
    /// Whether the next statement is the first of a `catch`.
    pub(super) caught: bool,
    /// How often what is thrown is caught in the function.
    pub(super) catches: u32,
    /// The entry of the function, and where it is told, if the next statement is the first.
    pub(super) entry: Option<(u32, u32)>,
    /// The line of the call whose arguments are walked.
    pub(super) call: Option<u32>,
    /// Whether it initializes a class, where no `arguments` may be written.
    pub(super) initializes: bool,
    pub(super) strict: bool,
}

/// What a declaration makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declaring {
    Variable,
    Lexical,
    Constant,
}

/// A loop that is told of before it comes round, or a `switch`.
pub(super) struct Loop {
    pub(super) labels: Vec<String>,
    /// The hook of it; nothing if the start of its body tells.
    pub(super) hook: Option<u32>,
    /// Whether its rounds leave the activation, as `await` does.
    pub(super) waits: bool,
    /// Whether `continue` may mean it.
    pub(super) comes_round: bool,
}

impl Loop {
    /// Whether what has this label, or none, means it.
    pub(super) fn is_meant(&self, label: Option<&LabelIdentifier<'_>>) -> bool {
        label.is_none_or(|label| self.labels.iter().any(|it| it.as_str() == label.name.as_str()))
    }
}

/// What a function changes while it is walked.
pub(super) struct Outer {
    scope: u32,
    function_scope: u32,
    declaring: Option<(u32, Declaring)>,
    body: Body,
    loops: Vec<Loop>,
    may_run: (usize, usize),
}

impl Walker<'_> {
    fn module(&mut self, program: &Program<'_>, end: u32, kind: Kind) {
        self.enter_function(Span::new(0, end + 1), false);
        for name in kind.parameters() {
            self.declare((0, Declaring::Variable), name);
        }
        self.be_strict(&program.directives);
        let start = after_directives(&program.directives, 0);
        // After the line break that the code gets at its end: the last line may be a comment.
        self.body(&program.body, start..end + 1, leaving(&program.body, None), None);
    }

    pub(super) fn enter_function(&mut self, span: Span, arrow: bool) -> Outer {
        let Body { initializes, strict, .. } = self.body;
        let inner = Body { initializes, strict, ..Body::default() };
        let outer = Outer {
            scope: self.scope,
            function_scope: self.function_scope,
            declaring: self.declaring.take(),
            body: std::mem::replace(&mut self.body, inner),
            loops: std::mem::take(&mut self.loops),
            may_run: (self.calls, self.conversions),
        };
        self.body.initializes &= arrow;
        let function = count(self.tables.functions.len());
        let parent = (function > 0).then_some(self.scope);
        let around = parent.map(|_| self.function() as usize);
        let above = arrow && around.is_some_and(|it| self.tables.functions[it].words.above);
        let initializes = self.body.initializes;
        let above = above || initializes;
        let mut privates: Vec<Name> = self.privates.iter().flatten().cloned().collect();
        privates.sort_unstable();
        privates.dedup();
        let scope = self.push_scope(parent, function, span);
        self.tables.functions.push(FunctionEntry {
            arrow,
            first_line: self.lines.line(span.start),
            last_line: self.lines.line(span.end),
            strict: self.body.strict,
            words: Words { arguments: !initializes, above, new_target: arrow },
            privates,
            ..FunctionEntry::default()
        });
        (self.scope, self.function_scope) = (scope, scope);
        outer
    }

    pub(super) fn leave_function(&mut self, outer: Outer) {
        let inner = self.function() as usize;
        let Outer { scope, function_scope, declaring, body, loops, may_run } = outer;
        (self.scope, self.function_scope) = (scope, function_scope);
        (self.declaring, self.body, self.loops) = (declaring, body, loops);
        // What a function calls isn't called where it is made.
        (self.calls, self.conversions) = may_run;
        let outer = self.function() as usize;
        let (before, after) = self.tables.functions.split_at_mut(inner);
        let (outer, inner) = (&mut before[outer], &after[0]);
        outer.mentions.extend(inner.mentions.iter().cloned());
        if inner.arrow {
            outer.uses.this |= inner.uses.this;
            outer.uses.arguments |= inner.uses.arguments;
        }
    }

    pub(super) fn be_strict(&mut self, directives: &[Directive<'_>]) {
        self.body.strict |= directives.iter().any(|it| it.directive == "use strict");
        let function = self.function();
        self.tables.functions[function as usize].strict = self.body.strict;
    }

    /// The function that is walked.
    pub(super) fn function(&self) -> u32 {
        self.tables.scopes[self.scope as usize].function
    }

    pub(super) fn entry(&mut self) -> &mut FunctionEntry {
        let function = self.function();
        &mut self.tables.functions[function as usize]
    }

    pub(super) fn push_scope(&mut self, parent: Option<u32>, function: u32, span: Span) -> u32 {
        let Span { start, end, .. } = span;
        // At the brace that ends a function, the runtime places the call of what has just been made.
        let end = if self.source[..(end as usize).min(self.source.len())].ends_with('}') {
            end - 1
        } else {
            end
        };
        self.declared.push(FxHashMap::default());
        self.tables.scopes.push(Scope { parent, function, names: Vec::new(), start, end });
        count(self.tables.scopes.len() - 1)
    }

    /// Walks with a scope of its own inside the current one.
    pub(super) fn in_scope(&mut self, span: Span, walk: impl FnOnce(&mut Self)) {
        let outer = self.scope;
        self.scope = self.push_scope(Some(outer), self.function(), span);
        walk(self);
        self.scope = outer;
    }

    pub(super) fn declare(&mut self, (scope, as_what): (u32, Declaring), name: &str) {
        self.callees.declared(scope, name);
        let known = &mut self.declared[scope as usize];
        let place = count(known.len());
        if let Entry::Vacant(entry) = known.entry(name.into()) {
            let value = if as_what == Declaring::Variable { Value::AtOnce } else { Value::InTurn };
            let constant = as_what == Declaring::Constant;
            self.tables.scopes[scope as usize].names.push(entry.key().clone());
            entry.insert(Binding { value, constant, place });
        }
    }

    /// The declarations of the current scope need not be run one after the other.
    pub(super) fn scatter(&mut self) {
        let bindings = self.declared[self.scope as usize].values_mut();
        bindings.filter(|it| it.value == Value::InTurn).for_each(|it| it.value = Value::Anywhen);
    }

    pub(super) fn hook(&mut self, kind: HookKind, span: Span) -> u32 {
        let (line, last_line) = (self.lines.line(span.start), self.lines.line(span.end));
        let scope = self.scope;
        let comes_round = self.loops.iter().any(|around| around.comes_round);
        self.tables.hooks.push(Hook { kind, line, last_line, scope, quiet: false, comes_round });
        count(self.tables.hooks.len() - 1)
    }

    /// What reads the variables of the current scope.
    pub(super) fn reader(&mut self, reach: Reach) -> Addition {
        self.tables.readers.push((self.scope, reach));
        Addition::Reader(self.tables.readers.len() - 1)
    }

    /// Tells a statement's hook, if anything in its function may halt.
    pub(super) fn tell(&self, hook: u32) -> String {
        if self.body.leaving == Leaving::Heard {
            return format!("if(~h[{hook}])~k=~p(~h,{hook},~k);");
        }
        format!("if(~a{})if(~h[{hook}])~k=~p(~h,{hook},~k);", guard(self.function()))
    }

    /// A function's own statements, between the braces or the ends of the file.
    pub(super) fn body(
        &mut self,
        statements: &[Statement<'_>],
        inside: std::ops::Range<u32>,
        leaving: Leaving,
        twin: Option<Twin>,
    ) {
        let is_heard = matches!(twin, Some(Twin::Statements(_)));
        let leaving = if is_heard { Leaving::Heard } else { leaving };
        self.body.leaving = leaving;
        self.twin = twin;
        self.hides |= leaving == Leaving::Finally;
        let entry = self.hook(HookKind::Entry, Span::new(inside.start, inside.start));
        let locals = Addition::Locals(self.function());
        let (open, close) = match leaving {
            Leaving::Return | Leaving::Heard if statements.last().is_some_and(ends) => ("", ""),
            Leaving::Heard => ("", ";~x(~k);"),
            Leaving::Return => ("", ";if(~k)~x(~k);"),
            Leaving::Finally => ("try{", "}finally{if(~k)~x(~k)}"),
        };
        self.out.add_all(inside.start, [text(";"), locals, text(open)]);
        if self.tables.functions.len() == 1 {
            // The module tells each time: its variables are seen from every function of it.
            let module = [text("~k=~m(~h,"), self.reader(Reach::Entry), text(");")];
            self.out.add_all(inside.start, module);
        } else if statements.first().and_then(Self::head_of).is_some() {
            self.body.entry = Some((entry, inside.start));
        } else {
            let enter = self.enter(entry, Beginning::Quiet);
            self.out.add_all(inside.start, enter);
        }
        self.list(statements);
        self.out.add(inside.end, close);
    }

    /// The twin of a function that has one.
    pub(super) fn twin(
        &self,
        has_none: bool,
        statements: &[Statement<'_>],
        leaving: Leaving,
    ) -> Option<Twin> {
        let first = statements.first().filter(|first| Self::head_of(first).is_some())?;
        if has_none || leaving != Leaving::Return {
            return None;
        }
        let given = Given { source: self.source, constants: &self.constants };
        match returned_by(first).filter(|_| statements.len() == 1) {
            Some(value) => of_expression(given, value).map(Twin::Value),
            None => of_statements(given, statements).map(Twin::Statements),
        }
    }

    /// Tells of the entry of a function, and with it of the hook that begins with it if there is one.
    pub(super) fn enter(&mut self, entry: u32, beginning: Beginning) -> Vec<Addition> {
        let (helper, open, close) = match &beginning {
            Beginning::Quiet => ('e', ")if(", ");"),
            Beginning::Statement => ('n', ")if(", ");"),
            Beginning::Return => ('n', "&&", "));"),
            Beginning::Twin(_) => ('n', "&&", ");else{"),
        };
        let keep = if matches!(beginning, Beginning::Return) { "~x(" } else { "~k=" };
        if let (Beginning::Return, Ours::Activation) = (&beginning, self.entry().uses.ours) {
            self.entry().uses.ours = Ours::Nothing;
        }
        let mut all = vec![
            text("if("),
            Addition::Guard(entry),
            text(format!("{open}~h[{entry}]){keep}~{helper}(~h,{entry},")),
            self.reader(Reach::Entry),
            text(close),
        ];
        if let Beginning::Twin(twin) = beginning {
            all.extend(twin);
            all.push(text("}"));
        }
        all
    }
}

/// What a function begins with.
pub(super) enum Beginning {
    /// Nothing that has a hook.
    Quiet,
    /// A statement, whose hook comes next after that of the entry: whoever hears of it hears of the entry as well.
    Statement,
    /// The same, and it returns what runs nothing: the activation ends before.
    Return,
    /// A statement, unless nobody wants to hear of it: then all that the function does.
    Twin(Vec<Addition>),
}

impl Beginning {
    /// A statement, with what all of its function does if that is known.
    pub(super) fn with(twin: Option<Twin>) -> Self {
        match twin {
            Some(Twin::Statements(twin)) => Self::Twin(twin),
            _ => Self::Statement,
        }
    }
}

pub(super) fn text(template: impl Into<Cow<'static, str>>) -> Addition {
    Addition::Text(template.into())
}
