//! What a storefront remembers between requests. It ends with the process, unless a snapshot has it.

mod archived;
mod cache;
mod change;
mod customers;
mod gifts;
mod image;
mod merge;
mod orders;
mod records;
mod register;
mod remembering;
mod rows;
mod sessions;
mod size;
mod tallies;

use crate::sandbox::shop::Shop;
pub(super) use cache::{Caches, Entry, TooLarge};
pub(super) use change::Change;
pub use customers::CustomerId;
pub(super) use customers::{Customers, Saved};
pub use image::Image;
pub(super) use orders::Orders;
pub(super) use records::{Imported, Record, Records, Shared, SiteImport};
pub(super) use remembering::LASTING as REMEMBERED_FOR;
pub(super) use sessions::{Session, Sessions, renewed};
pub(super) use size::TooMuch;
use std::sync::Arc;
pub(super) use tallies::Tallies;

/// All of it.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    /// Visitors' sessions with their baskets.
    pub(super) sessions: Sessions,
    /// Who registered.
    pub(super) customers: Customers,
    /// What they ordered, and what that took from the stock.
    pub(super) orders: Orders,
    /// Custom objects and the like.
    pub(super) records: Records,
    /// What may be forgotten at any time.
    pub(super) caches: Caches,
    /// How often services were called of late, and failed.
    pub(super) tallies: Tallies,
}

impl Remembered {
    /// What a site begins with: the customers and the custom objects of its archive.
    pub(super) fn of(shop: &Shop, site: &str, customer_list: &str, shared: Arc<Shared>) -> Self {
        Self {
            customers: Customers::of(shop, site, customer_list),
            records: Records::of(shop, site, shared),
            ..Self::default()
        }
    }
}
