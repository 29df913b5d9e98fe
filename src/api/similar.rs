//! "Did you mean …?": the known word nearest to an unknown one.

use strsim::osa_distance;

/// Bytes of a word that may be meant for another one: nobody types more, and measuring takes their square.
const LONGEST: usize = 128;

/// The nearest of `known`, case aside, if it is near enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let limit = word.chars().count().div_ceil(3).max(1);
    let near = known.into_iter().map(|other| (osa_distance(&word, &other.to_lowercase()), other));
    near.filter(|(distance, _)| *distance <= limit).min().map(|(_, other)| other)
}

/// Whether a word is another one, case aside, but for one letter too many, too few or wrong.
pub fn is_slip(word: &str, known: &str) -> bool {
    word.len() <= LONGEST && osa_distance(&word.to_lowercase(), &known.to_lowercase()) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_meant_if_it_is_near() {
        let known = ["marks", "mouse", "theme", "halt_timeout"];
        for (word, expected) in [
            ("mosue", Some("mouse")),
            ("Mouse", Some("mouse")),
            ("mark", Some("marks")),
            ("marsk", Some("marks")),
            ("halttimeout", Some("halt_timeout")),
            ("colour", None),
            ("x", None),
        ] {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
        assert_eq!(nearest(&"y".repeat(8 << 20), known), None);
    }
}
