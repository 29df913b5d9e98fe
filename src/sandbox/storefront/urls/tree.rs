//! Categories or folders below each other, with their addresses.

use super::{directory::Directory, writer::Writer};
use crate::sandbox::url_rule::UrlRule;
use indexmap::IndexMap;
use serde_json::Value;

/// Folders in folders.
const DEEPEST: usize = 64;

/// What the rules say of categories, or of folders.
#[derive(Debug, Default)]
pub(super) struct Branches {
    pub(super) rule: Option<UrlRule>,
    pub(super) has_page_urls: bool,
    pub(super) has_slash: bool,
    /// Those that are offline have addresses too.
    pub(super) has_offline: bool,
}

impl Branches {
    /// `kind` is `category` or `folder`.
    pub(super) fn of(rules: &Value, kind: &str) -> Self {
        let is = |name: &str| rules[format!("{kind}{name}")].as_bool();
        let text = rules[format!("{kind}Rule")].as_str();
        Self {
            rule: text.and_then(|text| UrlRule::parse(text).ok()),
            has_page_urls: is("PageUrlOverride").unwrap_or(true),
            has_slash: is("TrailingSlash").unwrap_or_default(),
            has_offline: is("OfflineUrlGeneration").unwrap_or(true),
        }
    }
}

/// All categories of a catalogue, or folders of a library, in one locale.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: IndexMap<String, Node>,
    pub(super) directory: Directory,
}

/// One of them; `document` has its `id`.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) document: Value,
    pub(super) parent: Option<String>,
    pub(super) is_online: bool,
}

impl Tree {
    pub(super) fn of(
        nodes: IndexMap<String, Node>,
        branches: &Branches,
        writer: &Writer<'_>,
        is_taken: impl Fn(&str) -> bool,
    ) -> Self {
        let mut tree = Self { nodes, directory: Directory::default() };
        let Some(rule) = &branches.rule else { return tree };
        let path = |id: &String, node: &Node| {
            let own = branches.has_page_urls.then(|| writer.page_url(&node.document));
            let path = own.flatten().unwrap_or_else(|| writer.text(rule, &tree.chain(id), None));
            (id.clone(), path)
        };
        let all = tree.nodes.iter().filter(|(_, it)| branches.has_offline || it.is_online);
        let entries = all.map(|(id, node)| path(id, node)).collect();
        tree.directory = Directory::of(entries, is_taken);
        tree
    }

    /// The documents of a category and of what is above it, the uppermost first.
    pub(super) fn chain(&self, id: &str) -> Vec<&Value> {
        let own = self.nodes.get(id);
        let above = |node: &&Node| self.nodes.get(node.parent.as_deref()?);
        let up = std::iter::successors(own, above).take(DEEPEST);
        let mut chain: Vec<_> = up.map(|node| &node.document).collect();
        chain.reverse();
        chain
    }
}
