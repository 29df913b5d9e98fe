//! What somebody who has misspelled a phrase may have meant.

use super::{Assortment, phrase::MOST_WORDS};
use std::collections::HashMap;

/// Shorter words are near too many others.
const SHORTEST: usize = 3;

/// Words of more letters than this may be wrong in two places.
const SHORT: usize = 5;

impl Assortment {
    /// The phrase with the nearest word that products have in place of each that none has; nothing if all words are
    /// known, or one of the others is near none.
    pub(in crate::sandbox::storefront) fn corrected(&self, phrase: &str) -> Option<String> {
        let words = phrase.split_whitespace().take(MOST_WORDS);
        let words: Vec<String> = words.map(str::to_lowercase).collect();
        let corrected: Vec<&str> =
            words.iter().map(|word| self.nearest(word)).collect::<Option<_>>()?;
        (corrected != words).then(|| corrected.join(" "))
    }

    /// The word itself if products have it, or one that begins so.
    fn nearest<'a>(&'a self, word: &'a str) -> Option<&'a str> {
        let known = self.words();
        if known.keys().any(|it| it.starts_with(word)) {
            return Some(word);
        }
        let letters = word.chars().count();
        let farthest = if letters > SHORT { 2 } else { 1 };
        let near = known.iter().filter_map(|(it, count)| {
            let is_alike = it.chars().count().abs_diff(letters) <= farthest;
            let distance = is_alike.then(|| strsim::osa_distance(it, word))?;
            (distance <= farthest).then_some((distance, usize::MAX - count, it.as_str()))
        });
        near.min().filter(|_| letters >= SHORTEST).map(|(_, _, it)| it)
    }

    /// The words of all products, each with how many texts have it.
    fn words(&self) -> &HashMap<String, usize> {
        self.words.get_or_init(|| {
            let mut words: HashMap<String, usize> = HashMap::new();
            let fields = self.entries().iter().flat_map(|it| &it.fields);
            for text in fields.filter(|field| field.corrects).flat_map(|field| &field.texts) {
                let all = text.split(|letter: char| !letter.is_alphanumeric());
                for word in all.filter(|word| word.chars().count() >= SHORTEST) {
                    *words.entry(word.to_owned()).or_default() += 1;
                }
            }
            words
        })
    }
}
