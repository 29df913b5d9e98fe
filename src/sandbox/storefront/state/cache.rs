//! Named caches that scripts share.

use crate::sandbox::store::Timestamp;
use parking_lot::Mutex;
use serde_json::Value;
use std::collections::HashMap;

/// So many entries all caches hold together; beyond, everything is forgotten, as caches may.
const MOST: usize = 10_000;

/// The caches of a storefront, by name and key.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Caches {
    entries: Mutex<HashMap<(String, String), Entry>>,
}

/// A value of a cache.
#[derive(Debug)]
pub(in crate::sandbox::storefront) struct Entry {
    /// What was put.
    pub(in crate::sandbox::storefront) value: Value,
    /// From when on it is gone.
    pub(in crate::sandbox::storefront) until: Option<Timestamp>,
}

impl Caches {
    /// What was put under a key.
    pub(in crate::sandbox::storefront) fn get(
        &self,
        cache: &str,
        key: &str,
        now: Timestamp,
    ) -> Option<Value> {
        let mut entries = self.entries.lock();
        let at = (cache.to_owned(), key.to_owned());
        let Entry { value, until } = entries.get(&at)?;
        if until.is_none_or(|until| now < until) {
            return Some(value.clone());
        }
        entries.remove(&at);
        None
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.entries.lock().clear();
    }

    /// Puts a value, or takes it away.
    pub(in crate::sandbox::storefront) fn put(&self, cache: &str, key: &str, entry: Option<Entry>) {
        let mut entries = self.entries.lock();
        let at = (cache.to_owned(), key.to_owned());
        match entry {
            None => {
                entries.remove(&at);
            }
            Some(entry) => {
                if entries.len() >= MOST {
                    entries.clear();
                }
                entries.insert(at, entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn lasting(value: impl Into<Value>) -> Entry {
        Entry { value: value.into(), until: None }
    }

    #[test]
    fn caches_are_apart_and_bounded() {
        let caches = Caches::default();
        caches.put("a", "key", Some(lasting(1)));
        assert_eq!(caches.get("a", "key", NOW), Some(Value::from(1)));
        assert_eq!(caches.get("b", "key", NOW), None);
        caches.put("a", "key", None);
        assert_eq!(caches.get("a", "key", NOW), None);
        (0..=MOST).for_each(|n| caches.put("a", &n.to_string(), Some(lasting(Value::Null))));
        assert!(caches.entries.lock().len() <= MOST);
    }

    #[test]
    fn an_entry_lasts_as_long_as_its_cache_says() {
        let caches = Caches::default();
        let until = Some(Timestamp(NOW.0 + 5_000));
        caches.put("a", "key", Some(Entry { value: Value::from(1), until }));
        assert_eq!(caches.get("a", "key", Timestamp(NOW.0 + 4_999)), Some(Value::from(1)));
        assert_eq!(caches.get("a", "key", Timestamp(NOW.0 + 5_000)), None);
    }
}
