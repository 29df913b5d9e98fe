//! An instrumented script and its tables.

use super::added::{Added, Lines};
use super::halting::Halting;
use super::insert::{Addition, Helpers, Insertions};
use super::readers::{Detail, Names, Reader};
use super::tables::{
    Bending, Binding, Function, Hook, HookKind, Name, Ours, Reach, Scope, Tables, count,
};
use super::{Kind, Written};
use crate::script::raw::SharedBytes;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU8;

/// An instrumented script.
pub(in crate::script) struct Code {
    pub(in crate::script) hooks: Vec<Hook>,
    pub(in crate::script) scopes: Vec<Scope>,
    pub(in crate::script) functions: Vec<Function>,
    /// The tables for the debugger's script, the same for all threads: how many hooks and scopes there
    /// are, the hooks' kinds, lines and scopes, the scopes' parents and functions.
    pub(in crate::script) tables: SharedBytes,
    /// What each kind of reader knows.
    read: FxHashMap<(u32, Reach), Reader>,
    pub(in crate::script) bending: Bending,
    calls: BTreeMap<u32, u32>,
    opaque: Vec<(u32, u32)>,
    constructors: Vec<(u32, Option<Name>)>,
    texts: FxHashMap<u32, Range<u32>>,
    methods: Vec<(Range<u32>, Range<u32>)>,
    added: Added,
    source: String,
    pub(in crate::script) kind: Kind,
    /// Whether something may be an error in the script that is none in the instrumented one.
    pub(in crate::script) hides: bool,
    /// Made when somebody asks for it.
    halting: OnceLock<Halting>,
}

/// The helpers, in the order in which the debugger's script hands them over.
const HELPERS: &str = "~h,~p,~n,~e,~x,~s,~d,~u,~t,~y,~m,~o";

/// Where a frame of the runtime's stack stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::script) struct Position {
    pub(in crate::script) scope: u32,
    /// The line, from 1; of a call, the one on which its arguments begin.
    pub(in crate::script) line: u32,
    /// Whether it may be in a function that isn't known.
    pub(in crate::script) opaque: bool,
}

impl Code {
    /// The text up to the end of the module, and its tables.
    pub(super) fn new(
        Written { source, kind }: Written<'_>,
        helpers: &Helpers,
        insertions: Insertions,
        tables: Tables,
        declared: &[FxHashMap<Name, Binding>],
        detail: &Detail,
        lines: Lines,
    ) -> (String, Self) {
        let Tables { hooks, scopes, functions, readers, calls, opaque, texts, methods, .. } =
            tables;
        let Tables { bending, hides, constructors, .. } = tables;
        let names =
            Names { scopes: &scopes, functions: &functions, declared, detail: (detail, &bending) };
        let known = readers.iter().filter_map(|key| Some((*key, names.read(key.0, key.1)?)));
        let read: FxHashMap<_, _> = known.collect();
        let later = |addition: &Addition, text: &mut String| match addition {
            Addition::Text(_) | Addition::Copy(..) => {}
            Addition::Guard(hook) => {
                text.push_str(&guard_of(&hooks[*hook as usize], &scopes, &functions));
            }
            Addition::Locals(function) => {
                text.push_str(match functions[*function as usize].uses.ours {
                    Ours::Nothing => "",
                    Ours::Activation => "var ~k;",
                    Ours::Value => "var ~k,~v;",
                });
            }
            Addition::Reader(index) => match read.get(&readers[*index]) {
                Some(reader) => reader.write(text),
                None => text.push('0'),
            },
        };
        let source = format!("{source}\n");
        let head = head(&functions, kind);
        let (text, insertions) = insertions.splice((&source, &head), helpers, later);
        let added = Added::new(insertions, lines, source.len());
        let tables = tables_of(&hooks, &scopes);
        let halting = OnceLock::new();
        let code = Self {
            hooks,
            scopes,
            functions,
            tables,
            read,
            bending,
            calls,
            opaque,
            constructors,
            texts,
            methods,
            added,
            source,
            kind,
            hides,
            halting,
        };
        (text, code)
    }

    /// The line and the column in the script of a place of the instrumented text.
    pub(in crate::script) fn place(&self, line: u32, column: u32) -> (u32, u32) {
        self.added.place(line, column)
    }

    /// What a place of the instrumented text, counted from 1 as stacks do, is in the script.
    pub(in crate::script) fn position(&self, line: u32, column: u32) -> Position {
        let offset = self.added.original(line, column);
        // What begins just there is an argument of the call that stands there.
        let holds = |scope: &&Scope| scope.start < offset && offset < scope.end;
        let found = self.scopes.iter().rposition(|scope| holds(&scope));
        let scope = found.and_then(|index| u32::try_from(index).ok()).unwrap_or(0);
        let (line, _) = self.added.place(line, column);
        let line = self.calls.get(&offset).copied().unwrap_or(line);
        let begun = self.scopes[scope as usize].start;
        let is_around =
            |(start, end): &(u32, u32)| begun <= *start && *start < offset && offset < *end;
        Position { scope, line, opaque: self.opaque.iter().any(is_around) }
    }

    /// Whether a place of the instrumented text, of a function of that name, is where a class is made an instance of: no
    /// function of the script's stands there.
    pub(in crate::script) fn constructs(&self, (line, column): (u32, u32), name: &str) -> bool {
        let offset = self.added.original(line, column);
        let is_there = |(place, class): &(u32, Option<Name>)| {
            *place == offset && class.as_ref().is_none_or(|class| class == name)
        };
        self.constructors.iter().any(is_there)
    }

