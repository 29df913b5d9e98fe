//! What the scripts' catalogue classes ask: of the sample, or of what an archive brought.

use super::{Catalogue, Query};
use serde_json::Value;
use std::fmt;

/// Everything that is sold.
pub(in crate::sandbox::storefront) trait Wares:
    fmt::Debug + Send + Sync
{
    /// The product, master or variant with an ID, as `dw/catalog/Product` reads it.
    fn product(&self, id: &str, locale: &str) -> Option<Value>;
    /// A category as `dw/catalog/Category` reads it.
    fn category(&self, id: &str, locale: &str) -> Option<Value>;
    /// What a search finds.
    fn search(&self, query: &Query) -> Value;
    /// How many pieces there were at first.
    fn stock(&self, id: &str) -> Option<u64>;
    /// What an inventory list says of a product besides, by the names of `forms.txt`.
    fn inventory(&self, _id: &str) -> Option<Value> {
        None
    }
    /// The IDs whose stock makes up that of `id`.
    fn stock_keepers(&self, id: &str) -> Vec<String>;
    /// A document that scripts get as it is: `promotions.json`, `shipping.json`, `payment.json`.
    fn setting(&self, name: &str) -> Value;
}

impl Wares for Catalogue {
    fn product(&self, id: &str, locale: &str) -> Option<Value> {
        Catalogue::product(self, id, locale)
    }

    fn category(&self, id: &str, locale: &str) -> Option<Value> {
        Catalogue::category(self, id, locale)
    }

    fn search(&self, query: &Query) -> Value {
        Catalogue::search(self, query)
    }

    fn stock(&self, id: &str) -> Option<u64> {
        Catalogue::stock(self, id)
    }

    fn stock_keepers(&self, id: &str) -> Vec<String> {
        Catalogue::stock_keepers(self, id)
    }

    fn setting(&self, name: &str) -> Value {
        Catalogue::setting(self, name)
    }
}
