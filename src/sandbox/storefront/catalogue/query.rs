//! What a search looks for.

use super::key::compare;
use indexmap::IndexMap;
use serde::Deserialize;
use std::collections::HashMap;

/// Values that a search names, and attributes that it sorts by, together: each product is compared with each.
const MOST: usize = 1_000;

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

impl Query {
    /// Refuses one that names too much.
    pub(in crate::sandbox::storefront) fn check(&self) -> Result<(), String> {
        let values = self.refinements.values().map(Vec::len).sum::<usize>();
        let books = self.books.as_ref().map_or(0, Vec::len);
        let named = self.refinements.len() + values + self.ranges.len() + self.order.len() + books;
        if named > MOST {
            return Err(format!("it names more than {MOST} values and attributes"));
        }
        Ok(())
    }
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
