//! A line of code in its colours, from a column on, with what the search found.

use crate::tui::highlight::Span;
use crate::tui::text::{Glyph, glyphs};
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Row;
use ratatui::style::{Modifier, Style};
use std::ops::Range;

/// Bytes of a line in which the search is shown.
const SEARCHED: usize = 16_000;

/// One line.
pub(super) struct Code<'a> {
    pub text: &'a str,
    pub spans: &'a [Span],
    pub matches: &'a Matcher,
    /// Added to every style.
    pub weight: Modifier,
}

impl Code<'_> {
    /// Draws what stands behind `column` cells; tells whether all of it fitted.
    pub(super) fn draw(&self, row: &mut Row<'_>, column: usize) -> bool {
        let found = self.matches.ranges(self.text);
        let (mut spans, mut found) = (self.spans.iter().peekable(), found.iter().peekable());
        let mut skipped = 0;
        let mut pieces = glyphs(self.text, row.look.charset).with_tab_stops();
        while let Some(glyph) = pieces.next() {
            if skipped < column {
                skipped += glyph.width;
                blanks(row, skipped.saturating_sub(column));
                continue;
            }
            let at = glyph.start;
            while spans.next_if(|span| span.end as usize <= at).is_some() {}
            while found.next_if(|range| range.end <= at).is_some() {}
            let role = spans.peek().filter(|span| span.start as usize <= at);
            let mut style = row.look.style(role.map_or(Role::Text, |span| span.role));
            if found.peek().is_some_and(|range| range.start <= at) {
                style = style.patch(row.look.style(Role::Match));
            }
            if !fits(row, &glyph, pieces.rest()) {
                cut_mark(row, style);
                return false;
            }
            row.glyph(&glyph, style.add_modifier(self.weight));
        }
        true
    }
}

/// A wide glyph of which the left half is scrolled away leaves a blank.
fn blanks(row: &mut Row<'_>, cells: usize) {
    for _ in 0..cells {
        row.put(" ", Role::Text);
    }
}

/// Whether the glyph fits, with room for the cut mark unless the rest of the line fits too.
fn fits(row: &Row<'_>, glyph: &Glyph<'_>, rest: &str) -> bool {
    let marker = row.look.marks.cut.chars().count();
    let room = row.room();
    if glyph.width + marker <= room {
        return true;
    }
    let rest = crate::tui::text::width_up_to(rest, room, row.look.charset);
    glyph.width + rest <= room
}

fn cut_mark(row: &mut Row<'_>, style: Style) {
    row.put(row.look.marks.cut, style);
}

/// Finds a text in lines: in any case, unless it has capitals itself.
#[derive(Debug, Default)]
pub(super) struct Matcher {
    needle: String,
    any_case: bool,
}

impl Matcher {
    /// Finds `needle`; an empty one finds nothing.
    pub(super) fn new(needle: &str) -> Self {
        let any_case = !needle.chars().any(char::is_uppercase);
        Self { needle: needle.to_owned(), any_case }
    }

    /// Whether a line holds the text.
    pub(super) fn is_in(&self, line: &str) -> bool {
        self.next(line, 0).is_some()
    }

    /// Where the text stands in a line, in bytes.
    pub(super) fn ranges(&self, line: &str) -> Vec<Range<usize>> {
        let line = &line[..line.floor_char_boundary(SEARCHED)];
        let mut ranges = Vec::new();
        let mut from = 0;
        while let Some(range) = self.next(line, from) {
            from = range.end;
            ranges.push(range);
        }
        ranges
    }

    fn next(&self, line: &str, from: usize) -> Option<Range<usize>> {
        let (needle, hay) = (self.needle.as_bytes(), line.as_bytes());
        if needle.is_empty() || hay.len() < from + needle.len() {
            return None;
        }
        let same = |window: &[u8]| {
            if self.any_case { window.eq_ignore_ascii_case(needle) } else { window == needle }
        };
        let at = hay[from..].windows(needle.len()).position(same)? + from;
        let end = at + needle.len();
        (line.is_char_boundary(at) && line.is_char_boundary(end)).then_some(at..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_letters_find_any_case_and_capitals_only_themselves() {
        for (needle, line, expect) in [
            ("qty", "Qty = qty", &[(0, 3), (6, 9)][..]),
            ("Qty", "Qty = qty", &[(0, 3)]),
            ("", "qty", &[]),
            ("über", "x über", &[(2, 7)]),
            ("aa", "aaaa", &[(0, 2), (2, 4)]),
        ] {
            let found: Vec<_> = Matcher::new(needle)
                .ranges(line)
                .into_iter()
                .map(|range| (range.start, range.end))
                .collect();
            assert_eq!(found, expect, "{needle} in {line}");
        }
    }
}
