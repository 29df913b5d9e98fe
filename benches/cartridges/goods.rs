//! What a visitor can say: products, categories and content of the archives, or of the sample.

use crate::given::Given;
use haltscope::sandbox::{ArchiveSites, Shop, read_archives};
use std::collections::BTreeMap;

/// Values by the names of parameters.
pub struct Goods(BTreeMap<String, String>);

/// Names under which controllers read the same thing.
const PRODUCT: [&str; 4] = ["pid", "productID", "productId", "product"];

impl Goods {
    /// Those of the command line, else those of the archives, else those of the sample.
    pub fn of(given: &Given) -> Self {
        let sites = ArchiveSites { served: vec![given.site.clone()], ..ArchiveSites::default() };
        let imported = read_archives(&given.site_archive, Shop::default(), &sites).ok();
        let shop = imported.map(|imported| imported.shop).unwrap_or_default();
        let product = product(&shop).unwrap_or_else(|| "KM01001".to_owned());
        let category = category(&shop).unwrap_or_else(|| "kitchen".to_owned());
        let mut values: BTreeMap<String, String> =
            PRODUCT.iter().map(|name| ((*name).to_owned(), product.clone())).collect();
        for (name, value) in [("cgid", category.as_str()), ("q", "a"), ("quantity", "1")] {
            values.insert(name.to_owned(), value.to_owned());
        }
        values.extend(given.parameters.iter().cloned());
        Self(values)
    }

    /// What is said when a parameter of the name is read.
    pub fn value(&self, parameter: &str) -> Option<&str> {
        self.0.get(parameter).map(String::as_str)
    }
}

/// The first product with a price and stock that isn't a master of others.
fn product(shop: &Shop) -> Option<String> {
    let prices: Vec<&str> = shop.scopes("price").collect();
    let lists: Vec<&str> = shop.scopes("inventory").collect();
    let is_in = |kind: &str, scopes: &[&str], id: &str| {
        scopes.iter().any(|scope| shop.document(kind, scope, id).is_some())
    };
    shop.scopes("product")
        .flat_map(|catalogue| shop.documents("product", catalogue))
        .filter(|(_, product)| product.get("variants").is_none())
        .find(|(id, _)| is_in("price", &prices, id) && is_in("inventory", &lists, id))
        .map(|(id, _)| id.to_owned())
}

/// The first category below the root of a catalogue that sites show.
fn category(shop: &Shop) -> Option<String> {
    let all = shop.scopes("category").flat_map(|scope| shop.documents("category", scope));
    all.filter(|(_, category)| category["parent"] == "root").map(|(id, _)| id.to_owned()).next()
}
