//! What of a tree is visible.

use super::{Node, NodeId, NodeKind, Tree};
use std::collections::HashSet;

/// One visible row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// A node.
    Node(NodeId),
    /// Below the loaded entries of a long list: `.. 200 of 1,204, m loads 200 more`.
    More {
        /// The node whose children go on.
        parent: NodeId,
        /// How many are loaded.
        loaded: u64,
        /// How many there are.
        total: u64,
    },
}

impl Row {
    /// The node, or the one whose children go on.
    pub const fn node(self) -> NodeId {
        match self {
            Self::Node(id) => id,
            Self::More { parent, .. } => parent,
        }
    }
}

pub(super) fn visible(tree: &Tree) -> Vec<Row> {
    let mut rows = Vec::new();
    for root in tree.roots() {
        push(tree, *root, &mut rows);
    }
    rows
}

fn push(tree: &Tree, id: NodeId, rows: &mut Vec<Row>) {
    let Some(node) = tree.node(id) else { return };
    rows.push(Row::Node(id));
    if !node.is_open() {
        return;
    }
    for child in &node.items {
        push(tree, *child, rows);
    }
    rows.extend(more(node));
    for range in &node.ranges {
        push(tree, *range, rows);
    }
}

fn more(node: &Node) -> Option<Row> {
    let loaded = node.items.len() as u64;
    let goes_on = node.kind == NodeKind::Value && loaded > 0 && loaded < node.total;
    goes_on.then_some(Row::More { parent: node.id, loaded, total: node.total })
}

pub(super) fn filtered(tree: &Tree, text: &str) -> (Vec<Row>, u64) {
    let text = text.to_lowercase();
    let mut kept = HashSet::new();
    for row in tree.rows() {
        if let Row::Node(id) = row
            && let Some(node) = tree.node(*id)
            && holds(node, &text)
        {
            keep_with_ancestors(tree, *id, &mut kept);
        }
    }
    let shown = |row: &&Row| matches!(row, Row::Node(id) if kept.contains(id));
    (tree.rows().iter().filter(shown).copied().collect(), not_loaded(tree))
}

fn holds(node: &Node, text: &str) -> bool {
    let has = |part: &str| part.to_lowercase().contains(text);
    node.kind == NodeKind::Value && (has(&node.name) || has(&node.type_name) || has(&node.value))
}

fn keep_with_ancestors(tree: &Tree, id: NodeId, kept: &mut HashSet<NodeId>) {
    let mut at = Some(id);
    while let Some(id) = at
        && kept.insert(id)
    {
        at = tree.node(id).and_then(|node| node.parent);
    }
}

fn not_loaded(tree: &Tree) -> u64 {
    let open = tree.nodes().filter(|node| node.is_open() && node.kind == NodeKind::Value);
    open.map(|node| node.total.saturating_sub(node.items.len() as u64)).sum()
}
