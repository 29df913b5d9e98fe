//! Answers merged into a tree, which yields the change marks.

use super::Tree;
use super::node::{ChangeMark, Node, NodeId, NodeKey, NodeKind, ScopeKind};
use super::path::{child_path, split_last};
use super::summary::summary;
use crate::api::debugger::{Member, Scope};
use crate::api::paging::Page;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What the answer for a path turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Merged {
    /// Members: they are children now.
    Members,
    /// A value without members.
    Leaf,
    /// The path leads nowhere in this frame.
    Unresolved,
}

impl Tree {
    /// A new halt begins: every text becomes the one before, everything waits to be read again.
    pub(in crate::session) fn begin_halt(&mut self) {
        self.stale = self.loaded;
        self.old_because = None;
        self.drop_gone();
        for node in self.nodes.values_mut() {
            if node.kind == NodeKind::Value && !node.stale {
                node.before = Some((node.type_name.clone(), node.value.clone()));
            }
            node.change = ChangeMark::None;
            node.pretty = None;
            node.loading = None;
            node.stale = node.kind == NodeKind::Value;
            node.fresh = matches!(node.kind, NodeKind::Scope(_));
        }
        self.rebuild();
    }

    /// The tree is of another activation of the function: nothing to compare with.
    pub(in crate::session) fn forget_before(&mut self) {
        for node in self.nodes.values_mut() {
            node.before = None;
        }
    }

    /// Merges the answer of `variables`; returns the opened nodes whose members are to be read.
    pub(in crate::session) fn merge_variables(&mut self, members: &[Member]) -> Vec<NodeId> {
        for (kind, scope) in [
            (ScopeKind::Local, Scope::Local),
            (ScopeKind::Closure, Scope::Closure),
            (ScopeKind::Global, Scope::Global),
        ] {
            let of_scope = |member: &&Member| member.scope.unwrap_or(Scope::Local) == scope;
            let listed: Vec<&Member> = members.iter().filter(of_scope).collect();
            let Some(root) = self.scope(kind).map(|node| node.id) else { continue };
            self.merge_page(root, 0, &listed, listed.len() as u64);
        }
        self.loaded = true;
        self.stale = false;
        self.old_because = None;
        if let Some(root) = self.roots.first().copied().and_then(|root| self.node_mut(root)) {
            root.failed = None;
        }
        self.rebuild();
        self.open_and_unread()
    }

    /// Merges a page of members below a node.
    pub(in crate::session) fn merge_members(
        &mut self,
        id: NodeId,
        page: Page,
        members: &[Member],
        total: Option<u64>,
    ) -> Merged {
        let merged = self.merge_answer(id, page, members, total);
        if let Some(node) = self.node_mut(id) {
            node.loading = None;
            node.fresh = true;
            node.failed = None;
        }
        self.loaded = true;
        self.rebuild();
        merged
    }

    fn merge_answer(
        &mut self,
        id: NodeId,
        page: Page,
        members: &[Member],
        total: Option<u64>,
    ) -> Merged {
        let path = self.object_path(id).unwrap_or_default().to_owned();
        if let [only] = members
            && is_the_value_itself(&path, only)
        {
            let unresolved =
                only.type_name.eq_ignore_ascii_case("undefined") && only.value == "unresolved";
            return self.become_leaf(id, only, unresolved);
        }
        let listed: Vec<&Member> = members.iter().collect();
        let total = total.unwrap_or(page.start + listed.len() as u64);
        let start = self.offset_in_node(id, page);
        self.merge_page(id, start, &listed, total);
        if total == 0 && matches!(self.node(id).map(|node| node.kind), Some(NodeKind::Value)) {
            self.drop_handle(id);
        }
        if page.start == 0 && self.has_no_text_of_its_own(id) {
            self.set_text(id, "", &summary(&listed, total));
        }
        Merged::Members
    }

    /// Asked for by name: no list of members that it is in tells its type and text.
    fn has_no_text_of_its_own(&self, id: NodeId) -> bool {
        let is_root = |node: &Node| node.parent.is_none() && node.kind == NodeKind::Value;
        self.is_platform_name(id) || self.node(id).is_some_and(is_root)
    }

