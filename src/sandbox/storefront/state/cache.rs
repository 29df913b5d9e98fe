//! Named caches that scripts share.

use crate::sandbox::store::Timestamp;
use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};

/// So many entries all caches hold together; beyond, everything is forgotten, as caches may.
const MOST: usize = 10_000;
/// Bytes that all caches hold together, with the keys; beyond, likewise.
const MOST_BYTES: usize = 20 << 20;
/// Bytes of one value; larger ones aren't kept.
const LARGEST: usize = 128 << 10;
/// Bytes that an entry takes beside its texts, roughly.
const OVERHEAD: usize = 128;

/// The caches of a storefront, by name and key.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Caches {
    held: Mutex<Held>,
}

#[derive(Debug, Default)]
struct Held {
    entries: HashMap<(String, String), Entry>,
    bytes: usize,
}

/// A value of a cache.
#[derive(Debug)]
pub(in crate::sandbox::storefront) struct Entry {
    /// What was put, as text.
    pub(in crate::sandbox::storefront) value: Arc<str>,
    /// From when on it is gone.
    pub(in crate::sandbox::storefront) until: Option<Timestamp>,
}

/// A value that isn't kept: so many bytes are too many.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("its value has {0} bytes, and {LARGEST} are kept at most")]
pub(in crate::sandbox::storefront) struct TooLarge(usize);

impl Caches {
    /// What was put under a key.
    pub(in crate::sandbox::storefront) fn get(
        &self,
        cache: &str,
        key: &str,
        now: Timestamp,
    ) -> Option<Arc<str>> {
        let mut held = self.held.lock();
        let at = (cache.to_owned(), key.to_owned());
        let Entry { value, until } = held.entries.get(&at)?;
        if until.is_none_or(|until| now < until) {
            return Some(Arc::clone(value));
        }
        held.take(&at);
        None
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        *self.held.lock() = Held::default();
    }

    /// Puts a value in the place of what is there.
    pub(in crate::sandbox::storefront) fn put(
        &self,
        cache: &str,
        key: &str,
        entry: Entry,
    ) -> Result<(), TooLarge> {
        let mut held = self.held.lock();
        let at = (cache.to_owned(), key.to_owned());
        held.take(&at);
        let size = entry.value.len();
        if size > LARGEST {
            return Err(TooLarge(size));
        }
        held.keep(at, entry);
        Ok(())
    }

    /// Takes away what was put under a key.
    pub(in crate::sandbox::storefront) fn remove(&self, cache: &str, key: &str) {
        self.held.lock().take(&(cache.to_owned(), key.to_owned()));
    }
}

impl Held {
    fn keep(&mut self, at: (String, String), entry: Entry) {
        let bytes = size(&at, &entry);
        if self.entries.len() >= MOST || self.bytes + bytes > MOST_BYTES {
            *self = Self::default();
        }
        // A key may be larger than all of it.
        if bytes <= MOST_BYTES {
            self.bytes += bytes;
            self.entries.insert(at, entry);
        }
    }

    fn take(&mut self, at: &(String, String)) {
        if let Some(entry) = self.entries.remove(at) {
            self.bytes -= size(at, &entry);
        }
    }
}

fn size((cache, key): &(String, String), entry: &Entry) -> usize {
    cache.len() + key.len() + entry.value.len() + OVERHEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp(1_700_000_000_000);

    fn lasting(value: &str) -> Entry {
        Entry { value: value.into(), until: None }
    }

    #[test]
    fn caches_are_apart_and_bounded() {
        let caches = Caches::default();
        let put = |cache: &str, key: &str, value: &str| caches.put(cache, key, lasting(value));
        let get = |cache: &str, key: &str| caches.get(cache, key, NOW);
        put("a", "key", "1").expect("kept");
        assert_eq!((get("a", "key").as_deref(), get("b", "key")), (Some("1"), None));
        caches.remove("a", "key");
        assert_eq!(get("a", "key"), None);
        (0..=MOST).for_each(|n| put("a", &n.to_string(), "").expect("kept"));
        assert!(caches.held.lock().entries.len() <= MOST);
    }

    #[test]
    fn all_values_together_have_a_size_and_each_has_one() {
        let caches = Caches::default();
        let put = |key: &str, bytes: usize| caches.put("a", key, lasting(&" ".repeat(bytes)));
        let has = |key: &str| caches.get("a", key, NOW).is_some();
        let count = 2 * MOST_BYTES / LARGEST;
        for n in 0..count {
            put(&n.to_string(), LARGEST).expect("kept");
            let held = caches.held.lock();
            let sizes = held.entries.iter().map(|(at, entry)| size(at, entry));
            assert_eq!(held.bytes, sizes.sum::<usize>());
            assert!(held.bytes <= MOST_BYTES);
        }
        assert!(has(&(count - 1).to_string()) && !has("0"));
        put("key", 1).expect("kept");
        assert_eq!(put("key", LARGEST + 1), Err(TooLarge(LARGEST + 1)));
        assert!(!has("key"), "the old value isn't that of the key");
        put(&"k".repeat(MOST_BYTES), 1).expect("nothing is said of keys");
        assert_eq!(caches.held.lock().bytes, 0);
    }

    #[test]
    fn an_entry_lasts_as_long_as_its_cache_says() {
        let caches = Caches::default();
        let until = Some(Timestamp(NOW.0 + 5_000));
        caches.put("a", "key", Entry { value: "1".into(), until }).expect("kept");
        let get = |after: i64| caches.get("a", "key", Timestamp(NOW.0 + after));
        assert_eq!(get(4_999).as_deref(), Some("1"));
        assert_eq!(get(5_000), None);
        assert_eq!(caches.held.lock().bytes, 0);
    }
}
