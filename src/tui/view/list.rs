//! A pane of rows: which of them are on screen, the cursor's row, and in the frame how far they reach.

use crate::tui::app::App;
use crate::tui::layout::Slot;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::ListView;
use crate::tui::widgets::frame::Focus;
use crate::tui::widgets::paint::{Canvas, Row};
use crate::tui::widgets::words::{counted, grouped};
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

/// How far a list of `count` rows reaches: up to and with which row it is seen.
pub(super) fn position(end: usize, count: usize) -> String {
    format!(" {}/{} ", grouped(end as u64), grouped(count as u64))
}

/// The inside of a pane that shows rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'a> {
    /// Without the frame.
    pub area: Rect,
    /// With the frame.
    frame: Rect,
    /// Blank cells at the right edge.
    margin: u16,
    focus: Focus,
    view: &'a ListView,
}

impl<'a> List<'a> {
    /// The list in a slot.
    pub(super) fn of(app: &'a App, slot: &Slot) -> Self {
        Self {
            area: slot.inner,
            frame: slot.outer,
            margin: 1,
            focus: Focus::of(slot, &app.ui),
            view: app.ui.list(slot.shown),
        }
    }

    /// The same list without its lowest rows.
    #[must_use]
    pub(super) fn without_last(mut self, rows: u16) -> Self {
        self.area.height = self.area.height.saturating_sub(rows);
        self
    }

    /// The same list up to the frame.
    #[must_use]
    pub(super) fn without_margin(self) -> Self {
        Self { margin: 0, ..self }
    }

    /// Rows from the first one that have to be known to draw what is on screen, and one more.
    pub(super) fn reach(&self) -> usize {
        self.view.cursor.max(self.view.scroll) + usize::from(self.area.height) + 1
    }

    /// The first row on screen: where the view stands, moved so that the cursor is seen.
    fn top(&self, count: usize) -> usize {
        let height = usize::from(self.area.height);
        let cursor = self.view.cursor.min(count.saturating_sub(1));
        let lowest = (cursor + 1).saturating_sub(height);
        let last = count.saturating_sub(height);
        self.view.scroll.clamp(lowest, cursor.max(lowest)).min(last.max(lowest))
    }

    /// Draws the rows on screen; `draw` gets each with its number in the whole list.
    pub(super) fn draw(
        mut self,
        canvas: &mut Canvas<'_>,
        count: usize,
        draw: impl FnMut(&mut Row<'_>, usize),
    ) {
        if !self.view.filter.is_empty() && self.area.height > 1 {
            self.filter_bar(canvas, count, "");
            self = self.without_last(1);
        }
        self.draw_rows(canvas, count, draw);
    }

    /// Like [`List::draw`], for a list that draws its filter itself.
    pub(super) fn draw_rows(
        self,
        canvas: &mut Canvas<'_>,
        count: usize,
        mut draw: impl FnMut(&mut Row<'_>, usize),
    ) {
        let top = self.top(count);
        let end = count.min(top + usize::from(self.area.height));
        if top > 0 || end < count {
            canvas.on_border(self.frame, &position(end, count), Role::Dim);
        }
        for (y, index) in (0..).zip(top..end) {
            let mut row = canvas.row(self.area, y);
            row.margin(self.margin);
            draw(&mut row, index);
            if self.focus == Focus::Here && index == self.view.cursor {
                let area = Rect { y: self.area.y + y, height: 1, ..self.area };
                // One ground for the whole row: reversed, each piece's colour would be its own.
                let style = Style::new().fg(Color::Reset).patch(canvas.look.style(Role::Cursor));
                canvas.restyle(area, style);
            }
        }
    }

    /// The last row of a filtered list: the filter, how much it leaves and how much it did not see.
    pub(super) fn filter_bar(&self, canvas: &mut Canvas<'_>, count: usize, unseen: &str) {
        let charset = canvas.look.charset;
        let mut row = canvas.row(self.area, self.area.height.saturating_sub(1));
        row.margin(self.margin);
        // What it is filtered by comes before what it could not look at, and that before how much is left.
        let counts = counted(count, "row");
        let taken = 1 + text::width(&self.view.filter, charset);
        let room = usize::from(self.area.width).saturating_sub(taken);
        let fits = |words: &str| text::width(words, charset) <= room;
        let (all, few) = (format!("  {counts}{unseen}"), format!("  {counts}"));
        if let Some(told) = [&all, &few].into_iter().find(|words| fits(words)) {
            row.right(told, Role::Dim);
        }
        row.put("/", Role::Key);
        row.cut(&self.view.filter, Role::Match);
    }

    /// The last row of a list that is not what it should be.
    pub(super) fn warning(&self, canvas: &mut Canvas<'_>, text: &str) {
        let mut row = canvas.row(self.area, self.area.height.saturating_sub(1));
        row.margin(self.margin);
        row.cut(text, Role::Warning);
    }

    /// A line for a list without rows.
    pub(super) fn empty(&self, canvas: &mut Canvas<'_>, text: &str) {
        let mut row = canvas.row(self.area, 0);
        row.margin(self.margin);
        row.put("  ", Role::Dim);
        row.cut(text, Role::Dim);
    }
}
