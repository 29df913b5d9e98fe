//! Splitting a string into the glyphs that a terminal shows.

use super::Charset;
use crate::api::escapes::{escape, is_hidden};
use std::borrow::Cow;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Columns between two tab stops of a source line.
const TAB_STOP: usize = 4;
/// More combining marks than any script stacks on one character; further ones are left out.
const MAX_MARKS: usize = 6;

/// One unit of drawing; it is shown whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glyph<'a> {
    /// What is written: a base character with its marks, or several ASCII characters.
    pub text: Cow<'a, str>,
    /// Cells that it fills, at least 1.
    pub width: usize,
    /// Where it starts in the string, in bytes.
    pub start: usize,
    /// Whether it stands for a character that cannot be shown as itself.
    pub escaped: bool,
}

impl Glyph<'_> {
    /// The cells' symbols from left to right; an escape has one character per cell.
    pub fn cells(&self) -> impl Iterator<Item = (&str, usize)> {
        let ascii = self.text.len() == self.width && self.text.is_ascii();
        let pieces = if ascii { self.width } else { 1 };
        (0..pieces).map(
            move |at| {
                if ascii { (&self.text[at..=at], 1) } else { (&*self.text, self.width) }
            },
        )
    }
}

/// The glyphs of a string; see [`glyphs`].
#[derive(Clone, Debug)]
pub struct Glyphs<'a> {
    text: &'a str,
    at: usize,
    column: usize,
    charset: Charset,
    expands_tabs: Tabs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tabs {
    Escaped,
    ToTheNextStop,
}

/// The glyphs of `text` in reading order; a tab is shown as `\t`.
pub fn glyphs(text: &str, charset: Charset) -> Glyphs<'_> {
    Glyphs { text, at: 0, column: 0, charset, expands_tabs: Tabs::Escaped }
}

impl<'a> Glyphs<'a> {
    /// Shows tabs as spaces up to the next stop, counted from the start of the string.
    #[must_use]
    pub fn with_tab_stops(mut self) -> Self {
        self.expands_tabs = Tabs::ToTheNextStop;
        self
    }

    /// What is not read yet.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, length: usize, width: usize) -> Glyph<'a> {
        let text = &self.text[self.at..self.at + length];
        self.step(length, Cow::Borrowed(text), width, false)
    }

    fn step(
        &mut self,
        length: usize,
        text: Cow<'a, str>,
        width: usize,
        escaped: bool,
    ) -> Glyph<'a> {
        let glyph = Glyph { text, width, start: self.at, escaped };
        self.at += length;
        self.column += width;
        glyph
    }

    fn tab(&mut self) -> Glyph<'a> {
        const SPACES: &str = "    ";
        let width = TAB_STOP - self.column % TAB_STOP;
        self.step(1, Cow::Borrowed(&SPACES[..width]), width, false)
    }

    fn escape(&mut self, hidden: char) -> Glyph<'a> {
        let text = escape(hidden);
        let width = text.len();
        self.step(hidden.len_utf8(), Cow::Owned(text), width, true)
    }

    /// A base character with the marks on it. Joiners and variation selectors are read and left
    /// out: without them every terminal shows the same number of cells.
    fn cluster(&mut self, base: char, base_width: usize) -> Glyph<'a> {
        let rest = self.rest();
        let mut length = base.len_utf8();
        let mut plain = true;
        let attached = rest[length..].chars().take_while(|next| attaches(base, *next));
        for (count, next) in attached.enumerate() {
            plain &= is_mark(next) && count < MAX_MARKS;
            length += next.len_utf8();
        }
        let whole = &rest[..length];
        if plain && whole.width() == base_width {
            return self.take(length, base_width);
        }
        self.step(length, Cow::Owned(shown_marks(whole, base, base_width)), base_width, false)
    }
}

impl<'a> Iterator for Glyphs<'a> {
    type Item = Glyph<'a>;

    fn next(&mut self) -> Option<Glyph<'a>> {
        let bytes = self.text.as_bytes();
        let first = *bytes.get(self.at)?;
        let followed_by_ascii = bytes.get(self.at + 1).is_none_or(u8::is_ascii);
        if matches!(first, b' '..=b'~') && followed_by_ascii {
            return Some(self.take(1, 1));
        }
        if first == b'\t' && self.expands_tabs == Tabs::ToTheNextStop {
            return Some(self.tab());
        }
        let base = self.rest().chars().next()?;
        if self.charset == Charset::SevenBit && !base.is_ascii() {
            return Some(self.escape(base));
        }
        match base.width() {
            Some(width) if width > 0 && !is_hidden(base) => {
                if self.charset == Charset::SevenBit {
                    return Some(self.take(base.len_utf8(), width));
                }
                Some(self.cluster(base, width))
            }
            _ => Some(self.escape(base)),
        }
    }
}

fn shown_marks(cluster: &str, base: char, base_width: usize) -> String {
    let marks = cluster.chars().skip(1).filter(|next| is_mark(*next)).take(MAX_MARKS);
    let shown: String = std::iter::once(base).chain(marks).collect();
    if shown.width() == base_width { shown } else { base.to_string() }
}

/// Whether a character follows its base into the same glyph.
fn attaches(base: char, next: char) -> bool {
    is_joiner(next) || is_mark(next) || (is_skin_tone(next) && base.width() == Some(2))
}

/// Drawn on the base without a cell of its own.
fn is_mark(next: char) -> bool {
    next.width() == Some(0) && !is_hidden(next) && !is_joiner(next)
}

/// Joins or varies its neighbours and shows nothing itself.
fn is_joiner(next: char) -> bool {
    matches!(next, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

fn is_skin_tone(next: char) -> bool {
    matches!(next, '\u{1f3fb}'..='\u{1f3ff}')
}