    /// The text of a function as it was written, by the place that the runtime tells of it.
    pub(in crate::script) fn function_text(&self, line: u32, column: u32) -> Option<&str> {
        self.text_of_function(self.added.function(line, column))
    }

    /// The same by its offset in the script.
    pub(in crate::script) fn text_of_function(&self, offset: u32) -> Option<&str> {
        let method = || self.methods.iter().rfind(|(head, _)| head.contains(&offset));
        let exact = self.texts.get(&offset);
        let Range { start, end } = exact.or_else(|| method().map(|(_, text)| text))?;
        self.source.get(*start as usize..*end as usize)
    }

    /// What a reader knows.
    pub(in crate::script) fn read(&self, scope: u32, reach: Reach) -> Option<&Reader> {
        self.read.get(&(scope, reach))
    }

    /// Whether a loop of its function comes round to a hook, and tells of its activation then: there may be nothing to tell.
    pub(in crate::script) fn comes_round(&self, hook: usize) -> bool {
        let Some(hook) = self.hooks.get(hook).filter(|hook| hook.comes_round) else { return false };
        let own = self.scopes[hook.scope as usize].function;
        let mut scopes = self.chain(hook.scope).take_while(|(_, scope)| scope.function == own);
        scopes.any(|(scope, _)| {
            self.read(scope, Reach::Late).is_some_and(|it| it.variables().next().is_some())
        })
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
        self.added.lines.count()
    }

    /// Scopes from `scope` outwards, each with its index.
    pub(in crate::script) fn chain(&self, scope: u32) -> impl Iterator<Item = (u32, &Scope)> {
        let chain = std::iter::successors(Some(scope), |inner| self.scopes[*inner as usize].parent);
        chain.map(|index| (index, &self.scopes[index as usize]))
    }

    /// Whether an entry is told of only while something is armed in its function.
    pub(in crate::script) fn looks_at_own(&self, hook: &Hook) -> bool {
        let function = self.scopes[hook.scope as usize].function;
        looks_at_own(hook, &self.functions[function as usize])
    }

    /// Whether one of its functions may call anything, since scripts have bent that.
    pub(in crate::script) fn is_bent(&self, bending: &Bending) -> bool {
        let mut calls = self.functions.iter().filter_map(|function| function.calls.as_ref());
        calls.any(|calls| calls.is_bent(bending))
    }

    /// Whether a function may call one of those in which something may halt, as far as is known,
    /// with what the scripts of its thread have bent.
    pub(in crate::script) fn tells(
        &self,
        function: u32,
        halting: &BTreeSet<u32>,
        bending: &Bending,
    ) -> bool {
        let known = self.functions[function as usize].calls.as_ref();
        known.is_none_or(|calls| calls.is_bent(bending) || !calls.functions.is_disjoint(halting))
    }
}

/// Functions share this many variables that tell them whether they may halt: looking names up takes the
/// runtime the longer the more there are.
const GUARDS: u32 = 64;

/// The variable that tells a function.
pub(in crate::script) const fn guard(function: u32) -> u32 {
    function % GUARDS
}

/// Begins the text: the helpers, what tells each function whether it may halt, the module.
fn head(functions: &[Function], kind: Kind) -> String {
    let count = functions.len().min(GUARDS as usize);
    let all: Vec<String> = (0..count).map(|index| format!("~a{index}")).collect();
    let declared = all.join("=false,");
    let same = all.join("=");
    let mut cases = String::new();
    for (index, name) in all.iter().enumerate() {
        // Writing into a string can't fail.
        let _ = write!(cases, "case {index}:{name}=~v;break;");
    }
    let parameters = kind.parameters().join(",");
    format!(
        "0,function({HELPERS}){{var ~w=false,{declared}=false;\
         ~o(~h,(~i,~v)=>{{switch(~i){{case -1:~w=~v;break;case -2:{same}=~v;break;{cases}}}}});\
         return function({parameters}){{"
    )
}

fn guard_of(hook: &Hook, scopes: &[Scope], functions: &[Function]) -> String {
    let function = scopes[hook.scope as usize].function;
    if looks_at_own(hook, &functions[function as usize]) {
        format!("~a{}", guard(function))
    } else {
        "~w".to_owned()
    }
}

/// Whether an entry is told of only while something is armed in its function: it calls nothing that
/// isn't known.
fn looks_at_own(hook: &Hook, function: &Function) -> bool {
    match hook.kind {
        HookKind::Block => hook.quiet,
        _ => function.calls.is_some(),
    }
}

fn tables_of(hooks: &[Hook], scopes: &[Scope]) -> SharedBytes {
    let kind = |hook: &Hook| match hook.kind {
        HookKind::Statement | HookKind::Entry | HookKind::Block => -1,
        HookKind::Round | HookKind::Test => -2,
        HookKind::Catch => -3,
        HookKind::Head(statement) => number(statement),
    };
    let all = [number(count(hooks.len())), number(count(scopes.len()))].into_iter();
    let all = all.chain(hooks.iter().map(kind));
    let all = all.chain(hooks.iter().map(|hook| number(hook.line)));
    let all = all.chain(hooks.iter().map(|hook| number(hook.scope)));
    let all = all.chain(scopes.iter().map(|scope| scope.parent.map_or(-1, number)));
    let all = all.chain(scopes.iter().map(|scope| number(scope.function)));
    // Scripts read them as an `Int32Array` over the bytes.
    all.flat_map(i32::to_ne_bytes).map(AtomicU8::new).collect()
}

/// Tables are far smaller than this.
fn number(of: u32) -> i32 {
    i32::try_from(of).unwrap_or(i32::MAX)
}
