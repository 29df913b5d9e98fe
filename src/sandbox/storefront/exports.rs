//! Records as files of archives have them, with what scripts have set of them.

use super::{Storefront, services::Services};
use crate::sandbox::seed::{Written, write_file};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

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
        let shop = self.services.all_records();
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
