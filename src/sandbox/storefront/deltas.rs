//! Which products have changed since somebody was told the last time.

use super::{Storefront, state::Record};
use aws_lc_rs::digest;
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Map, Value, json};
use std::{collections::BTreeSet, slice};

/// What is kept of what was told, by the folder that it was told in: `{number, products: {"catalogue|ID": digest}}`.
const KIND: &str = "delta-export";

/// What has changed.
pub(in crate::sandbox) struct Delta {
    /// How often there was any change, this time included.
    pub(in crate::sandbox) number: u64,
    /// How many products have changed.
    pub(in crate::sandbox) count: usize,
    /// A catalogue each, `(path, content)`, with the products that have changed.
    pub(in crate::sandbox) files: Vec<(String, String)>,
    products: Map<String, Value>,
}

impl Storefront {
    /// The products of catalogues that have changed since what was kept for a folder; with the masters of variants that
    /// have, if these are wanted. Blocks.
    pub(in crate::sandbox) fn delta(
        &self,
        folder: &str,
        catalogs: &[String],
        with_masters: bool,
    ) -> Delta {
        let records = &self.services.remembered.records;
        let before = records.get(KIND, folder).unwrap_or_default();
        let shop = self.services.all_records();
        let mut delta = Delta {
            number: before["number"].as_u64().unwrap_or_default() + 1,
            count: 0,
            files: Vec::new(),
            products: before["products"].as_object().cloned().unwrap_or_default(),
        };
        for catalog in catalogs {
            let mut changed = BTreeSet::new();
            let mut masters = Vec::new();
            for (id, document) in shop.documents("product", catalog) {
                let document = self.services.with_edits(("product", catalog, id), document);
                let (key, now) = (format!("{catalog}|{id}"), Value::from(digest_of(&document)));
                if delta.products.get(&key) != Some(&now) {
                    delta.products.insert(key, now);
                    changed.insert(id.to_owned());
                }
                let variants = variants(&document);
                if with_masters && !variants.is_empty() {
                    masters.push((id.to_owned(), variants));
                }
            }
            let has_changed =
                |variants: &Vec<String>| variants.iter().any(|it| changed.contains(it));
            let of_changed: Vec<_> =
                masters.into_iter().filter(|(_, variants)| has_changed(variants)).collect();
            changed.extend(of_changed.into_iter().map(|(id, _)| id));
            if !changed.is_empty() {
                let is_wanted = |kind: &str, id: &str| kind == "product" && changed.contains(id);
                let content = self.exported("catalog", slice::from_ref(catalog), &is_wanted);
                delta.count += changed.len();
                delta.files.push((format!("catalogs/{catalog}/catalog.xml"), content));
            }
        }
        delta
    }

    /// Keeps what was told in a folder.
    pub(in crate::sandbox) fn keep_delta(&self, folder: &str, delta: &Delta) {
        let kept = json!({ "number": delta.number, "products": delta.products });
        self.services.remembered.records.keep(Record::new(KIND, folder.to_owned(), Some(kept)));
    }
}

fn digest_of(document: &Value) -> String {
    let text = document.to_string();
    let all = digest::digest(&digest::SHA256, text.as_bytes());
    BASE64_STANDARD.encode(&all.as_ref()[..12])
}

/// The IDs of a master's variants.
fn variants(document: &Value) -> Vec<String> {
    let all = document["variant"].as_array();
    let ids = all.into_iter().flatten().filter_map(|it| it["productId"].as_str());
    ids.map(str::to_owned).collect()
}
