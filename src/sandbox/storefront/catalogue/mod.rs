//! The catalogue: a site's categories and products, with its prices and its inventory, as an archive has them and the
//! scripts' `dw/catalog` reads them.

mod attribute_groups;
mod buckets;
mod costs;
mod entries;
mod entry;
mod index;
mod key;
mod links;
mod online;
mod phrase;
mod prices;
mod product;
mod promotions;
mod query;
mod refinements;
mod search;
mod searchable;
mod settings;
mod sorting;
mod spelling;
#[cfg(test)]
mod tests;
mod tree;

use super::{locale::fallbacks, site::SiteFacts};
use crate::sandbox::shop::Shop;
use buckets::Definitions;
use costs::{Basis, Costs};
use entry::Entry;
use index::Index;
use links::Link;
use parking_lot::Mutex;
use prices::Prices;
pub(super) use query::Query;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};
use tree::Tree;

type Lists = HashMap<String, Vec<String>>;

/// Pieces of what never runs out.
const ENDLESS: f64 = 999_999.0;

/// What a site sells.
#[derive(Debug)]
pub(super) struct Assortment {
    shop: Arc<Shop>,
    site: String,
    catalogue: String,
    currency: String,
    prices: Prices,
    inventory: Option<String>,
    /// The catalogue that a product stands in.
    owners: HashMap<String, String>,
    /// The master of a variant.
    masters: HashMap<String, String>,
    /// The master of a group of variants.
    groups: HashMap<String, String>,
    /// The bundles and the sets that a product is in.
    bundles: Lists,
    sets: Lists,
    /// The tree of the site's catalogue.
    tree: Tree,
    /// Those of the others, made for the first script that asks for one.
    others: OnceLock<HashMap<String, Tree>>,
    /// The products that link to one, with the kind of the link, made for the first script that asks.
    linking: OnceLock<HashMap<String, Vec<Link>>>,
    /// What is looked through, made for the first search.
    entries: OnceLock<Vec<Entry>>,
    /// Where in them words are, made for the first search for some.
    index: OnceLock<Index>,
    /// Their words, made for the first phrase that is misspelled.
    words: OnceLock<HashMap<String, usize>>,
    /// What they cost, made for the first search on each basis.
    costs: Mutex<Vec<(Basis, Arc<Costs>)>>,
    /// The refinements that categories define, made for the first search.
    definitions: OnceLock<HashMap<String, Definitions>>,
}

impl Assortment {
    /// The assortment of a site that has a catalogue.
    pub(super) fn of(shop: &Arc<Shop>, facts: &SiteFacts) -> Option<Self> {
        let catalogue = facts.catalogue.clone()?;
        let text = |name: &str| facts.document[name].as_str().unwrap_or_default().to_owned();
        Some(Self {
            shop: Arc::clone(shop),
            site: text("id"),
            currency: text("currency"),
            prices: Prices::of(shop, &facts.price_books),
            inventory: facts.inventory.clone(),
            owners: owners(shop),
            masters: masters(shop, "variant"),
            groups: masters(shop, "variationGroup"),
            bundles: holders(shop, "bundledProduct"),
            sets: holders(shop, "productSetProduct"),
            tree: Tree::of(shop, &catalogue),
            others: OnceLock::new(),
            linking: OnceLock::new(),
            entries: OnceLock::new(),
            index: OnceLock::new(),
            words: OnceLock::new(),
            costs: Mutex::default(),
            definitions: OnceLock::new(),
            catalogue,
        })
    }

    fn read(&self, kind: &str, scope: &str, id: &str, locale: &str) -> Option<Value> {
        self.shop.read((kind, scope, id), &self.site, &fallbacks(locale))
    }

    /// The documents of a catalogue's categories from one up to the root, which isn't part of it.
    fn path(&self, catalogue: &str, category: &str, locale: &str) -> Vec<Value> {
        let mut path = Vec::new();
        let mut at = Some(category.to_owned());
        while let Some(id) = at.filter(|id| id != "root" && path.len() < 64) {
            let Some(document) = self.read("category", catalogue, &id, locale) else { break };
            at = document["parent"].as_str().map(str::to_owned);
            path.push(document);
        }
        path
    }

