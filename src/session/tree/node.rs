//! One row's worth of a tree.

use super::told::{Before, ChangeMark, Listing, is_primitive};
use super::{Access, Tree};
use crate::session::time::Time;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Which tree; unique in a session. A recorded halt's tree keeps the id it had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TreeId(pub u64);

/// Which node of which tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId {
    /// The tree.
    pub tree: TreeId,
    /// The node in it; never reused.
    pub index: u32,
}

/// A node by the names that lead to it, the scope first.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeKey(pub Vec<String>);

impl NodeKey {
    /// The key of this node's child.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        let mut names = self.0.clone();
        names.push(name.to_owned());
        Self(names)
    }
}

/// The four roots of a frame's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ScopeKind {
    /// The frame's own variables.
    Local,
    /// Those of enclosing functions and modules.
    Closure,
    /// Those that scripts made on the global object.
    Global,
    /// `request`, `session` and their kind: not listed, but reachable by name.
    Platform,
}

impl ScopeKind {
    /// In the order of their rows.
    pub const ALL: [Self; 4] = [Self::Local, Self::Closure, Self::Global, Self::Platform];

    /// In small letters.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Closure => "closure",
            Self::Global => "global",
            Self::Platform => "platform",
        }
    }
}

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A scope: its children are variables.
    Scope(ScopeKind),
    /// A variable, a member, or an expression's value.
    Value,
    /// A part of a long list that is not loaded with its parent.
    Range {
        /// Index of the first entry.
        start: u64,
        /// How many entries.
        count: u64,
    },
}

/// What a node has below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Children {
    /// Nothing can be below it.
    Leaf,
    /// Not shown; perhaps not even asked for.
    Closed,
    /// Asked for the first time.
    Loading,
    /// Shown.
    Open {
        /// How many entries are loaded, counted from the first.
        loaded: u64,
        /// How many there are.
        total: u64,
    },
    /// They could not be read; the reason in words.
    Failed(String),
}

/// One node.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own; all combinations occur"
)]
pub struct Node {
    /// Its id.
    pub id: NodeId,
    /// What it is below of; `None` for a root.
    pub parent: Option<NodeId>,
    /// What it stands for.
    pub kind: NodeKind,
    /// As the server names it; `[200..399]` for a range.
    pub name: String,
    /// The server's text for the type.
    pub type_name: Arc<str>,
    /// The server's text for the value, whole.
    pub value: Arc<str>,
    /// Where it is found; `None` for scopes, ranges and what was there for its expression alone.
    pub access: Option<Access>,
    /// 0 for a root.
    pub depth: u16,
    /// How it differs from the halt before.
    pub change: ChangeMark,
    /// Its text is of an earlier place.
    pub stale: bool,
    /// The value as indented JSON, once asked for: the text, or why there is none.
    pub pretty: Option<Result<String, String>>,
    /// The server told its text at this place.
    pub(super) told: bool,
    /// Its path led nowhere at this place.
    pub(super) absent: bool,
    pub(super) before: Before,
    /// Which of its members were told at this place.
    pub(super) listed: Option<Listing>,
    pub(super) listed_before: Option<Listing>,
    pub(super) items: Vec<NodeId>,
    pub(super) ranges: Vec<NodeId>,
    pub(super) total: u64,
    pub(super) leaf: bool,
    pub(super) open: bool,
    pub(super) loading: Option<Time>,
    pub(super) fresh: bool,
    pub(super) failed: Option<String>,
}

impl Node {
    pub(super) fn new(id: NodeId, parent: Option<NodeId>, kind: NodeKind, name: &str) -> Self {
        Self {
            id,
            parent,
            kind,
            name: name.to_owned(),
            type_name: Arc::from(""),
            value: Arc::from(""),
            access: None,
            depth: 0,
            change: ChangeMark::None,
            stale: false,
            pretty: None,
            told: false,
            absent: false,
            before: Before::Unknown,
            listed: None,
            listed_before: None,
            items: Vec::new(),
            ranges: Vec::new(),
            total: 0,
            leaf: false,
            open: false,
            loading: None,
            fresh: false,
            failed: None,
        }
    }

