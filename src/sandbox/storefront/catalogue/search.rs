//! Searching an assortment: words, category, refinements, prices.

use super::{
    Assortment,
    buckets::Bucket,
    costs::Costs,
    entry::{Entry, Member},
    query::Query,
};
use serde_json::{Map, Value, json};
use std::{collections::HashSet, sync::Arc};

/// A product that was found, and how well it fits the words.
pub(super) type Found<'a> = (u32, &'a Entry);

/// A product, and what can be had of it that is meant.
pub(super) type Meant<'a> = (&'a Entry, Vec<&'a Member>);

/// What is asked, with what is needed to answer it.
pub(super) struct Search<'a> {
    pub(super) shop: &'a Assortment,
    pub(super) query: &'a Query,
    pub(super) costs: Arc<Costs>,
    /// The attributes that it is refined by.
    wanted: Vec<Wanted<'a>>,
    /// The categories that it is refined by, with those below them.
    inside: Option<HashSet<&'a str>>,
}

/// What a product must have of an attribute: one of the values, or one that is in one of the buckets.
struct Wanted<'a> {
    attribute: &'a str,
    values: &'a [String],
    buckets: Vec<Bucket>,
}

impl Assortment {
    /// `{ids, represented, rule}`. `represented` are the variants by the master's ID, of masters of which not all are
    /// meant; `rule` is the one that sorts what was found.
    pub(in crate::sandbox::storefront) fn search(&self, query: &Query) -> Value {
        let search = Search::new(self, query);
        let mut found = search.found();
        let mut represented = Map::new();
        found.retain(|(_, entry)| {
            let meant = search.meant(entry, None);
            if !meant.is_empty() && meant.len() < entry.members.len() {
                let ids: Vec<&str> = meant.iter().map(|it| it.id.as_str()).collect();
                represented.insert(entry.id.clone(), json!(ids));
            }
            !meant.is_empty()
        });
        let rule = search.rule();
        search.sort(&mut found, rule.as_deref());
        let ids: Vec<&str> = found.iter().map(|(_, entry)| entry.id.as_str()).collect();
        json!({ "ids": ids, "represented": represented, "rule": rule })
    }

    /// What the search can be narrowed by: `[{attribute, type, name, cutoff, values: [{value, name, count, from, to}]}]`.
    /// To count it takes far longer than to search, and most searches are for something else.
    pub(in crate::sandbox::storefront) fn refinements(&self, query: &Query) -> Value {
        let search = Search::new(self, query);
        let all = search.found();
        let found = all.iter().map(|(_, entry)| *entry);
        let meant = found.filter(|entry| !search.meant(entry, None).is_empty());
        let common = || self.common(meant.map(|entry| entry.id.as_str()));
        search.refinements(&all, query.refining.as_deref().unwrap_or_else(common)).into()
    }

    /// The deepest category that all of some products are in or below; the root of none.
    pub(in crate::sandbox::storefront) fn common<'p>(
        &self,
        ids: impl Iterator<Item = &'p str>,
    ) -> &str {
        self.tree.deepest_common(ids.filter_map(|id| self.tree.categories.get(id)))
    }

    /// The categories right below one with what the search finds in them: `[{value, name, count}]`.
    pub(in crate::sandbox::storefront) fn found_below(&self, query: &Query, id: &str) -> Value {
        let search = Search::new(self, query);
        let found = search.found();
        search.category_values(&search.left(&found, "category"), id).into()
    }
}

impl<'a> Search<'a> {
    fn new(shop: &'a Assortment, query: &'a Query) -> Self {
        let refined = query.refinements.iter().filter(|(_, values)| !values.is_empty());
        let (inside, attributes): (Vec<_>, Vec<_>) =
            refined.partition(|(attribute, _)| *attribute == "category");
        let wanted = attributes.into_iter().map(|(attribute, values)| Wanted {
            attribute,
            values,
            buckets: shop.buckets_named(attribute, values, query),
        });
        let below = |(_, ids): (_, &'a Vec<String>)| {
            ids.iter().flat_map(|id| shop.tree.below(id)).collect()
        };
        Self {
            shop,
            query,
            costs: shop.costs(query.currency.as_deref(), query.books.as_deref()),
            wanted: wanted.collect(),
            inside: inside.into_iter().next().map(below),
        }
    }

    /// What has the words and is in a category or below it.
    fn found(&self) -> Vec<Found<'a>> {
        let shop = self.shop;
        let phrase = shop.phrase(self.query);
        let category = self.query.category.as_deref().unwrap_or("root");
        let below: HashSet<&str> = shop.tree.below(category).into_iter().collect();
        shop.with_words_of(&phrase)
            .into_iter()
            .filter(|entry| entry.categories.iter().any(|id| below.contains(id.as_str())))
            .filter_map(|entry| Some((phrase.relevance(entry)?, entry)))
            .collect()
    }

    /// The products of which something is meant, whatever is asked of that attribute.
    pub(super) fn left(&self, found: &[Found<'a>], except: &str) -> Vec<Meant<'a>> {
        let meant = found.iter().map(|(_, entry)| (*entry, self.meant(entry, Some(except))));
        meant.filter(|(_, members)| !members.is_empty()).collect()
    }

    /// What can be had of a product that has what is wanted of each attribute, at a price in bounds.
    fn meant(&self, entry: &'a Entry, except: Option<&str>) -> Vec<&'a Member> {
        let is_inside = |inside: &HashSet<&str>| {
            except == Some("category")
                || entry.categories.iter().any(|it| inside.contains(it.as_str()))
        };
        if !self.inside.as_ref().is_none_or(is_inside) {
            return Vec::new();
        }
        let is_asked = |attribute: &str| Some(attribute) != except;
        let wanted: Vec<_> = self.wanted.iter().filter(|it| is_asked(it.attribute)).collect();
        let ranges: Vec<_> = self.query.ranges.iter().filter(|(name, _)| is_asked(name)).collect();
        let is_meant = |member: &&Member| {
            (!is_asked("price") || self.is_in_price(entry, member))
                && ranges.iter().all(|(name, range)| {
                    member.values(entry, name).iter().any(|value| range.holds(value))
                })
                && wanted.iter().all(|wanted| {
                    member.values(entry, wanted.attribute).iter().any(|it| wanted.has(it))
                })
        };
        entry.members.iter().filter(is_meant).collect()
    }

    fn is_in_price(&self, entry: &Entry, member: &Member) -> bool {
        let Query { price_min, price_max, .. } = self.query;
        let is_in = |price: &f64| {
            price_min.is_none_or(|least| *price >= least)
                && price_max.is_none_or(|most| *price <= most)
        };
        (price_min.is_none() && price_max.is_none())
            || self.costs.of(entry, member).iter().any(is_in)
    }
}

impl Wanted<'_> {
    fn has(&self, value: &String) -> bool {
        self.values.contains(value) || self.buckets.iter().any(|bucket| bucket.holds(value))
    }
}