    /// The tree of a catalogue; nothing if there is no such catalogue.
    fn tree_of(&self, catalogue: &str) -> Option<&Tree> {
        if catalogue == self.catalogue {
            return Some(&self.tree);
        }
        let others = self.others.get_or_init(|| {
            let names = self.shop.scopes("category").filter(|id| *id != self.catalogue);
            names.map(|id| (id.to_owned(), Tree::of(&self.shop, id))).collect()
        });
        others.get(catalogue)
    }

    /// What a catalogue recommends for a product or a category, in the order of the archive.
    fn recommendations(&self, catalogue: &str, of: (&str, &str), locale: &str) -> Vec<Value> {
        let (kind, id) = of;
        let keys = self.tree_of(catalogue).into_iter().flat_map(|tree| tree.recommended(kind, id));
        keys.filter_map(|key| self.read("recommendation", catalogue, key, locale)).collect()
    }

    /// What a catalogue recommends beside a product.
    pub(super) fn recommended(&self, catalogue: &str, product: &str, locale: &str) -> Vec<Value> {
        self.recommendations(catalogue, ("product", product), locale)
    }

    /// The products in a catalogue's categories, and the variants of masters there.
    pub(super) fn products_in(&self, catalogue: &str) -> Vec<&str> {
        let Some(tree) = self.tree_of(catalogue) else { return Vec::new() };
        let is_in = |id: &&str| {
            let master = self.masters.get(*id).map(String::as_str);
            let either = [Some(*id), master];
            either.into_iter().flatten().any(|id| tree.categories.contains_key(id))
        };
        let all = self.shop.scopes("product").flat_map(|scope| self.shop.ids("product", scope));
        all.filter(is_in).collect()
    }

    /// The categories of all catalogues that a product is in: `[{catalogue, category}]`, those of the site's first.
    pub(super) fn assignments(&self, product: &str) -> Vec<Value> {
        let scopes = self.shop.scopes("category").filter(|id| *id != self.catalogue);
        let all = std::iter::once(self.catalogue.as_str()).chain(scopes);
        let pairs = all.filter_map(|id| Some((id, self.tree_of(id)?.categories.get(product)?)));
        let of_one = |(catalogue, ids): (&str, &Vec<String>)| {
            let one = |id| json!({ "catalogue": catalogue, "category": id });
            ids.iter().map(one).collect::<Vec<_>>()
        };
        pairs.flat_map(of_one).collect()
    }
}

impl Assortment {
    /// A category as `dw/catalog/Category` reads it: with the names of `forms.txt`, and what the other files say of it.
    /// It is one of the site's catalogue unless another is named.
    pub(super) fn category(
        &self,
        catalogue: Option<&str>,
        id: &str,
        locale: &str,
    ) -> Option<Value> {
        let catalogue = catalogue.unwrap_or(&self.catalogue);
        let tree = self.tree_of(catalogue)?;
        let own = self.read("category", catalogue, id, locale);
        // An export may leave the root out, which is there all the same.
        let mut document = own.or_else(|| (id == "root").then(|| json!({})))?;
        let fields = document.as_object_mut()?;
        let name = fields.get("displayName").cloned().unwrap_or_default();
        let parent =
            (id != "root").then(|| fields.get("parent").cloned().unwrap_or_else(|| "root".into()));
        let rule = (catalogue == self.catalogue).then(|| self.default_rule(Some(id))).flatten();
        let recommended = self.recommendations(catalogue, ("category", id), locale);
        fields.extend(
            [
                ("id", json!(id)),
                ("name", name),
                ("parent", json!(parent)),
                ("children", json!(tree.children.get(id).cloned().unwrap_or_default())),
                ("assigned", json!(tree.assigned.get(id).cloned().unwrap_or_default())),
                ("catalogue", json!(catalogue)),
                ("sortingRule", json!(rule)),
                ("recommendations", json!(recommended)),
            ]
            .map(|(name, value)| (name.to_owned(), value)),
        );
        fields.entry("description").or_insert(Value::Null);
        fields.entry("custom").or_insert_with(|| json!({}));
        Some(document)
    }

