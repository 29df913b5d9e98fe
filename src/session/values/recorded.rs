//! Trees of recorded halts, built from what an export tells of them.

use super::Values;
use crate::api::debugger::{Member, Scope};
use crate::api::ids::ThreadId;
use crate::api::paging::Page;
use crate::session::frame::Frame;
use crate::session::tree::{NodeKey, ScopeKind, Tree, TreeId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A variable or a member as an export tells it; what it is a member of comes before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::session) struct Entry {
    /// `local`, `closure`, `global` or `platform`.
    pub(in crate::session) scope: String,
    /// As one would type it, if it has such a path.
    pub(in crate::session) path: String,
    /// The names that lead to it; without them its path says where it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(in crate::session) names: Vec<String>,
    #[serde(rename = "type")]
    pub(in crate::session) type_name: String,
    pub(in crate::session) value: String,
    /// How many members it has, where they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(in crate::session) members: Option<u64>,
}

/// What is known of a recorded halt's frames.
pub(in crate::session) struct RecordedTrees<'a> {
    pub(in crate::session) thread: ThreadId,
    pub(in crate::session) frames: &'a [Frame],
    /// The variables of each frame that was read.
    pub(in crate::session) told: Vec<(usize, Vec<Entry>)>,
}

impl Values {
    /// The trees of a recorded halt by frame, with their differences from those that their
    /// functions had before: halts are told in the order in which they were.
    pub(in crate::session) fn recorded(
        &mut self,
        halt: &RecordedTrees<'_>,
    ) -> BTreeMap<usize, Arc<Tree>> {
        let ids: Vec<TreeId> = halt.told.iter().map(|_| self.new_tree()).collect();
        let frames = self.frames.entry(halt.thread).or_default();
        frames.put_aside();
        (frames.depth, frames.was_halt) = (halt.frames.len(), true);
        for ((frame, entries), id) in halt.told.iter().zip(ids) {
            let Some(key) = halt.frames.get(*frame).map(Frame::tree_key) else { continue };
            let activation = (key, halt.frames.len() - frame);
            let mut tree = frames
                .recall(&activation)
                .unwrap_or_else(|| Arc::new(Tree::of_frame(id, activation.0, None)));
            Arc::make_mut(&mut tree).fill(entries);
            frames.trees.insert(*frame, tree);
        }
        frames.trees.clone()
    }
}

impl Tree {
    /// Merges the variables, then the members of each object that has some.
    fn fill(&mut self, entries: &[Entry]) {
        let placed: Vec<(Vec<String>, &Entry)> =
            entries.iter().map(|entry| (entry.place(), entry)).collect();
        let mut below: HashMap<NodeKey, Vec<Member>> = HashMap::new();
        for (names, entry) in &placed {
            if let Some((_, parents)) = names.split_last() {
                below.entry(entry.key(parents)).or_default().push(entry.member(names));
            }
        }
        let is_platform = |entry: &Entry| entry.scope == ScopeKind::Platform.as_str();
        let variables = placed.iter().filter(|(names, it)| names.len() == 1 && !is_platform(it));
        let variables: Vec<Member> = variables.map(|(names, it)| it.member(names)).collect();
        self.merge_variables(&variables);
        for (names, entry) in
            placed.iter().filter(|(names, it)| names.len() == 1 && is_platform(it))
        {
            if let Some(id) = self.find(&entry.key(names)) {
                self.set_text(id, &entry.type_name, &entry.value);
            }
        }
        for (names, entry) in &placed {
            let key = entry.key(names);
            let members = below.remove(&key).unwrap_or_default();
            self.fill_members(&key, entry, &members);
        }
    }

    /// Merges what was told of an object's members, also that it has none.
    fn fill_members(&mut self, key: &NodeKey, entry: &Entry, members: &[Member]) {
        let known = members.len() as u64;
        if known == 0 && entry.members != Some(0) {
            return;
        }
        let Some(id) = self.find(key) else { return };
        let page = Page { start: 0, count: known.max(Page::MEMBERS) };
        let total = entry.members.filter(|_| is_in_row(members)).unwrap_or(known);
        self.merge_members(id, page, members, Some(total.max(known)));
    }
}

/// Entries of a list that were not read in a row are told as if there were no others.
fn is_in_row(members: &[Member]) -> bool {
    let mut entries = members.iter().enumerate();
    entries
        .all(|(index, member)| !member.name.starts_with('[') || member.name == format!("[{index}]"))
}

impl Entry {
    fn place(&self) -> Vec<String> {
        if self.names.is_empty() { names_in(&self.path) } else { self.names.clone() }
    }

    fn key(&self, names: &[String]) -> NodeKey {
        let scope = std::iter::once(self.scope.clone());
        NodeKey(scope.chain(names.iter().cloned()).collect())
    }

    fn member(&self, names: &[String]) -> Member {
        let scope = match self.scope.as_str() {
            "closure" => Scope::Closure,
            "global" => Scope::Global,
            _ => Scope::Local,
        };
        Member {
            name: names.last().cloned().unwrap_or_default(),
            parent: String::new(),
            type_name: self.type_name.clone(),
            value: self.value.clone(),
            scope: Some(scope),
        }
    }
}

/// `a.b[0].c` → `a`, `b`, `[0]`, `c`.
fn names_in(path: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in path.split('.') {
        let mut rest = part;
        // A bracket that it begins with is its own.
        while let Some((at, _)) = rest.char_indices().skip(1).find(|(_, letter)| *letter == '[') {
            names.push(rest[..at].to_owned());
            rest = &rest[at..];
        }
        names.push(rest.to_owned());
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ids::{FrameIndex, Line, ScriptPath};
    use crate::session::tree::ChangeMark;

    fn entry(path: &str, value: &str) -> Entry {
        let (scope, names) = ("local".to_owned(), Vec::new());
        let type_name = if value.starts_with('{') { "Object" } else { "Number" }.to_owned();
        Entry {
            scope,
            path: path.to_owned(),
            names,
            type_name,
            value: value.to_owned(),
            members: None,
        }
    }

    #[test]
    fn a_path_says_the_names_that_lead_there() {
        for (path, names) in [
            ("a", &["a"][..]),
            ("a.b[0].c", &["a", "b", "[0]", "c"]),
            ("über[0].é[1]", &["über", "[0]", "é", "[1]"]),
            ("a[0][1]", &["a", "[0]", "[1]"]),
            ("[2].x", &["[2]", "x"]),
            ("", &[""]),
        ] {
            assert_eq!(names_in(path), names, "{path}");
        }
    }

    #[test]
    fn a_recorded_halt_differs_from_the_one_before_it() {
        let function = "add()".to_owned();
        let script = ScriptPath::from("/app/cartridge/Cart.js");
        let frames = [Frame { index: FrameIndex(0), function, script, line: Line(3) }];
        let mut values = Values::default();
        let mut halt = |quantity: &str| {
            let entries = vec![entry("i", "1"), entry("item", "{}"), entry("item.qty", quantity)];
            let told = vec![(0, entries)];
            values.recorded(&RecordedTrees { thread: ThreadId(7), frames: &frames, told })
        };
        let first = halt("1").remove(&0).expect("it is told");
        assert_eq!(first.find_path("item.qty").map(|node| node.value.as_ref()), Some("1"));
        assert_eq!(first.changes(), 0);
        let second = halt("2").remove(&0).expect("it is told");
        let changed = second.find_path("item.qty").map(|node| node.change.clone());
        assert_eq!(changed, Some(ChangeMark::Changed { was: Arc::from("1") }));
        assert_eq!(second.changes(), 1);
    }
}
