//! What a storefront remembers between requests. It ends with the process, unless a snapshot has it.

mod cache;
mod customers;
mod image;
mod merge;
mod orders;
mod records;
mod sessions;

pub(super) use cache::Caches;
pub(super) use customers::Customers;
pub use image::Image;
pub(super) use orders::Orders;
pub(super) use records::{Record, Records};
pub(super) use sessions::{Session, Sessions};

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
}
