//! Objects that scripts keep by kind and key: custom objects, product lists, gift certificates.

use super::{archived::uuid, rows::Rows, size::TooMuch};
use crate::sandbox::shop::{Later, Mode, Shop};
use indexmap::IndexMap;
use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::{collections::HashSet, sync::Arc};

/// Bytes of all of them together, as JSON, with their keys.
const MOST: usize = 64 << 20;

/// What scripts set of preferences: a job of the organization, or of another site, may set those of a site.
const PREFERENCES: [&str; 2] = ["edited:site-preferences", "edited:organization-preferences"];

/// What the kinds of custom objects begin with, before their type.
const OBJECTS: &str = "object:";

type Fields = Map<String, Value>;

/// What a script leaves: a document in the place of what was there, or none if it is gone.
#[derive(Clone, Debug, Deserialize)]
pub(in crate::sandbox::storefront) struct Record {
    kind: String,
    key: String,
    document: Option<Value>,
}

/// The records of a storefront: its own, and those that it shares with the other sites.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Records {
    own: Mutex<Kept>,
    shared: Arc<Shared>,
}

/// What all sites share: custom objects of the types whose storage scope is the organization, preferences, what imports
/// have brought, and what sites there are.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Shared {
    kinds: HashSet<String>,
    kept: Mutex<Kept>,
    later: Mutex<Arc<Later>>,
    /// One import at a time.
    turn: Mutex<()>,
    /// What scripts know of each site.
    sites: Mutex<Vec<Value>>,
}

/// Records by kind and key, as JSON.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Kept {
    kinds: IndexMap<String, Rows>,
    bytes: usize,
}

impl Shared {
    /// The custom objects of an archive that are no site's own.
    pub(in crate::sandbox::storefront) fn of(shop: &Shop) -> Self {
        let types = shop.scopes("custom-type").filter(|it| is_shared(shop, it));
        let kinds = types.map(kind_of).chain(PREFERENCES.map(str::to_owned)).collect();
        let shared = Self { kinds, ..Self::default() };
        for record in archived(shop, "", |of_type, _| is_shared(shop, of_type)) {
            if let Err(why) = shared.kept.lock().keep(record) {
                tracing::error!("custom objects of the archives aren't kept: {why}");
                break;
            }
        }
        shared
    }

    /// There is a site, which scripts know that of, or know that of from now on.
    pub(in crate::sandbox::storefront) fn tell_site(&self, facts: &Value) {
        let mut sites = self.sites.lock();
        match sites.iter_mut().find(|site| site["id"] == facts["id"]) {
            Some(known) => known.clone_from(facts),
            None => sites.push(facts.clone()),
        }
    }

    /// What scripts know of each site, in the order in which they came.
    pub(in crate::sandbox::storefront) fn sites(&self) -> Vec<Value> {
        self.sites.lock().clone()
    }

    /// What imports have brought.
    pub(in crate::sandbox::storefront) fn later(&self) -> Arc<Later> {
        Arc::clone(&self.later.lock())
    }

    /// That is what imports have brought by now.
    pub(in crate::sandbox::storefront) fn set_later(&self, later: Arc<Later>) {
        *self.later.lock() = later;
    }

    /// Nobody else imports for as long as this is held.
    pub(in crate::sandbox::storefront) fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock()
    }

    /// All of them, held.
    pub(super) fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock()
    }
}

/// What an import did to a record.
#[derive(Debug)]
pub(in crate::sandbox::storefront) struct Imported {
    /// As it was.
    pub(in crate::sandbox::storefront) before: Record,
    pub(in crate::sandbox::storefront) is_there: bool,
}

/// An import into a site: what all archives say, and what becomes of what is there.
#[derive(Clone, Copy)]
pub(in crate::sandbox::storefront) struct SiteImport<'a> {
    pub(in crate::sandbox::storefront) shop: &'a Shop,
    pub(in crate::sandbox::storefront) site: &'a str,
    pub(in crate::sandbox::storefront) mode: Mode,
}

impl Records {
    /// A site's custom objects of an archive: its own, and those of every site that stand in no site's folder.
    pub(super) fn of(shop: &Shop, site: &str, shared: Arc<Shared>) -> Self {
        let is_own = |of_type: &str, of_site: &str| {
            !is_shared(shop, of_type) && (of_site.is_empty() || of_site == site)
        };
        let records = Self { own: Mutex::default(), shared };
        for record in archived(shop, site, is_own) {
            records.keep(record);
        }
        records.take_certificates(shop, site);
        records
    }

    /// Those that all sites share.
    pub(in crate::sandbox::storefront) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// The document of a key.
    pub(in crate::sandbox::storefront) fn get(&self, kind: &str, key: &str) -> Option<Value> {
        serde_json::from_str(&self.text(kind, key)?).ok()
    }

