//! A tree before anything was read into it.

use super::{Access, Node, NodeId, NodeKey, NodeKind, ScopeKind, Tree, TreeId, is_plain_path};
use crate::session::frame::TreeKey;
use std::collections::{BTreeSet, HashMap};

impl Tree {
    /// An empty tree for a frame: four scopes, `local` open unless `expanded` remembers otherwise.
    pub(in crate::session) fn of_frame(
        id: TreeId,
        key: TreeKey,
        expanded: Option<BTreeSet<NodeKey>>,
    ) -> Self {
        let local = || BTreeSet::from([NodeKey(vec!["local".to_owned()])]);
        let mut tree = Self::empty(id, Some(key), expanded.unwrap_or_else(local));
        for scope in ScopeKind::ALL {
            tree.add_root(scope);
        }
        tree.rebuild();
        tree
    }

    /// A tree with one root, the value of an expression.
    pub(in crate::session) fn of_expression(
        id: TreeId,
        expression: &str,
        access: Option<Access>,
    ) -> Self {
        let mut tree = Self::empty(id, None, BTreeSet::new());
        let root = tree.new_id();
        let mut node = Node::new(root, None, NodeKind::Value, expression);
        node.leaf = access.is_none();
        node.access = access;
        tree.insert_root(node);
        tree.rebuild();
        tree
    }

    /// The tree of a watch: what no path leads to has no members that could be asked for.
    pub(in crate::session) fn of_watch(id: TreeId, expression: &str) -> Self {
        let mut tree = Self::of_expression(id, expression, Some(Access::typed(expression)));
        let root = tree.roots.first().copied();
        if let Some(root) = root.and_then(|root| tree.node_mut(root)) {
            root.leaf = !is_plain_path(expression);
        }
        tree
    }

    /// How what was typed is reached: not by a script, where a map's or a set's entry is on its way.
    pub(in crate::session) fn typed(&mut self, root: NodeId, expression: &str, is_beyond: bool) {
        let typed = Access::typed(expression);
        if let Some(root) = self.node_mut(root) {
            root.access = Some(if is_beyond { typed.beyond_scripts() } else { typed });
        }
    }

    fn empty(id: TreeId, key: Option<TreeKey>, expanded: BTreeSet<NodeKey>) -> Self {
        Self {
            id,
            key,
            nodes: HashMap::new(),
            roots: Vec::new(),
            next: 0,
            expanded,
            rows: Vec::new(),
            loaded: false,
            stale: false,
            old_because: None,
        }
    }

    fn add_root(&mut self, scope: ScopeKind) {
        let id = self.new_id();
        let mut node = Node::new(id, None, NodeKind::Scope(scope), scope.as_str());
        node.open = self.expanded.contains(&NodeKey(vec![scope.as_str().to_owned()]));
        self.insert_root(node);
        if scope == ScopeKind::Platform {
            self.add_platform(id);
        }
    }

    fn add_platform(&mut self, root: NodeId) {
        let key = self.key_of(root);
        let ids: Vec<NodeId> =
            Self::PLATFORM.iter().map(|name| self.add_platform_name(root, &key, name)).collect();
        if let Some(node) = self.node_mut(root) {
            node.total = ids.len() as u64;
            node.items = ids;
            node.fresh = true;
        }
    }

    fn add_platform_name(&mut self, root: NodeId, key: &NodeKey, name: &str) -> NodeId {
        let id = self.new_id();
        let mut node = Node::new(id, Some(root), NodeKind::Value, name);
        node.depth = 1;
        node.access = Some(Access::variable(name));
        node.open = self.expanded.contains(&key.child(name));
        self.nodes.insert(id.index, node);
        id
    }

    fn insert_root(&mut self, node: Node) {
        self.roots.push(node.id);
        self.nodes.insert(node.id.index, node);
    }

    pub(super) fn new_id(&mut self) -> NodeId {
        self.next += 1;
        NodeId { tree: self.id, index: self.next }
    }
}