    /// Opened nodes that wait to be read, outermost first.
    pub(in crate::session) fn open_and_unread(&self) -> Vec<NodeId> {
        let rows = self.rows().iter().map(|row| row.node());
        let mut seen = HashSet::new();
        rows.filter(|id| seen.insert(*id))
            .filter(|id| self.node(*id).is_some_and(Node::is_open) || self.is_platform_name(*id))
            .filter(|id| self.page_to_open(*id).is_some())
            .collect()
    }

    /// Sets the text of a node that stands for an expression or a platform name.
    pub(in crate::session) fn set_text(&mut self, id: NodeId, type_name: &str, value: &str) {
        if let Some(node) = self.node_mut(id) {
            take_text(node, type_name, value);
            node.loading = None;
            node.fresh = true;
        }
        self.loaded = true;
        self.rebuild();
    }

    /// A node of which only the text is known, whatever its type says: an evaluated one.
    pub(in crate::session) fn set_leaf(&mut self, id: NodeId, type_name: &str, value: &str) {
        if let Some(node) = self.node_mut(id) {
            node.leaf = true;
        }
        self.set_text(id, type_name, value);
    }

    fn become_leaf(&mut self, id: NodeId, member: &Member, unresolved: bool) -> Merged {
        self.drop_children(id);
        if let Some(node) = self.node_mut(id) {
            node.leaf = Node::is_primitive(&member.type_name);
            take_text(node, &member.type_name, &member.value);
        }
        if unresolved { Merged::Unresolved } else { Merged::Leaf }
    }

    /// An object without members keeps its text and loses its handle.
    fn drop_handle(&mut self, id: NodeId) {
        if let Some(node) = self.node_mut(id) {
            node.leaf = node.items.is_empty();
        }
    }

    fn drop_children(&mut self, id: NodeId) {
        let Some(node) = self.node_mut(id) else { return };
        let children: Vec<NodeId> = node.items.drain(..).chain(node.ranges.drain(..)).collect();
        node.total = 0;
        for child in children {
            self.remove(child);
        }
    }

    pub(super) fn remove(&mut self, id: NodeId) {
        if let Some(node) = self.nodes.remove(&id.index) {
            for child in node.items.into_iter().chain(node.ranges) {
                self.remove(child);
            }
        }
    }

    fn offset_in_node(&self, id: NodeId, page: Page) -> u64 {
        match self.node(id).map(|node| node.kind) {
            Some(NodeKind::Range { start, .. }) => page.start.saturating_sub(start),
            _ => page.start,
        }
    }

    /// Puts `listed` at `start` of the node's entries. Entries of this part that are listed no
    /// more are gone; entries behind it stay.
    fn merge_page(&mut self, id: NodeId, start: u64, listed: &[&Member], total: u64) {
        let Some(parent) = self.node(id) else { return };
        let start = usize::try_from(start).unwrap_or(usize::MAX).min(parent.items.len());
        let had_answer = parent.before.is_some() || self.is_loaded();
        let end = (start + listed.len()).min(parent.items.len());
        let is_last_page = (start + listed.len()) as u64 >= total;
        let end = if is_last_page { parent.items.len() } else { end };
        let context = MergeContext {
            parent: id,
            depth: parent.depth + 1,
            path: parent.path_of_object(self).map(str::to_owned),
            names_to_open: self.names_to_open(id),
            compares: had_answer
                && parent.items[start..end].iter().any(|item| self.has_before(*item)),
        };
        let old: Vec<NodeId> = parent.items[start..end].to_vec();
        let items = self.merge_items(&context, &old, listed);
        let is_value = parent_is_value(self, id);
        if let Some(parent) = self.node_mut(id) {
            let tail = parent.items.split_off(end);
            parent.items.truncate(start);
            parent.items.extend(items);
            parent.items.extend(tail);
            parent.total = total;
        }
        if is_value {
            self.renew_ranges(id);
        }
    }

    fn has_before(&self, id: NodeId) -> bool {
        self.node(id).is_some_and(|node| node.before.is_some())
    }

