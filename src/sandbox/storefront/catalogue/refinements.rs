//! What a search can be narrowed by, as the categories define it.

use super::{
    buckets::{Defined, buckets},
    entry::Entry,
    key::compare,
    search::{Found, Meant, Search},
};
use indexmap::{IndexMap, IndexSet};
use serde_json::{Value, json};
use std::{cmp::Reverse, collections::HashSet};

impl<'a> Search<'a> {
    /// The refinements of a category, with the values that what was found has.
    pub(super) fn refinements(&self, found: &[Found<'a>], category: &str) -> Vec<Value> {
        let all = self.shop.definitions(category, &self.query.locale);
        all.iter().map(|it| self.refinement(it, found)).collect()
    }

    fn refinement(&self, defined: &Defined<'_>, found: &[Found<'a>]) -> Value {
        let definition = &defined.document;
        let kind = definition["type"].as_str().unwrap_or("attribute");
        let attribute = definition["attributeId"].as_str().unwrap_or(kind);
        let left = self.left(found, attribute);
        let values = match kind {
            "price" => self.price_buckets(definition, &left),
            "category" => {
                let at = self.query.category.as_deref().unwrap_or("root");
                let mut values = self.category_values(&left, at);
                if let "value-name" | "value-count" = definition["sortMode"].as_str().unwrap_or("")
                {
                    in_order(&mut values, definition);
                }
                values
            }
            _ => self.values(defined, attribute, &left),
        };
        json!({
            "attribute": attribute, "type": kind, "name": definition["displayName"],
            "cutoff": definition["cutoffThreshold"], "values": values,
        })
    }

    /// The values that buckets name, then those that none does.
    fn values(&self, defined: &Defined<'_>, attribute: &str, left: &[Meant<'a>]) -> Vec<Value> {
        let definition = &defined.document;
        let buckets = buckets(definition);
        let mut offered = Vec::new();
        for (value, bucket) in &buckets {
            let has = |(entry, members): &&Meant<'_>| {
                let mut own = members.iter().flat_map(|it| it.values(entry, attribute));
                own.any(|value| bucket.holds(value))
            };
            let count = left.iter().filter(has).count();
            if count > 0 {
                let mut value = value.clone();
                value["count"] = count.into();
                offered.push(value);
            }
        }
        if !buckets.is_empty() && definition["unbucketedValuesMode"] != "show-values" {
            return offered;
        }
        let is_bucketed = |value: &str| buckets.iter().any(|(_, bucket)| bucket.holds(value));
        let mut counts: IndexMap<&str, usize> = IndexMap::new();
        for (entry, members) in left {
            let values: IndexSet<&String> =
                members.iter().flat_map(|it| it.values(entry, attribute)).collect();
            for value in values.into_iter().filter(|it| !is_bucketed(it)) {
                *counts.entry(value).or_default() += 1;
            }
        }
        if definition["valueSet"] == "refinement-category" {
            let all = self.below(defined.category).flat_map(|entry| entry.all_values(attribute));
            for value in all.filter(|it| !is_bucketed(it)) {
                counts.entry(value).or_default();
            }
        }
        let unbucketed = counts.into_iter().map(|(value, count)| {
            let name = self.shop.value_name(attribute, value, &self.query.locale);
            json!({ "value": value, "name": name.as_deref().unwrap_or(value), "count": count })
        });
        let mut unbucketed: Vec<Value> = unbucketed.collect();
        in_order(&mut unbucketed, definition);
        offered.append(&mut unbucketed);
        offered
    }

    /// What is in a category or below it.
    fn below(&self, category: &str) -> impl Iterator<Item = &'a Entry> {
        let below: HashSet<&str> = self.shop.tree.below(category).into_iter().collect();
        let is_below = move |id: &String| below.contains(id.as_str());
        self.shop.entries().iter().filter(move |entry| entry.categories.iter().any(&is_below))
    }

    fn price_buckets(&self, definition: &Value, left: &[Meant<'_>]) -> Vec<Value> {
        let currency = self.query.currency.as_deref().unwrap_or(&self.shop.currency);
        let mut from = 0.0;
        let mut offered = Vec::new();
        for bucket in definition["priceBucket"].as_array().into_iter().flatten() {
            if bucket["currency"].as_str().is_some_and(|it| it != currency) {
                continue;
            }
            let to = bucket["threshold"].as_f64();
            let is_in = |price: &f64| *price >= from && to.is_none_or(|to| *price < to);
            let costs = |(entry, members): &&Meant<'_>| {
                members.iter().flat_map(|it| self.costs.of(entry, it)).any(is_in)
            };
            let count = left.iter().filter(costs).count();
            if count > 0 {
                let value = format!("{from}..{}", to.unwrap_or(f64::MAX));
                let name = &bucket["displayName"];
                offered.push(
                    json!({ "value": value, "name": name, "count": count, "from": from, "to": to }),
                );
            }
            from = to.unwrap_or(from);
        }
        offered
    }

    /// The categories right below one, with how much is in them or below them, in the order of their positions.
    pub(super) fn category_values(&self, left: &[Meant<'_>], at: &str) -> Vec<Value> {
        let tree = &self.shop.tree;
        let values = tree.children.get(at).into_iter().flatten().filter_map(|id| {
            let below: HashSet<&str> = tree.below(id).into_iter().collect();
            let is_in = |(entry, _): &&Meant<'_>| {
                entry.categories.iter().any(|it| below.contains(it.as_str()))
            };
            let count = left.iter().filter(is_in).count();
            if count == 0 {
                return None;
            }
            let document =
                self.shop.read("category", &self.shop.catalogue, id, &self.query.locale)?;
            Some(json!({ "value": id, "name": document["displayName"], "count": count }))
        });
        values.collect()
    }
}

/// By their names, or by how many there are of them and then by their names, in the direction that the definition says.
/// Without one names come in the order of letters, and the most first.
fn in_order(values: &mut [Value], definition: &Value) {
    let direction = definition["sortDirection"].as_str();
    let is_by_count = definition["sortMode"] == "value-count";
    let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
    values.sort_by(|left, right| {
        let order = compare(&name(left), &name(right));
        if direction == Some("descending") && !is_by_count { order.reverse() } else { order }
    });
    let count = |value: &Value| value["count"].as_u64();
    match direction {
        _ if !is_by_count => {}
        Some("ascending") => values.sort_by_key(count),
        _ => values.sort_by_key(|value| Reverse(count(value))),
    }
}
