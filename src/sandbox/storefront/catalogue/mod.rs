//! The catalogue: a site's categories and products, with its prices and its inventory, as an archive has them and the
//! scripts' `dw/catalog` reads them.

mod attribute_groups;
mod entries;
mod prices;
mod product;
mod promotions;
mod query;
mod search;
mod settings;
mod spelling;
#[cfg(test)]
mod tests;

use super::{locale::fallbacks, site::SiteFacts};
use crate::sandbox::shop::Shop;
use entries::Entry;
use indexmap::IndexMap;
use prices::Prices;
pub(super) use query::Query;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

/// Pieces of what never runs out.
const ENDLESS: u64 = 999_999;

/// What a site sells.
#[derive(Debug)]
pub(super) struct Assortment {
    shop: Arc<Shop>,
    site: String,
    catalogue: String,
    currency: String,
    prices: Prices,
    inventory: Option<String>,
    /// The catalogue that a product stands in.
    owners: HashMap<String, String>,
    /// The master of a variant.
    masters: HashMap<String, String>,
    /// The bundles and the sets that a product is in.
    bundles: Lists,
    sets: Lists,
    /// The keys of what is recommended, by the type and the ID of what it is recommended for.
    recommended: Lists,
    /// The categories of a product, its primary one first.
    categories: HashMap<String, Vec<String>>,
    /// The products of a category, in the order of their positions.
    assigned: HashMap<String, Vec<String>>,
    /// The categories below one, in the order of their positions.
    children: IndexMap<String, Vec<String>>,
    /// What is looked through, made for the first search.
    entries: OnceLock<Vec<Entry>>,
    /// Their words, made for the first phrase that is misspelled.
    words: OnceLock<HashMap<String, usize>>,
}

impl Assortment {
    /// The assortment of a site that has a catalogue.
    pub(super) fn of(shop: &Arc<Shop>, facts: &SiteFacts) -> Option<Self> {
        let catalogue = facts.catalogue.clone()?;
        let text = |name: &str| facts.document[name].as_str().unwrap_or_default().to_owned();
        let (categories, assigned) = assignments(shop, &catalogue);
        Some(Self {
            shop: Arc::clone(shop),
            site: text("id"),
            currency: text("currency"),
            prices: Prices::of(shop, &facts.price_books),
            inventory: facts.inventory.clone(),
            owners: owners(shop),
            masters: masters(shop),
            bundles: holders(shop, "bundledProduct"),
            sets: holders(shop, "productSetProduct"),
            recommended: recommended(shop, &catalogue),
            categories,
            assigned,
            children: children(shop, &catalogue),
            entries: OnceLock::new(),
            words: OnceLock::new(),
            catalogue,
        })
    }

    fn read(&self, kind: &str, scope: &str, id: &str, locale: &str) -> Option<Value> {
        self.shop.read((kind, scope, id), &self.site, &fallbacks(locale))
    }

    /// The documents of a catalogue's categories from one up to the root, which isn't part of it.
    fn path(&self, catalogue: &str, category: &str, locale: &str) -> Vec<Value> {
        let mut path = Vec::new();
        let mut at = Some(category.to_owned());
        while let Some(id) = at.filter(|id| id != "root" && path.len() < 64) {
            let Some(document) = self.read("category", catalogue, &id, locale) else { break };
            at = document["parent"].as_str().map(str::to_owned);
            path.push(document);
        }
        path
    }

    /// A category and all below it.
    fn below(&self, category: &str) -> Vec<&str> {
        let mut found: Vec<&str> =
            self.children.get_key_value(category).map(|(id, _)| id.as_str()).into_iter().collect();
        let mut next = 0;
        while let Some(id) = found.get(next) {
            let inner = self.children.get(*id).into_iter().flatten().map(String::as_str);
            let inner: Vec<&str> = inner.filter(|id| !found.contains(id)).collect();
            found.extend(inner);
            next += 1;
        }
        found
    }

    /// What the site's catalogue recommends for a product or a category, in the order of the archive.
    fn recommendations(&self, kind: &str, id: &str, locale: &str) -> Vec<Value> {
        let keys = self.recommended.get(&format!("{kind}|{id}")).into_iter().flatten();
        keys.filter_map(|key| self.read("recommendation", &self.catalogue, key, locale)).collect()
    }

    fn products_below(&self, category: &str) -> usize {
        self.below(category).into_iter().filter_map(|id| self.assigned.get(id)).map(Vec::len).sum()
    }
}

impl Assortment {
    /// A category as `dw/catalog/Category` reads it: with the names of `forms.txt`, and what the other files say of it.
    pub(super) fn category(&self, id: &str, locale: &str) -> Option<Value> {
        let own = self.read("category", &self.catalogue, id, locale);
        // An export may leave the root out, which is there all the same.
        let mut document = own.or_else(|| (id == "root").then(|| json!({})))?;
        let fields = document.as_object_mut()?;
        let name = fields.get("displayName").cloned().unwrap_or_default();
        let parent =
            (id != "root").then(|| fields.get("parent").cloned().unwrap_or_else(|| "root".into()));
        let (children, products) =
            (self.children.get(id).cloned().unwrap_or_default(), self.products_below(id));
        fields.extend(
            [
                ("id", json!(id)),
                ("name", name),
                ("parent", json!(parent)),
                ("children", json!(children)),
                ("products", json!(products)),
                ("assigned", json!(self.assigned.get(id).cloned().unwrap_or_default())),
                ("catalogue", json!(self.catalogue)),
                ("sortingRule", json!(self.default_rule(Some(id)))),
                ("recommendations", json!(self.recommendations("category", id, locale))),
            ]
            .map(|(name, value)| (name.to_owned(), value)),
        );
        fields.entry("description").or_insert(Value::Null);
        fields.entry("custom").or_insert_with(|| json!({}));
        Some(document)
    }

