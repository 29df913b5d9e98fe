//! Links that lead to a product or a category.

use super::Assortment;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Where a link comes from, and its kind.
#[derive(Clone, Debug)]
pub(super) struct Link {
    source: String,
    kind: String,
}

impl Assortment {
    /// The products that link to one: `[{id, type}]`.
    pub(in crate::sandbox::storefront) fn linking_products(&self, id: &str) -> Vec<Value> {
        let all = self.linking.get_or_init(|| {
            let mut linking = HashMap::<String, Vec<Link>>::new();
            for scope in self.shop.scopes("product") {
                for (source, document) in self.shop.documents("product", scope) {
                    for link in document["productLink"].as_array().into_iter().flatten() {
                        let target = link["productId"].as_str().unwrap_or_default();
                        let kind = link["type"].as_str().unwrap_or_default().to_owned();
                        let link = Link { source: source.to_owned(), kind };
                        linking.entry(target.to_owned()).or_default().push(link);
                    }
                }
            }
            linking
        });
        let links = all.get(id).into_iter().flatten();
        links.map(|link| json!({ "id": link.source, "type": link.kind })).collect()
    }

    /// The categories of a catalogue that link to one: `[{id, type}]`.
    pub(in crate::sandbox::storefront) fn linking_categories(
        &self,
        catalogue: &str,
        id: &str,
    ) -> Vec<Value> {
        let all = self.shop.documents("category", catalogue);
        let links = all.flat_map(|(source, document)| {
            let own = document["categoryLink"].as_array().cloned().unwrap_or_default();
            let meant = own.into_iter().filter(|link| link["categoryId"] == *id);
            meant.map(|link| json!({ "id": source, "type": link["type"] })).collect::<Vec<_>>()
        });
        links.collect()
    }
}
