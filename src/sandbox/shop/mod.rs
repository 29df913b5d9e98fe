//! What a shop is made of besides its content: the records of a site import archive.
//!
//! A record has a kind (`product`, `price`, `store`, …), a scope (a catalogue, a price book, a site; empty for what
//! the whole instance shares) and an ID in it. Its document has the fields that `seed/archive/forms.txt` lists. Three
//! of its values are special until a record is read for a locale and a site ([`Shop::read`]):
//!
//! - `{"$": {locale: value}}` becomes the value in the best locale, or null;
//! - `sites: {site: {field: value}}` takes the place of the record's own fields;
//! - `{"@enum": value, "@of": "Type.attribute"}` gets the `@display` that the attribute's definition has.
//!
//! Custom attributes with types that JSON doesn't have are `{"@enum"}`, `{"@date"}`, `{"@markup"}` and `{"@image"}`.

mod later;
mod read;
mod table;

pub(super) use later::{Importing, Later, Mode, Tally};

use aws_lc_rs::digest;
use indexmap::IndexMap;
use serde_json::{Map, Value};
use std::{collections::HashMap, sync::Arc};
use table::Table;

/// The records of all kinds.
#[derive(Clone, Debug, Default)]
pub struct Shop {
    /// By scope. Copies of a shop share a table until one of them changes it.
    kinds: HashMap<String, IndexMap<String, Arc<Table>>>,
}

/// SHA-256 of all records.
pub(super) type Digest = [u8; 32];

/// A record as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it is.
    pub kind: String,
    /// Where it belongs.
    pub scope: String,
    /// Which one it is there.
    pub id: String,
    /// Its document, as JSON.
    pub document: String,
}

impl Shop {
    /// Adds a record. If it is there, what the document says replaces what stands there, field by field.
    pub fn add(&mut self, kind: &str, scope: &str, id: &str, document: &Map<String, Value>) {
        let scopes = entry(&mut self.kinds, kind);
        let table = Arc::make_mut(scopes.entry(scope.to_owned()).or_default());
        let known = table.get(id).and_then(|text| serde_json::from_str(text).ok());
        let text = match known {
            Some(Value::Object(mut known)) => {
                merge(&mut known, document);
                serde_json::to_string(&known)
            }
            _ => serde_json::to_string(document),
        };
        // A document of strings as keys is always JSON.
        table.insert(id.to_owned(), text.unwrap_or_default().into());
    }

    /// Adds what another shop has in those scopes that have nothing of the kind here.
    pub fn fill(&mut self, other: Self) {
        for (kind, scopes) in other.kinds {
            let known = self.kinds.entry(kind).or_default();
            for (scope, table) in scopes {
                known.entry(scope).or_insert(table);
            }
        }
    }

    /// Gives all records of a scope to another one, with the record that is named like it.
    pub fn rename_scope(&mut self, old: &str, new: &str) {
        for scopes in self.kinds.values_mut().filter(|_| old != new) {
            if let Some(mut table) = scopes.shift_remove(old) {
                if table.get(old).is_some()
                    && let Some(own) = Arc::make_mut(&mut table).remove(old)
                {
                    Arc::make_mut(&mut table).insert(new.to_owned(), own);
                }
                scopes.insert(new.to_owned(), table);
            }
        }
    }

    /// Takes a record away.
    pub fn remove(&mut self, kind: &str, scope: &str, id: &str) {
        let table = self.kinds.get_mut(kind).and_then(|scopes| scopes.get_mut(scope));
        if let Some(table) = table.filter(|table| table.get(id).is_some()) {
            Arc::make_mut(table).remove(id);
        }
    }

    /// The scopes that have records of a kind.
    pub fn scopes(&self, kind: &str) -> impl Iterator<Item = &str> {
        self.kinds.get(kind).into_iter().flat_map(IndexMap::keys).map(String::as_str)
    }

