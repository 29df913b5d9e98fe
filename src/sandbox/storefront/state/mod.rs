//! What a storefront remembers between requests. All of it ends with the process.

mod cache;
mod customers;
mod merge;
mod orders;
mod records;
mod sessions;

pub(super) use cache::Caches;
pub(super) use customers::Customers;
pub(super) use orders::Orders;
pub(super) use records::{Record, Records};
pub(super) use sessions::{Session, Sessions};
