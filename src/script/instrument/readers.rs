//! Which variables an activation hands to the debugger, and how.
//!
//! A *reader* is a function in the script, `(i, v) => …`: it answers the value of the variable of
//! that number, or sets it when the number is as much higher as there are variables. It is made
//! only when somebody wants to know.

use super::tables::{Bending, Function, Reach, Scope};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

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
    pub(super) declared: &'a [HashSet<String>],
    pub(super) detail: (&'a Detail, &'a Bending),
}

impl Names<'_> {
    /// The variables that a reader made in this scope knows, in the order of their numbers; nothing
    /// if they are too many.
    pub(super) fn read(&self, scope: u32, reach: Reach) -> Option<Vec<String>> {
        let own = &self.scopes[scope as usize];
        match reach {
            Reach::Block => Some(plain(own.names.iter().cloned())),
            Reach::Entry => Some(self.from(scope)),
            Reach::Late => Some(self.from(scope)).filter(|names| names.len() <= AROUND),
        }
    }

    /// What can be seen from a scope without looking at the module's variables.
    fn from(&self, scope: u32) -> Vec<String> {
        let own = self.scopes[scope as usize].function;
        let function = &self.functions[own as usize];
        let chain: Vec<u32> =
            std::iter::successors(Some(scope), |inner| self.scopes[*inner as usize].parent)
                .collect();
        let (inside, outside): (Vec<u32>, Vec<u32>) =
            chain.iter().partition(|index| self.scopes[**index as usize].function == own);
        let mut seen = BTreeSet::new();
        let own_names = inside.iter().flat_map(|index| &self.scopes[*index as usize].names);
        let mut names: Vec<String> =
            own_names.filter(|name| seen.insert(name.as_str())).cloned().collect();
        names.extend(self.around(function, &outside, &mut seen));
        let mut functions: Vec<u32> =
            chain.iter().map(|index| self.scopes[*index as usize].function).collect();
        functions.dedup();
        let itself = functions.iter().filter_map(|it| self.functions[*it as usize].name.as_deref());
        names.extend(itself.filter(|name| seen.insert(name)).map(str::to_owned));
        let mut names = plain(names.into_iter());
        self.add_special(function, &mut names);
        names
    }

    /// The names of the scopes around a function, save the module's: all of them, or those that it
    /// mentions.
    fn around<'s>(
        &'s self,
        function: &'s Function,
        scopes: &[u32],
        seen: &mut BTreeSet<&'s str>,
    ) -> Vec<String> {
        let scopes = scopes.iter().filter(|index| **index != 0);
        let count: usize = scopes.clone().map(|it| self.scopes[*it as usize].names.len()).sum();
        let mut names = Vec::new();
        for index in scopes {
            if count <= AROUND {
                let all = self.scopes[*index as usize].names.iter();
                names.extend(all.filter(|name| seen.insert(name.as_str())).cloned());
                continue;
            }
            let declared = |name: &&String| self.declared[*index as usize].contains(*name);
            let mentioned = function.mentions.iter().filter(declared);
            names.extend(mentioned.filter(|name| seen.insert(name.as_str())).cloned());
        }
        names
    }

    fn add_special(&self, function: &Function, names: &mut Vec<String>) {
        let (detail, bending) = self.detail;
        let all = detail.covers(function, bending);
        if all || function.uses.this {
            names.push("this".to_owned());
        }
        let declared = names.iter().any(|name| name == "arguments");
        if function.has_arguments && !declared && (all || function.uses.arguments) {
            names.push("arguments".to_owned());
        }
    }
}

/// Names that are words of the language in some functions can't be written everywhere.
fn plain(names: impl Iterator<Item = String>) -> Vec<String> {
    names.filter(|name| !matches!(name.as_str(), "await" | "yield" | "let")).collect()
}

/// Of more variables than this, a reader is made of several ones.
const PIECE: usize = 64;

/// The text of a reader, with `~` for the prefix of helpers; of many variables a list, which begins
/// with how many there are, and how many each of the readers after that knows.
pub(super) fn text(names: Option<&[String]>) -> String {
    let names = names.unwrap_or_default();
    if names.is_empty() {
        return "0".to_owned();
    }
    if names.len() <= PIECE {
        return piece(names, 0, names.len());
    }
    let pieces = names.chunks(PIECE).enumerate();
    let pieces: Vec<_> =
        pieces.map(|(index, some)| piece(some, index * PIECE, names.len())).collect();
    // The runtime reads a list twice with which an expression begins.
    format!("0||[{},{PIECE},{}]", names.len(), pieces.join(","))
}

/// Reads and writes some of so many variables.
fn piece(names: &[String], first: usize, count: usize) -> String {
    let (index, value) = parameters(names);
    let mut text = format!("({index},{value})=>{{switch({index}){{");
    for (number, name) in (first..).zip(names) {
        // Writing into a string can't fail.
        let _ = write!(text, "case {number}:return {name};");
    }
    let settable = |name: &str| !matches!(name, "this" | "arguments");
    for (number, name) in (first + count..).zip(names).filter(|(_, name)| settable(name)) {
        let _ = write!(text, "case {number}:return {name}={value};");
    }
    text + "}}"
}

/// What the parameters of a reader are called: a letter, which is read faster than a name of ours, unless a variable
/// is called the same.
fn parameters(names: &[String]) -> (&'static str, &'static str) {
    if names.iter().any(|name| name == "i" || name == "v") { ("~i", "~v") } else { ("i", "v") }
}
