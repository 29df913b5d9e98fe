//! The addresses of a tree's categories or folders, each of one alone.

use percent_encoding::percent_decode_str;
use std::collections::{HashMap, HashSet};

/// The addresses of all of them in one locale, without what stands before them.
#[derive(Debug, Default)]
pub(super) struct Directory {
    by_id: HashMap<String, String>,
    by_path: HashMap<String, String>,
}

impl Directory {
    /// Of several with one address each has a number behind it: `shoes-1`, `shoes-2`. One whose address is taken by something
    /// else has none.
    pub(super) fn of(entries: Vec<(String, String)>, is_taken: impl Fn(&str) -> bool) -> Self {
        let mut count = HashMap::<String, usize>::new();
        for (_, path) in &entries {
            *count.entry(key(path)).or_default() += 1;
        }
        let plain: HashSet<String> =
            count.iter().filter(|(_, count)| **count == 1).map(|(key, _)| key.clone()).collect();
        let mut directory = Self::default();
        let mut numbers = HashMap::<String, usize>::new();
        for (id, mut path) in entries {
            let first = key(&path);
            if count[&first] > 1 {
                let number = numbers.entry(first).or_default();
                path = loop {
                    *number += 1;
                    let numbered = format!("{path}-{number}");
                    let key = key(&numbered);
                    if !plain.contains(&key) && !directory.by_path.contains_key(&key) {
                        break numbered;
                    }
                };
            }
            let key = key(&path);
            if !key.is_empty() && !is_taken(&key) {
                directory.by_path.insert(key, id.clone());
                directory.by_id.insert(id, path);
            }
        }
        directory
    }

    /// The address of a category or folder.
    pub(super) fn path(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).map(String::as_str)
    }

    /// Whose address it is, as [`key`] gives it.
    pub(super) fn id(&self, key: &str) -> Option<&str> {
        self.by_path.get(key).map(String::as_str)
    }
}

/// What addresses are compared by: they mean the same in large and in small letters, with a slash at their end and without,
/// and however they are encoded.
pub(super) fn key(path: &str) -> String {
    percent_decode_str(path).decode_utf8_lossy().trim_matches('/').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_is_of_one() {
        let entries = [
            ("a", "shoes"),
            ("b", "Shoes"),
            ("c", "shoes-1"),
            ("d", "cart"),
            ("e", "m%C3%B6bel"),
            ("f", ""),
        ];
        let owned = entries.map(|(id, path)| (id.to_owned(), path.to_owned()));
        let directory = Directory::of(owned.into(), |key| key == "cart");
        for (id, expected) in [
            ("a", Some("shoes-2")),
            ("b", Some("Shoes-3")),
            ("c", Some("shoes-1")),
            ("d", None),
            ("e", Some("m%C3%B6bel")),
            ("f", None),
        ] {
            assert_eq!(directory.path(id), expected, "{id}");
            assert_eq!(expected.and_then(|path| directory.id(&key(path))), expected.map(|_| id));
        }
        assert_eq!(directory.id("möbel"), Some("e"));
    }
}