    /// The IDs of a kind in a scope.
    pub fn ids(&self, kind: &str, scope: &str) -> impl Iterator<Item = &str> {
        self.table(kind, scope).into_iter().flat_map(Table::ids)
    }

    /// The document of a record, with all its locales and sites.
    pub fn document(&self, kind: &str, scope: &str, id: &str) -> Option<Value> {
        serde_json::from_str(self.table(kind, scope)?.get(id)?).ok()
    }

    /// All records of a kind in a scope.
    pub fn documents(&self, kind: &str, scope: &str) -> impl Iterator<Item = (&str, Value)> {
        let table = self.table(kind, scope).into_iter().flat_map(Table::iter);
        table.filter_map(|(id, text)| Some((id, serde_json::from_str(text).ok()?)))
    }

    /// What tells it from any other; nothing for an empty one.
    pub fn digest(&self) -> Option<Digest> {
        let mut signing = digest::Context::new(&digest::SHA256);
        let mut add = |part: &str| {
            signing.update(&(part.len() as u64).to_be_bytes());
            signing.update(part.as_bytes());
        };
        let (mut is_empty, mut kinds) = (true, self.kinds.iter().collect::<Vec<_>>());
        kinds.sort_by_key(|(kind, _)| *kind);
        for (kind, scopes) in kinds {
            let mut scopes: Vec<_> = scopes.iter().collect();
            scopes.sort_by_key(|(scope, _)| *scope);
            for (scope, table) in scopes {
                for (id, document) in table.iter() {
                    is_empty = false;
                    [kind.as_str(), scope.as_str(), id, document].into_iter().for_each(&mut add);
                }
            }
        }
        let tag = signing.finish();
        (!is_empty).then(|| Digest::try_from(tag.as_ref()).ok())?
    }

    /// All records, to be kept.
    pub fn rows(&self) -> impl Iterator<Item = Row> {
        self.kinds.iter().flat_map(|(kind, scopes)| {
            scopes.iter().flat_map(move |(scope, table)| {
                table.iter().map(move |(id, document)| Row {
                    kind: kind.clone(),
                    scope: scope.clone(),
                    id: id.to_owned(),
                    document: document.to_owned(),
                })
            })
        })
    }

    /// Puts a record back that was kept.
    pub fn put_back(&mut self, row: Row) {
        let scopes = entry(&mut self.kinds, &row.kind);
        let table = Arc::make_mut(scopes.entry(row.scope).or_default());
        table.insert(row.id, row.document.into());
    }

    fn table(&self, kind: &str, scope: &str) -> Option<&Table> {
        self.kinds.get(kind)?.get(scope).map(Arc::as_ref)
    }
}

/// Without a new key for each of thousands of records.
fn entry<'m, T: Default>(map: &'m mut HashMap<String, T>, key: &str) -> &'m mut T {
    if !map.contains_key(key) {
        map.insert(key.to_owned(), T::default());
    }
    map.get_mut(key).expect("it was put there")
}

/// What is merged one by one: locales, sites, custom attributes, and preferences by kind of instance.
const PARTED: [&str; 10] = [
    "$",
    "custom",
    "sites",
    "preferences",
    "standardPreferences",
    "customPreferences",
    "allInstances",
    "development",
    "staging",
    "production",
];

/// Fields replace fields, but for those that are merged one by one.
fn merge(known: &mut Map<String, Value>, new: &Map<String, Value>) {
    for (name, value) in new {
        let is_parted = PARTED.contains(&name.as_str());
        match (known.get_mut(name), value) {
            (Some(Value::Object(known)), Value::Object(new))
                if is_parted || new.contains_key("$") =>
            {
                merge(known, new);
            }
            (Some(Value::Array(known)), Value::Array(new)) if name == "preference" => {
                merge_preferences(known, new);
            }
            _ => drop(known.insert(name.clone(), value.clone())),
        }
    }
}

