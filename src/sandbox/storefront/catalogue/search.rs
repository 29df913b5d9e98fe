//! Finding products: by words, in a category, refined, in an order.

use super::{Catalogue, Product, money::Cents};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;

/// What is looked for; everything left out is unbounded.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::sandbox::storefront) struct Query {
    /// Words; each must be in the product.
    pub(super) phrase: Option<String>,
    pub(super) category: Option<String>,
    /// Attribute to the values of which a product must have one.
    pub(super) refinements: IndexMap<String, Vec<String>>,
    pub(super) price_min: Option<f64>,
    pub(super) price_max: Option<f64>,
    pub(super) sort: Option<String>,
    pub(super) locale: String,
}

/// The attributes that results can be refined by, in the order in which they are offered.
const REFINEMENTS: [&str; 5] = ["category", "color", "size", "brand", "material"];

impl Catalogue {
    /// `{ids, refinements: [{attribute, values: [{value, name, count}]}]}`: all ids in order, and for each attribute
    /// what each of its values would leave of them.
    pub(in crate::sandbox::storefront) fn search(&self, query: &Query) -> Value {
        let words = words(query.phrase.as_deref().unwrap_or_default());
        let mut found: Vec<(u32, &Product)> = self
            .products
            .values()
            .filter(|product| self.is_in_bounds(product, query))
            .filter_map(|product| Some((self.relevance(product, &words)?, product)))
            .collect();
        let refinements: Vec<Value> = REFINEMENTS
            .into_iter()
            .map(|id| json!({ "attribute": id, "values": self.offers(id, &found, query) }))
            .collect();
        found.retain(|(_, product)| fits_refinements(product, query, None));
        sort(&mut found, query.sort.as_deref(), &query.locale);
        let ids: Vec<&str> = found.iter().map(|(_, product)| product.id.as_str()).collect();
        json!({ "ids": ids, "refinements": refinements })
    }

    fn is_in_bounds(&self, product: &Product, query: &Query) -> bool {
        let in_category =
            query.category.as_deref().is_none_or(|id| self.is_below(&product.category, id));
        let price = product.lowest_price();
        in_category
            && query.price_min.is_none_or(|least| price >= cents(least))
            && query.price_max.is_none_or(|most| price <= cents(most))
    }

    /// How well the words fit; nothing unless each of them does.
    fn relevance(&self, product: &Product, words: &[String]) -> Option<u32> {
        let category = self.categories.get(&product.category);
        words.iter().try_fold(0, |sum, word| {
            let in_name = product.name.all().map(|name| score(name, word, 8)).max().unwrap_or(0);
            let in_category = category
                .into_iter()
                .flat_map(|it| it.name.all())
                .map(|name| score(name, word, 5))
                .max();
            let others = [product.brand.as_str(), &product.material];
            let elsewhere = others.into_iter().map(|text| score(text, word, 3)).max();
            let id = if product.id.eq_ignore_ascii_case(word) { 20 } else { 0 };
            let best =
                [in_name, in_category.unwrap_or(0), elsewhere.unwrap_or(0), id].into_iter().max();
            best.filter(|score| *score > 0).map(|score| sum + score)
        })
    }

    /// The values of an attribute, counted as if it alone weren't refined.
    fn offers(&self, attribute: &str, found: &[(u32, &Product)], query: &Query) -> Value {
        let mut counts: IndexMap<&str, usize> = IndexMap::new();
        for (_, product) in found {
            if fits_refinements(product, query, Some(attribute)) {
                for value in values(product, attribute) {
                    *counts.entry(value).or_default() += 1;
                }
            }
        }
        if attribute != "size" {
            counts.sort_by(|left, left_count, right, right_count| {
                right_count.cmp(left_count).then(left.cmp(right))
            });
        }
        let offer = |(value, count): (&str, usize)| {
            let category = (attribute == "category").then(|| self.categories.get(value)).flatten();
            let name = category.map_or(value, |it| it.name.get(&query.locale));
            json!({ "value": value, "name": name, "count": count })
        };
        counts.into_iter().map(offer).collect()
    }
}

fn values<'a>(product: &'a Product, attribute: &str) -> Vec<&'a str> {
    match attribute {
        "category" => vec![&product.category],
        "brand" => vec![&product.brand],
        "material" => vec![&product.material],
        other => product.attributes.get(other).into_iter().flatten().map(String::as_str).collect(),
    }
}

fn fits_refinements(product: &Product, query: &Query, except: Option<&str>) -> bool {
    query
        .refinements
        .iter()
        .filter(|(attribute, wanted)| !wanted.is_empty() && Some(attribute.as_str()) != except)
        .all(|(attribute, wanted)| {
            values(product, attribute).iter().any(|value| wanted.iter().any(|it| it == value))
        })
}

fn sort(found: &mut [(u32, &Product)], order: Option<&str>, locale: &str) {
    match order {
        Some("price-low-to-high") => found.sort_by_key(|(_, product)| product.lowest_price()),
        Some("price-high-to-low") => {
            found.sort_by_key(|(_, product)| Reverse(product.lowest_price()));
        }
        Some("name-ascending") => {
            found
                .sort_by(|(_, left), (_, right)| left.name.get(locale).cmp(right.name.get(locale)));
        }
        Some("newest") => found.sort_by_key(|(_, product)| !product.new),
        _ => found.sort_by_key(|(score, _)| Reverse(*score)),
    }
}

fn words(phrase: &str) -> Vec<String> {
    phrase.split_whitespace().map(str::to_lowercase).collect()
}

/// `whole` points for the word itself, fewer for its beginning, one for a part of one.
fn score(text: &str, word: &str, whole: u32) -> u32 {
    let text = text.to_lowercase();
    if text.split_whitespace().any(|it| it == word) {
        whole
    } else if text.split_whitespace().any(|it| it.starts_with(word)) {
        whole / 2
    } else {
        u32::from(text.contains(word))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a bound beyond any price is as good as the highest one"
)]
fn cents(amount: f64) -> Cents {
    Cents((amount.max(0.0) * 100.0).round() as u64)
}
