//! Records as files of archives have them, with what scripts have set of them.

use super::{Storefront, goods::Goods, services::Services};
use crate::sandbox::{
    seed::{LeftOut, LibraryHoldings, Written, kinds, write_file, write_library},
    shop::Shop,
    store::StoreError,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeSet, HashMap};

/// The root of files with preferences, and the kind of their record.
const PREFERENCES: &str = "preferences";
/// What is never gone.
const ENDLESS: f64 = 999_999.0;

impl Storefront {
    /// The scopes, such as catalogues, that have records of a kind.
    pub fn has_scope(&self, kind: &str, scope: &str) -> bool {
        self.services.all_records().scopes(kind).any(|it| it == scope)
    }

    /// All scopes that have records of one of those kinds, by name.
    pub fn scopes(&self, kinds: &[&str]) -> Vec<String> {
        let shop = self.services.all_records();
        let all: BTreeSet<String> =
            kinds.iter().flat_map(|kind| shop.scopes(kind).map(str::to_owned)).collect();
        all.into_iter().collect()
    }

    /// Whether a file with that root would have anything of a scope.
    pub fn holds(&self, root: &str, scope: &str) -> bool {
        let shop = self.services.all_records();
        let is_set = || self.services.set_preferences(scope).is_some_and(|it| !it.is_empty());
        kinds(root).iter().any(|kind| shop.ids(kind, scope).next().is_some())
            || root == PREFERENCES && is_set()
    }

    /// The IDs of all libraries. Blocks.
    pub fn library_ids(&self) -> Result<Vec<String>, StoreError> {
        self.libraries().all()
    }

    /// A library as a file, with its pages, and what files have no place for; nothing if it isn't there. Blocks.
    pub fn exported_library(&self, id: &str) -> Result<Option<(String, LeftOut)>, StoreError> {
        let rows = self.libraries().contents(id)?;
        let shop = self.services.all_records();
        let written = || write_library(&LibraryHoldings { id, rows: &rows, shop: &shop });
        // Each has a folder at least.
        Ok((!rows.is_empty()).then(written))
    }

    /// The types of custom objects that there are some of: those that all sites share, or those of this site.
    pub fn object_types(&self, is_shared: bool) -> Vec<String> {
        self.services.remembered.records.object_types(is_shared)
    }

    /// The custom objects of a type as a file, and how many these are.
    pub fn exported_objects(&self, of_type: &str) -> (String, usize) {
        let known = self.services.all_records();
        let definition = known.document("custom-type", of_type, of_type).unwrap_or_default();
        let key = definition["keyDefinition"]["attributeId"].as_str();
        let (mut shop, mut count) = (Shop::default(), 0);
        for (id, document) in self.services.remembered.records.objects(of_type) {
            let mut custom = document["custom"].as_object().cloned().unwrap_or_default();
            key.map(|key| custom.remove(key));
            let fields = [("typeId", of_type.into()), ("objectId", id.as_str().into())];
            let fields = fields.into_iter().chain([("custom", custom.into())]);
            let fields = fields.map(|(name, value)| (name.to_owned(), value)).collect();
            shop.add("custom-object", of_type, &id, &fields);
            count += 1;
        }
        let seen = |_: (&str, &str, &str), document| Some(document);
        let scopes = [of_type.to_owned()];
        let written = Written { shop: &shop, scopes: &scopes, seen: &seen };
        (write_file("custom-objects", &written), count)
    }

    /// The site's inventory list.
    pub fn inventory_list(&self) -> Option<String> {
        self.services.goods().assortment.inventory_list().map(str::to_owned)
    }

    /// The records of scopes as a file with that root; of each, by kind and ID, if it is wanted.
    pub fn exported(
        &self,
        root: &str,
        scopes: &[String],
        is_wanted: &dyn Fn(&str, &str) -> bool,
    ) -> String {
        let mut shop = Shop::clone(&self.services.all_records());
        // Scripts may have set some where no archive has any.
        for scope in scopes.iter().filter(|_| root == PREFERENCES) {
            shop.add(PREFERENCES, scope, scope, &Map::new());
        }
        let seen = |at: (&str, &str, &str), document: Value| {
            is_wanted(at.0, at.2).then(|| self.services.with_edits(at, document))
        };
        write_file(root, &Written { shop: &shop, scopes, seen: &seen })
    }
}

