//! The order of what was found: by a rule, or by the attributes that a search names.

use super::{
    Assortment,
    entry::Entry,
    key::Key,
    query::Query,
    search::{Found, Search},
};
use crate::sandbox::storefront::locale::fallbacks;
use serde_json::{Value, json};
use std::{cmp::Ordering, collections::HashMap};

impl Search<'_> {
    /// The rule that the search names; else that for words, if it is for some; else that of the category.
    pub(super) fn rule(&self) -> Option<String> {
        let Query { sort, category, phrase, .. } = self.query;
        let words = phrase.as_deref().map(str::trim).filter(|phrase| !phrase.is_empty());
        sort.clone()
            .or_else(|| self.shop.keyword_rule(words?))
            .or_else(|| self.shop.default_rule(category.as_deref()))
    }

    /// By the attributes that the search names, else by the rule; what is alike then by how well it fits the words.
    pub(super) fn sort(&self, found: &mut Vec<Found<'_>>, rule: Option<&str>) {
        let steps = self.steps(rule);
        let positions = self.query.category.as_ref().and_then(|id| self.shop.tree.assigned.get(id));
        let positions = positions.into_iter().flatten().enumerate();
        let places: HashMap<&str, usize> =
            positions.map(|(place, id)| (id.as_str(), place)).collect();
        let locales = fallbacks(&self.query.locale);
        let keys = |it: &Found<'_>| {
            let keys = steps.iter().map(|step| self.key(step, *it, &places, &locales));
            keys.collect::<Vec<_>>()
        };
        let mut keyed: Vec<_> = found.drain(..).map(|it| (keys(&it), it)).collect();
        keyed.sort_by(|(left, it), (right, other)| {
            let steps = steps.iter().zip(left.iter().zip(right));
            let mut orders =
                steps.map(|(step, (left, right))| in_order(step, left.as_ref(), right.as_ref()));
            let decided = orders.find(|order| *order != Ordering::Equal);
            decided.unwrap_or(Ordering::Equal).then(other.0.cmp(&it.0))
        });
        found.extend(keyed.into_iter().map(|(_, it)| it));
    }

    fn steps(&self, rule: Option<&str>) -> Vec<Value> {
        let order = &self.query.order;
        if !order.is_empty() {
            return order
                .iter()
                .map(|(attribute, direction)| step(attribute, *direction))
                .collect();
        }
        let rule =
            rule.and_then(|rule| self.shop.shop.document("sorting-rule", &self.shop.site, rule));
        rule.and_then(|rule| rule["sortingAttributes"].as_array().cloned()).unwrap_or_default()
    }

    /// What a step of a sorting rule looks at; nothing if the product has none of it.
    fn key(
        &self,
        step: &Value,
        (relevance, entry): Found<'_>,
        places: &HashMap<&str, usize>,
        locales: &[&str],
    ) -> Option<Key> {
        let number = |count: usize| u32::try_from(count).ok().map(f64::from).map(Key::Number);
        match step["kind"].as_str()? {
            "price" => self.costs.lowest(entry).map(Key::Number),
            "category-position" => number(*places.get(entry.id.as_str())?),
            // The best ones come first.
            "text-relevance" => Some(Key::Number(-f64::from(relevance))),
            "availability-status" => {
                Some(Key::Number(-f64::from(u8::from(self.in_stock(entry) > 0.0))))
            }
            "attribute" => {
                let path = step["attributePath"].as_str()?;
                if let Some(name) = path.strip_prefix("product.availabilityModel.") {
                    return self.availability(entry, name).map(Key::Number);
                }
                let default = || step["defaultValue"].as_str().map(str::to_owned);
                attribute(entry, path, locales).or_else(default).as_deref().map(Key::of)
            }
            _ => None,
        }
    }
}

/// What there is by the site's inventory list.
impl Search<'_> {
    /// The share of a product's variants, of the parts of a set or of itself that is in stock.
    fn in_stock(&self, entry: &Entry) -> f64 {
        let count = |count: usize| u32::try_from(count).map_or(0.0, f64::from);
        let pieces = self.pieces(entry);
        let there = pieces.iter().filter(|pieces| **pieces > 0.0).count();
        count(there) / count(pieces.len().max(1))
    }

    fn pieces(&self, entry: &Entry) -> Vec<f64> {
        let list = self.shop.inventory_list();
        let members = entry.members.iter().map(|it| &it.id).filter(|_| entry.parts.is_empty());
        let now = |id: &String| self.query.stock.get(id).copied();
        let stock =
            members.chain(&entry.parts).map(|id| now(id).or_else(|| self.shop.stock(list, id)));
        stock.map(Option::unwrap_or_default).collect()
    }

    /// What a product has of an attribute of its availability; nothing for what nobody can tell.
    fn availability(&self, entry: &Entry, name: &str) -> Option<f64> {
        match name.to_lowercase().as_str() {
            "availability" | "instock" | "orderable" => {
                Some(f64::from(u8::from(self.in_stock(entry) > 0.0)))
            }
            "skucoverage" => Some(self.in_stock(entry)),
            "ats" => Some(self.pieces(entry).iter().sum()),
            _ => None,
        }
    }
}

/// What a product has of an attribute that is sorted by.
fn attribute(entry: &Entry, path: &str, locales: &[&str]) -> Option<String> {
    let name = path.trim_start_matches("product.").trim_start_matches("custom.");
    match path {
        "product.name" => entry.name(locales),
        "product.ID" => Some(entry.id.clone()),
        _ => {
            let found = entry.all_values(name).next().cloned();
            let is_placed = matches!(name, "searchPlacement" | "searchRank");
            found.or_else(|| is_placed.then(|| "0".to_owned()))
        }
    }
}

/// In the order of one step; what has nothing of it comes last in either direction.
fn in_order(step: &Value, left: Option<&Key>, right: Option<&Key>) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) if step["direction"] == "descending" => right.compare(left),
        (Some(left), Some(right)) => left.compare(right),
        _ => right.is_some().cmp(&left.is_some()),
    }
}

/// The step of a sorting rule for an attribute that scripts sort by.
fn step(attribute: &str, direction: u8) -> Value {
    let direction = if direction == 2 { "descending" } else { "ascending" };
    if attribute == "price" {
        return json!({ "kind": "price", "direction": direction });
    }
    let path = format!("product.{attribute}");
    json!({ "kind": "attribute", "attributePath": path, "direction": direction })
}

impl Assortment {
    /// The rule that is assigned to a category, or to the nearest one above it.
    pub(super) fn default_rule(&self, category: Option<&str>) -> Option<String> {
        let path = self.tree.up_from(category.unwrap_or("root")).chain(["root"]);
        let rule = |id: &str| {
            let assigned = self.shop.document("sorting-rule-assignment", &self.site, id)?;
            assigned["ruleId"].as_str().map(str::to_owned)
        };
        path.into_iter().find_map(rule)
    }

    /// The rule for searches by words: the one for a group that has these, else the one for all.
    fn keyword_rule(&self, phrase: &str) -> Option<String> {
        let all: Vec<_> = self.shop.documents("keyword-sorting", &self.site).collect();
        let rule = |is_meant: &dyn Fn(Option<&str>) -> bool| {
            let found =
                all.iter().find(|(_, document)| is_meant(document["keywordGroupId"].as_str()));
            found.and_then(|(_, document)| document["ruleId"].as_str().map(str::to_owned))
        };
        rule(&|group| group.is_some_and(|group| self.is_in_group(phrase, group)))
            .or_else(|| rule(&|group| group.is_none()))
    }
}
