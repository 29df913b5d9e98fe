//! What the halt before told, and how what is told now differs from it.

use super::node::{Node, NodeId, NodeKey, NodeKind};
use super::told::{Before, ChangeMark};
use super::{Tree, rows};
use std::collections::HashSet;
use std::sync::Arc;

/// With what the answers of a place that is arrived at are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Baseline {
    /// The place that is left was a halt: with what was told there.
    Advances,
    /// It was none, the thread only came by: with what the halt before it told.
    Stays,
}

impl Node {
    /// What a name is compared with that none of the node's members has.
    pub(super) fn before_of_newcomer(&self, name: &str) -> Before {
        match self.listed_before {
            Some(before) if before.lacks(name) => Before::Absent,
            _ => Before::Unknown,
        }
    }

    /// Takes a text of the server's.
    pub(super) fn take_text(&mut self, type_name: &str, value: &str) {
        self.type_name = Arc::from(type_name);
        self.value = Arc::from(value);
        self.stale = false;
        self.told = true;
        self.absent = false;
        self.change = self.before.mark(type_name, value);
    }

    /// Whether its members were told at this place, or that it has none.
    pub(in crate::session) const fn has_told_members(&self) -> bool {
        self.leaf || self.listed.is_some()
    }

    /// Its members, if any are loaded, have nothing that they could differ from.
    const fn is_first_told(&self) -> bool {
        self.listed_before.is_none()
    }

    fn begin(&mut self, baseline: Baseline) {
        if baseline == Baseline::Advances {
            if self.absent {
                self.before = Before::Absent;
            } else if self.told {
                self.before = Before::Told(Arc::clone(&self.type_name), Arc::clone(&self.value));
            }
            if let Some(listed) = self.listed {
                self.listed_before = Some(listed);
            }
        }
        self.change = ChangeMark::None;
        self.await_answers();
    }

    /// What is told of it is to be told again.
    fn await_answers(&mut self) {
        self.told = false;
        self.listed = None;
        self.pretty = None;
        self.loading = None;
        self.stale = self.kind == NodeKind::Value;
        self.fresh = matches!(self.kind, NodeKind::Scope(_));
    }
}

impl Tree {
    /// Another place begins: everything waits to be read again.
    pub(in crate::session) fn begin(&mut self, baseline: Baseline) {
        self.stale = self.loaded;
        self.old_because = None;
        if baseline == Baseline::Advances {
            self.drop_gone();
        }
        for node in self.nodes.values_mut() {
            node.begin(baseline);
        }
        self.rebuild();
    }

    /// What is shown may have changed where the thread stands: everything waits to be read again,
    /// marks are those since the halt before.
    pub(in crate::session) fn doubt(&mut self) {
        self.stale = self.loaded;
        for node in self.nodes.values_mut() {
            node.await_answers();
        }
        self.rebuild();
    }

    /// It is of something else than before: nothing to compare with.
    pub(in crate::session) fn forget_before(&mut self) {
        for node in self.nodes.values_mut() {
            node.before = Before::Unknown;
            node.listed_before = None;
        }
    }

    /// Whether members of a node were told at this place.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub fn is_told(&self, id: NodeId) -> bool {
        self.node(id).is_some_and(|node| node.listed.is_some())
    }

    /// Whether a node is there without a member of that name.
    pub(in crate::session) fn lacks(&self, key: &NodeKey) -> bool {
        let Some((name, above)) = key.0.split_last() else { return false };
        let parent = self.find(&NodeKey(above.to_vec())).and_then(|id| self.node(id));
        let present = parent.filter(|parent| parent.change != ChangeMark::Gone);
        present.and_then(|parent| parent.listed).is_some_and(|listed| listed.lacks(name))
    }

    /// How many loaded nodes below this one differ from the halt before.
    pub fn changes_within(&self, id: NodeId) -> usize {
        if self.node(id).is_none_or(Node::is_first_told) {
            return 0;
        }
        let below = self.children(id).map(|child| {
            usize::from(child.change != ChangeMark::None) + self.changes_within(child.id)
        });
        below.sum()
    }

    fn drop_gone(&mut self) {
        let is_gone = |node: &&Node| node.change == ChangeMark::Gone;
        let gone: HashSet<NodeId> =
            self.nodes.values().filter(is_gone).map(|node| node.id).collect();
        if gone.is_empty() {
            return;
        }
        for node in self.nodes.values_mut() {
            node.items.retain(|item| !gone.contains(item));
        }
        for id in gone {
            self.remove(id);
        }
    }

    pub(super) fn rebuild(&mut self) {
        self.rows = rows::visible(self);
    }
}
