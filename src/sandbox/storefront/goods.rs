//! What a site sells, and what else its shop has: its archive's, or the sample's for a site without a catalogue.

use super::{
    catalogue::Assortment,
    sample,
    site::{SiteFacts, Spoken},
};
use crate::sandbox::shop::{Later, Shop};
use std::sync::Arc;

/// The records of a site, and what it sells of them.
#[derive(Debug)]
pub(super) struct Goods {
    pub(super) shop: Arc<Shop>,
    pub(super) assortment: Assortment,
}

impl Goods {
    /// Those of a site that has a catalogue.
    pub(super) fn of(shop: &Arc<Shop>, facts: &SiteFacts) -> Option<Self> {
        let assortment = Assortment::of(shop, facts)?;
        Some(Self { shop: Arc::clone(shop), assortment })
    }

    /// With the sample's catalogue comes what else the sample has, such as stores, where the archives have none; what
    /// came later comes on top of both.
    pub(super) fn of_sample(archived: &Shop, later: &Later, site: &str, facts: &SiteFacts) -> Self {
        let sample = sample_of(site, facts);
        let SiteFacts { catalogue, price_books, inventory, .. } =
            SiteFacts::of(&sample, site, &Spoken::default());
        let facts = SiteFacts { catalogue, price_books, inventory, ..facts.clone() };
        let mut furnished = Shop::clone(archived);
        furnished.fill(sample);
        let shop = later.on(&Arc::new(furnished));
        let assortment = Assortment::of(&shop, &facts).expect("the sample has a catalogue");
        Self { shop, assortment }
    }
}

/// What the sample has, as a site sells it.
fn sample_of(site: &str, facts: &SiteFacts) -> Shop {
    sample::shop(site, facts.document["currency"].as_str().unwrap_or_default())
}

/// What archives say with what scripts find beside it: that of the sample, for each site without a catalogue. Nothing if all
/// have one.
pub fn with_sample(archived: &Shop, sites: &[String], spoken: &Spoken) -> Option<Shop> {
    let mut furnished = None;
    for site in sites {
        let facts = SiteFacts::of(archived, site, spoken);
        if facts.catalogue.is_none() {
            furnished.get_or_insert_with(|| archived.clone()).fill(sample_of(site, &facts));
        }
    }
    furnished
}
