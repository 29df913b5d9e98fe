//! A catalogue's tree: its categories, the products in them, and what it recommends.

use super::Lists;
use crate::sandbox::shop::Shop;
use indexmap::{IndexMap, IndexSet};
use std::collections::{HashMap, HashSet};

/// What a catalogue's own records say of where things stand.
#[derive(Debug)]
pub(super) struct Tree {
    /// The categories of a product, its primary one first.
    pub(super) categories: Lists,
    /// The products of a category, in the order of their positions.
    pub(super) assigned: Lists,
    /// The categories below one, in the order of their positions.
    pub(super) children: IndexMap<String, Vec<String>>,
    /// The category that another is right below.
    parents: HashMap<String, String>,
    /// The keys of what is recommended, by the type and the ID of what it is recommended for.
    recommended: Lists,
}

impl Tree {
    pub(super) fn of(shop: &Shop, catalogue: &str) -> Self {
        let (categories, assigned) = assignments(shop, catalogue);
        let children = children(shop, catalogue);
        let pairs = children.iter().flat_map(|(id, all)| all.iter().map(move |child| (child, id)));
        Self {
            categories,
            assigned,
            parents: pairs.map(|(child, id)| (child.clone(), id.clone())).collect(),
            children,
            recommended: recommended(shop, catalogue),
        }
    }

    /// A category and all below it.
    pub(super) fn below(&self, category: &str) -> Vec<&str> {
        let own = self.children.get_key_value(category).map(|(id, _)| id.as_str());
        let mut found: Vec<&str> = own.into_iter().collect();
        let mut seen: HashSet<&str> = own.into_iter().collect();
        let mut next = 0;
        while let Some(id) = found.get(next) {
            let inner = self.children.get(*id).into_iter().flatten().map(String::as_str);
            found.extend(inner.filter(|id| seen.insert(id)).collect::<Vec<_>>());
            next += 1;
        }
        found
    }

    /// A category and those above it, the nearest first; the root is the last one.
    pub(super) fn up_from(&self, category: &str) -> impl Iterator<Item = &str> {
        let own = self.children.get_key_value(category).map(|(id, _)| id.as_str());
        let above = |id: &&str| self.parents.get(*id).map(String::as_str);
        std::iter::successors(own, above).take(self.children.len())
    }

    /// The deepest category that all of those products are in or below, whose categories are given; the root of none.
    pub(super) fn deepest_common<'c>(
        &self,
        mut products: impl Iterator<Item = &'c Vec<String>>,
    ) -> &str {
        let up = |categories: &Vec<String>| {
            let all = categories.iter().flat_map(|id| self.up_from(id));
            all.collect::<IndexSet<&str>>()
        };
        let mut common = products.next().map(up).unwrap_or_default();
        for categories in products {
            // All have the root in common.
            if common.len() < 2 {
                break;
            }
            let others = up(categories);
            common.retain(|id| others.contains(id));
        }
        let depth = |id: &&str| self.up_from(id).count();
        // Of several the first one, which is the primary category of the first product, or above it.
        common.into_iter().rev().max_by_key(depth).unwrap_or("root")
    }

    /// The keys of what is recommended for a product or a category, in the order of the archive.
    pub(super) fn recommended(&self, kind: &str, id: &str) -> impl Iterator<Item = &str> {
        let keys = self.recommended.get(&format!("{kind}|{id}"));
        keys.into_iter().flatten().map(String::as_str)
    }
}

/// Without a type of its own a source is a product.
fn recommended(shop: &Shop, catalogue: &str) -> Lists {
    let mut lists = Lists::new();
    for (key, document) in shop.documents("recommendation", catalogue) {
        let kind = document["sourceType"].as_str().unwrap_or("product");
        let source = document["sourceId"].as_str().unwrap_or_default();
        lists.entry(format!("{kind}|{source}")).or_default().push(key.to_owned());
    }
    lists
}

/// The categories of products and the products of categories.
fn assignments(shop: &Shop, catalogue: &str) -> (Lists, Lists) {
    let (mut categories, mut positioned) =
        (Lists::new(), HashMap::<String, Vec<(f64, String)>>::new());
    for (id, document) in shop.documents("category-assignment", catalogue) {
        let Some((category, product)) = id.split_once('|') else { continue };
        let known = categories.entry(product.to_owned()).or_default();
        if document["primary"] == true {
            known.insert(0, category.to_owned());
        } else {
            known.push(category.to_owned());
        }
        let position =
            document["position"].as_str().and_then(|it| it.parse().ok()).unwrap_or(f64::MAX);
        positioned.entry(category.to_owned()).or_default().push((position, product.to_owned()));
    }
    (categories, positioned.into_iter().map(|(category, all)| (category, in_order(all))).collect())
}

fn children(shop: &Shop, catalogue: &str) -> IndexMap<String, Vec<String>> {
    let mut positioned = IndexMap::<String, Vec<(f64, String)>>::new();
    positioned.entry("root".to_owned()).or_default();
    for (id, document) in shop.documents("category", catalogue) {
        positioned.entry(id.to_owned()).or_default();
        if id != "root" {
            let parent = document["parent"].as_str().unwrap_or("root").to_owned();
            let position = document["position"].as_str().and_then(|it| it.parse().ok());
            positioned
                .entry(parent)
                .or_default()
                .push((position.unwrap_or(f64::MAX), id.to_owned()));
        }
    }
    positioned.into_iter().map(|(id, all)| (id, in_order(all))).collect()
}

fn in_order(mut all: Vec<(f64, String)>) -> Vec<String> {
    all.sort_by(|left, right| left.0.total_cmp(&right.0));
    all.into_iter().map(|(_, id)| id).collect()
}
