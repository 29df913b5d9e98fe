//! What of a tree is visible.

use super::{Node, NodeId, NodeKind, Tree};
use crate::api::paging::Page;

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

/// What a filter leaves of a tree, and what it could not look at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filtered {
    /// The nodes that hold the text, with what leads to them.
    pub rows: Vec<Row>,
    /// Entries of lists that were begun and not read to their end.
    pub not_loaded: u64,
    /// Objects whose members were never asked for.
    pub not_opened: u64,
}

pub(super) fn visible(tree: &Tree) -> Vec<Row> {
    let mut rows = Vec::new();
    for root in tree.roots() {
        push(tree, *root, &mut rows);
    }
    rows
}

pub(super) fn below(tree: &Tree, id: NodeId) -> Vec<Row> {
    let mut rows = Vec::new();
    push(tree, id, &mut rows);
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
    let is_begun = loaded >= Page::MEMBERS.min(node.total) || node.fresh;
    let goes_on = node.kind == NodeKind::Value && loaded > 0 && loaded < node.total && is_begun;
    goes_on.then_some(Row::More { parent: node.id, loaded, total: node.total })
}

/// `item` finds names, `product.na` names below names, `=30` and `na=mug` values.
pub(super) fn filtered(tree: &Tree, text: &str) -> Filtered {
    let wanted = Wanted::of(text);
    let mut rows = Vec::new();
    for root in tree.roots() {
        keep(tree, *root, &wanted, &mut rows);
    }
    Filtered { rows, not_loaded: not_loaded(tree), not_opened: not_opened(tree) }
}

/// What a filter looks for, in small letters.
struct Wanted {
    /// Parts of names, the last one of the node itself, each other of the one above.
    names: Vec<String>,
    value: Option<String>,
}

impl Wanted {
    fn of(text: &str) -> Self {
        let text = text.to_lowercase();
        let (path, value) = match text.split_once('=') {
            Some((path, value)) => (path.trim(), Some(value.trim().to_owned())),
            None => (text.as_str(), None),
        };
        Self { names: path.split('.').map(str::to_owned).collect(), value }
    }

    fn holds(&self, tree: &Tree, node: &Node) -> bool {
        let mut at = Some(node);
        let is_named = self.names.iter().rev().all(|name| {
            let here = at.filter(|node| node.kind == NodeKind::Value);
            at = here.and_then(|node| tree.node(above(tree, node)?));
            here.is_some_and(|node| node.name.to_lowercase().contains(name.as_str()))
        });
        let value = |value: &String| node.value.to_lowercase().contains(value.as_str());
        is_named && self.value.as_ref().is_none_or(value)
    }
}

/// The object that a node is a member of; ranges are none.
fn above(tree: &Tree, node: &Node) -> Option<NodeId> {
    let parent = tree.node(node.parent?)?;
    match parent.kind {
        NodeKind::Range { .. } => above(tree, parent),
        NodeKind::Scope(_) | NodeKind::Value => Some(parent.id),
    }
}

/// Keeps a loaded node, whether it can be seen or not, if it or one below it fits. One that fits
/// itself shows what it holds when it is open.
fn keep(tree: &Tree, id: NodeId, wanted: &Wanted, rows: &mut Vec<Row>) {
    let Some(node) = tree.node(id) else { return };
    let fits = node.kind == NodeKind::Value && wanted.holds(tree, node);
    if fits && node.is_open() {
        return push(tree, id, rows);
    }
    let before = rows.len();
    rows.push(Row::Node(id));
    for child in node.items.iter().chain(&node.ranges) {
        keep(tree, *child, wanted, rows);
    }
    if rows.len() == before + 1 && !fits {
        rows.truncate(before);
    }
}

fn not_opened(tree: &Tree) -> u64 {
    let is_unread = |node: &&Node| node.items.is_empty() && tree.page_to_open(node.id).is_some();
    tree.nodes().filter(|node| node.kind == NodeKind::Value).filter(is_unread).count() as u64
}

fn not_loaded(tree: &Tree) -> u64 {
    let begun = tree.nodes().filter(|node| node.kind == NodeKind::Value && !node.items.is_empty());
    begun.map(|node| node.total.saturating_sub(loaded_entries(tree, node))).sum()
}

/// A node's own entries and those in its ranges.
fn loaded_entries(tree: &Tree, node: &Node) -> u64 {
    let ranges = node.ranges.iter().filter_map(|range| tree.node(*range));
    node.items.len() as u64 + ranges.map(|range| loaded_entries(tree, range)).sum::<u64>()
}