    /// The same as JSON.
    pub(in crate::sandbox::storefront) fn text(&self, kind: &str, key: &str) -> Option<String> {
        self.where_kept(kind).lock().kinds.get(kind)?.get(key).map(str::to_owned)
    }

    /// All keys of a kind, in the order in which they came.
    pub(in crate::sandbox::storefront) fn keys(&self, kind: &str) -> Vec<String> {
        let kept = self.where_kept(kind).lock();
        let rows = kept.kinds.get(kind).into_iter().flat_map(Rows::iter);
        rows.map(|(key, _)| key.to_owned()).collect()
    }

    /// All keys of a kind with their documents, in the order in which they came.
    pub(in crate::sandbox::storefront) fn list(&self, kind: &str) -> Vec<(String, Value)> {
        let kept = self.where_kept(kind).lock();
        let rows = kept.kinds.get(kind).into_iter().flat_map(Rows::iter);
        rows.filter_map(|(key, text)| Some((key.to_owned(), serde_json::from_str(text).ok()?)))
            .collect()
    }

    /// The custom objects of a type with their keys.
    pub(in crate::sandbox::storefront) fn objects(&self, of_type: &str) -> Vec<(String, Value)> {
        self.list(&kind_of(of_type))
    }

    /// The types of custom objects of which there are some: those that all sites share, or those of this one.
    pub(in crate::sandbox::storefront) fn object_types(&self, is_shared: bool) -> Vec<String> {
        let kept = if is_shared { self.shared.kept.lock() } else { self.own.lock() };
        let of_any = kept.kinds.iter().filter(|(_, rows)| !rows.is_empty());
        let types = of_any.filter_map(|(kind, _)| kind.strip_prefix(OBJECTS));
        types.map(str::to_owned).collect()
    }

    /// The site's own, held.
    pub(super) fn lock(&self) -> MutexGuard<'_, Kept> {
        self.own.lock()
    }

    /// Does to a custom object what an import says of it.
    pub(in crate::sandbox::storefront) fn import(
        &self,
        import: SiteImport<'_>,
        of_type: &str,
        key: &str,
        said: Option<&Fields>,
    ) -> Result<Imported, TooMuch> {
        let SiteImport { shop, site, mode } = import;
        let kind = kind_of(of_type);
        let known = self.get(&kind, key);
        let before = Record::new(kind.clone(), key, known.clone());
        let said = said.filter(|_| mode.takes(known.is_some()));
        let Some(said) = said else {
            self.take(Record::new(kind, key, None))?;
            return Ok(Imported { before, is_there: false });
        };
        let mut custom = match (&known, mode) {
            (Some(known), Mode::Merge | Mode::Update) => known["custom"].as_object().cloned(),
            _ => None,
        }
        .unwrap_or_default();
        custom.extend(custom_of(shop, site, of_type, key, said.clone().into()));
        let own = known.as_ref().and_then(|it| it["uuid"].as_str().map(str::to_owned));
        let uuid = own.unwrap_or_else(uuid);
        let document = json!({ "uuid": uuid, "type": of_type, "key": key, "custom": custom });
        self.take(Record::new(kind, key, Some(document)))?;
        Ok(Imported { before, is_there: true })
    }

    /// Keeps a record as a script left it; one that is too much is told in the log. Says whether that changed anything.
    pub(in crate::sandbox::storefront) fn keep(&self, record: Record) -> bool {
        let (kind, key) = (record.kind.clone(), record.key.clone());
        let kept = self.take(record);
        kept.inspect_err(|why| tracing::error!(kind, key, "the record isn't kept: {why}"))
            .unwrap_or(false)
    }

    /// Keeps a record; says whether that changed anything.
    pub(super) fn take(&self, record: Record) -> Result<bool, TooMuch> {
        self.where_kept(&record.kind).lock().keep(record)
    }

    fn where_kept(&self, kind: &str) -> &Mutex<Kept> {
        if self.shared.kinds.contains(kind) { &self.shared.kept } else { &self.own }
    }
}

impl Record {
    /// Whether there is something to keep.
    pub(in crate::sandbox::storefront) fn is_there(&self) -> bool {
        self.document.is_some()
    }

    /// What an import, and not a script, leaves.
    pub(in crate::sandbox::storefront) fn new(
        kind: impl Into<String>,
        key: impl Into<String>,
        document: Option<Value>,
    ) -> Self {
        Self { kind: kind.into(), key: key.into(), document }
    }
}