impl Services {
    /// A record with what scripts have set of it.
    pub(super) fn with_edits(
        &self,
        (kind, scope, id): (&str, &str, &str),
        document: Value,
    ) -> Value {
        if kind == PREFERENCES {
            return self.with_preferences(scope, document);
        }
        let key = match kind {
            "product" | "inventory-list" => id.to_owned(),
            "category" => format!("{scope} {id}"),
            "inventory" => format!("{scope}|{id}"),
            _ => return document,
        };
        let edits = self.remembered.records.get(&format!("edited:{kind}"), &key);
        let edits = edits.and_then(|it| it.as_object().cloned()).unwrap_or_default();
        let Value::Object(mut fields) = document else { return document };
        for (name, value) in &edits {
            match (name.as_str(), value) {
                ("custom", Value::Object(own)) => edit_custom(&mut fields, own),
                ("name", value) => edit_text(&mut fields, "displayName", value),
                ("handling", value) => put(&mut fields, "preorderBackorderHandling", value),
                ("later", value) => put(&mut fields, "preorderBackorderAllocation", value),
                ("allocated", value) => put(&mut fields, "allocationTimestamp", value),
                ("inStockDate", value) => {
                    put(&mut fields, "inStockDate", value);
                    put(&mut fields, "inStockDatetime", value);
                }
                ("counted", _) => {}
                (name, value) if fields.get(name).is_some_and(|it| it.get("$").is_some()) => {
                    edit_text(&mut fields, name, value);
                }
                (name, value) => put(&mut fields, name, value),
            }
        }
        if kind == "inventory" {
            self.count(&mut fields, scope, id, edits.get("counted"));
        }
        fields.into()
    }

    /// The custom preferences that scripts have set.
    fn set_preferences(&self, scope: &str) -> Option<Map<String, Value>> {
        let kind = if scope.is_empty() { "organization-preferences" } else { "site-preferences" };
        let edits = self.remembered.records.get(&format!("edited:{kind}"), scope)?;
        edits["custom"].as_object().cloned()
    }

    /// Preferences with what scripts have set: where they stand for all instances, else among those of a sandbox.
    fn with_preferences(&self, scope: &str, mut document: Value) -> Value {
        for (name, value) in &self.set_preferences(scope).unwrap_or_default() {
            let all = &document["customPreferences"];
            let is_there = |part: &str| all[part].get(name).is_some();
            let is_of_all = is_there("allInstances") && !is_there("development");
            let part = if is_of_all { "allInstances" } else { "development" };
            if value.is_null() {
                for part in ["allInstances", "development"] {
                    let own = document["customPreferences"][part].as_object_mut();
                    own.map(|own| own.remove(name));
                }
                continue;
            }
            if let Some(fields) = document.as_object_mut() {
                let custom = fields.entry("customPreferences").or_insert_with(|| json!({}));
                custom[part][name] = value.clone();
            }
        }
        document
    }

    /// What there is by now, by the site's inventory list, of what was ordered or set since the archives said it.
    pub(super) fn stock_now(&self, goods: &Goods) -> HashMap<String, f64> {
        let Some(list) = goods.assortment.inventory_list() else { return HashMap::new() };
        let of_list = format!("{list}|");
        let set = self.remembered.records.keys("edited:inventory").into_iter();
        let places = self.remembered.orders.taken_places().into_iter().chain(set);
        let ids = places.filter_map(|place| match place.strip_prefix(&of_list) {
            Some(id) => Some(id.to_owned()),
            None => Some(place).filter(|place| !place.contains('|')),
        });
        let now = |id: String| {
            let said = goods.assortment.inventory(list, &id)?;
            let now = self.with_edits(("inventory", list, &id), said)["ats"].as_f64()?;
            Some((id, now))
        };
        ids.filter_map(now).collect()
    }

    /// What is left of an inventory record, and what of it was sold.
    fn count(
        &self,
        fields: &mut Map<String, Value>,
        list: &str,
        id: &str,
        counted: Option<&Value>,
    ) {
        let number = |value: Option<&Value>| value.and_then(Value::as_f64).unwrap_or(0.0);
        let allocation = number(fields.get("allocation"));
        let is_endless = fields.get("perpetual") == Some(&Value::Bool(true));
        let taken = self.taken(Some(list), id) - number(counted);
        let first = if is_endless { ENDLESS } else { allocation };
        let left = (first - taken).max(0.0);
        let handling = fields.get("preorderBackorderHandling").and_then(Value::as_str);
        let is_later = matches!(handling, Some("preorder" | "backorder"));
        let later = if is_later { number(fields.get("preorderBackorderAllocation")) } else { 0.0 };
        fields.insert("ats".to_owned(), json!(left + later));
        fields.insert("turnover".to_owned(), json!(taken.max(0.0)));
    }
}

fn put(fields: &mut Map<String, Value>, name: &str, value: &Value) {
    match value {
        Value::Null => drop(fields.remove(name)),
        value => drop(fields.insert(name.to_owned(), value.clone())),
    }
}

/// A text in the default locale.
fn edit_text(fields: &mut Map<String, Value>, name: &str, value: &Value) {
    let texts = fields.entry(name).or_insert_with(|| json!({ "$": {} }));
    texts["$"]["default"] = value.clone();
}

fn edit_custom(fields: &mut Map<String, Value>, own: &Map<String, Value>) {
    let custom = fields.entry("custom").or_insert_with(|| json!({}));
    let Some(custom) = custom.as_object_mut() else { return };
    for (name, value) in own {
        match custom.get_mut(name).filter(|known| known.get("$").is_some()) {
            Some(known) => known["$"]["default"] = value.clone(),
            None => put(custom, name, value),
        }
    }
}
