//! A product as a search sees it.

use super::product::plain;
use serde_json::Value;
use std::collections::HashMap;

/// A product as a search sees it.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) id: String,
    /// Its name in all locales, as documents have it.
    pub(super) name: Value,
    /// What words are looked for in.
    pub(super) fields: Vec<Field>,
    pub(super) categories: Vec<String>,
    /// What can be had of it: the variants of a master that are online, else the product itself.
    pub(super) members: Vec<Member>,
    /// The products of a set.
    pub(super) parts: Vec<String>,
    /// The product's own values, which variants without some have too.
    pub(super) values: Values,
}

/// Texts of one kind that a product has.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// What it is worth that a word stands here.
    pub(super) weight: u32,
    /// Whether misspelled words are corrected by these.
    pub(super) corrects: bool,
    /// In small letters, in all locales.
    pub(super) texts: Vec<String>,
}

/// Attribute, as refinements name it, to values.
pub(super) type Values = HashMap<String, Vec<String>>;

/// A product that a visitor may put into a basket, as refinements see it.
#[derive(Clone, Debug, Default)]
pub(super) struct Member {
    pub(super) id: String,
    /// Those that it has itself.
    pub(super) values: Values,
}

/// What an archive calls system attributes otherwise than scripts do.
const RENAMED: [(&str, &str); 11] = [
    ("name", "displayName"),
    ("EAN", "ean"),
    ("UPC", "upc"),
    ("manufacturerSKU", "manufacturerSku"),
    ("taxClassID", "taxClassId"),
    ("onlineFlag", "online"),
    ("availableFlag", "available"),
    ("searchableFlag", "searchable"),
    ("siteMapIncluded", "sitemapIncluded"),
    ("siteMapChangeFrequency", "sitemapChangefrequency"),
    ("siteMapPriority", "sitemapPriority"),
];

/// The field of a product's document that a system attribute is.
pub(super) fn field_of(attribute: &str) -> &str {
    RENAMED.iter().find(|(own, _)| *own == attribute).map_or(attribute, |(_, field)| field)
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

    /// What it is called in the best of some locales.
    pub(super) fn name(&self, locales: &[&str]) -> Option<String> {
        let named = |locale: &&str| self.name["$"][*locale].as_str().map(str::to_owned);
        locales.iter().find_map(named)
    }
}

/// What a product says itself of its attributes: custom ones, and those of the system that aren't texts in a language.
pub(super) fn values(document: &Value) -> Values {
    let mut values = Values::new();
    let custom = document["custom"].as_object().into_iter().flatten();
    for (name, value) in custom {
        let known = values.entry(name.clone()).or_default();
        for text in one_by_one(value).filter_map(plain) {
            if !known.contains(&text) {
                known.push(text);
            }
        }
    }
    let own = document.as_object().into_iter().flatten();
    for (field, value) in own.filter(|(_, value)| !value.is_object() && !value.is_array()) {
        let renamed = RENAMED.iter().find(|(_, own)| *own == field);
        let name = renamed.map_or(field.as_str(), |(name, _)| name);
        if let (false, Some(text)) = (values.contains_key(name), plain(value)) {
            values.insert(name.to_owned(), vec![text]);
        }
    }
    values
}

/// The values of a list, or the only one that there is.
pub(super) fn one_by_one(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice).iter()
}
