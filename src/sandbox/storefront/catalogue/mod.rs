//! The catalogue: categories and products as the scripts' `dw/catalog` reads them.

mod imported;
mod money;
mod product;
mod search;
mod wares;

pub(super) use imported::Assortment;
pub(super) use product::{Kind, Product};
pub(super) use search::Query;
pub(super) use wares::Wares;

use super::locale::fallbacks;
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap},
};
use thiserror::Error;

/// Why a catalogue can't be read.
#[derive(Debug, Error)]
#[error("the catalogue's file {file}, line {line}: {reason}")]
pub(super) struct CatalogueError {
    /// The file's name, for example `products.jsonl`.
    file: &'static str,
    /// The line in it, from 1.
    line: usize,
    /// What is wrong there.
    reason: String,
}

/// A text by locale.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Localized(BTreeMap<String, String>);

impl Localized {
    /// The text in the locale, else in its language, else the default one.
    pub(super) fn get(&self, locale: &str) -> &str {
        fallbacks(locale).into_iter().find_map(|key| self.0.get(key)).map_or("", String::as_str)
    }

    fn all(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }
}

/// A place in the tree of categories; the one without a parent is `root`.
#[derive(Clone, Debug, Deserialize)]
struct Category {
    id: String,
    parent: Option<String>,
    name: Localized,
}

/// Everything that is sold, read once and never changed.
#[derive(Debug)]
pub(super) struct Catalogue {
    categories: IndexMap<String, Category>,
    products: IndexMap<String, Product>,
    /// Variant to its product and its place among that one's variants.
    variants: HashMap<String, (usize, usize)>,
    settings: HashMap<&'static str, Value>,
}

/// Documents that scripts get as they are.
const SETTINGS: [&str; 3] = ["promotions.json", "shipping.json", "payment.json"];

impl Catalogue {
    /// Reads `categories.json`, `products.jsonl`, `promotions.json`, `shipping.json` and `payment.json`.
    pub(super) fn read(
        files: &BTreeMap<String, Cow<'static, [u8]>>,
    ) -> Result<Self, CatalogueError> {
        let categories: Vec<Category> = document(files, "categories.json")?;
        let mut products = IndexMap::new();
        for product in lines::<Product>(files, "products.jsonl")? {
            products.insert(product.id.clone(), product);
        }
        let variants = products
            .values()
            .enumerate()
            .flat_map(|(at, product)| {
                (0..product.variants().len()).map(move |n| (product.variant_id(n), (at, n)))
            })
            .collect();
        let settings = SETTINGS
            .into_iter()
            .map(|name| Ok((name, document(files, name)?)))
            .collect::<Result<_, _>>()?;
        let categories = categories.into_iter().map(|it| (it.id.clone(), it)).collect();
        Ok(Self { categories, products, variants, settings })
    }

    /// A document that scripts get as it is, by its file's name.
    pub(super) fn setting(&self, name: &str) -> Value {
        self.settings.get(name).cloned().unwrap_or_default()
    }

    /// The product, master or variant with an id, as `dw/catalog/Product` reads it.
    pub(super) fn product(&self, id: &str, locale: &str) -> Option<Value> {
        if let Some(product) = self.products.get(id) {
            return Some(product.document(locale));
        }
        let &(at, variant) = self.variants.get(id)?;
        Some(self.products.get_index(at)?.1.variant_document(variant, locale))
    }

    /// How many pieces there were at first, of a variant or of all variants together.
    pub(super) fn stock(&self, id: &str) -> Option<u64> {
        if let Some(product) = self.products.get(id) {
            return Some(product.stock.total());
        }
        let &(at, variant) = self.variants.get(id)?;
        Some(self.products.get_index(at)?.1.stock.of(variant))
    }

    /// The ids whose stock makes up that of `id`: the variants of a master, else itself.
    pub(super) fn stock_keepers(&self, id: &str) -> Vec<String> {
        match self.products.get(id) {
            Some(product) if product.kind() == Kind::Master => {
                (0..product.variants().len()).map(|n| product.variant_id(n)).collect()
            }
            _ => vec![id.to_owned()],
        }
    }

    /// A category as `dw/catalog/Category` reads it.
    pub(super) fn category(&self, id: &str, locale: &str) -> Option<Value> {
        let category = self.categories.get(id)?;
        let children: Vec<&str> = self.children(id).map(|child| child.id.as_str()).collect();
        Some(json!({
            "id": id,
            "name": category.name.get(locale),
            "description": null,
            "parent": category.parent,
            "children": children,
            "products": self.products.values().filter(|it| self.is_below(&it.category, id)).count(),
            "custom": { "showInMenu": category.parent.is_some() },
        }))
    }

    fn children(&self, id: &str) -> impl Iterator<Item = &Category> {
        self.categories.values().filter(move |it| it.parent.as_deref() == Some(id))
    }

    /// Whether `category` is `above` or stands somewhere below it.
    fn is_below(&self, category: &str, above: &str) -> bool {
        let mut at = Some(category);
        while let Some(id) = at {
            if id == above {
                return true;
            }
            at = self.categories.get(id).and_then(|it| it.parent.as_deref());
        }
        false
    }
}

fn text<'a>(files: &'a BTreeMap<String, Cow<'static, [u8]>>, name: &str) -> Cow<'a, str> {
    files.get(name).map(|bytes| String::from_utf8_lossy(bytes)).unwrap_or_default()
}

fn document<T: for<'de> Deserialize<'de>>(
    files: &BTreeMap<String, Cow<'static, [u8]>>,
    name: &'static str,
) -> Result<T, CatalogueError> {
    serde_json::from_str(&text(files, name)).map_err(|cause| CatalogueError {
        file: name,
        line: cause.line(),
        reason: cause.to_string(),
    })
}

fn lines<T: for<'de> Deserialize<'de>>(
    files: &BTreeMap<String, Cow<'static, [u8]>>,
    name: &'static str,
) -> Result<Vec<T>, CatalogueError> {
    let text = text(files, name);
    let documents = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    documents
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|cause| CatalogueError {
                file: name,
                line: index + 1,
                reason: cause.to_string(),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests;
