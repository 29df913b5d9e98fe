//! What archives and imports say, and what a site sells of it. An import puts another one in its place; scripts that run
//! go on with what they ask for from then on.

use super::{goods::Goods, mappings::Mappings, redirects::Redirects, site::SiteFacts, urls::Urls};
use crate::sandbox::shop::{Later, Shop};
use std::sync::{Arc, OnceLock};

/// What a site has at one moment.
#[derive(Debug)]
pub(super) struct Holdings {
    /// What the archives say, with what came later; without a catalogue in it it is not all that scripts find.
    pub(super) shop: Arc<Shop>,
    /// What the site is by that.
    pub(super) facts: SiteFacts,
    pub(super) redirects: Redirects,
    pub(super) mappings: Mappings,
    pub(super) urls: Urls,
    /// What the archives say.
    archived: Arc<Shop>,
    later: Arc<Later>,
    /// What scripts find, made for the first of them.
    goods: OnceLock<Arc<Goods>>,
}

impl Holdings {
    /// What the archives say.
    pub(super) fn new(archived: Arc<Shop>, facts: SiteFacts) -> Self {
        Self::of(Arc::clone(&archived), facts, (archived, Arc::default()))
    }

    /// The same archives with what came later, which makes `shop` of them.
    pub(super) fn with(&self, later: Arc<Later>, shop: Arc<Shop>) -> Self {
        let facts = self.facts.after(&shop);
        Self::of(shop, facts, (Arc::clone(&self.archived), later))
    }

    fn of(shop: Arc<Shop>, facts: SiteFacts, (archived, later): (Arc<Shop>, Arc<Later>)) -> Self {
        let site = facts.document["id"].as_str().unwrap_or_default();
        Self {
            redirects: Redirects::of(&shop, site),
            mappings: Mappings::of(&shop, site),
            urls: Urls::of(&shop, &facts),
            shop,
            facts,
            archived,
            later,
            goods: OnceLock::new(),
        }
    }

    /// The archives with what came later, for all sites.
    pub(super) fn shop_with(&self, later: &Later) -> Arc<Shop> {
        later.on(&self.archived)
    }

    /// What scripts of a site find.
    pub(super) fn goods(&self, site: &str) -> Arc<Goods> {
        let facts = &self.facts;
        let goods = self.goods.get_or_init(|| {
            let own = Goods::of(&self.shop, facts);
            let sample = || Goods::of_sample(&self.archived, &self.later, site, facts);
            Arc::new(own.unwrap_or_else(sample))
        });
        Arc::clone(goods)
    }
}
