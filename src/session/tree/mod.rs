//! The variables of a frame (or a result's members) as a lazy tree.
//!
//! A tree outlives the halt it was made in: when a new one begins, every text that was told becomes
//! the one before and is marked stale; the answers of the new halt are merged in, which yields the
//! change marks and leaves every node's id, and so cursor and expansion, alone.

mod access;
mod before;
mod build;
mod home;
mod merge;
mod node;
mod path;
mod preview;
mod ranges;
mod rows;
mod summary;
mod told;

pub use access::{Access, member_suffix};
pub(in crate::session) use before::Baseline;
pub use home::Home;
pub(in crate::session) use merge::{Merged, is_the_value_itself};
pub use node::{Children, Node, NodeId, NodeKey, NodeKind, ScopeKind, TreeId};
pub use path::is_plain_path;
#[cfg(test)]
pub(in crate::session) use path::split_last;
pub(in crate::session) use preview::is_class;
pub use preview::says_nothing;
pub use rows::{Filtered, Row};
pub use told::ChangeMark;

use super::frame::TreeKey;
use crate::api::paging::Page;
use crate::session::time::Time;
use std::collections::{BTreeSet, HashMap};

/// A lazy tree; node ids are never reused in it.
#[derive(Clone, Debug)]
pub struct Tree {
    id: TreeId,
    key: Option<TreeKey>,
    nodes: HashMap<u32, Node>,
    roots: Vec<NodeId>,
    next: u32,
    expanded: BTreeSet<NodeKey>,
    rows: Vec<Row>,
    loaded: bool,
    stale: bool,
    old_because: Option<String>,
}

impl Tree {
    /// The names that live outside all scopes on the platform, in the order of their rows.
    pub const PLATFORM: [&str; 5] = ["request", "response", "session", "customer", "pdict"];

    /// This tree's id, which all its nodes' ids carry.
    pub const fn id(&self) -> TreeId {
        self.id
    }

    /// Script and function, for a frame's tree.
    pub const fn key(&self) -> Option<&TreeKey> {
        self.key.as_ref()
    }

