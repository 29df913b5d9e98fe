//! An instrumented script and its tables.

use super::halting::Halting;
use super::insert::{Helpers, Insertion, splice};
use serde_json::json;
use std::sync::OnceLock;

/// What a hook is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::script) enum HookKind {
    /// Before a statement.
    Statement,
    /// Where a loop comes round.
    Round,
    /// At the test of a loop that is also its first statement.
    Test,
    /// At the start of the body of a loop whose statement hook is given.
    Head(u32),
    /// Before the first statement after an exception was caught.
    Catch,
    /// At the entry of a function.
    Entry,
    /// At the entry of a block with bindings of its own.
    Block,
}

/// A place that may call the debugger; its index is the index of its flag.
#[derive(Clone, Debug)]
pub(in crate::script) struct Hook {
    pub(in crate::script) kind: HookKind,
    /// The line it stands for, from 1.
    pub(in crate::script) line: u32,
    /// The last line of the statement, of a compound statement's head.
    pub(in crate::script) last_line: u32,
    pub(in crate::script) scope: u32,
    /// For entries: nothing in there calls anything, save by the coercions of operators.
    pub(in crate::script) quiet: bool,
}

/// A function or block with its own names.
#[derive(Clone, Debug)]
pub(in crate::script) struct Scope {
    pub(in crate::script) parent: Option<u32>,
    pub(in crate::script) function: u32,
    pub(in crate::script) names: Vec<String>,
    pub(in crate::script) start: u32,
    pub(in crate::script) end: u32,
}

/// A function; the first one is the module.
#[derive(Clone, Debug)]
pub(in crate::script) struct Function {
    /// Whether it has no `arguments` of its own.
    pub(in crate::script) arrow: bool,
    pub(in crate::script) first_line: u32,
    pub(in crate::script) last_line: u32,
}

/// The offsets at which lines start.
pub(super) struct Lines(Vec<u32>);

impl Lines {
    /// Line ends as JavaScript knows them.
    pub(super) fn of(source: &str) -> Self {
        let mut starts = vec![0];
        let mut characters = source.char_indices().peekable();
        while let Some((offset, character)) = characters.next() {
            let is_end = match character {
                '\n' | '\u{2028}' | '\u{2029}' => true,
                '\r' => characters.peek().is_none_or(|(_, next)| *next != '\n'),
                _ => false,
            };
            if is_end {
                starts.push(u32::try_from(offset + character.len_utf8()).unwrap_or(u32::MAX));
            }
        }
        Self(starts)
    }

    /// The line of a byte, from 1.
    pub(super) fn line(&self, offset: u32) -> u32 {
        u32::try_from(self.0.partition_point(|start| *start <= offset)).unwrap_or(u32::MAX)
    }

    fn start(&self, line: u32) -> u32 {
        let index = (line as usize).saturating_sub(1).min(self.0.len() - 1);
        self.0[index]
    }
}

/// An instrumented script.
pub(in crate::script) struct Code {
    /// What marks additions, for restoring the text of functions.
    pub(in crate::script) markers: (String, String),
    pub(in crate::script) hooks: Vec<Hook>,
    pub(in crate::script) scopes: Vec<Scope>,
    pub(in crate::script) functions: Vec<Function>,
    /// The tables for the debugger's script, as JSON.
    pub(in crate::script) tables: String,
    insertions: Vec<Insertion>,
    lines: Lines,
    source: String,
    /// Made when somebody asks for it.
    halting: OnceLock<Halting>,
}

/// The helpers, in the order in which the debugger's script hands them over.
const HELPERS: &str = "~h,~p,~n,~x,~s,~d,~u,~t,~m";

