//! Cursors and scrolling in lists and in the source.

use super::Turn;
use crate::api::ids::Line;
use crate::tui::layers;
use crate::tui::layout;
use crate::tui::rows;
use crate::tui::text::glyphs;
use crate::tui::ui::Pane;
use crate::tui::view;
use ratatui::layout::Rect;
use std::ops::Range;

/// Columns that one key scrolls text sideways.
const SIDEWAYS: usize = 8;

/// How far a cursor goes; back if it is negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    Rows(isize),
    HalfPages(isize),
    Pages(isize),
}

impl Turn<'_> {
    pub(super) fn move_by(&mut self, distance: Distance) {
        let pane = self.app.ui.focus;
        let rows = isize::try_from(self.height(pane).max(1)).unwrap_or(1);
        self.move_cursor(
            pane,
            match distance {
                Distance::Rows(count) => count,
                Distance::HalfPages(count) => (rows / 2).max(1) * count,
                Distance::Pages(count) => rows * count,
            },
        );
    }

    pub(super) fn go_left(&mut self) {
        let pane = self.app.ui.focus;
        if is_tree(pane) { self.close_node() } else { self.scroll_sideways(pane, Side::Left) }
    }

    pub(super) fn go_right(&mut self) {
        let pane = self.app.ui.focus;
        if is_tree(pane) { self.open_node() } else { self.scroll_sideways(pane, Side::Right) }
    }

    /// Moves a pane's cursor by so many rows, as far as there are any.
    pub(super) fn move_cursor(&mut self, pane: Pane, by: isize) {
        let last = rows::count(self.app, pane).saturating_sub(1);
        if pane != Pane::Source {
            let cursor = self.app.ui.list(pane).cursor;
            let wanted = cursor.saturating_add_signed(by).min(last);
            return self.set_cursor(pane, wanted);
        }
        if let Some((script, line)) = rows::source_place(self.app) {
            let index = (line.0 as usize).saturating_sub(1);
            let wanted = index.saturating_add_signed(by).min(last);
            let line = Line(u32::try_from(wanted + 1).unwrap_or(u32::MAX));
            self.app.ui.sources.entry(script).or_default().cursor = line;
        }
    }

    /// Puts a list's cursor on a row; the variables' one is remembered by name.
    pub(super) fn set_cursor(&mut self, pane: Pane, row: usize) {
        self.app.ui.list_mut(pane).cursor = row;
        if pane == Pane::Variables {
            self.anchor();
        }
        if matches!(pane, Pane::Variables | Pane::Watch | Pane::Console) {
            self.app.ui.list_mut(Pane::Inspector).cursor = 0;
        }
    }

    /// Scrolls a pane by so many rows; the cursor follows where it would leave the pane.
    pub(super) fn scroll(&mut self, pane: Pane, by: isize) {
        let height = self.height(pane);
        let furthest = rows::count(self.app, pane).saturating_sub(height);
        if pane == Pane::Source {
            let Some(script) = self.app.script() else { return };
            let view = self.app.ui.sources.entry(script).or_default();
            let top = (view.top.0 as usize).saturating_sub(1);
            let top = top.saturating_add_signed(by).min(furthest);
            let line = |index: usize| Line(u32::try_from(index + 1).unwrap_or(u32::MAX));
            view.top = line(top);
            view.cursor = view.cursor.clamp(view.top, line(top + height.saturating_sub(1)));
            return;
        }
        let list = self.app.ui.list_mut(pane);
        list.scroll = list.scroll.saturating_add_signed(by).min(furthest);
        let lowest = list.scroll + height.saturating_sub(1);
        let cursor = list.cursor.clamp(list.scroll, lowest);
        self.set_cursor(pane, cursor);
    }

    fn scroll_sideways(&mut self, pane: Pane, side: Side) {
        let further = self.app.script().map(|script| self.app.ui.source(&script).column + SIDEWAYS);
        let is_source = pane == Pane::Source && matches!(side, Side::Right);
        if is_source && !further.is_some_and(|column| self.reaches(column)) {
            return;
        }
        let column = match pane {
            Pane::Source => {
                let Some(script) = self.app.script() else { return };
                &mut self.app.ui.sources.entry(script).or_default().column
            }
            pane => &mut self.app.ui.list_mut(pane).column,
        };
        *column = match side {
            Side::Left => column.saturating_sub(SIDEWAYS),
            Side::Right => *column + SIDEWAYS,
        };
    }

    /// How far the source is to be shifted so that a part of a line, in bytes, is in sight: not at all, or as little as is
    /// enough.
    pub(super) fn column_showing(&self, line: &str, part: Range<usize>) -> usize {
        let cells = |end: usize| -> usize {
            let before = &line[..line.floor_char_boundary(end)];
            glyphs(before, self.app.ui.charset).with_tab_stops().map(|glyph| glyph.width).sum()
        };
        let regions = layout::regions(Rect::from(self.app.ui.size), &self.app.ui);
        let area = regions.inner(Pane::Source);
        let lines = self.app.source().map_or(0, |source| source.lines.len());
        let gutter = view::gutter_width(lines, area);
        let room = usize::from(area.width.saturating_sub(gutter)).max(1);
        let (begin, end) = (cells(part.start), cells(part.end));
        // With a little of what comes behind it; a long part from its beginning.
        let needed = (end + SIDEWAYS).saturating_sub(room).min(begin);
        needed.div_ceil(SIDEWAYS) * SIDEWAYS
    }

    /// Whether a line of code on screen has something behind so many cells.
    fn reaches(&self, column: usize) -> bool {
        let Some(source) = self.app.source() else { return false };
        let first = (self.app.ui.source(&source.script).top.0 as usize).saturating_sub(1);
        let on_screen = source.lines.iter().skip(first).take(self.height(Pane::Source));
        let is_longer = |line: &str| {
            let mut cells = 0;
            glyphs(line, self.app.ui.charset).with_tab_stops().any(|glyph| {
                cells += glyph.width;
                cells > column
            })
        };
        on_screen.into_iter().any(|line| is_longer(line))
    }

    /// The cells of a pane that its list has.
    pub(super) fn list_area(&self, pane: Pane, inner: Rect) -> Rect {
        rows::list_area(self.app, pane, inner, layers::typing_rows(self.layers))
    }

    /// Rows of a pane that its list has.
    pub(super) fn height(&self, pane: Pane) -> usize {
        let regions = layout::regions(Rect::from(self.app.ui.size), &self.app.ui);
        usize::from(self.list_area(pane, regions.inner(pane)).height)
    }
}

/// Which way text is scrolled.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

fn is_tree(pane: Pane) -> bool {
    matches!(pane, Pane::Variables | Pane::Watch | Pane::Console)
}
