//! Values of a server on one line of a terminal.

use crate::api::escapes::{escape, is_hidden};

/// At most so many characters, in one line: what would steer the terminal, reorder or hide text is
/// seen as an escape.
pub(super) fn cut(text: &str, widest: usize) -> String {
    let mut letters = text.chars();
    let mut shown = String::new();
    for letter in letters.by_ref().take(widest) {
        if is_hidden(letter) {
            shown.push_str(&escape(letter));
        } else {
            shown.push(letter);
        }
    }
    if letters.next().is_some() {
        shown.push_str("...");
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_one_line_that_steers_nothing() {
        assert_eq!(cut("a\tb\n\x1b[31m\u{202e}c", 40), r"a\tb\n\x1b[31m\u202ec");
        assert_eq!(cut(&"x".repeat(41), 40), format!("{}...", "x".repeat(40)));
        assert_eq!(cut("größe", 5), "größe");
    }
}
