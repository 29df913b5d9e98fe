//! The refinements that categories define, and the buckets that these put values into.

use super::{Assortment, key::compare, query::Query};
use crate::sandbox::{shop::Shop, storefront::locale::fallbacks};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// What a category says of refinements, in all locales.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    own: Vec<Value>,
    /// Those that categories above it define and that don't hold in it.
    blocked: Vec<String>,
}

/// A definition in a locale, with the category that it is from.
pub(super) struct Defined<'a> {
    pub(super) category: &'a str,
    pub(super) document: Value,
}

/// Which values are offered as one.
#[derive(Debug, PartialEq)]
pub(super) enum Bucket {
    /// One of these.
    Values(Vec<String>),
    /// Above the one and up to the other.
    Between(Option<String>, String),
    /// Times of the last days, so many of them.
    Days(f64),
}

impl Bucket {
    pub(super) fn holds(&self, value: &str) -> bool {
        match self {
            Self::Values(values) => values.iter().any(|it| it == value),
            Self::Between(from, to) => {
                from.as_ref().is_none_or(|from| compare(value, from).is_gt())
                    && compare(value, to).is_le()
            }
            Self::Days(days) => value.parse().is_ok_and(|time: Timestamp| {
                let age = Timestamp::now().duration_since(time);
                !age.is_negative() && age <= SignedDuration::from_secs_f64(days * 86_400.0)
            }),
        }
    }
}

/// The buckets of a definition, each with what is offered for it: `{value, name, presentation, description}`.
pub(super) fn buckets(definition: &Value) -> Vec<(Value, Bucket)> {
    let all = |name: &str| definition[name].as_array().cloned().unwrap_or_default();
    let mut found = Vec::new();
    for it in all("attributeBucket") {
        let values = listed(&it["valueList"]);
        found.push((offered(&it, &values.join("|")), Bucket::Values(values)));
    }
    let mut from = None;
    for it in all("thresholdBucket") {
        let Some(to) = it["threshold"].as_str().map(str::to_owned) else { continue };
        found.push((offered(&it, &to), Bucket::Between(from.replace(to.clone()), to)));
    }
    for it in all("periodBucket") {
        let Some(days) = it["durationInDays"].as_f64() else { continue };
        found.push((offered(&it, &days.to_string()), Bucket::Days(days)));
    }
    found
}

/// A bucket is asked for by its name; without one by what it is.
fn offered(bucket: &Value, unnamed: &str) -> Value {
    let name = bucket["displayName"].as_str().unwrap_or(unnamed);
    json!({
        "value": name, "name": name, "presentation": bucket["presentationId"],
        "description": bucket["description"],
    })
}

/// The values of a bucket, which stand in one text.
fn listed(value: &Value) -> Vec<String> {
    let values = value.as_str().unwrap_or_default().split(',');
    values.map(str::trim).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// The attribute that a definition is for, else its type.
fn name(definition: &Value) -> &str {
    let id = definition["attributeId"].as_str().or_else(|| definition["type"].as_str());
    id.unwrap_or_default()
}

impl Assortment {
    /// The definitions of a category and of those above it, unless blocked on the way: from the root down.
    pub(super) fn definitions(&self, category: &str, locale: &str) -> Vec<Defined<'_>> {
        let mut path: Vec<&str> = self.tree.up_from(category).collect();
        if path.is_empty() {
            path.push("root");
        }
        let (mut known, mut levels) = (HashSet::new(), Vec::new());
        for category in path {
            let Some(Definitions { own, blocked }) = self.all_definitions().get(category) else {
                continue;
            };
            let new = own.iter().filter(|it| known.insert(name(it)));
            levels.push(new.map(|it| (category, it)).collect::<Vec<_>>());
            known.extend(blocked.iter().map(String::as_str));
        }
        let locales = fallbacks(locale);
        let all = levels.into_iter().rev().flatten();
        all.map(|(category, it)| {
            let document = self.shop.seen(it.clone(), &self.site, &locales);
            Defined { category, document }
        })
        .collect()
    }

    /// The buckets of an attribute that have one of those names in the language of the search: those that hold in its
    /// category, else those of all categories.
    pub(super) fn buckets_named(
        &self,
        attribute: &str,
        names: &[String],
        query: &Query,
    ) -> Vec<Bucket> {
        let meant = |document: &Value| {
            let all = if name(document) == attribute { buckets(document) } else { Vec::new() };
            let own = all.into_iter().filter(|(offered, _)| {
                offered["value"].as_str().is_some_and(|name| names.iter().any(|it| it == name))
            });
            own.map(|(_, bucket)| bucket).collect::<Vec<_>>()
        };
        let category = query.refining.as_deref().or(query.category.as_deref()).unwrap_or("root");
        let near = self.definitions(category, &query.locale);
        let found: Vec<Bucket> = near.iter().flat_map(|it| meant(&it.document)).collect();
        if !found.is_empty() {
            return found;
        }
        let locales = fallbacks(&query.locale);
        let all = self.all_definitions().values().flat_map(|it| &it.own);
        let own = all.filter(|it| name(it) == attribute);
        own.flat_map(|it| meant(&self.shop.seen(it.clone(), &self.site, &locales))).collect()
    }

    /// What each category defines.
    fn all_definitions(&self) -> &HashMap<String, Definitions> {
        self.definitions.get_or_init(|| {
            let categories = self.shop.documents("category", &self.catalogue);
            let all = categories.filter_map(|(id, document)| {
                let mut document = Shop::seen_at(document, &self.site);
                let mut list = |name: &str| match document[name].take() {
                    Value::Array(list) => list,
                    _ => Vec::new(),
                };
                let own = list("refinementDefinition");
                let blocked = list("blockedRefinementDefinition");
                let blocked: Vec<String> = blocked.iter().map(|it| name(it).to_owned()).collect();
                let says_any = !own.is_empty() || !blocked.is_empty();
                says_any.then(|| (id.to_owned(), Definitions { own, blocked }))
            });
            all.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_holds_what_is_up_to_its_threshold_or_of_its_days() {
        let definition = json!({ "thresholdBucket": [
            { "displayName": "to 15", "threshold": "15" }, { "threshold": "150" },
        ], "periodBucket": [{ "displayName": "new", "durationInDays": 7 }] });
        let all = buckets(&definition);
        let names: Vec<_> = all.iter().map(|(offered, _)| &offered["value"]).collect();
        assert_eq!(names, ["to 15", "150", "new"]);
        let holding = |value: &str| {
            let held = all.iter().filter(|(_, bucket)| bucket.holds(value));
            held.map(|(offered, _)| offered["value"].as_str().unwrap_or_default())
                .collect::<Vec<_>>()
        };
        assert_eq!(holding("9"), ["to 15"]);
        assert_eq!(holding("15"), ["to 15"]);
        assert_eq!(holding("100"), ["150"]);
        assert_eq!(holding("151"), [""; 0]);
        let day =
            |days: i64| (Timestamp::now() - SignedDuration::from_hours(24 * days)).to_string();
        assert_eq!(holding(&day(6)), ["new"]);
        assert_eq!(holding(&day(8)), [""; 0]);
        assert_eq!(holding(&day(-1)), [""; 0]);
    }
}
