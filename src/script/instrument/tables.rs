//! What is known of a script: its hooks, scopes and functions, and what else a walk over it finds.

use compact_str::CompactString;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A name in a script; mostly it needs no memory of its own.
pub(in crate::script) type Name = CompactString;

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
    /// For entries of blocks: nothing in there calls anything, save by the coercions of operators.
    pub(in crate::script) quiet: bool,
    /// Whether a loop of its function is around it.
    pub(in crate::script) comes_round: bool,
}

/// A function or block with its own names.
#[derive(Clone, Debug)]
pub(in crate::script) struct Scope {
    pub(in crate::script) parent: Option<u32>,
    pub(in crate::script) function: u32,
    pub(in crate::script) names: Vec<Name>,
    pub(in crate::script) start: u32,
    pub(in crate::script) end: u32,
}

/// A function; the first one is the module.
#[derive(Clone, Debug, Default)]
pub(in crate::script) struct Function {
    /// Whether it has no `arguments` of its own.
    pub(in crate::script) arrow: bool,
    pub(in crate::script) first_line: u32,
    pub(in crate::script) last_line: u32,
    /// The name of its declaration, or the one that a function expression has for itself.
    pub(in crate::script) label: Option<Name>,
    /// The name that a function expression has for itself.
    pub(in crate::script) name: Option<Name>,
    pub(in crate::script) strict: bool,
    /// Whether it is a generator, or may wait.
    pub(in crate::script) suspends: bool,
    /// Which words mean something in it.
    pub(in crate::script) words: Words,
    /// The private names of the classes around it.
    pub(in crate::script) privates: Vec<Name>,
    pub(super) uses: Uses,
    /// The identifiers in it, and [`SUPER`], also in the functions inside of it.
    pub(super) mentions: IndexSet<Name, FxBuildHasher>,
    /// What it may call, if that is known.
    pub(super) calls: Option<Calls>,
}

/// The word for what is above a class.
pub(in crate::script) const SUPER: &str = "super";

/// The words for whom `new` has called.
pub(in crate::script) const NEW_TARGET: &str = "new.target";

/// What a function may call.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    /// Functions, directly or by others.
    pub(super) functions: BTreeSet<u32>,
    /// Methods that are the language's own where no script has some of that name.
    pub(super) methods: BTreeSet<&'static str>,
    /// Whether members are read or primitives needed, which may call anything where there are
    /// accessors, or methods that make primitives.
    pub(super) reads: bool,
}

impl Calls {
    /// Whether it may call anything, since scripts have given what it uses another meaning.
    pub(super) fn is_bent(&self, bending: &Bending) -> bool {
        (self.reads && bending.accessors) || !self.methods.is_disjoint(&bending.methods)
    }
}

/// What scripts do to the meaning of calls and members, everywhere in their thread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::script) struct Bending {
    /// Reading a member may call something, or needing a primitive.
    pub(in crate::script) accessors: bool,
    /// Names of the language's methods that methods of scripts have as well.
    pub(in crate::script) methods: BTreeSet<&'static str>,
}

impl Bending {
    /// Adds what another script does; answers what of it is new.
    pub(in crate::script) fn add(&mut self, other: &Self) -> Option<Self> {
        let methods: BTreeSet<_> = other.methods.difference(&self.methods).copied().collect();
        let accessors = other.accessors && !self.accessors;
        self.accessors |= accessors;
        self.methods.extend(&methods);
        (accessors || !methods.is_empty()).then_some(Self { accessors, methods })
    }
}

/// Which words may be written in a function, or be anything but undefined.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::script) struct Words {
    pub(super) arguments: bool,
    pub(in crate::script) above: bool,
    pub(in crate::script) new_target: bool,
}

/// Which words of its own a function uses, also in arrow functions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Uses {
    pub(super) this: bool,
    pub(super) arguments: bool,
    pub(super) ours: Ours,
}

/// What a function keeps for us.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ours {
    /// Its activation ends where it is told.
    Nothing,
    #[default]
    Activation,
    /// And a value while that ends.
    Value,
}

/// A declaration of a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binding {
    pub(super) value: Value,
    /// Whether it can't be set again.
    pub(super) constant: bool,
    /// How many names of its scope were declared before it.
    pub(super) place: u32,
}

/// Since when a variable has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Since its scope began.
    AtOnce,
    /// Since its declaration was run, before those of its scope that come after it.
    InTurn,
    /// Since its declaration was run, also before those that come before it.
    Anywhen,
}

/// A variable that a reader knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::script) struct Variable {
    pub(in crate::script) name: Name,
    /// Whether it can't be set.
    pub(in crate::script) constant: bool,
}

impl Variable {
    pub(super) fn new(name: &str, constant: bool) -> Self {
        Self { name: name.into(), constant }
    }
}

/// How far a reader sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::script) enum Reach {
    /// The variables of its block.
    Block,
    /// The variables of a function, and those around it, save the module's.
    Entry,
    /// What can be seen from a place in the middle of a function, save the module's variables.
    Late,
}

/// What a walk over a script has found.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) hooks: Vec<Hook>,
    pub(super) scopes: Vec<Scope>,
    pub(super) functions: Vec<Function>,
    /// The scopes and kinds of the readers.
    pub(super) readers: Vec<(u32, Reach)>,
    /// Where stacks place calls that begin on another line, and that line.
    pub(super) calls: BTreeMap<u32, u32>,
    /// Texts whose functions are unknown here.
    pub(super) opaque: Vec<(u32, u32)>,
    /// Where stacks place what sets the fields of a class and makes the call above it, and the name of that.
    pub(super) constructors: Vec<(u32, Option<Name>)>,
    /// Where the texts of functions are, by the place that the runtime tells of them.
    pub(super) texts: FxHashMap<u32, Range<u32>>,
    /// The same of methods of classes, which it places somewhere before their bodies.
    pub(super) methods: Vec<(Range<u32>, Range<u32>)>,
    pub(super) bending: Bending,
    /// Whether something may be an error in the script that is none in the instrumented one.
    pub(super) hides: bool,
}

/// Tables are far smaller than this: the size of a script is limited.
pub(super) fn count(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}
