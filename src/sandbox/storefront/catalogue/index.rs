//! Which products have a word, so that a search for one looks at those alone.

use super::{
    Assortment,
    entry::Entry,
    phrase::{Phrase, words},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
};

/// The words of all entries, each with the places of the entries that have it, from the first to the last.
#[derive(Debug, Default)]
pub(super) struct Index(BTreeMap<Box<str>, Vec<usize>>);

impl Index {
    fn of(entries: &[Entry]) -> Self {
        let mut index: BTreeMap<Box<str>, Vec<usize>> = BTreeMap::new();
        for (place, entry) in entries.iter().enumerate() {
            let texts = entry.fields.iter().flat_map(|field| &field.texts);
            for word in texts.flat_map(|text| words(text)).filter(|word| !word.is_empty()) {
                match index.get_mut(word) {
                    Some(places) if places.last() == Some(&place) => {}
                    Some(places) => places.push(place),
                    None => drop(index.insert(word.into(), vec![place])),
                }
            }
        }
        Self(index)
    }

    /// The places of those that have a word that begins so.
    fn beginning<'a>(&'a self, start: &'a str) -> impl Iterator<Item = usize> + 'a {
        let from = self.0.range::<str, _>((Bound::Included(start), Bound::Unbounded));
        let all = from.take_while(move |(word, _)| word.starts_with(start));
        all.flat_map(|(_, places)| places.iter().copied())
    }
}

impl Assortment {
    /// The entries that a phrase may fit, in their order.
    pub(super) fn with_words_of(&self, phrase: &Phrase) -> Vec<&Entry> {
        let entries = self.entries();
        let Some(words) = phrase.firsts() else { return entries.iter().collect() };
        let index = self.index.get_or_init(|| Index::of(entries));
        let places: BTreeSet<usize> = words.flat_map(|word| index.beginning(word)).collect();
        places.into_iter().filter_map(|place| entries.get(place)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::storefront::catalogue::entry::Field;

    #[test]
    fn whoever_has_a_word_that_begins_so_is_found_once_for_each() {
        let entry = |texts: &[&str]| {
            let texts = texts.iter().map(|text| (*text).to_owned()).collect();
            Entry { fields: vec![Field { weight: 1, corrects: true, texts }], ..Entry::default() }
        };
        let all = [entry(&["red t-shirt", "shirt, red"]), entry(&["shoes"]), entry(&["t-shirts"])];
        let index = Index::of(&all);
        let places = |start: &str| index.beginning(start).collect::<Vec<_>>();
        assert_eq!(places("sh"), [0, 1]);
        assert_eq!(places("t-shirt"), [0, 2]);
        assert_eq!((places("red"), places("irt"), places("z")), (vec![0], vec![], vec![]));
    }
}