    /// Whether the first answer for this tree has come, in this halt or an earlier one.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub const fn is_loaded(&self) -> bool {
        self.loaded
    }

    /// Whether what is shown is of an earlier place, its answer being under way.
    pub const fn is_stale(&self) -> bool {
        self.stale
    }

    /// Why what is shown is still of an earlier place, if reading it again failed.
    pub fn old_because(&self) -> Option<&str> {
        self.old_because.as_deref()
    }

    /// Whether the variables of this very place were read.
    pub(in crate::session) const fn was_read(&self) -> bool {
        self.loaded && !self.stale
    }

    /// What is visible, top to bottom.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// A node with what is visible below it, if it is open.
    pub fn rows_below(&self, id: NodeId) -> Vec<Row> {
        rows::below(self, id)
    }

    /// One node.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        (id.tree == self.id).then(|| self.nodes.get(&id.index)).flatten()
    }

    /// The scopes, or an expression's value.
    pub fn roots(&self) -> &[NodeId] {
        &self.roots
    }

    /// The root of that scope.
    pub fn scope(&self, scope: ScopeKind) -> Option<&Node> {
        self.roots
            .iter()
            .filter_map(|id| self.node(*id))
            .find(|node| node.kind == NodeKind::Scope(scope))
    }

    /// A node's loaded children, ranges behind the entries.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = &Node> {
        self.node(id)
            .into_iter()
            .flat_map(|node| node.items.iter().chain(&node.ranges))
            .filter_map(|child| self.node(*child))
    }

    /// A node's loaded entries from a certain one on, without those of its ranges.
    pub(in crate::session) fn entries(
        &self,
        id: NodeId,
        start: u64,
    ) -> impl Iterator<Item = &Node> {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let items = self.node(id).map_or(&[][..], |node| &node.items);
        items.get(start..).unwrap_or_default().iter().filter_map(|child| self.node(*child))
    }

    /// Where a node is, by names; survives steps, frames and restarts.
    pub fn key_of(&self, id: NodeId) -> NodeKey {
        let mut names = Vec::new();
        let mut at = self.node(id);
        while let Some(node) = at {
            names.push(node.name.clone());
            at = node.parent.and_then(|parent| self.node(parent));
        }
        names.reverse();
        NodeKey(names)
    }

    /// The names that lead to a node, without those of ranges between.
    pub(in crate::session) fn names_of(&self, id: NodeId) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = self.node(id);
        while let Some(node) = at {
            if !matches!(node.kind, NodeKind::Range { .. }) {
                names.push(node.name.clone());
            }
            at = node.parent.and_then(|parent| self.node(parent));
        }
        names.reverse();
        names
    }

    /// The node at that key, if it is loaded.
    pub fn find(&self, key: &NodeKey) -> Option<NodeId> {
        let (first, rest) = key.0.split_first()?;
        let root = self.roots.iter().copied();
        let mut at = root.filter_map(|id| self.node(id)).find(|node| &node.name == first)?.id;
        for name in rest {
            at = self.children(at).find(|node| &node.name == name)?.id;
        }
        Some(at)
    }

    /// The node with that member path, if it is loaded.
    pub fn find_path(&self, path: &str) -> Option<&Node> {
        self.nodes.values().find(|node| node.path() == Some(path))
    }

    /// The node that a script's expression leads to as it is written, if it is loaded.
    pub fn find_expression(&self, expression: &str) -> Option<&Node> {
        self.nodes.values().find(|node| node.expression() == Some(expression))
    }

    /// The expression that a script reaches a node by; `None` if it doesn't, as where a map's entry is on the way,
    /// or may be: below a getter.
    pub fn written(&self, node: &Node) -> Option<&str> {
        let mut at = node;
        while let Some(parent) = at.parent.and_then(|parent| self.node(parent)) {
            let list = match parent.kind {
                NodeKind::Range { .. } => parent.parent.and_then(|list| self.node(list)),
                NodeKind::Scope(_) | NodeKind::Value => Some(parent),
            };
            let may_number = |it: &Node| {
                Node::is_keyed_type(&it.type_name) || Node::is_getter_type(&it.type_name)
            };
            if at.name.starts_with('[') && list.is_some_and(may_number) {
                return None;
            }
            at = list?;
        }
        let is_reached = !at.access.as_ref().is_some_and(Access::is_beyond_scripts);
        self.node(node.id)?.expression().filter(|_| is_reached)
    }

    /// A variable by name as the code sees it: local before closure before global.
    pub fn variable(&self, name: &str) -> Option<&Node> {
        [ScopeKind::Local, ScopeKind::Closure, ScopeKind::Global].into_iter().find_map(|scope| {
            let root = self.scope(scope)?.id;
            self.children(root).find(|node| node.name == name && node.change != ChangeMark::Gone)
        })
    }

    /// Every loaded node, in no order.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.values()
    }

    /// How many bytes of text the tree holds, roughly.
    pub fn weight(&self) -> usize {
        self.nodes.values().map(Node::weight).sum()
    }

    /// How many variables changed since the halt before, came, went or took another type, or hold something that did.
    pub fn changes(&self) -> usize {
        let variables = self.roots.iter().flat_map(|root| self.children(*root));
        let changed = |it: &&Node| it.change != ChangeMark::None || self.changes_within(it.id) > 0;
        variables.filter(changed).count()
    }

    /// Loaded nodes whose names hold `text` (any case; dots lead from name to name, what stands
    /// behind `=` is looked for in values), also those in closed ones, with what leads to them.
    pub fn filtered(&self, text: &str) -> Filtered {
        rows::filtered(self, text)
    }

    /// The keys of opened nodes, also of those that are not there at the moment.
    pub(in crate::session) const fn expanded(&self) -> &BTreeSet<NodeKey> {
        &self.expanded
    }

    /// The page that opening this node has to ask for; `None` if nothing is to be asked.
    pub(in crate::session) fn page_to_open(&self, id: NodeId) -> Option<Page> {
        let node = self.node(id)?;
        if node.has_no_members()
            || node.is_loading()
            || node.fresh
            || self.object_path(id).is_none()
        {
            return None;
        }
        match node.kind {
            NodeKind::Scope(_) => None,
            NodeKind::Value => {
                let loaded = node.items.len() as u64;
                Some(Page { start: 0, count: loaded.max(Page::MEMBERS) })
            }
            NodeKind::Range { start, count } => {
                (count <= Page::MEMBERS).then_some(Page { start, count })
            }
        }
    }

    /// The path of the object whose members this node's children are.
    pub(in crate::session) fn object_path(&self, id: NodeId) -> Option<&str> {
        self.object_of(id)?.path()
    }

    /// That object.
    pub(in crate::session) fn object_of(&self, id: NodeId) -> Option<&Node> {
        let node = self.node(id)?;
        match node.kind {
            NodeKind::Scope(_) => None,
            NodeKind::Value => Some(node),
            NodeKind::Range { .. } => self.object_of(node.parent?),
        }
    }

    /// The next page of a node's own entries.
    pub(in crate::session) fn next_page(&self, id: NodeId) -> Option<Page> {
        let node = self.node(id)?;
        let loaded = node.items.len() as u64;
        let open = matches!(node.kind, NodeKind::Value) && !node.is_loading() && node.fresh;
        (open && loaded < node.total).then_some(Page { start: loaded, count: Page::MEMBERS })
    }

    /// Whether one node is somewhere below another.
    pub(in crate::session) fn is_below(&self, id: NodeId, above: NodeId) -> bool {
        let mut at = self.node(id).and_then(|node| node.parent);
        while let Some(parent) = at {
            if parent == above {
                return true;
            }
            at = self.node(parent).and_then(|node| node.parent);
        }
        false
    }

    /// Whether a node is `request`, `session` or another name of the platform's scope.
    pub(in crate::session) fn is_platform_name(&self, id: NodeId) -> bool {
        let parent = self.node(id).and_then(|node| node.parent).and_then(|id| self.node(id));
        parent.is_some_and(|parent| parent.kind == NodeKind::Scope(ScopeKind::Platform))
    }

    /// The object whose members a node's children are, by its name, and how many it is known to
    /// have.
    pub(in crate::session) fn list_of(&self, id: NodeId) -> Option<(NodeId, String, u64)> {
        let node = self.node(id)?;
        match node.kind {
            NodeKind::Range { .. } => self.list_of(node.parent?),
            NodeKind::Scope(_) | NodeKind::Value => Some((id, node.name.clone(), node.total)),
        }
    }

    /// The member of an object with that index, its ranges included, if it is loaded: an entry by
    /// its name, else what stands there in the server's order.
    pub fn member_at(&self, id: NodeId, index: u64) -> Option<NodeId> {
        let node = self.node(id)?;
        let start = match node.kind {
            NodeKind::Range { start, .. } => start,
            NodeKind::Scope(_) | NodeKind::Value => 0,
        };
        let entry = format!("[{index}]");
        let is_entry = |id: &&NodeId| self.node(**id).is_some_and(|node| node.name == entry);
        let there =
            index.checked_sub(start).and_then(|at| node.items.get(usize::try_from(at).ok()?));
        let is_no_entry =
            |id: &&NodeId| self.node(**id).is_some_and(|node| !node.name.starts_with('['));
        let found = node.items.iter().find(is_entry).or(there.filter(is_no_entry)).copied();
        found.or_else(|| self.member_at(self.range_of(id, index)?, index))
    }

    /// The range below a node that holds this index.
    pub(in crate::session) fn range_of(&self, id: NodeId, index: u64) -> Option<NodeId> {
        let holds = |range: &&NodeId| match self.node(**range).map(|node| node.kind) {
            Some(NodeKind::Range { start, count }) => (start..start + count).contains(&index),
            _ => false,
        };
        self.node(id)?.ranges.iter().find(holds).copied()
    }

    pub(in crate::session) fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        if id.tree != self.id {
            return None;
        }
        self.nodes.get_mut(&id.index)
    }

    /// Opens a node; the caller fetches [`Self::page_to_open`].
    pub(in crate::session) fn open(&mut self, id: NodeId) {
        let key = self.key_of(id);
        if let Some(node) = self.node_mut(id)
            && !node.leaf
        {
            node.open = true;
            node.failed = None;
            self.expanded.insert(key);
            self.split_range(id);
            self.rebuild();
        }
    }

    /// Closes a node.
    pub(in crate::session) fn close(&mut self, id: NodeId) {
        let key = self.key_of(id);
        if let Some(node) = self.node_mut(id) {
            node.open = false;
            self.expanded.remove(&key);
            self.rebuild();
        }
    }

    /// Opens everything above a node.
    pub(in crate::session) fn reveal(&mut self, id: NodeId) {
        let mut above = self.node(id).and_then(|node| node.parent);
        while let Some(parent) = above {
            self.open(parent);
            above = self.node(parent).and_then(|node| node.parent);
        }
    }

    /// Marks a node as waiting for its children from now on.
    pub(in crate::session) fn loading(&mut self, id: NodeId, now: Time) {
        if let Some(node) = self.node_mut(id) {
            node.loading = Some(now);
            self.rebuild();
        }
    }

    /// Nobody waits for the children any more; without any the node closes.
    pub(in crate::session) fn give_up(&mut self, id: NodeId) {
        let Some(node) = self.node_mut(id) else { return };
        node.loading = None;
        if node.items.is_empty() {
            self.close(id);
        }
    }

    /// The children could not be read.
    pub(in crate::session) fn failed(&mut self, id: NodeId, cause: String) {
        if let Some(node) = self.node_mut(id) {
            node.loading = None;
            node.stale = false;
            node.failed = Some(cause);
            self.rebuild();
        }
    }

    /// The variables could not be read: what is there stays, and says that it is old.
    pub(in crate::session) fn could_not_be_read(&mut self, cause: &str) {
        match self.roots.first().copied() {
            Some(root) if !self.loaded => self.failed(root, cause.to_owned()),
            _ => self.old_because = Some(cause.to_owned()),
        }
    }
}
