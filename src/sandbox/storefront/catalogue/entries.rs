//! What a search looks through: an entry for each product that isn't a variant.

use super::{Assortment, online::is_online, product::plain};
use crate::sandbox::{shop::Shop, storefront::locale::fallbacks};
use serde_json::Value;
use std::collections::HashMap;

/// A product as a search sees it.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) id: String,
    /// Names in all locales, in small letters.
    pub(super) names: Vec<String>,
    /// Brand, IDs, keywords, descriptions and names of categories, in small letters.
    pub(super) texts: Vec<String>,
    pub(super) categories: Vec<String>,
    /// What can be had of it: the variants of a master that are online, else the product itself.
    pub(super) members: Vec<Member>,
    /// The product's own values, which variants without some have too.
    pub(super) values: Values,
    /// The lowest price of its members, in the site's currency.
    pub(super) price: Option<f64>,
    pub(super) placement: i64,
    pub(super) rank: i64,
}

/// Attribute, as refinements name it, to values.
pub(super) type Values = HashMap<String, Vec<String>>;

/// A product that a visitor may put into a basket, as refinements see it.
#[derive(Clone, Debug, Default)]
pub(super) struct Member {
    pub(super) id: String,
    /// Those that it has itself.
    values: Values,
    pub(super) price: Option<f64>,
}

impl Member {
    /// Its values of an attribute; what a variant doesn't say is its master's.
    pub(super) fn values<'a>(&'a self, entry: &'a Entry, attribute: &str) -> &'a [String] {
        let own = self.values.get(attribute).or_else(|| entry.values.get(attribute));
        own.map_or(&[], Vec::as_slice)
    }
}

impl Entry {
    /// All values of an attribute, of the product and its members.
    pub(super) fn all_values<'a>(&'a self, attribute: &str) -> impl Iterator<Item = &'a String> {
        let members = self.members.iter().filter_map(|it| it.values.get(attribute));
        self.values.get(attribute).into_iter().chain(members).flatten()
    }
}

impl Assortment {
    pub(super) fn entries(&self) -> &[Entry] {
        self.entries.get_or_init(|| {
            let mut names = HashMap::new();
            let ids = self.owners.iter().filter(|(id, _)| !self.masters.contains_key(*id));
            let mut all: Vec<Entry> =
                ids.filter_map(|(id, owner)| self.entry(id, owner, &mut names)).collect();
            all.sort_by(|left, right| left.id.cmp(&right.id));
            all
        })
    }

    /// Nothing for what isn't online, can't be found, or stands in no category.
    fn entry(
        &self,
        id: &str,
        owner: &str,
        names: &mut HashMap<String, Vec<String>>,
    ) -> Option<Entry> {
        let document = self.shop.document("product", owner, id)?;
        let document = Shop::seen_at(document, &self.site);
        let categories = self.tree.categories.get(id)?.clone();
        if !is_online(&document) || document["searchable"] == false {
            return None;
        }
        let variants = self.variants(id);
        let mut entry = Entry {
            id: id.to_owned(),
            names: texts(&document["displayName"]),
            placement: document["searchPlacement"].as_i64().unwrap_or(0),
            rank: document["searchRank"].as_i64().unwrap_or(0),
            ..Entry::default()
        };
        for name in ["brand", "shortDescription", "pageKeywords", "manufacturerName", "ean", "upc"]
        {
            entry.texts.extend(texts(&document[name]));
        }
        entry.texts.push(id.to_lowercase());
        entry.texts.extend(variants.iter().map(|id| id.to_lowercase()));
        for category in &categories {
            entry.texts.extend(
                names.entry(category.clone()).or_insert_with(|| self.names_of(category)).clone(),
            );
        }
        entry.values = values(&document);
        entry.members = variants.iter().filter_map(|id| self.member(id)).collect();
        let own = self.price(id).map(|price| price.amount);
        if entry.members.is_empty() {
            entry.members.push(Member { id: id.to_owned(), price: own, ..Member::default() });
        }
        let prices = entry.members.iter().filter_map(|it| it.price).chain(own);
        entry.price = prices.min_by(f64::total_cmp);
        entry.categories = categories;
        Some(entry)
    }

    /// A variant; nothing for one that isn't online.
    fn member(&self, id: &str) -> Option<Member> {
        let document = self.shop.document("product", self.owners.get(id)?, id)?;
        let document = Shop::seen_at(document, &self.site);
        let price = self.price(id).map(|price| price.amount);
        is_online(&document).then(|| Member { id: id.to_owned(), values: values(&document), price })
    }

    fn names_of(&self, category: &str) -> Vec<String> {
        let document =
            self.shop.document("category", &self.catalogue, category).unwrap_or_default();
        texts(&document["displayName"])
    }

    /// What people read for a value of an attribute.
    pub(super) fn value_name(&self, attribute: &str, value: &str, locale: &str) -> Option<String> {
        let of = format!("Product.{attribute}");
        let probe = serde_json::json!({ "@enum": value, "@of": of });
        let seen = self.shop.seen(probe, &self.site, &fallbacks(locale));
        seen["@display"].as_str().map(str::to_owned)
    }
}

/// All texts of a value, in small letters.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.to_lowercase()],
        Value::Object(fields) => {
            let texts = fields.get("$").and_then(Value::as_object).into_iter().flatten();
            texts.filter_map(|(_, text)| text.as_str()).map(str::to_lowercase).collect()
        }
        _ => Vec::new(),
    }
}

/// What a product says itself of its attributes.
fn values(document: &Value) -> Values {
    let mut values = Values::new();
    let brand = document.get("brand").map(|brand| ("brand", brand));
    let custom = document["custom"].as_object().into_iter().flatten();
    for (name, value) in custom.map(|(name, value)| (name.as_str(), value)).chain(brand) {
        let list = value.as_array().map_or_else(|| vec![value], |list| list.iter().collect());
        let known = values.entry(name.to_owned()).or_default();
        for text in list.into_iter().filter_map(plain) {
            if !known.contains(&text) {
                known.push(text);
            }
        }
    }
    values
}
