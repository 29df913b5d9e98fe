//! What came to a shop after its archives: records as imports have left them, and those that they took away.

use super::{Shop, entry};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

/// How a file's records come to those that are there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// What is there is changed, what isn't is made.
    Merge,
    /// What is there is changed, what isn't is passed over.
    Update,
    /// What is there goes, and is made anew.
    Replace,
    /// What is there goes.
    Delete,
}

impl Mode {
    /// Whether what is said is done, of something that is there or isn't; else it goes.
    pub(in crate::sandbox) const fn takes(self, is_there: bool) -> bool {
        match self {
            Self::Delete => false,
            Self::Update => is_there,
            Self::Merge | Self::Replace => true,
        }
    }
}

/// How many records an import changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// That weren't there.
    pub made: usize,
    /// That were there.
    pub changed: usize,
    /// That are gone.
    pub removed: usize,
    /// That weren't there, and weren't to be made, or were to go.
    pub passed: usize,
}

/// What a record is replaced with in the end; nothing means that it is gone.
type Document = Option<Arc<str>>;

/// Records in the place of those of archives, by kind, scope and ID.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Kept>", into = "Vec<Kept>")]
pub struct Later(IndexMap<Key, Document>);

/// Kind, scope and ID.
type Key = (String, String, String);

/// One of them, as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept(String, String, String, #[serde(default)] Document);

impl From<Vec<Kept>> for Later {
    fn from(all: Vec<Kept>) -> Self {
        Self(all.into_iter().map(|Kept(kind, scope, id, it)| ((kind, scope, id), it)).collect())
    }
}

impl From<Later> for Vec<Kept> {
    fn from(Later(all): Later) -> Self {
        all.into_iter().map(|((kind, scope, id), it)| Kept(kind, scope, id, it)).collect()
    }
}

impl Later {
    /// Whether nothing came.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Bytes of all documents.
    pub fn bytes(&self) -> usize {
        self.0.values().flatten().map(|text| text.len()).sum()
    }

    /// A shop with what came to it.
    pub fn on(&self, shop: &Arc<Shop>) -> Arc<Shop> {
        if self.is_empty() {
            return Arc::clone(shop);
        }
        let mut shop = Shop::clone(shop);
        let mut gone: HashMap<(&str, &str), HashSet<&str>> = HashMap::new();
        for ((kind, scope, id), document) in &self.0 {
            match document {
                Some(text) => shop.put(kind, scope, id, text.as_ref().into()),
                None => drop(gone.entry((kind, scope)).or_default().insert(id)),
            }
        }
        for ((kind, scope), ids) in gone {
            shop.retain(kind, scope, |id| !ids.contains(id));
        }
        Arc::new(shop)
    }
}

/// An import that is under way: a shop as it will be, and what is new of it.
#[derive(Debug)]
pub(in crate::sandbox) struct Importing {
    shop: Shop,
    later: Later,
    mode: Mode,
    tally: Tally,
}

impl Importing {
    /// On top of what a shop has, and of what came to it.
    pub(in crate::sandbox) fn new(shop: &Shop, later: Later, mode: Mode) -> Self {
        Self { shop: shop.clone(), later, mode, tally: Tally::default() }
    }

    /// One record: what is said of it, or that it is to go.
    pub(in crate::sandbox) fn take(
        &mut self,
        (kind, scope, id): (&str, &str, &str),
        said: Option<&Map<String, Value>>,
    ) {
        let is_there = self.shop.text(kind, scope, id).is_some();
        let said = said.filter(|_| self.mode.takes(is_there));
        match said {
            // A document of strings as keys is always JSON.
            Some(said) if self.mode == Mode::Replace => {
                let text = serde_json::to_string(said).unwrap_or_default();
                self.shop.put(kind, scope, id, text.into());
            }
            Some(said) => self.shop.add(kind, scope, id, said),
            None => self.shop.remove(kind, scope, id),
        }
        match (is_there, said.is_some()) {
            (false, true) => self.tally.made += 1,
            (true, true) => self.tally.changed += 1,
            (true, false) => self.tally.removed += 1,
            (false, false) => self.tally.passed += 1,
        }
        self.note(kind, scope, id);
    }

