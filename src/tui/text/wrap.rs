//! Words in lines of so many cells.

use super::{Charset, glyphs, width, width_up_to};

/// Bytes that are looked at: more than any page shows.
const LONGEST: usize = 16_000;

/// Breaks a text between its words, and words that are longer than a line where the line ends.
pub fn wrapped(text: &str, cells: usize, charset: Charset) -> Vec<String> {
    let cells = cells.max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in text[..text.floor_char_boundary(LONGEST)].split_whitespace() {
        let length = width_up_to(word, cells, charset);
        match lines.last_mut() {
            Some(line) if width(line, charset) + 1 + length <= cells => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.extend(pieces(word, cells, charset).map(str::to_owned)),
        }
    }
    lines
}

fn pieces(word: &str, cells: usize, charset: Charset) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut used = 0;
        let end = glyphs(rest, charset).find(|glyph| {
            used += glyph.width;
            used > cells && glyph.start > 0
        });
        let (piece, after) = rest.split_at(end.map_or(rest.len(), |glyph| glyph.start));
        rest = after;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_go_on_below_and_long_ones_are_broken() {
        let check = |text: &str, cells, expect: &[&str]| {
            assert_eq!(wrapped(text, cells, Charset::Unicode), expect, "{text}");
        };
        check("one two three", 8, &["one two", "three"]);
        check("  a   b ", 8, &["a b"]);
        check("see abcdefghij now", 4, &["see", "abcd", "efgh", "ij", "now"]);
        check("商店商店", 5, &["商店", "商店"]);
        check("", 5, &[]);
        check("商", 0, &["商"]);
    }
}
