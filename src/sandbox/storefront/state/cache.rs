//! Named caches that scripts share.

use parking_lot::Mutex;
use serde_json::Value;
use std::collections::HashMap;

/// So many entries all caches hold together; beyond, everything is forgotten, as caches may.
const MOST: usize = 10_000;

/// The caches of a storefront, by name and key.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Caches {
    entries: Mutex<HashMap<(String, String), Value>>,
}

impl Caches {
    /// What was put under a key.
    pub(in crate::sandbox::storefront) fn get(&self, cache: &str, key: &str) -> Option<Value> {
        self.entries.lock().get(&(cache.to_owned(), key.to_owned())).cloned()
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.entries.lock().clear();
    }

    /// Puts a value, or takes it away.
    pub(in crate::sandbox::storefront) fn put(&self, cache: &str, key: &str, value: Option<Value>) {
        let mut entries = self.entries.lock();
        let at = (cache.to_owned(), key.to_owned());
        match value {
            None => {
                entries.remove(&at);
            }
            Some(value) => {
                if entries.len() >= MOST {
                    entries.clear();
                }
                entries.insert(at, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caches_are_apart_and_bounded() {
        let caches = Caches::default();
        caches.put("a", "key", Some(Value::from(1)));
        assert_eq!((caches.get("a", "key"), caches.get("b", "key")), (Some(Value::from(1)), None));
        caches.put("a", "key", None);
        assert_eq!(caches.get("a", "key"), None);
        (0..=MOST).for_each(|n| caches.put("a", &n.to_string(), Some(Value::Null)));
        assert!(caches.entries.lock().len() <= MOST);
    }
}