/// A preference takes the place of the one with its ID.
fn merge_preferences(known: &mut Vec<Value>, new: &[Value]) {
    let is_replaced = |it: &Value| new.iter().any(|own| own["preferenceId"] == it["preferenceId"]);
    known.retain(|it| !is_replaced(it));
    known.extend_from_slice(new);
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn add(shop: &mut Shop, id: &str, document: &Value) {
        shop.add("store", "Site", id, document.as_object().expect("an object"));
    }

    #[test]
    fn records_are_merged_field_by_field() {
        let mut shop = Shop::default();
        add(
            &mut shop,
            "s1",
            &json!({ "name": {"$": {"default": "A"}}, "custom": {"a": 1}, "days": [1] }),
        );
        add(
            &mut shop,
            "s1",
            &json!({ "name": {"$": {"de": "B"}}, "custom": {"b": 2}, "days": [2] }),
        );
        let expected = json!({
            "name": {"$": {"default": "A", "de": "B"}}, "custom": {"a": 1, "b": 2}, "days": [2],
        });
        assert_eq!(shop.document("store", "Site", "s1"), Some(expected));
        shop.remove("store", "Site", "s1");
        assert!(shop.kinds.values().flat_map(IndexMap::values).all(|table| table.is_empty()));
    }

    #[test]
    fn preferences_are_merged_one_by_one() {
        let mut shop = Shop::default();
        let preference = |id: &str, value: &str| json!({ "preferenceId": id, "value": value });
        add(
            &mut shop,
            "s1",
            &json!({
                "standardPreferences": { "preference": [preference("a", "1"), preference("b", "1")], "development": { "preference": [preference("c", "1")] } },
                "customPreferences": { "allInstances": { "x": "1", "y": {"@enum": "1"} }, "staging": { "x": "1" } },
            }),
        );
        add(
            &mut shop,
            "s1",
            &json!({
                "standardPreferences": { "preference": [preference("b", "2"), preference("d", "2")] },
                "customPreferences": { "allInstances": { "y": {"@enum": "2"} }, "development": { "z": "2" } },
            }),
        );
        let expected = json!({
            "standardPreferences": {
                "preference": [preference("a", "1"), preference("b", "2"), preference("d", "2")],
                "development": { "preference": [preference("c", "1")] },
            },
            "customPreferences": { "allInstances": { "x": "1", "y": {"@enum": "2"} }, "staging": { "x": "1" }, "development": { "z": "2" } },
        });
        assert_eq!(shop.document("store", "Site", "s1"), Some(expected));
    }

    #[test]
    fn a_scope_is_filled_only_if_there_is_nothing_of_the_kind() {
        let (mut shop, mut other) = (Shop::default(), Shop::default());
        add(&mut shop, "s1", &json!({ "city": "Jena" }));
        add(&mut other, "s2", &json!({ "city": "Bonn" }));
        let of_other_scope = json!({ "city": "Ulm" });
        other.add("store", "Other", "s3", of_other_scope.as_object().expect("an object"));
        shop.fill(other);
        assert_eq!(shop.ids("store", "Site").collect::<Vec<_>>(), ["s1"]);
        assert_eq!(shop.ids("store", "Other").collect::<Vec<_>>(), ["s3"]);
    }

    #[test]
    fn what_is_kept_comes_back() {
        let mut shop = Shop::default();
        add(&mut shop, "s2", &json!({ "city": "Jena" }));
        add(&mut shop, "s1", &json!({ "city": "Bonn" }));
        let mut again = Shop::default();
        shop.rows().for_each(|row| again.put_back(row));
        assert_eq!(again.ids("store", "Site").collect::<Vec<_>>(), ["s2", "s1"]);
        assert_eq!(again.document("store", "Site", "s1"), Some(json!({ "city": "Bonn" })));
        assert_eq!(again.digest(), shop.digest());
        add(&mut again, "s1", &json!({ "city": "Ulm" }));
        assert_ne!(again.digest(), shop.digest());
        again.remove("store", "Site", "s1");
        again.remove("store", "Site", "s2");
        assert_eq!(again.digest(), Shop::default().digest());
    }
}
