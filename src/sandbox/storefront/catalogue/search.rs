//! Searching an assortment: words, category, refinements as the category defines them, sorting rules.

use super::{
    Assortment,
    entries::{Entry, Member},
    query::Query,
};
use crate::sandbox::storefront::locale::fallbacks;
use indexmap::{IndexMap, IndexSet};
use serde_json::{Map, Value, json};
use std::{
    cmp::Ordering,
    collections::{HashMap, HashSet},
};

/// The step of a sorting rule that goes by what products are called.
const NAME: &str = "product.name";

/// A product that was found, and how well it fits the words.
type Found<'a> = (u32, &'a Entry);

/// A product, and what can be had of it that is meant.
type Meant<'a> = (&'a Entry, Vec<&'a Member>);

impl Assortment {
    /// `{ids, represented, refinements: [{attribute, type, name, cutoff, values: [{value, name, count, from, to}]}]}`.
    /// `represented` are the variants by the master's ID, of masters of which not all are meant.
    pub(in crate::sandbox::storefront) fn search(&self, query: &Query) -> Value {
        let category = query.category.as_deref();
        let mut found = self.found(query, category);
        let definitions = self.definitions(query.refining.as_deref().or(category), &query.locale);
        let refinements: Vec<Value> =
            definitions.iter().map(|it| self.refinement(it, &found, query)).collect();
        let mut represented = Map::new();
        found.retain(|(_, entry)| {
            let meant = self.meant(entry, query, None);
            if !meant.is_empty() && meant.len() < entry.members.len() {
                let ids: Vec<&str> = meant.iter().map(|it| it.id.as_str()).collect();
                represented.insert(entry.id.clone(), json!(ids));
            }
            !meant.is_empty()
        });
        self.sort(&mut found, query, category);
        let ids: Vec<&str> = found.iter().map(|(_, entry)| entry.id.as_str()).collect();
        json!({ "ids": ids, "represented": represented, "refinements": refinements })
    }

    /// The categories right below one with what the search finds in them: `[{value, name, count}]`.
    pub(in crate::sandbox::storefront) fn found_below(&self, query: &Query, id: &str) -> Value {
        let found = self.found(query, query.category.as_deref());
        let entries = found.into_iter().map(|(_, entry)| entry);
        let left = self.left(entries, query, "category");
        self.category_values(&left, id, &query.locale).into()
    }

