//! Whose turn it is where only one can be at a time.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Weak};
use tokio::sync::{Mutex as Waiting, OwnedMutexGuard};

/// Turns at places, in the order in which they were asked for; of a place that nobody is at or
/// waits for nothing is kept.
pub(super) struct Turns<K>(Mutex<HashMap<K, Weak<Waiting<()>>>>);

/// Somebody's turn, until it is dropped.
#[derive(Debug)]
pub(super) struct Turn {
    _held: OwnedMutexGuard<()>,
}

impl<K> Default for Turns<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash> Turns<K> {
    /// Waits for the turn at a place. Can be dropped at any moment.
    pub(super) async fn take(&self, place: &K) -> Turn {
        let waiting = self.at(place);
        Turn { _held: waiting.lock_owned().await }
    }

    fn at(&self, place: &K) -> Arc<Waiting<()>> {
        let mut places = self.0.lock();
        if let Some(known) = places.get(place).and_then(Weak::upgrade) {
            return known;
        }
        places.retain(|_, known| known.strong_count() > 0);
        let new = Arc::default();
        places.insert(place.clone(), Arc::downgrade(&new));
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::poll;
    use std::pin::pin;

    #[tokio::test]
    async fn each_waits_for_who_came_before_and_who_gives_up_is_forgotten() {
        let turns = Turns::default();
        let first = turns.take(&"a").await;
        let mut second = pin!(turns.take(&"a"));
        assert!(poll!(&mut second).is_pending());
        {
            let mut third = pin!(turns.take(&"a"));
            assert!(poll!(&mut third).is_pending(), "and gives up");
        }
        let elsewhere = turns.take(&"b").await;
        drop(first);
        drop(second.await);
        drop(turns.take(&"a").await);
        drop(elsewhere);
        drop(turns.take(&"c").await);
        assert_eq!(turns.0.lock().keys().copied().collect::<Vec<_>>(), ["c"]);
    }
}
