//! What a search looks for.

use super::key::compare;
use indexmap::IndexMap;
use serde::Deserialize;
use std::collections::HashMap;

/// Everything left out is unbounded.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(in crate::sandbox::storefront) struct Query {
    /// Words; each must be in the product.
    pub(super) phrase: Option<String>,
    pub(super) category: Option<String>,
    /// Attribute to the values of which a product must have one.
    pub(super) refinements: IndexMap<String, Vec<String>>,
    /// Attribute to the lowest and the highest value that a product may have.
    pub(super) ranges: IndexMap<String, Range>,
    pub(super) price_min: Option<f64>,
    pub(super) price_max: Option<f64>,
    pub(super) sort: Option<String>,
    /// Attributes with their directions, 1 up and 2 down; where there is one no rule sorts.
    pub(super) order: Vec<(String, u8)>,
    /// The category whose refinements are offered, if it is not the one that is searched.
    pub(super) refining: Option<String>,
    pub(super) locale: String,
    /// What prices are in; without it they are in the site's currency.
    pub(super) currency: Option<String>,
    /// The price books of which the lowest price counts; without them those of the site, and those above these.
    pub(super) books: Option<Vec<String>>,
    /// What there is by now of products of which the archives say another number.
    #[serde(skip)]
    pub(in crate::sandbox::storefront) stock: HashMap<String, f64>,
}

/// Values between two ends, each of which belongs to it and may be missing.
#[derive(Debug, Deserialize)]
pub(super) struct Range(Option<String>, Option<String>);

impl Range {
    pub(super) fn holds(&self, value: &str) -> bool {
        let compared = |end: &String| compare(value, end);
        self.0.as_ref().is_none_or(|end| compared(end).is_ge())
            && self.1.as_ref().is_none_or(|end| compared(end).is_le())
    }
}