    /// All categories of the site's catalogue but the root, each with its `id` and with whether it is online.
    pub(super) fn categories(&self, locale: &str) -> Vec<(Value, bool)> {
        let ids = self.shop.ids("category", &self.catalogue).filter(|id| *id != "root");
        let one = |id: &str| {
            let mut document = self.read("category", &self.catalogue, id, locale)?;
            document["id"] = id.into();
            let is_online = online::is_online(&document);
            Some((document, is_online))
        };
        ids.filter_map(one).collect()
    }

    /// How many pieces there were at first, by an inventory list; by none nothing runs out.
    pub(super) fn stock(&self, list: Option<&str>, id: &str) -> Option<f64> {
        if !self.owners.contains_key(id) {
            return None;
        }
        let Some(list) = list else { return Some(ENDLESS) };
        match self.shop.document("inventory", list, id) {
            Some(record) if record["perpetual"] == true => Some(ENDLESS),
            Some(record) => Some(record["allocation"].as_f64().unwrap_or_default().max(0.0)),
            None => {
                let header = self.shop.document("inventory-list", list, list).unwrap_or_default();
                Some(if header["defaultInstock"] == true { ENDLESS } else { 0.0 })
            }
        }
    }

    /// What a product says of when it can be bought, by the names of `forms.txt`.
    pub(super) fn online(&self, id: &str) -> impl Iterator<Item = (&'static str, Value)> {
        let owner = self.owners.get(id).map_or("", String::as_str);
        let said = self.shop.document("product", owner, id).unwrap_or_default();
        ["online", "onlineFrom", "onlineTo", "available"]
            .into_iter()
            .filter_map(move |name| Some((name, said.get(name)?.clone())))
    }

    /// The site's inventory list; without one nothing runs out.
    pub(super) fn inventory_list(&self) -> Option<&str> {
        self.inventory.as_deref()
    }

    /// What an inventory list says of a product besides, by the names of `forms.txt`.
    pub(super) fn inventory(&self, list: &str, id: &str) -> Option<Value> {
        self.read("inventory", list, id, "default")
    }

    /// The IDs whose stock makes up that of `id`: the variants of a master, else itself.
    pub(super) fn stock_keepers(&self, id: &str) -> Vec<String> {
        let variants = self.variants(id);
        if variants.is_empty() { vec![id.to_owned()] } else { variants }
    }
}

fn owners(shop: &Shop) -> HashMap<String, String> {
    let scopes = shop.scopes("product");
    scopes
        .flat_map(|scope| shop.ids("product", scope).map(|id| (id.to_owned(), scope.to_owned())))
        .collect()
}

/// The masters that list others in a field, by those others.
fn masters(shop: &Shop, field: &str) -> HashMap<String, String> {
    let mut masters = HashMap::new();
    for scope in shop.scopes("product") {
        for (id, document) in shop.documents("product", scope) {
            for part in document[field].as_array().into_iter().flatten() {
                let part = part["productId"].as_str().unwrap_or_default();
                masters.insert(part.to_owned(), id.to_owned());
            }
        }
    }
    masters
}

/// The products that list others in a field, by those others.
fn holders(shop: &Shop, field: &str) -> Lists {
    let mut holders = Lists::new();
    for scope in shop.scopes("product") {
        for (id, document) in shop.documents("product", scope) {
            for held in document[field].as_array().into_iter().flatten() {
                let held = held["productId"].as_str().unwrap_or_default().to_owned();
                holders.entry(held).or_default().push(id.to_owned());
            }
        }
    }
    holders
}