    /// All records of a kind in a scope go.
    pub(in crate::sandbox) fn clear(&mut self, kind: &str, scope: &str) {
        let all: Vec<String> = self.shop.ids(kind, scope).map(str::to_owned).collect();
        self.shop.retain(kind, scope, |_| false);
        for id in &all {
            self.note(kind, scope, id);
        }
        self.tally.removed += all.len();
    }

    /// What is new, and how much was done.
    pub(in crate::sandbox) fn done(self) -> (Later, Tally) {
        (self.later, self.tally)
    }

    fn note(&mut self, kind: &str, scope: &str, id: &str) {
        let text = self.shop.text(kind, scope, id).map(Arc::from);
        let key = (kind.to_owned(), scope.to_owned(), id.to_owned());
        self.later.0.insert(key, text);
    }
}

impl Shop {
    fn retain(&mut self, kind: &str, scope: &str, is_kept: impl Fn(&str) -> bool) {
        let table = self.kinds.get_mut(kind).and_then(|scopes| scopes.get_mut(scope));
        if let Some(table) = table {
            Arc::make_mut(table).retain(is_kept);
        }
    }

    fn text(&self, kind: &str, scope: &str, id: &str) -> Option<&str> {
        self.table(kind, scope)?.get(id)
    }

    fn put(&mut self, kind: &str, scope: &str, id: &str, text: Box<str>) {
        let scopes = entry(&mut self.kinds, kind);
        let table = Arc::make_mut(scopes.entry(scope.to_owned()).or_default());
        table.insert(id.to_owned(), text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shop() -> Arc<Shop> {
        let mut shop = Shop::default();
        for id in ["a", "b"] {
            let document = json!({ "name": id, "size": 1 });
            shop.add("product", "cat", id, document.as_object().expect("an object"));
        }
        Arc::new(shop)
    }

    fn told(shop: &Shop) -> String {
        let all = shop.documents("product", "cat");
        let all = all.map(|(id, it)| format!("{id}={}/{}", it["name"], it["size"]));
        all.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn modes_say_what_becomes_of_what_is_there_and_of_what_is_not() {
        let said = json!({ "name": "new" });
        for (mode, expected, tally) in [
            (
                Mode::Merge,
                r#"a="new"/1 b="b"/1 c="new"/null"#,
                Tally { made: 1, changed: 1, ..Tally::default() },
            ),
            (
                Mode::Update,
                r#"a="new"/1 b="b"/1"#,
                Tally { changed: 1, passed: 1, ..Tally::default() },
            ),
            (
                Mode::Replace,
                r#"a="new"/null b="b"/1 c="new"/null"#,
                Tally { made: 1, changed: 1, ..Tally::default() },
            ),
            (Mode::Delete, r#"b="b"/1"#, Tally { removed: 1, passed: 1, ..Tally::default() }),
        ] {
            let base = shop();
            let mut importing = Importing::new(&base, Later::default(), mode);
            for id in ["a", "c"] {
                importing.take(("product", "cat", id), said.as_object());
            }
            let (later, done) = importing.done();
            assert_eq!(done, tally, "{mode:?}");
            assert_eq!(told(&later.on(&base)), expected, "{mode:?}");
            let kept = serde_json::to_string(&later).expect("written");
            let again: Later = serde_json::from_str(&kept).expect("read");
            assert_eq!(again, later);
        }
    }

    #[test]
    fn what_is_said_to_go_goes_in_any_mode_and_a_scope_is_cleared_as_a_whole() {
        let base = shop();
        let mut importing = Importing::new(&base, Later::default(), Mode::Merge);
        importing.take(("product", "cat", "a"), None);
        let (later, tally) = importing.done();
        assert_eq!((told(&later.on(&base)).as_str(), tally.removed), (r#"b="b"/1"#, 1));
        let mut importing = Importing::new(&later.on(&base), later, Mode::Replace);
        importing.clear("product", "cat");
        let (later, _) = importing.done();
        assert_eq!(told(&later.on(&base)), "");
        assert!(later.bytes() == 0 && !later.is_empty());
    }
}
