//! How many there are of something, in words.

use std::fmt::Display;

/// A number with its noun: `1 byte`, `0 bytes`, `2 matches`. The noun is given for one.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let noun = if number == N::from(1) { noun.to_owned() } else { plural(noun) };
    format!("{number} {noun}")
}

/// A noun for more than one, or for none.
pub fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with("ch") || noun.ends_with(['s', 'x']) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_no_things() {
        for (number, noun, told) in [
            (0, "byte", "0 bytes"),
            (1, "byte", "1 byte"),
            (2, "round trip", "2 round trips"),
            (1, "entry", "1 entry"),
            (3, "entry", "3 entries"),
            (2, "day", "2 days"),
            (2, "watch", "2 watches"),
        ] {
            assert_eq!(counted(number, noun), told);
        }
    }
}
