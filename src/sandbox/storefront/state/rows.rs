//! Texts by their keys, in the order in which the keys came.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::{BTreeMap, HashMap};

/// Many may go, one by one: the others don't move then, as they would in an `IndexMap`.
#[derive(Debug, Default)]
pub(super) struct Rows {
    numbers: HashMap<String, u64>,
    texts: BTreeMap<u64, (String, String)>,
    last: u64,
}

impl Rows {
    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.texts.get(self.numbers.get(key)?).map(|(_, text)| text.as_str())
    }

    /// Keys and texts.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.values().map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// Puts a text, in the place of the one that is there.
    pub(super) fn insert(&mut self, key: String, text: String) {
        let known = self.numbers.get(&key).and_then(|number| self.texts.get_mut(number));
        if let Some((_, own)) = known {
            *own = text;
            return;
        }
        self.last += 1;
        self.numbers.insert(key.clone(), self.last);
        self.texts.insert(self.last, (key, text));
    }

    /// Says whether it was there.
    pub(super) fn remove(&mut self, key: &str) -> bool {
        let number = self.numbers.remove(key);
        number.and_then(|number| self.texts.remove(&number)).is_some()
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = indexmap::IndexMap::<String, String>::deserialize(deserializer)?;
        let mut rows = Self::default();
        for (key, text) in read {
            rows.insert(key, text);
        }
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_stay_in_their_order() {
        let mut rows = Rows::default();
        for key in ["c", "a", "b", "a", "d"] {
            rows.insert(key.to_owned(), format!("{key}1"));
        }
        assert!(rows.remove("c") && !rows.remove("c"));
        rows.insert("a".to_owned(), "a2".to_owned());
        rows.insert("c".to_owned(), "c2".to_owned());
        assert_eq!((rows.get("a"), rows.get("x")), (Some("a2"), None));
        let written = serde_json::to_string(&rows).expect("written");
        assert_eq!(written, r#"{"a":"a2","b":"b1","d":"d1","c":"c2"}"#);
        let read: Rows = serde_json::from_str(&written).expect("read");
        assert!(read.iter().eq(rows.iter()));
    }
}