    /// What is below it.
    pub fn children(&self) -> Children {
        if let Some(cause) = &self.failed {
            return Children::Failed(cause.clone());
        }
        if self.has_no_members() {
            return Children::Leaf;
        }
        let loaded = self.items.len() as u64;
        match (self.open, self.is_loading() && self.items.is_empty()) {
            (false, _) => Children::Closed,
            (true, true) => Children::Loading,
            (true, false) => Children::Open { loaded, total: self.total.max(loaded) },
        }
    }

    /// The path that its members are asked for with; `None` if a name can't be part of one.
    pub fn path(&self) -> Option<&str> {
        self.access.as_ref()?.path()
    }

    /// The expression that a script reaches it by.
    pub fn expression(&self) -> Option<&str> {
        Some(self.access.as_ref()?.expression())
    }

    /// Whether it is an object whose members no path leads to.
    pub fn is_without_path(&self) -> bool {
        let is_object = self.kind == NodeKind::Value && self.depth > 0 && !self.has_no_members();
        is_object && self.path().is_none()
    }

    /// Whether its type is one of lists, sets or maps, by the type's name.
    pub fn is_list(&self) -> bool {
        Self::is_list_type(&self.type_name)
    }

    /// The same of any value, by its type.
    pub fn is_list_type(type_name: &str) -> bool {
        let kind = type_name.rsplit('.').next().unwrap_or_default();
        ["Collection", "List", "Array", "Set", "Map"].iter().any(|list| kind.ends_with(list))
    }

    /// Whether the server numbers the entries of such a type and a script doesn't: the language's maps and sets, the
    /// platform's maps.
    pub fn is_keyed_type(type_name: &str) -> bool {
        let is_platforms = || type_name.starts_with("dw.") && type_name.ends_with("Map");
        matches!(type_name, "Map" | "Set") || is_platforms()
    }

    /// Whether such a type is a getter's: it says nothing of what that gives.
    pub fn is_getter_type(type_name: &str) -> bool {
        type_name == "accessor"
    }

    /// Whether it is opened.
    pub fn is_open(&self) -> bool {
        self.open && !self.has_no_members()
    }

    /// It is no object, an empty one, or gone.
    pub(super) fn has_no_members(&self) -> bool {
        self.leaf || self.change == ChangeMark::Gone
    }

    /// How many members all of its pages hold, of so many that the whole list has.
    pub(super) const fn members_of(&self, total: u64) -> u64 {
        match self.kind {
            NodeKind::Range { count, .. } => count,
            NodeKind::Scope(_) | NodeKind::Value => total,
        }
    }

    /// Whether an answer for its children is under way.
    pub const fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Since when that answer is waited for.
    pub const fn loading_since(&self) -> Option<Time> {
        self.loading
    }

    /// How many children the server says it has; 0 before it was asked.
    pub const fn total(&self) -> u64 {
        self.total
    }

    /// Whether the type is one that has no members (any case).
    pub fn is_primitive(type_name: &str) -> bool {
        is_primitive(type_name)
    }

    pub(super) fn access_of_object<'a>(&'a self, tree: &'a Tree) -> Option<&'a Access> {
        match self.kind {
            NodeKind::Scope(_) => None,
            NodeKind::Value => self.access.as_ref(),
            NodeKind::Range { .. } => tree.node(self.parent?)?.access_of_object(tree),
        }
    }

    pub(super) fn weight(&self) -> usize {
        let pretty = match &self.pretty {
            Some(Ok(text) | Err(text)) => text.len(),
            None => 0,
        };
        let access = self.access.as_ref().map_or(0, Access::weight);
        size_of::<Self>()
            + self.name.len()
            + self.type_name.len()
            + self.value.len()
            + access
            + pretty
    }
}
