//! What a storefront remembers between requests. All of it ends with the process.

mod cache;
mod customers;
mod merge;
mod orders;
mod sessions;

pub(super) use cache::Caches;
pub(super) use customers::Customers;
pub(super) use orders::Orders;
pub(super) use sessions::{Session, Sessions};

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A panic elsewhere leaves whole documents behind, never half of one.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