    /// How many pieces there were at first.
    pub(super) fn stock(&self, id: &str) -> Option<u64> {
        if !self.owners.contains_key(id) {
            return None;
        }
        let Some(list) = &self.inventory else { return Some(ENDLESS) };
        match self.shop.document("inventory", list, id) {
            Some(record) if record["perpetual"] == true => Some(ENDLESS),
            Some(record) => {
                record["allocation"].as_f64().map_or(Some(0), |pieces| Some(whole(pieces)))
            }
            None => {
                let header = self.shop.document("inventory-list", list, list).unwrap_or_default();
                Some(if header["defaultInstock"] == true { ENDLESS } else { 0 })
            }
        }
    }

    /// What a product says of when it can be bought, by the names of `forms.txt`.
    pub(super) fn online(&self, id: &str) -> impl Iterator<Item = (&'static str, Value)> {
        let owner = self.owners.get(id).map_or("", String::as_str);
        let said = self.shop.document("product", owner, id).unwrap_or_default();
        ["online", "onlineFrom", "onlineTo", "available"]
            .into_iter()
            .filter_map(move |name| Some((name, said.get(name)?.clone())))
    }

    /// Whether the site has an inventory list; without one nothing runs out.
    pub(super) fn has_inventory(&self) -> bool {
        self.inventory.is_some()
    }

    /// What the inventory list says of a product besides, by the names of `forms.txt`.
    pub(super) fn inventory(&self, id: &str) -> Option<Value> {
        self.read("inventory", self.inventory.as_ref()?, id, "default")
    }

    /// The IDs whose stock makes up that of `id`: the variants of a master, else itself.
    pub(super) fn stock_keepers(&self, id: &str) -> Vec<String> {
        let variants = self.variants(id);
        if variants.is_empty() { vec![id.to_owned()] } else { variants }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "pieces are few and not below none"
)]
fn whole(pieces: f64) -> u64 {
    pieces.max(0.0) as u64
}

fn owners(shop: &Shop) -> HashMap<String, String> {
    let scopes = shop.scopes("product");
    scopes
        .flat_map(|scope| shop.ids("product", scope).map(|id| (id.to_owned(), scope.to_owned())))
        .collect()
}

fn masters(shop: &Shop) -> HashMap<String, String> {
    let mut masters = HashMap::new();
    for scope in shop.scopes("product") {
        for (id, document) in shop.documents("product", scope) {
            for variant in document["variant"].as_array().into_iter().flatten() {
                let variant = variant["productId"].as_str().unwrap_or_default();
                masters.insert(variant.to_owned(), id.to_owned());
            }
        }
    }
    masters
}

/// The products that list others in a field, by those others.
fn holders(shop: &Shop, field: &str) -> Lists {
    let mut holders = Lists::new();
    for scope in shop.scopes("product") {
        for (id, document) in shop.documents("product", scope) {
            for held in document[field].as_array().into_iter().flatten() {
                let held = held["productId"].as_str().unwrap_or_default().to_owned();
                holders.entry(held).or_default().push(id.to_owned());
            }
        }
    }
    holders
}

/// Without a type of its own a source is a product.
fn recommended(shop: &Shop, catalogue: &str) -> Lists {
    let mut lists = Lists::new();
    for (key, document) in shop.documents("recommendation", catalogue) {
        let kind = document["sourceType"].as_str().unwrap_or("product");
        let source = document["sourceId"].as_str().unwrap_or_default();
        lists.entry(format!("{kind}|{source}")).or_default().push(key.to_owned());
    }
    lists
}

type Lists = HashMap<String, Vec<String>>;

/// The categories of products and the products of categories.
fn assignments(shop: &Shop, catalogue: &str) -> (Lists, Lists) {
    let (mut categories, mut positioned) =
        (Lists::new(), HashMap::<String, Vec<(f64, String)>>::new());
    for (id, document) in shop.documents("category-assignment", catalogue) {
        let Some((category, product)) = id.split_once('|') else { continue };
        let known = categories.entry(product.to_owned()).or_default();
        if document["primary"] == true {
            known.insert(0, category.to_owned());
        } else {
            known.push(category.to_owned());
        }
        let position =
            document["position"].as_str().and_then(|it| it.parse().ok()).unwrap_or(f64::MAX);
        positioned.entry(category.to_owned()).or_default().push((position, product.to_owned()));
    }
    (categories, positioned.into_iter().map(|(category, all)| (category, in_order(all))).collect())
}

fn children(shop: &Shop, catalogue: &str) -> IndexMap<String, Vec<String>> {
    let mut positioned = IndexMap::<String, Vec<(f64, String)>>::new();
    positioned.entry("root".to_owned()).or_default();
    for (id, document) in shop.documents("category", catalogue) {
        positioned.entry(id.to_owned()).or_default();
        if id != "root" {
            let parent = document["parent"].as_str().unwrap_or("root").to_owned();
            let position = document["position"].as_str().and_then(|it| it.parse().ok());
            positioned
                .entry(parent)
                .or_default()
                .push((position.unwrap_or(f64::MAX), id.to_owned()));
        }
    }
    positioned.into_iter().map(|(id, all)| (id, in_order(all))).collect()
}

fn in_order(mut all: Vec<(f64, String)>) -> Vec<String> {
    all.sort_by(|left, right| left.0.total_cmp(&right.0));
    all.into_iter().map(|(_, id)| id).collect()
}