impl Kept {
    fn keep(&mut self, record: Record) -> Result<bool, TooMuch> {
        let Record { kind, key, document } = record;
        let rows = self.kinds.entry(kind).or_default();
        let before = rows.get(&key).map_or(0, |text| key.len() + text.len());
        // Keys were not counted in an older snapshot: less may have been told.
        let Some(text) = document.map(|document| document.to_string()) else {
            self.bytes = self.bytes.saturating_sub(before);
            return Ok(rows.remove(&key));
        };
        let bytes = self.bytes.saturating_sub(before) + key.len() + text.len();
        if bytes > MOST {
            return Err(TooMuch(MOST));
        }
        self.bytes = bytes;
        let is_changed = rows.get(&key) != Some(text.as_str());
        rows.insert(key, text);
        Ok(is_changed)
    }
}

fn kind_of(of_type: &str) -> String {
    format!("{OBJECTS}{of_type}")
}

/// Whether the objects of a type are the same ones for all sites.
fn is_shared(shop: &Shop, of_type: &str) -> bool {
    let definition = shop.document("custom-type", of_type, of_type);
    definition.is_some_and(|it| it["storageScope"] == "organization")
}

/// An archive's custom objects by type and site, as a site reads them; those of no site have an empty one.
fn archived(shop: &Shop, site: &str, is_meant: impl Fn(&str, &str) -> bool) -> Vec<Record> {
    let mut records = Vec::new();
    for scope in shop.scopes("custom-object") {
        let (of_type, of_site) = scope.split_once('|').unwrap_or((scope, ""));
        if !is_meant(of_type, of_site) {
            continue;
        }
        for (key, record) in shop.documents("custom-object", scope) {
            let custom = custom_of(shop, site, of_type, key, record);
            let document = json!({ "uuid": uuid(), "type": of_type, "key": key, "custom": custom });
            records.push(Record::new(kind_of(of_type), key, Some(document)));
        }
    }
    records
}

/// The attributes of a custom object as a site's scripts keep them.
fn custom_of(shop: &Shop, site: &str, of_type: &str, key: &str, record: Value) -> Fields {
    let definition = shop.document("custom-type", of_type, of_type).unwrap_or_default();
    let key_attribute = definition["keyDefinition"]["attributeId"].as_str();
    let seen = shop.seen(record, site, &["default"]);
    let mut custom = seen["custom"].as_object().cloned().unwrap_or_default();
    custom.extend(key_attribute.map(|name| (name.to_owned(), key.into())));
    custom
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_s_objects_are_there_from_the_beginning() {
        let mut shop = Shop::default();
        let mut add = |kind: &str, id: &str, document: &Value| {
            shop.add(kind, "Note", id, document.as_object().expect("an object"));
        };
        add("custom-type", "Note", &json!({ "keyDefinition": { "attributeId": "number" } }));
        let text = json!({ "$": { "default": "Tea", "de": "Tee" } });
        add("custom-object", "n1", &json!({ "custom": { "text": text, "count": 7 } }));
        let records = Records::of(&shop, "Site", Arc::default());
        let all = records.list("object:Note");
        let [(key, document)] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!((key.as_str(), &document["type"]), ("n1", &json!("Note")));
        assert_eq!(document["custom"], json!({ "number": "n1", "text": "Tea", "count": 7 }));
        assert!(document["uuid"].is_string());
    }

    fn record(key: &str, document: &Value) -> Record {
        let value = json!({ "kind": "k", "key": key, "document": document });
        serde_json::from_value(value).expect("a record")
    }

    #[test]
    fn a_record_stays_in_its_place_until_it_goes() {
        let records = Records::default();
        records.keep(record("a", &json!(1)));
        assert!(records.keep(record("b", &json!(2))) && !records.keep(record("b", &json!(2))));
        records.keep(record("a", &json!({ "three": 3 })));
        let list = |records: &Records| {
            records.list("k").into_iter().map(|(key, _)| key).collect::<Vec<_>>()
        };
        assert_eq!(
            (list(&records), records.get("k", "a")),
            (vec!["a".to_owned(), "b".to_owned()], Some(json!({ "three": 3 })))
        );
        records.keep(record("a", &Value::Null));
        assert_eq!(
            (list(&records), records.get("k", "a"), records.get("j", "b")),
            (vec!["b".to_owned()], None, None)
        );
        assert_eq!(records.own.lock().bytes, 2);
    }

    #[test]
    fn too_much_is_not_kept() {
        let records = Records::default();
        records.keep(record("a", &json!("x".repeat(MOST))));
        assert_eq!(records.get("k", "a"), None);
        let key = "k".repeat(MOST / 2);
        assert!(records.keep(record(&key, &json!(1))));
        assert!(!records.keep(record(&format!("{key}k"), &json!(1))), "keys count, too");
    }
}
