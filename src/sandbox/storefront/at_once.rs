//! What a script changes at once for all others, and not with the end of its request: who is registered, passwords and
//! logins, and which baskets become orders. It is taken back unless its transaction holds.

use super::state::Saved;
use crate::script::ThreadId;
use indexmap::IndexMap;
use parking_lot::Mutex;
use std::{
    collections::{HashMap, HashSet},
    mem,
};

/// By thread.
#[derive(Debug, Default)]
pub(super) struct AtOnce {
    threads: Mutex<HashMap<ThreadId, Changed>>,
}

#[derive(Debug, Default)]
struct Changed {
    /// Customers as they were before the first change of each, by number, in the order of that.
    customers: IndexMap<String, Saved>,
    /// The UUIDs of baskets that the thread made orders of, which nobody else has seen yet.
    baskets: HashSet<String>,
}

impl AtOnce {
    /// Notes what a customer was before a thread changes him: what he became of its changes is nothing to go back to.
    pub(super) fn note(&self, thread: ThreadId, number: String, saved: impl FnOnce() -> Saved) {
        let mut threads = self.threads.lock();
        threads.entry(thread).or_default().customers.entry(number).or_insert_with(saved);
    }

    /// A thread makes an order of a basket: only one may.
    pub(super) fn claim(
        &self,
        thread: ThreadId,
        basket: &str,
        is_ordered: impl FnOnce() -> bool,
    ) -> bool {
        let mut threads = self.threads.lock();
        let is_claimed = |(other, changed): (&ThreadId, &Changed)| {
            *other != thread && changed.baskets.contains(basket)
        };
        if threads.iter().any(is_claimed) || is_ordered() {
            return false;
        }
        threads.entry(thread).or_default().baskets.insert(basket.to_owned());
        true
    }

    /// The transaction holds.
    pub(super) fn hold(&self, thread: ThreadId) {
        if let Some(changed) = self.threads.lock().get_mut(&thread) {
            changed.customers.clear();
        }
    }

    /// The transaction is taken back: what a thread changed of customers, the last first.
    pub(super) fn undo(&self, thread: ThreadId, put_back: impl FnMut((String, Saved))) {
        let changed = self.threads.lock().get_mut(&thread).map(mem::take).unwrap_or_default();
        changed.customers.into_iter().rev().for_each(put_back);
    }

    /// The thread has ended.
    pub(super) fn forget(&self, thread: ThreadId) {
        self.threads.lock().remove(&thread);
    }
}