impl Code {
    pub(super) fn new(
        source: &str,
        (helpers, mut insertions): (Helpers, Vec<Insertion>),
        (hooks, scopes, functions): (Vec<Hook>, Vec<Scope>, Vec<Function>),
        lines: Lines,
    ) -> (String, Self) {
        let parameters = helpers.expand(HELPERS);
        let head = format!("(function({parameters}){{return function(exports,require,module){{");
        insertions.insert(0, Insertion { offset: 0, text: head });
        let source = format!("{source}\n");
        let text = splice(&source, &insertions) + "}})";
        let tables = tables(&hooks, &scopes);
        let markers = (helpers.open(), helpers.close());
        let halting = OnceLock::new();
        let code =
            Self { markers, hooks, scopes, functions, tables, insertions, lines, source, halting };
        (text, code)
    }

    /// The innermost scope at a place of the instrumented text, counted from 1 as stacks do.
    pub(in crate::script) fn scope_at(&self, line: u32, column: u32) -> u32 {
        let offset = self.original(line, column);
        let holds = |scope: &&Scope| scope.start <= offset && offset < scope.end;
        let found = self.scopes.iter().rposition(|scope| holds(&scope));
        found.and_then(|index| u32::try_from(index).ok()).unwrap_or(0)
    }

    fn original(&self, line: u32, column: u32) -> u32 {
        let (start, end) = (self.lines.start(line), self.lines.start(line + 1));
        let mut left = column.saturating_sub(1) as usize;
        let mut offset = start as usize;
        let first = self.insertions.partition_point(|insertion| insertion.offset < start);
        for insertion in &self.insertions[first..] {
            if insertion.offset > end && end > start {
                break;
            }
            let plain = self.source[offset..insertion.offset as usize].chars().count();
            if left < plain {
                break;
            }
            left = (left - plain).saturating_sub(insertion.text.chars().count());
            offset = insertion.offset as usize;
        }
        let rest = self.source[offset..].char_indices().nth(left);
        u32::try_from(rest.map_or(self.source.len(), |(index, _)| offset + index)).unwrap_or(0)
    }

    /// The hook at which a breakpoint on `line` halts: see [`Halting`].
    pub(in crate::script) fn hook_for(&self, line: u32) -> Option<u32> {
        self.halting().hook(line)
    }

    /// For each line, from 1, the line on which a breakpoint there halts.
    pub(in crate::script) fn halting_lines(&self) -> Vec<Option<u32>> {
        let line_of = |hook: u32| self.hooks[hook as usize].line;
        (1..=self.halting().lines()).map(|line| self.hook_for(line).map(line_of)).collect()
    }

    fn halting(&self) -> &Halting {
        self.halting.get_or_init(|| {
            Halting::of((&self.hooks, &self.scopes, &self.functions), self.line_count())
        })
    }

    /// The number of lines, also of a last one without text.
    pub(super) fn line_count(&self) -> u32 {
        u32::try_from(self.lines.0.len()).unwrap_or(u32::MAX)
    }

    /// Scopes from `scope` outwards, each with whether it belongs to the same function.
    pub(in crate::script) fn chain(&self, scope: u32) -> impl Iterator<Item = (&Scope, bool)> {
        let own = self.scopes[scope as usize].function;
        let first = Some(&self.scopes[scope as usize]);
        let chain = std::iter::successors(first, |inner| {
            inner.parent.map(|parent| &self.scopes[parent as usize])
        });
        chain.map(move |scope| (scope, scope.function == own))
    }
}

fn tables(hooks: &[Hook], scopes: &[Scope]) -> String {
    let kind = |hook: &Hook| match hook.kind {
        HookKind::Statement | HookKind::Entry | HookKind::Block => -1,
        HookKind::Round | HookKind::Test => -2,
        HookKind::Catch => -3,
        HookKind::Head(statement) => i64::from(statement),
    };
    json!({
        "kinds": hooks.iter().map(kind).collect::<Vec<_>>(),
        "lines": hooks.iter().map(|hook| hook.line).collect::<Vec<_>>(),
        "scopes": hooks.iter().map(|hook| hook.scope).collect::<Vec<_>>(),
        "parents": scopes.iter().map(|scope| scope.parent).collect::<Vec<_>>(),
        "functions": scopes.iter().map(|scope| scope.function).collect::<Vec<_>>(),
    })
    .to_string()
}
