//! Answers merged into a tree, which yields the change marks.

use super::node::{Node, NodeId, NodeKey, NodeKind, ScopeKind};
use super::path::split_last;
use super::summary::summary;
use super::told::{Before, ChangeMark, Listing, index_of};
use super::{Access, Tree};
use crate::api::debugger::{Member, Scope};
use crate::api::paging::Page;
use std::collections::{HashMap, HashSet};

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
        let is_whole = page.count >= Page::MEMBERS;
        if let Some(node) = self.node_mut(id) {
            let is_all = node.items.len() as u64 >= node.total;
            node.loading = None;
            node.fresh = is_whole || is_all;
            node.failed = None;
        }
        if is_whole && parent_is_value(self, id) {
            self.renew_ranges(id);
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
        self.fit_handle(id, total);
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
            node.take_text(type_name, value);
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
            node.take_text(&member.type_name, &member.value);
            if unresolved {
                node.absent = true;
                node.change = ChangeMark::None;
            }
        }
        if unresolved { Merged::Unresolved } else { Merged::Leaf }
    }

    /// An object without members keeps its text and loses its handle; one that has some has it again.
    fn fit_handle(&mut self, id: NodeId, total: u64) {
        if let Some(node) = self.node_mut(id).filter(|node| node.kind == NodeKind::Value) {
            node.leaf = total == 0 && node.items.is_empty();
        }
    }

    fn drop_children(&mut self, id: NodeId) {
        let Some(node) = self.node_mut(id) else { return };
        let children: Vec<NodeId> = node.items.drain(..).chain(node.ranges.drain(..)).collect();
        node.total = 0;
        node.listed = None;
        node.listed_before = None;
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
        let end = (start + listed.len()).min(parent.items.len());
        let is_last_page = (start + listed.len()) as u64 >= total;
        let end = if is_last_page { parent.items.len() } else { end };
        let context = MergeContext {
            parent: id,
            depth: parent.depth + 1,
            object: parent.access_of_object(self).cloned(),
            names_to_open: self.names_to_open(id),
            ends_at: if is_last_page { 0 } else { total },
        };
        let old: Vec<NodeId> = parent.items[start..end].to_vec();
        let items = self.merge_items(&context, &old, listed);
        if let Some(parent) = self.node_mut(id) {
            let tail = parent.items.split_off(end);
            parent.items.truncate(start);
            parent.items.extend(items);
            parent.items.extend(tail);
            parent.total = total;
            let members = parent.members_of(total);
            let page = (start as u64, listed.len() as u64);
            parent.listed = Some(Listing::with_page(parent.listed, page.0, page.1, members));
        }
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
            if self.mark_gone(id, context.ends_at) {
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
            node.take_text(&member.type_name, &member.value);
        }
        id
    }

    fn add_one(&mut self, context: &MergeContext, member: &Member) -> NodeId {
        let id = self.new_id();
        let parent = self.node(context.parent);
        let before = parent.map(|parent| parent.before_of_newcomer(&member.name));
        let mut node = Node::new(id, Some(context.parent), NodeKind::Value, &member.name);
        node.before = before.unwrap_or_default();
        node.depth = context.depth;
        node.access = Some(match &context.object {
            Some(object) => object.member(&member.name),
            None => Access::variable(&member.name),
        });
        node.leaf = Node::is_primitive(&member.type_name);
        node.open = context.names_to_open.contains(&member.name);
        node.take_text(&member.type_name, &member.value);
        self.nodes.insert(id.index, node);
        id
    }

    /// False if its row goes at once: it was not told before, or may be on another page than the
    /// one that was told now.
    fn mark_gone(&mut self, id: NodeId, ends_at: u64) -> bool {
        let Some(node) = self.node_mut(id) else { return false };
        let is_certain = ends_at == 0 || index_of(&node.name).is_some_and(|at| at >= ends_at);
        let is_gone = is_certain && matches!(node.before, Before::Told(..));
        if is_gone {
            node.change = ChangeMark::Gone;
            node.stale = false;
            node.told = false;
        } else {
            self.remove(id);
        }
        is_gone
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
    /// The object whose members they are; `None` for a scope.
    object: Option<Access>,
    names_to_open: HashSet<String>,
    /// Entries from this index on are gone if they are not listed; 0: all that are not.
    ends_at: u64,
}

fn parent_is_value(tree: &Tree, id: NodeId) -> bool {
    tree.node(id).is_some_and(|node| node.kind == NodeKind::Value)
}

/// A path to a primitive, or to nothing, is answered with one member: the value itself.
pub(in crate::session) fn is_the_value_itself(path: &str, member: &Member) -> bool {
    let (before, last) = split_last(path);
    let plain = |text: &str| text.replace(".[", "[");
    member.name == last
        && plain(&member.parent) == plain(before)
        && !path.is_empty()
        && Node::is_primitive(&member.type_name)
}
