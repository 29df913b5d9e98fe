//! Which variables an activation hands to the debugger, and how.
//!
//! A *reader* is a function in the script, `v => { a = v(a); b = v(b) }`: it shows the values of its variables one
//! after the other to a visitor, and sets each to what that answers. A constant, `this` and `arguments` are only
//! shown. It is made only when somebody wants to know.
//!
//! Of `super` and of a private name it shows a function that reads what they name, sets it, or, of a private name, tells
//! whether an object has it.
//!
//! A variable without a value ends a visit. So those that may lack one come last, in the order in which they get
//! theirs; of several such rows a reader is made in pieces.

use super::tables::{
    Bending, Binding, Function, NEW_TARGET, Name, Reach, SUPER, Scope, Value, Variable,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Of more variables around it than this, a function hands over only those that it mentions: what is
/// written for all functions of a script stays proportional to its length.
const AROUND: usize = 64;

/// Which functions hand over `this` and `arguments` even if they use neither: that costs every call
/// of them something.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::script) enum Detail {
    /// Those around these lines, and those that may call them.
    Around(BTreeSet<u32>),
    All,
}

impl Detail {
    fn covers(&self, function: &Function, bending: &Bending) -> bool {
        match self {
            Self::Around(lines) => {
                let inside = lines.range(function.first_line..=function.last_line).next();
                let known = function.calls.as_ref();
                let calls = known.is_none_or(|calls| calls.is_bent(bending));
                inside.is_some() || (!lines.is_empty() && calls)
            }
            Self::All => true,
        }
    }
}

/// What a script declares.
pub(super) struct Names<'a> {
    pub(super) scopes: &'a [Scope],
    pub(super) functions: &'a [Function],
    /// The names of each scope.
    pub(super) declared: &'a [FxHashMap<Name, Binding>],
    pub(super) detail: (&'a Detail, &'a Bending),
}

impl Names<'_> {
    /// What a reader made in this scope knows; nothing if that is too much.
    pub(super) fn read(&self, scope: u32, reach: Reach) -> Option<Reader> {
        match reach {
            Reach::Block => {
                let names = self.scopes[scope as usize].names.iter();
                let names = names.map(|name| (scope, name.as_str())).collect();
                let function = self.scopes[scope as usize].function;
                let strict = self.functions[function as usize].strict;
                Some(self.reader(names, Vec::new(), strict))
            }
            Reach::Entry => Some(self.from(scope)),
            Reach::Late => Some(self.from(scope)).filter(|reader| reader.len() <= AROUND),
        }
    }

    /// What can be seen from a scope without looking at the module's variables.
    fn from(&self, scope: u32) -> Reader {
        let own = self.scopes[scope as usize].function;
        let function = &self.functions[own as usize];
        let chain: Vec<u32> =
            std::iter::successors(Some(scope), |inner| self.scopes[*inner as usize].parent)
                .collect();
        let (inside, outside): (Vec<u32>, Vec<u32>) =
            chain.iter().partition(|index| self.scopes[**index as usize].function == own);
        let mut seen = FxHashSet::default();
        let mut names = Vec::new();
        for index in inside {
            let all = self.scopes[index as usize].names.iter().map(Name::as_str);
            names.extend(all.filter(|name| seen.insert(*name)).map(|name| (index, name)));
        }
        self.around(function, &outside, &mut |index, name| {
            if seen.insert(name) {
                names.push((index, name));
            }
        });
        let mut functions: Vec<u32> =
            chain.iter().map(|index| self.scopes[*index as usize].function).collect();
        functions.dedup();
        let itself = functions.iter().filter_map(|it| self.functions[*it as usize].name.as_deref());
        // Setting it has no effect, or is an error in strict code.
        let itself = itself.filter(|name| seen.insert(name));
        let mut more: Vec<_> = itself.map(|name| Variable::new(name, function.strict)).collect();
        if self.shows_arguments(function) && !seen.contains("arguments") {
            more.push(Variable::new("arguments", true));
        }
        let (detail, bending) = self.detail;
        let covered = detail.covers(function, bending);
        if covered && function.words.new_target {
            more.push(Variable::new(NEW_TARGET, true));
        }
        if function.words.above && (covered || function.mentions.contains(SUPER)) {
            more.push(Variable::new(SUPER, true));
        }
        let this = self.shows_this(function);
        if this && function.privates.len() <= AROUND {
            more.extend(function.privates.iter().map(|name| Variable::new(name, true)));
        }
        if this && !may_lack_this(function) {
            more.push(Variable::new("this", true));
        }
        let mut reader = self.reader(names, more, function.strict);
        if this && may_lack_this(function) {
            reader.begin();
            reader.add(Variable::new("this", true));
        }
        reader
    }

    /// The names of the scopes around a function, save the module's: all of them, or those that it
    /// mentions.
    fn around<'s>(
        &'s self,
        function: &'s Function,
        scopes: &[u32],
        add: &mut impl FnMut(u32, &'s str),
    ) {
        let scopes = scopes.iter().filter(|index| **index != 0);
        let count: usize = scopes.clone().map(|it| self.scopes[*it as usize].names.len()).sum();
        for index in scopes {
            if count <= AROUND {
                self.scopes[*index as usize].names.iter().for_each(|name| add(*index, name));
                continue;
            }
            let declared = &self.declared[*index as usize];
            let mentioned = function.mentions.iter().filter(|name| declared.contains_key(*name));
            mentioned.for_each(|name| add(*index, name));
        }
    }

    fn shows_this(&self, function: &Function) -> bool {
        let (detail, bending) = self.detail;
        function.uses.this || detail.covers(function, bending)
    }

    fn shows_arguments(&self, function: &Function) -> bool {
        let (detail, bending) = self.detail;
        let uses = function.uses.arguments || detail.covers(function, bending);
        function.words.arguments && uses
    }

    /// A reader of names in their scopes, and of `more`, for strict code or other.
    fn reader(&self, names: Vec<(u32, &str)>, more: Vec<Variable>, strict: bool) -> Reader {
        let mut reader = Reader::default();
        let mut rows: Vec<(u32, Vec<(u32, Variable)>)> = Vec::new();
        let writable = names.into_iter().filter(|(_, name)| !(strict && is_word(name)));
        for (scope, name) in writable {
            let Binding { value, constant, place } = self.declared[scope as usize][name];
            let constant = constant || name == "arguments" || (strict && name == "eval");
            let variable = Variable::new(name, constant);
            match (value, rows.last_mut()) {
                (Value::AtOnce, _) => reader.add(variable),
                (Value::InTurn, Some((row, of_row))) if *row == scope => {
                    of_row.push((place, variable));
                }
                (Value::InTurn | Value::Anywhen, _) => rows.push((
                    if value == Value::InTurn { scope } else { u32::MAX },
                    vec![(place, variable)],
                )),
            }
        }
        for variable in more {
            reader.add(variable);
        }
        for (index, (_, mut row)) in rows.into_iter().enumerate() {
            if index > 0 {
                reader.begin();
            }
            row.sort_by_key(|(place, _)| *place);
            for (_, variable) in row {
                reader.add(variable);
            }
        }
        reader
    }
}

