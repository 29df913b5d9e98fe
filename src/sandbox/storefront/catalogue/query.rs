//! What a search looks for.

use indexmap::IndexMap;
use serde::Deserialize;

/// Everything left out is unbounded.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::sandbox::storefront) struct Query {
    /// Words; each must be in the product.
    pub(super) phrase: Option<String>,
    pub(super) category: Option<String>,
    /// Attribute to the values of which a product must have one.
    pub(super) refinements: IndexMap<String, Vec<String>>,
    pub(super) price_min: Option<f64>,
    pub(super) price_max: Option<f64>,
    pub(super) sort: Option<String>,
    pub(super) locale: String,
}
