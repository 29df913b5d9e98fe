//! The only place that writes cells: whole glyphs, never beyond the given area, never a control.

use super::Look;
use crate::tui::text::{self, Glyph, glyphs};
use crate::tui::theme::Role;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// The screen's cells and how they look.
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    /// Marks, colours and characters.
    pub look: Look<'a>,
}

impl<'a> Canvas<'a> {
    /// Draws into `buffer`.
    pub fn new(buffer: &'a mut Buffer, look: Look<'a>) -> Self {
        Self { buffer, look }
    }

    /// Blanks an area, in the theme's ground if it has one.
    pub fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        let mut style = self.look.style(Role::Text);
        style.bg = self.look.theme.ground;
        for position in area.positions() {
            let cell = &mut self.buffer[position];
            cell.reset();
            cell.set_style(style);
        }
    }

    /// Row `index` of an area, to be written from the left; an empty row if the area is lower.
    pub fn row(&mut self, area: Rect, index: u16) -> Row<'_> {
        let area = area.intersection(self.buffer.area);
        let y = area.y.saturating_add(index);
        let right = if index < area.height { area.right() } else { area.x };
        Row { buffer: self.buffer, look: self.look, y, left: area.x, x: area.x, end: right }
    }

    /// Writes onto the right end of a frame's upper line, if nothing else stands there.
    pub fn on_border(&mut self, area: Rect, text: &str, ink: impl Ink) {
        let area = area.intersection(self.buffer.area);
        let length = cells(text::width(text, self.look.charset)) + 2;
        let Some(start) = area.right().checked_sub(length).filter(|start| *start > area.x + 4)
        else {
            return;
        };
        let lines = [&self.look.marks.plain, &self.look.marks.focus].map(|it| it.horizontal);
        let is_free = |x: u16| lines.contains(&self.buffer[(x, area.y)].symbol());
        if !(start - 1..area.right() - 1).all(is_free) {
            return;
        }
        let style = ink.style(self.look);
        let place = Rect { x: start, width: length - 1, height: 1, ..area };
        let mut row = self.row(place, 0);
        row.put(text, style);
    }

    /// One line in the middle of an area.
    pub fn centred(&mut self, area: Rect, text: &str) {
        let width = cells(text::width_up_to(text, usize::from(area.width), self.look.charset));
        let indent = area.width.saturating_sub(width) / 2;
        let mut row = self.row(area, area.height / 2);
        row.skip(indent);
        row.cut(text, Role::Text);
    }

    /// Adds a style to all cells of an area.
    pub fn restyle(&mut self, area: Rect, style: Style) {
        self.buffer.set_style(area, style);
    }
}

/// How a piece of text is drawn: by its role, or by a style made of several.
pub trait Ink {
    /// The style in this look.
    fn style(self, look: Look<'_>) -> Style;
}

impl Ink for Role {
    fn style(self, look: Look<'_>) -> Style {
        look.style(self)
    }
}

impl Ink for Style {
    fn style(self, _: Look<'_>) -> Style {
        self
    }
}

/// One row of a pane, written from the left and, for what stands at the edge, from the right.
pub struct Row<'a> {
    buffer: &'a mut Buffer,
    /// Marks, colours and characters.
    pub look: Look<'a>,
    y: u16,
    left: u16,
    x: u16,
    end: u16,
}

impl Row<'_> {
    /// Cells that are still free.
    pub fn room(&self) -> usize {
        usize::from(self.end - self.x)
    }

    /// Cells that are written from the left.
    pub fn column(&self) -> usize {
        usize::from(self.x - self.left)
    }

    /// Leaves cells blank.
    pub fn skip(&mut self, cells: u16) {
        self.x = self.x.saturating_add(cells).min(self.end);
    }

    /// Goes on at a column, counted from the row's left edge; never back.
    pub fn to(&mut self, column: usize) {
        let x = self.left.saturating_add(cells(column));
        self.x = x.clamp(self.x, self.end);
    }

    /// Writes as much as fits.
    pub fn put(&mut self, text: &str, ink: impl Ink) {
        let style = ink.style(self.look);
        for glyph in glyphs(text, self.look.charset) {
            if !self.glyph(&glyph, style) {
                return;
            }
        }
    }

    /// Writes one glyph; `false` if there is no room for it.
    pub fn glyph(&mut self, glyph: &Glyph<'_>, style: Style) -> bool {
        if glyph.width > self.room() {
            return false;
        }
        for (symbol, width) in glyph.cells() {
            self.buffer[(self.x, self.y)].set_symbol(symbol).set_style(style);
            let next = self.x + cells(width);
            for covered in self.x + 1..next {
                self.buffer[(covered, self.y)].set_symbol(" ").set_style(style);
            }
            self.x = next;
        }
        true
    }

    /// Writes into what is left of the row; cut text ends in the mark for it.
    pub fn cut(&mut self, text: &str, ink: impl Ink) {
        let shown = text::cut(text, self.room(), self.look.marks.cut, self.look.charset);
        self.put(&shown, ink);
    }

    /// Writes into a column of that width, cut or filled up with blanks.
    pub fn field(&mut self, text: &str, width: usize, ink: impl Ink) {
        let width = width.min(self.room());
        let end = self.x + cells(width);
        let shown = text::cut(text, width, self.look.marks.cut, self.look.charset);
        self.put(&shown, ink);
        self.x = end;
    }

    /// Writes at the right edge if it fits beside what is written already; the row ends there.
    pub fn right(&mut self, text: &str, ink: impl Ink) -> bool {
        let width = text::width_up_to(text, self.room(), self.look.charset);
        if width > self.room() {
            return false;
        }
        let end = self.end - cells(width);
        let back = std::mem::replace(&mut self.x, end);
        self.put(text, ink);
        self.x = back;
        self.end = end;
        true
    }

    /// Keeps cells at the right edge blank.
    pub fn margin(&mut self, cells: u16) {
        self.end = self.end.saturating_sub(cells).max(self.x);
    }

    /// Fills what is left with one symbol of one cell.
    pub fn fill(&mut self, symbol: &str, ink: impl Ink) {
        let style = ink.style(self.look);
        while self.x < self.end {
            self.buffer[(self.x, self.y)].set_symbol(symbol).set_style(style);
            self.x += 1;
        }
    }
}

/// A number of cells as the terminal counts them; wider than any terminal is as wide as can be.
pub fn cells(width: usize) -> u16 {
    u16::try_from(width).unwrap_or(u16::MAX)
}