/// Whether it may be called in a constructor that hasn't called the one above it.
fn may_lack_this(function: &Function) -> bool {
    function.arrow || function.mentions.contains(SUPER)
}

/// Whether a name that other code may have is a word of the language in strict code.
fn is_word(name: &str) -> bool {
    matches!(
        name,
        "implements"
            | "interface"
            | "let"
            | "package"
            | "private"
            | "protected"
            | "public"
            | "static"
            | "yield"
    )
}

/// A piece of a reader knows no more variables than this: all before one are visited before it is.
const PIECE: usize = 32;

/// What a reader knows, in the order of the variables' numbers.
#[derive(Default)]
pub(in crate::script) struct Reader {
    /// None of them is empty.
    pieces: Vec<Vec<Variable>>,
}

impl Reader {
    /// The variables, each with its number.
    pub(in crate::script) fn variables(&self) -> impl Iterator<Item = (usize, &Variable)> {
        self.pieces.iter().flatten().enumerate()
    }

    fn len(&self) -> usize {
        self.pieces.iter().map(Vec::len).sum()
    }

    fn add(&mut self, variable: Variable) {
        match self.pieces.last_mut().filter(|piece| piece.len() < PIECE) {
            Some(piece) => piece.push(variable),
            None => self.pieces.push(vec![variable]),
        }
    }

    /// Begins another piece, with the next variable.
    fn begin(&mut self) {
        if self.pieces.last().is_some_and(|piece| !piece.is_empty()) {
            self.pieces.push(Vec::new());
        }
    }

    /// Writes the text of it, with `~` for the prefix of helpers; of several pieces a list, in which the number of its
    /// first variable comes before each.
    pub(super) fn write(&self, text: &mut String) {
        match self.pieces.as_slice() {
            [] => text.push('0'),
            [one] => write_piece(one, text),
            several => {
                // The runtime reads a list twice with which an expression begins.
                text.push_str("0||[");
                let mut first = 0;
                for some in several {
                    if first > 0 {
                        text.push(',');
                    }
                    text.push_str(&first.to_string());
                    text.push(',');
                    write_piece(some, text);
                    first += some.len();
                }
                text.push(']');
            }
        }
    }
}

fn write_piece(variables: &[Variable], text: &mut String) {
    // A letter is read faster than a name of ours.
    let visitor = if variables.iter().any(|it| it.name == "v") { "~v" } else { "v" };
    text.extend([visitor, "=>{"]);
    for Variable { name, constant } in variables {
        if !constant {
            text.extend([name, "="]);
        }
        let value = match name.as_str() {
            SUPER => Cow::Borrowed("(i,k,w)=>i?super[k]=w:super[k]"),
            name if name.starts_with('#') => {
                Cow::Owned(format!("(i,o,w)=>i?i>1?{name} in o:o.{name}=w:o.{name}"))
            }
            name => Cow::Borrowed(name),
        };
        text.extend([visitor, "(", &value, ");"]);
    }
    text.push('}');
}