    fn merge_items(
        &mut self,
        context: &MergeContext,
        old: &[NodeId],
        listed: &[&Member],
    ) -> Vec<NodeId> {
        let named = |id: &NodeId| self.node(*id).map(|node| (node.name.clone(), *id));
        let mut known: HashMap<String, NodeId> = old.iter().filter_map(named).collect();
        let mut items = Vec::with_capacity(listed.len());
        for member in listed {
            items.push(match known.remove(&member.name) {
                Some(id) => self.merge_one(id, member),
                None => self.add_one(context, member),
            });
        }
        let gone: Vec<NodeId> = old
            .iter()
            .copied()
            .filter(|id| self.node(*id).is_some_and(|node| known.contains_key(&node.name)))
            .collect();
        for id in gone {
            if self.mark_gone(id) {
                items.push(id);
            }
        }
        items
    }

    fn merge_one(&mut self, id: NodeId, member: &Member) -> NodeId {
        let becomes_leaf = Node::is_primitive(&member.type_name);
        if becomes_leaf {
            self.drop_children(id);
        }
        if let Some(node) = self.node_mut(id) {
            let had_no_members = node.leaf && node.type_name.as_ref() == member.type_name;
            node.leaf = becomes_leaf || (had_no_members && node.fresh);
            take_text(node, &member.type_name, &member.value);
        }
        id
    }

    fn add_one(&mut self, context: &MergeContext, member: &Member) -> NodeId {
        let id = self.new_id();
        let mut node = Node::new(id, Some(context.parent), NodeKind::Value, &member.name);
        node.depth = context.depth;
        node.path = match &context.path {
            Some(path) => child_path(Some(path), &member.name),
            None => child_path(None, &member.name),
        };
        node.leaf = Node::is_primitive(&member.type_name);
        node.open = context.names_to_open.contains(&member.name);
        node.type_name = Arc::from(member.type_name.as_str());
        node.value = Arc::from(member.value.as_str());
        if context.compares {
            node.change = ChangeMark::New;
        }
        self.nodes.insert(id.index, node);
        id
    }

    /// False if it was gone already, or never had a text to compare with.
    fn mark_gone(&mut self, id: NodeId) -> bool {
        let Some(node) = self.node_mut(id) else { return false };
        let was_there = node.before.is_some();
        if was_there {
            node.change = ChangeMark::Gone;
            node.stale = false;
            node.leaf = true;
        } else {
            self.remove(id);
        }
        was_there
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

    pub(super) fn names_to_open(&self, parent: NodeId) -> HashSet<String> {
        let NodeKey(parent) = self.key_of(parent);
        let child = |key: &NodeKey| match key.0.split_last() {
            Some((name, rest)) if rest == parent => Some(name.clone()),
            _ => None,
        };
        self.expanded.iter().filter_map(child).collect()
    }
}

struct MergeContext {
    parent: NodeId,
    depth: u16,
    path: Option<String>,
    names_to_open: HashSet<String>,
    compares: bool,
}

fn parent_is_value(tree: &Tree, id: NodeId) -> bool {
    tree.node(id).is_some_and(|node| node.kind == NodeKind::Value)
}

/// A path to a primitive, or to nothing, is answered with one member: the value itself.
fn is_the_value_itself(path: &str, member: &Member) -> bool {
    let (before, last) = split_last(path);
    let plain = |text: &str| text.replace(".[", "[");
    member.name == last
        && plain(&member.parent) == plain(before)
        && !path.is_empty()
        && Node::is_primitive(&member.type_name)
}

fn take_text(node: &mut Node, type_name: &str, value: &str) {
    node.type_name = Arc::from(type_name);
    node.value = Arc::from(value);
    node.stale = false;
    node.change = match &node.before {
        None => node.change.clone(),
        // A summary says nothing about how the value differs from a text of the server.
        Some((before, _)) if before.is_empty() != type_name.is_empty() => ChangeMark::None,
        Some((before, _)) if before.as_ref() != type_name => {
            ChangeMark::TypeChanged { was: before.clone() }
        }
        Some((_, before)) if before.as_ref() != value => {
            ChangeMark::Changed { was: before.clone() }
        }
        Some(_) => ChangeMark::None,
    };
}
