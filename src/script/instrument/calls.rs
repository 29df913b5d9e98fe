//! Which functions can only call functions that are known.

use super::tables::{Function, Scope};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The calls of a script, as far as its text tells whom they mean.
#[derive(Default)]
pub(super) struct Callees {
    /// Functions by the scope and name of their declaration.
    functions: HashMap<(u32, String), u32>,
    /// How often each name is declared or set.
    set: HashMap<String, u32>,
    /// For each function what it calls by name, from which scope; nothing if it may call anything.
    calls: BTreeMap<u32, Option<Vec<(u32, String)>>>,
    /// Whether a direct `eval` may declare and set anything.
    evaluates: bool,
}

impl Callees {
    /// A name has been declared or set somewhere.
    pub(super) fn declared(&mut self, name: &str) {
        *self.set.entry(name.to_owned()).or_default() += 1;
    }

    /// That was a function.
    pub(super) fn function(&mut self, scope: u32, name: &str, function: u32) {
        self.functions.insert((scope, name.to_owned()), function);
    }

    pub(super) fn call(&mut self, function: u32, scope: u32, name: &str) {
        if let Some(calls) = self.calls.entry(function).or_insert_with(|| Some(Vec::new())) {
            calls.push((scope, name.to_owned()));
        }
    }

    /// A function may call anything.
    pub(super) fn anything(&mut self, function: u32) {
        self.calls.insert(function, None);
    }

    pub(super) fn evaluates(&mut self) {
        self.evaluates = true;
    }

    /// Tells the functions what they may call, directly or by others.
    pub(super) fn settle(self, scopes: &[Scope], functions: &mut [Function]) {
        let direct: Vec<Option<BTreeSet<u32>>> =
            (0..).zip(&*functions).map(|(index, _)| self.direct(index, scopes)).collect();
        for (index, function) in functions.iter_mut().enumerate() {
            function.calls = reached(index, &direct);
        }
    }

    fn direct(&self, function: u32, scopes: &[Scope]) -> Option<BTreeSet<u32>> {
        if self.evaluates {
            return None;
        }
        let Some(calls) = self.calls.get(&function) else {
            return Some(BTreeSet::new());
        };
        calls.as_ref()?.iter().map(|(scope, name)| self.meant(*scope, name, scopes)).collect()
    }

    /// The only function that a name can mean.
    fn meant(&self, scope: u32, name: &str, scopes: &[Scope]) -> Option<u32> {
        let mut visible =
            std::iter::successors(Some(scope), |scope| scopes[*scope as usize].parent);
        let key = |scope| (scope, name.to_owned());
        let found = visible.find_map(|scope| self.functions.get(&key(scope)))?;
        (self.set.get(name) == Some(&1)).then_some(*found)
    }
}

/// What a function reaches; a chain of calls that is too long counts as anything.
fn reached(from: usize, direct: &[Option<BTreeSet<u32>>]) -> Option<BTreeSet<u32>> {
    const MOST: usize = 64;
    let mut reached = direct[from].clone()?;
    let mut open: Vec<u32> = reached.iter().copied().collect();
    while let Some(next) = open.pop() {
        for callee in direct[next as usize].as_ref()? {
            if reached.insert(*callee) {
                open.push(*callee);
            }
        }
        if reached.len() > MOST {
            return None;
        }
    }
    Some(reached)
}
