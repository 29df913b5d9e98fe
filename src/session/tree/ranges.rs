//! Ranges: what of a long list is not loaded, in parts that can be.

use super::Tree;
use super::node::{Node, NodeId, NodeKind};
use crate::api::paging::Page;
use std::collections::{HashMap, HashSet};

/// Above so many items the part that is not loaded is offered as ranges.
const RANGES_ABOVE: u64 = 1_000;
/// At most so many ranges side by side; longer lists get ranges of ranges.
const RANGES_AT_MOST: u64 = 1_000;

impl Tree {
    /// Cuts an opened range that is too long to be asked for at once into smaller ones.
    pub(super) fn split_range(&mut self, id: NodeId) {
        let Some(node) = self.node(id) else { return };
        if let NodeKind::Range { start, count } = node.kind
            && count > Page::MEMBERS
            && node.ranges.is_empty()
        {
            let ranges = self.make_ranges(id, start, start + count);
            if let Some(node) = self.node_mut(id) {
                node.ranges = ranges;
                node.fresh = true;
            }
        }
    }

    /// Ranges stand for what lies behind the loaded entries; those that begin at the same place
    /// stay, with what was loaded in them.
    pub(super) fn renew_ranges(&mut self, id: NodeId) {
        let Some(node) = self.node(id) else { return };
        let loaded = node.items.len() as u64;
        let total = node.total;
        let old: Vec<NodeId> = node.ranges.clone();
        let ranges = if total > RANGES_ABOVE && loaded < total {
            self.make_ranges(id, loaded, total)
        } else {
            Vec::new()
        };
        let by_kind: HashMap<NodeKind, NodeId> =
            old.iter().filter_map(|id| self.node(*id).map(|node| (node.kind, *id))).collect();
        let ranges: Vec<NodeId> = ranges
            .into_iter()
            .map(|new| match self.node(new).and_then(|node| by_kind.get(&node.kind)) {
                Some(kept) => {
                    self.nodes.remove(&new.index);
                    *kept
                }
                None => new,
            })
            .collect();
        let kept: HashSet<NodeId> = ranges.iter().copied().collect();
        for range in old.into_iter().filter(|range| !kept.contains(range)) {
            self.remove(range);
        }
        if let Some(node) = self.node_mut(id) {
            node.ranges = ranges;
        }
    }

    /// How many members a list has before its entries: such as `length` and `empty` of the platform's lists.
    fn before_entries(&self, id: NodeId) -> u64 {
        let mut at = self.node(id);
        while let Some(range) = at.filter(|node| matches!(node.kind, NodeKind::Range { .. })) {
            at = range.parent.and_then(|id| self.node(id));
        }
        let mut items = at.into_iter().flat_map(|node| &node.items);
        let first = items.position(|id| self.node(*id).is_some_and(|node| node.name == "[0]"));
        first.map_or(0, |index| index as u64)
    }

    fn make_ranges(&mut self, parent: NodeId, start: u64, end: u64) -> Vec<NodeId> {
        let mut size = Page::MEMBERS;
        while (end - start).div_ceil(size) > RANGES_AT_MOST {
            size *= Page::MEMBERS;
        }
        let step = usize::try_from(size).unwrap_or(usize::MAX);
        let names_to_open = self.names_to_open(parent);
        let before = self.before_entries(parent);
        let depth = self.node(parent).map_or(0, |node| node.depth + 1);
        let starts: Vec<u64> = (start..end).step_by(step).collect();
        starts
            .into_iter()
            .map(|start| {
                let count = size.min(end - start);
                let id = self.new_id();
                let first = start.saturating_sub(before);
                let name = format!("[{first}..{}]", first + count - 1);
                let open = names_to_open.contains(&name);
                let mut node = Node::new(id, Some(parent), NodeKind::Range { start, count }, &name);
                node.depth = depth;
                node.open = open;
                node.total = count;
                self.nodes.insert(id.index, node);
                id
            })
            .collect()
    }
}