    /// What has the words and is in a category or below it.
    fn found(&self, query: &Query, category: Option<&str>) -> Vec<Found<'_>> {
        let phrase = query.phrase.as_deref().unwrap_or_default().to_lowercase();
        let words: Vec<&str> = phrase.split_whitespace().collect();
        let below: HashSet<&str> =
            self.tree.below(category.unwrap_or("root")).into_iter().collect();
        self.entries()
            .iter()
            .filter(|entry| entry.categories.iter().any(|id| below.contains(id.as_str())))
            .filter_map(|entry| Some((relevance(entry, &words)?, entry)))
            .collect()
    }

    /// The refinement definitions of a category and of those above it, unless blocked on the way.
    fn definitions(&self, category: Option<&str>, locale: &str) -> Vec<Value> {
        let mut found: IndexMap<String, Value> = IndexMap::new();
        let mut blocked: Vec<String> = Vec::new();
        let name = |it: &Value| {
            let id = it["attributeId"].as_str().or_else(|| it["type"].as_str());
            id.unwrap_or_default().to_owned()
        };
        let mut path =
            category.map(|id| self.path(&self.catalogue, id, locale)).unwrap_or_default();
        path.extend(self.read("category", &self.catalogue, "root", locale));
        for document in path {
            for it in document["refinementDefinition"].as_array().into_iter().flatten() {
                let id = name(it);
                if !blocked.contains(&id) {
                    found.entry(id).or_insert_with(|| it.clone());
                }
            }
            let all = document["blockedRefinementDefinition"].as_array().into_iter().flatten();
            blocked.extend(all.map(name));
        }
        found.into_values().collect()
    }

    fn refinement(&self, definition: &Value, found: &[Found<'_>], query: &Query) -> Value {
        let kind = definition["type"].as_str().unwrap_or("attribute");
        let attribute = definition["attributeId"].as_str().unwrap_or(kind);
        let left = self.left(found.iter().map(|(_, entry)| *entry), query, attribute);
        let values = match kind {
            "price" => self.price_buckets(definition, &left),
            "category" => {
                let at = query.category.as_deref().unwrap_or("root");
                self.category_values(&left, at, &query.locale)
            }
            _ => self.buckets(definition, attribute, &left, &query.locale),
        };
        json!({
            "attribute": attribute, "type": kind, "name": definition["displayName"],
            "cutoff": definition["cutoffThreshold"], "values": values,
        })
    }

    /// The values that buckets name, then those that none does.
    fn buckets(
        &self,
        definition: &Value,
        attribute: &str,
        left: &[Meant<'_>],
        locale: &str,
    ) -> Vec<Value> {
        let mut counts: IndexMap<String, usize> = IndexMap::new();
        let buckets = definition["attributeBucket"].as_array().cloned().unwrap_or_default();
        let count = |values: &[&str]| {
            let has = |(entry, members): &&Meant<'_>| {
                let mut own = members.iter().flat_map(|it| it.values(entry, attribute));
                own.any(|value| values.contains(&value.as_str()))
            };
            left.iter().filter(has).count()
        };
        let mut offered: Vec<Value> = Vec::new();
        let mut bucketed: Vec<String> = Vec::new();
        for bucket in &buckets {
            let values = listed(&bucket["valueList"]);
            bucketed.extend(values.iter().map(|it| (*it).to_owned()));
            let hits = count(&values);
            if hits > 0 {
                let (value, name) = (values.join("|"), &bucket["displayName"]);
                offered.push(json!({
                    "value": value, "name": name, "count": hits, "presentation": bucket["presentationId"],
                }));
            }
        }
        if !buckets.is_empty() && definition["unbucketedValuesMode"] != "show-values" {
            return offered;
        }
        for (entry, members) in left {
            let values: IndexSet<&String> =
                members.iter().flat_map(|it| it.values(entry, attribute)).collect();
            for value in values.into_iter().filter(|it| !bucketed.contains(it)) {
                *counts.entry(value.clone()).or_default() += 1;
            }
        }
        if definition["sortMode"] == "value-count" {
            counts.sort_by(|_, left, _, right| right.cmp(left));
        } else {
            counts.sort_keys();
        }
        offered.extend(counts.into_iter().map(|(value, count)| {
            let name = self.value_name(attribute, &value, locale).unwrap_or_else(|| value.clone());
            json!({ "value": value, "name": name, "count": count })
        }));
        offered
    }

    fn price_buckets(&self, definition: &Value, left: &[Meant<'_>]) -> Vec<Value> {
        let mut from = 0.0;
        let mut offered = Vec::new();
        for bucket in definition["priceBucket"].as_array().into_iter().flatten() {
            if bucket["currency"].as_str().is_some_and(|it| it != self.currency) {
                continue;
            }
            let to = bucket["threshold"].as_f64();
            let is_in = |price: f64| price >= from && to.is_none_or(|to| price < to);
            let costs =
                |(_, members): &&Meant<'_>| members.iter().filter_map(|it| it.price).any(is_in);
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

    fn category_values(&self, left: &[Meant<'_>], at: &str, locale: &str) -> Vec<Value> {
        let children = self.tree.children.get(at).into_iter().flatten();
        let values = children.filter_map(|id| {
            let below = self.tree.below(id);
            let is_in = |(entry, _): &&Meant<'_>| {
                entry.categories.iter().any(|it| below.contains(&it.as_str()))
            };
            let count = left.iter().filter(is_in).count();
            let document = self.read("category", &self.catalogue, id, locale)?;
            (count > 0)
                .then(|| json!({ "value": id, "name": document["displayName"], "count": count }))
        });
        values.collect()
    }

    /// The products of which something is meant, whatever is asked of that attribute.
    fn left<'a>(
        &self,
        found: impl Iterator<Item = &'a Entry>,
        query: &Query,
        except: &str,
    ) -> Vec<Meant<'a>> {
        let meant = found.map(|entry| (entry, self.meant(entry, query, Some(except))));
        meant.filter(|(_, members)| !members.is_empty()).collect()
    }

    /// What can be had of a product that has one of the values of each refinement, at a price in bounds.
    fn meant<'a>(&self, entry: &'a Entry, query: &Query, except: Option<&str>) -> Vec<&'a Member> {
        let mut wanted: Vec<(&str, &[String])> = query
            .refinements
            .iter()
            .map(|(attribute, wanted)| (attribute.as_str(), wanted.as_slice()))
            .filter(|(attribute, wanted)| !wanted.is_empty() && Some(*attribute) != except)
            .collect();
        let is_inside = |id: &String| {
            let below = self.tree.below(id);
            entry.categories.iter().any(|it| below.contains(&it.as_str()))
        };
        if wanted.iter().any(|(name, ids)| *name == "category" && !ids.iter().any(is_inside)) {
            return Vec::new();
        }
        wanted.retain(|(attribute, _)| *attribute != "category");
        let is_in_price = |price: Option<f64>| {
            except == Some("price")
                || (query.price_min.is_none_or(|least| price.is_some_and(|it| it >= least))
                    && query.price_max.is_none_or(|most| price.is_some_and(|it| it <= most)))
        };
        let is_in_ranges = |member: &Member| {
            let ranges = query.ranges.iter().filter(|(name, _)| Some(name.as_str()) != except);
            ranges.into_iter().all(|(name, range)| {
                member.values(entry, name).iter().any(|value| range.holds(value))
            })
        };
        let is_meant = |member: &&Member| {
            is_in_price(member.price.or(entry.price))
                && is_in_ranges(member)
                && wanted.iter().all(|(attribute, wanted)| {
                    member.values(entry, attribute).iter().any(|it| wanted.contains(it))
                })
        };
        entry.members.iter().filter(is_meant).collect()
    }

    fn sort(&self, found: &mut [Found<'_>], query: &Query, category: Option<&str>) {
        let steps = self.steps(query, category);
        let positions = category.and_then(|id| self.tree.assigned.get(id));
        let places = places(positions);
        let is_by_name = steps.iter().any(|step| step["attributePath"] == NAME);
        let names = if is_by_name { self.names(found, &query.locale) } else { HashMap::new() };
        found.sort_by(|left, right| {
            let steps = steps.iter().map(|step| compare(step, (*left, *right), (&places, &names)));
            let decided = steps.into_iter().find(|order| *order != Ordering::Equal);
            decided.unwrap_or(Ordering::Equal).then(right.0.cmp(&left.0))
        });
    }

    /// What is sorted by: what the search says, else the rule that it names, else that of the category.
    fn steps(&self, query: &Query, category: Option<&str>) -> Vec<Value> {
        if !query.order.is_empty() {
            return query
                .order
                .iter()
                .map(|(attribute, direction)| step(attribute, *direction))
                .collect();
        }
        let rule = query.sort.clone().or_else(|| self.default_rule(category));
        let rule = rule.and_then(|rule| self.shop.document("sorting-rule", &self.site, &rule));
        rule.and_then(|rule| rule["sortingAttributes"].as_array().cloned()).unwrap_or_default()
    }

    /// The rule that is assigned to a category, or to the nearest one above it.
    pub(super) fn default_rule(&self, category: Option<&str>) -> Option<String> {
        let rule = |id: &str| {
            let scope = self.shop.ids("sorting-rule-assignment", &self.site);
            let found = scope.into_iter().find(|own| own.split('|').next() == Some(id))?;
            let document = self.shop.document("sorting-rule-assignment", &self.site, found)?;
            document["ruleId"].as_str().map(str::to_owned)
        };
        let mut at = category.map(str::to_owned);
        for _ in 0..64 {
            let Some(id) = at else { break };
            if let Some(found) = rule(&id) {
                return Some(found);
            }
            let document = self.shop.document("category", &self.catalogue, &id).unwrap_or_default();
            at = document["parent"].as_str().map(str::to_owned);
        }
        rule("root")
    }

    /// What products are called, in small letters.
    fn names(&self, found: &[Found<'_>], locale: &str) -> HashMap<String, String> {
        let locales = fallbacks(locale);
        let name = |entry: &Entry| {
            let owner = self.owners.get(&entry.id).map_or("", String::as_str);
            let document = self.shop.read(("product", owner, &entry.id), &self.site, &locales);
            document.and_then(|it| it["displayName"].as_str().map(str::to_lowercase))
        };
        found.iter().map(|(_, entry)| (entry.id.clone(), name(entry).unwrap_or_default())).collect()
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

/// The place of each product of a category.
fn places(positions: Option<&Vec<String>>) -> HashMap<&str, usize> {
    let all = positions.into_iter().flatten();
    all.enumerate().map(|(place, id)| (id.as_str(), place)).collect()
}

/// In the order of one step of a sorting rule; `places` and `names` are those of all products by their IDs.
fn compare(
    step: &Value,
    (left, right): (Found<'_>, Found<'_>),
    (places, names): (&HashMap<&str, usize>, &HashMap<String, String>),
) -> Ordering {
    let place = |entry: &Entry| places.get(entry.id.as_str()).copied().unwrap_or(usize::MAX);
    let order = match (step["kind"].as_str(), step["attributePath"].as_str()) {
        (Some("price"), _) => cents(left.1.price).cmp(&cents(right.1.price)),
        (Some("category-position"), _) => place(left.1).cmp(&place(right.1)),
        (Some("text-relevance"), _) => right.0.cmp(&left.0),
        (Some("attribute"), Some("product.searchPlacement")) => {
            left.1.placement.cmp(&right.1.placement)
        }
        (Some("attribute"), Some("product.searchRank")) => left.1.rank.cmp(&right.1.rank),
        (Some("attribute"), Some(NAME)) => names.get(&left.1.id).cmp(&names.get(&right.1.id)),
        (Some("attribute"), Some("product.ID")) => left.1.id.cmp(&right.1.id),
        (Some("attribute"), Some(path)) => {
            let name = path.trim_start_matches("product.").trim_start_matches("custom.");
            left.1.all_values(name).next().cmp(&right.1.all_values(name).next())
        }
        _ => Ordering::Equal,
    };
    if step["direction"] == "descending" { order.reverse() } else { order }
}

#[expect(clippy::cast_possible_truncation, reason = "prices are far below what an integer holds")]
fn cents(price: Option<f64>) -> i64 {
    price.map_or(i64::MAX, |price| (price * 100.0).round() as i64)
}

/// How well the words fit; nothing unless each of them does.
fn relevance(entry: &Entry, words: &[&str]) -> Option<u32> {
    words.iter().try_fold(0, |sum, word| {
        let best =
            |texts: &[String], whole: u32| texts.iter().map(|text| score(text, word, whole)).max();
        let found = best(&entry.names, 8).max(best(&entry.texts, 3)).unwrap_or(0);
        (found > 0).then_some(sum + found)
    })
}

/// `whole` points for the word itself, half of them for its beginning.
fn score(text: &str, word: &str, whole: u32) -> u32 {
    let words = || text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    if words().any(|it| it == word) {
        whole
    } else if words().any(|it| it.starts_with(word)) {
        whole / 2
    } else {
        0
    }
}

/// The values of a bucket, which stand in one text.
fn listed(value: &Value) -> Vec<&str> {
    let values = value.as_str().unwrap_or_default().split(',');
    values.map(str::trim).filter(|it| !it.is_empty()).collect()
}
