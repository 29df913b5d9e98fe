//! What words are looked for in: the attributes that the site makes searchable, each with what it is worth.

use super::{
    Assortment,
    entry::{Entry, field_of, one_by_one},
    product::plain,
};
use serde_json::Value;
use std::collections::HashMap;

/// What is looked through where a site names no attributes: with what they are worth, in hundredths.
const USUAL: [(&str, u32); 9] = [
    ("product.name", 800),
    ("product.ID", 300),
    ("product.brand", 300),
    ("product.shortDescription", 300),
    ("product.pageKeywords", 300),
    ("product.manufacturerName", 300),
    ("product.EAN", 300),
    ("product.UPC", 300),
    ("category.displayName", 300),
];

/// An attribute that words are looked for in.
#[derive(Debug)]
pub(super) struct Searchable {
    path: String,
    pub(super) weight: u32,
    pub(super) corrects: bool,
    /// What people read for the values of a choice, in small letters.
    shown: HashMap<String, Vec<String>>,
    /// What categories say, by their IDs.
    of_categories: HashMap<String, Vec<String>>,
    /// Names of categories that aren't looked through, in small letters.
    excluded: Vec<String>,
}

impl Assortment {
    /// Those that the site names, if it names any of products or categories.
    pub(super) fn searchable(&self) -> Vec<Searchable> {
        let named = self.shop.documents("searchable-attribute", &self.site);
        let own: Vec<_> = named
            .filter_map(|(_, document)| {
                let path = document["attributePath"].as_str()?.to_owned();
                let is_searched = path.starts_with("product.") || path.starts_with("category.");
                let corrects = document["autoCorrection"] != "false";
                is_searched.then(|| self.one(path, hundredths(&document["boost"]), corrects))
            })
            .collect();
        if own.is_empty() {
            let usual = USUAL.map(|(path, weight)| self.one(path.to_owned(), weight, true));
            return usual.into_iter().collect();
        }
        own
    }

    fn one(&self, path: String, weight: u32, corrects: bool) -> Searchable {
        let choices = path.strip_prefix("product.custom.").and_then(|name| {
            let definition = self.shop.document("attribute", "Product", name)?;
            let values = definition["valueDefinition"].as_array()?.iter();
            let choice = |it: &Value| Some((plain(&it["value"])?, texts(&it["display"])));
            Some(values.filter_map(choice).collect())
        });
        let excluded = if path == "category.displayName" { self.excluded() } else { Vec::new() };
        let (shown, of_categories) = (choices.unwrap_or_default(), HashMap::new());
        Searchable { path, weight, corrects, shown, of_categories, excluded }
    }

    /// The names of categories that products aren't found by, in all languages.
    fn excluded(&self) -> Vec<String> {
        let lists = self.shop.documents("category-exclusions", &self.site);
        let texts = lists
            .flat_map(|(_, it)| it["categoryExclusions"].as_array().cloned().unwrap_or_default());
        texts.filter_map(|it| it.as_str().map(names)).flatten().collect()
    }

    /// What a product has of it, in small letters; `ids` are those of the product and its variants.
    pub(super) fn searched(
        &self,
        of: &mut Searchable,
        document: &Value,
        entry: &Entry,
        ids: &[String],
    ) -> Vec<String> {
        if of.path == "product.ID" {
            return ids.to_vec();
        }
        if let Some(name) = of.path.strip_prefix("product.custom.") {
            let values = entry.all_values(name);
            let shown = values.flat_map(|value| {
                let display = of.shown.get(value).cloned().unwrap_or_default();
                display.into_iter().chain([value.to_lowercase()])
            });
            let own = one_by_one(&document["custom"][name]).flat_map(texts);
            return shown.chain(own).collect();
        }
        if let Some(name) = of.path.strip_prefix("product.") {
            return texts(&document[field_of(name)]);
        }
        let above = entry.categories.iter().flat_map(|id| self.tree.up_from(id));
        let mut found = Vec::new();
        for id in above.filter(|id| *id != "root") {
            if !of.of_categories.contains_key(id) {
                let said = self.said(of, id);
                of.of_categories.insert(id.to_owned(), said);
            }
            found.extend(of.of_categories[id].iter().cloned());
        }
        found
    }

    /// What a category has of it.
    fn said(&self, of: &Searchable, id: &str) -> Vec<String> {
        let document = self.shop.document("category", &self.catalogue, id).unwrap_or_default();
        let name = of.path.trim_start_matches("category.");
        let value =
            name.strip_prefix("custom.").map_or(&document[name], |name| &document["custom"][name]);
        let said: Vec<String> = one_by_one(value).flat_map(texts).collect();
        if said.iter().any(|it| of.excluded.contains(it)) { Vec::new() } else { said }
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

/// Names that stand in one text, divided by commas that no backslash precedes, in small letters.
fn names(text: &str) -> Vec<String> {
    let marked = text.replace("\\,", "\u{0}");
    let names = marked.split([',', '\n']).map(|it| it.trim().replace('\u{0}', ",").to_lowercase());
    names.filter(|it| !it.is_empty()).collect()
}

/// A factor between 0.01 and 100.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is kept within its bounds"
)]
fn hundredths(boost: &Value) -> u32 {
    (boost.as_f64().unwrap_or(1.0).clamp(0.01, 100.0) * 100.0).round() as u32
}
