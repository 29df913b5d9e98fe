//! Two recorded halts side by side.

use super::super::Session;
use super::super::frame::Spot;
use super::super::ids::HaltNumber;
use super::super::tree::{ChangeMark, Node, NodeKey, NodeKind, Tree, says_nothing};
use super::Halt;
use std::collections::{BTreeMap, BTreeSet};
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
    /// Objects of both, by name, that may differ in what they hold: it was not read in both.
    pub unread: Vec<String>,
}

impl Session {
    /// Compares what was read in frame 0 of two halts; else says in words why it can't.
    pub fn compare(&self, one: HaltNumber, other: HaltNumber) -> Result<Comparison, String> {
        let (older, newer) = (one.min(other), one.max(other));
        let (before, after) = (self.read_in(older)?, self.read_in(newer)?);
        let mut differences = differences(before, after);
        if !self.are_in_one_function(older, newer) {
            // What only one of two functions closes over says nothing about either halt.
            differences.retain(|each| each.is_in_both() || each.is_local());
        }
        Ok(Comparison { older, newer, differences, unread: unread(before, after) })
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

    /// What was read in frame 0 of a halt.
    fn read_in(&self, number: HaltNumber) -> Result<&Tree, String> {
        let halt = self.history.get(number).ok_or_else(|| match self.history.newest() {
            Some(newest) if number <= newest => format!("halt {number} is not kept any more"),
            _ => format!("there is no halt {number}"),
        })?;
        let tree = self.tree_of_halt(halt, 0);
        tree.ok_or_else(|| format!("the variables of halt {number} were never read"))
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

/// Every value that was read and is there, by the names that lead to it.
fn values_in(tree: &Tree) -> BTreeMap<NodeKey, &Node> {
    let is_read = |node: &&Node| {
        node.kind == NodeKind::Value
            && !node.stale
            && !node.type_name.is_empty()
            && node.change != ChangeMark::Gone
    };
    let key = |node: &Node| NodeKey(tree.names_of(node.id));
    tree.nodes().filter(is_read).map(|node| (key(node), node)).collect()
}

/// What one of two doesn't have is a difference if it is known not to be there.
fn differences(before: &Tree, after: &Tree) -> Vec<Difference> {
    let (older, newer) = (values_in(before), values_in(after));
    let keys: BTreeSet<&NodeKey> = older.keys().chain(newer.keys()).collect();
    let difference = |key: &NodeKey| {
        let text = |node: Option<&&Node>| node.map(|node| Arc::clone(&node.value));
        let (was, is) = (text(older.get(key)), text(newer.get(key)));
        let is_known = (was.is_some() || before.lacks(key)) && (is.is_some() || after.lacks(key));
        let differs = is_known && was != is;
        differs.then(|| Difference { name: key.0.join("."), older: was, newer: is })
    };
    let mut differences: Vec<Difference> = keys.into_iter().filter_map(difference).collect();
    differences.sort_by(|one, other| one.name.cmp(&other.name));
    differences
}

/// Objects of both that only their members could tell apart, where not both have told them.
fn unread(before: &Tree, after: &Tree) -> Vec<String> {
    let (older, newer) = (values_in(before), values_in(after));
    let is_unread = |(key, node): &(&NodeKey, &&Node)| {
        let other = newer.get(*key);
        let is_near = key.0.first().is_none_or(|scope| scope != "global");
        is_near
            && says_nothing(&node.value)
            && other.is_some_and(|other| other.value == node.value)
            && !(node.has_told_members() && other.is_some_and(|it| it.has_told_members()))
    };
    let mut names: Vec<String> =
        older.iter().filter(is_unread).map(|(key, _)| key.0.join(".")).collect();
    names.sort();
    names
}
