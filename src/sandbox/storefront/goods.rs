//! What a site sells, and what else its shop has: its archive's, or the sample's for a site without a catalogue.

use super::{
    catalogue::Assortment,
    sample,
    site::{SiteFacts, Spoken},
};
use crate::sandbox::shop::Shop;
use std::sync::Arc;

/// The records of a site, and what it sells of them.
#[derive(Debug)]
pub(super) struct Goods {
    pub(super) shop: Arc<Shop>,
    pub(super) assortment: Assortment,
}

impl Goods {
    /// With the sample's catalogue comes what else the sample has, such as stores, where the shop has none.
    pub(super) fn of(shop: &Arc<Shop>, site: &str, facts: &SiteFacts) -> Self {
        if let Some(assortment) = Assortment::of(shop, facts) {
            return Self { shop: Arc::clone(shop), assortment };
        }
        let currency = facts.document["currency"].as_str().unwrap_or_default();
        let sample = sample::shop(site, currency);
        let SiteFacts { catalogue, price_books, inventory, .. } =
            SiteFacts::of(&sample, site, &Spoken::default());
        let facts = SiteFacts { catalogue, price_books, inventory, ..facts.clone() };
        let mut furnished = Shop::clone(shop);
        furnished.fill(sample);
        let shop = Arc::new(furnished);
        let assortment = Assortment::of(&shop, &facts).expect("the sample has a catalogue");
        Self { shop, assortment }
    }
}
