//! "Did you mean …?": the known word nearest to an unknown one.

/// The nearest of `known`, if it is near enough to be meant.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.chars().count().div_ceil(3).max(1);
    let near = known.into_iter().map(|other| (distance(word, other), other));
    near.filter(|(distance, _)| *distance <= limit).min().map(|(_, other)| other)
}

/// How many characters must be put in, taken out, changed or swapped with the next, case aside.
fn distance(one: &str, other: &str) -> usize {
    let [one, other] = [one, other].map(|word| word.to_lowercase().chars().collect::<Vec<_>>());
    let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
    for row in 0..=one.len() {
        for column in 0..=other.len() {
            table[row][column] = if row == 0 || column == 0 {
                row + column
            } else {
                let changed = usize::from(one[row - 1] != other[column - 1]);
                let least = (table[row - 1][column - 1] + changed)
                    .min(table[row - 1][column] + 1)
                    .min(table[row][column - 1] + 1);
                if is_swap(&one[..row], &other[..column]) {
                    least.min(table[row - 2][column - 2] + 1)
                } else {
                    least
                }
            };
        }
    }
    table[one.len()][other.len()]
}

fn is_swap(one: &[char], other: &[char]) -> bool {
    matches!((one, other), ([.., a, b], [.., c, d]) if a == d && b == c)
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
    }
}
