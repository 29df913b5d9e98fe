//! Two recorded halts side by side.

use super::super::Session;
use super::super::frame::Spot;
use super::super::ids::HaltNumber;
use super::super::tree::{NodeKind, Tree};
use super::Halt;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One row of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The variable or member, its scope first.
    pub name: String,
    /// In the older halt; `None` if it was not there or not read.
    pub older: Option<Arc<str>>,
    /// In the newer one.
    pub newer: Option<Arc<str>>,
}

impl Difference {
    fn is_in_both(&self) -> bool {
        self.older.is_some() && self.newer.is_some()
    }

    fn is_local(&self) -> bool {
        self.name.split('.').next() == Some("local")
    }
}

/// Two halts side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The older.
    pub older: HaltNumber,
    /// The newer.
    pub newer: HaltNumber,
    /// What differs among what both have read, in the order of names.
    pub differences: Vec<Difference>,
}

impl Session {
    /// Compares what was read in frame 0 of two halts; else says in words why it can't.
    pub fn compare(&self, one: HaltNumber, other: HaltNumber) -> Result<Comparison, String> {
        let (older, newer) = (one.min(other), one.max(other));
        let (before, after) = (self.values_at(older)?, self.values_at(newer)?);
        let mut differences = differences(&before, &after);
        if !self.are_in_one_function(older, newer) {
            // What only one of two functions closes over says nothing about either halt.
            differences.retain(|each| each.is_in_both() || each.is_local());
        }
        Ok(Comparison { older, newer, differences })
    }

    /// Where a halt's thread still stands.
    pub fn spot_of(&self, number: HaltNumber) -> Option<Spot> {
        let halt = self.history.get(number).filter(|halt| self.is_present(halt))?;
        Some(Spot { thread: halt.thread, frame: 0 })
    }

    fn are_in_one_function(&self, one: HaltNumber, other: HaltNumber) -> bool {
        let function = |number| {
            let top = self.history.get(number)?.top()?;
            Some((&top.script, &top.function))
        };
        function(one) == function(other)
    }

    /// Every value that was read in frame 0 of a halt, by name.
    fn values_at(&self, number: HaltNumber) -> Result<BTreeMap<String, Arc<str>>, String> {
        let halt = self.history.get(number);
        let halt = halt.ok_or_else(|| format!("halt {number} is not kept any more"))?;
        let tree = self.tree_of_halt(halt, 0);
        tree.map(values_in).ok_or_else(|| format!("the variables of halt {number} were never read"))
    }

    /// What was told of a halt's frame; the present halt's trees are still with its thread.
    pub(in crate::session) fn tree_of_halt<'a>(
        &'a self,
        halt: &'a Halt,
        frame: usize,
    ) -> Option<&'a Tree> {
        if self.is_present(halt) {
            self.values.told(Spot { thread: halt.thread, frame })
        } else {
            halt.trees.get(&frame).map(AsRef::as_ref)
        }
    }

    /// Its thread stands there still.
    pub(in crate::session) fn is_present(&self, halt: &Halt) -> bool {
        let thread = self.threads.get(halt.thread);
        thread.is_some_and(|thread| thread.halt() == Some(halt.number))
    }
}

fn values_in(tree: &Tree) -> BTreeMap<String, Arc<str>> {
    let values = tree
        .nodes()
        .filter(|node| node.kind == NodeKind::Value && !node.stale && !node.type_name.is_empty());
    values.map(|node| (tree.key_of(node.id).0.join("."), node.value.clone())).collect()
}

fn differences(
    before: &BTreeMap<String, Arc<str>>,
    after: &BTreeMap<String, Arc<str>>,
) -> Vec<Difference> {
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let difference = |name: &&String| {
        let (older, newer) = (before.get(*name).cloned(), after.get(*name).cloned());
        (older != newer).then(|| Difference { name: (*name).clone(), older, newer })
    };
    names.iter().filter_map(difference).collect()
}
