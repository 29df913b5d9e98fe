//! The mouse: focus, gutter, trees, tabs, wheel. Nothing is done by mouse alone.

use super::Turn;
use crate::api::ids::Line;
use crate::session::{BreakpointCommand, Command, Row};
use crate::tui::layers::Layer;
use crate::tui::layout::{self, Frame, Slot};
use crate::tui::ui::Pane;
use crate::tui::{rows, view};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};

/// Rows that one notch of the wheel scrolls.
const NOTCH: isize = 3;

impl Turn<'_> {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let position = Position::new(mouse.column, mouse.row);
        let regions = layout::regions(Rect::from(self.app.ui.size), &self.app.ui);
        // Nobody means what an error covers.
        if view::bars::overflow_area(self.app, &regions).is_some_and(|it| it.contains(position)) {
            return;
        }
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && self.layers.is_empty()
            && let Some(action) = view::footer::action_at(self.app, &regions, position)
        {
            self.command(Command::Touch);
            return self.act(action);
        }
        let Some(slot) = regions.at(position) else { return };
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => self.press(slot, position),
            MouseEventKind::ScrollDown => self.scroll(slot.shown, NOTCH),
            MouseEventKind::ScrollUp => self.scroll(slot.shown, -NOTCH),
            _ => {}
        }
    }

    fn press(&mut self, slot: &Slot, position: Position) {
        self.command(Command::Touch);
        match self.layers.last() {
            None => {}
            Some(Layer::Expression(_)) if self.app.ui.focus == Pane::Console => self.close_layer(),
            Some(_) => return,
        }
        let tab =
            view::tabs::tabs(self.app, slot).into_iter().find(|tab| tab.area.contains(position));
        if let (Frame::Rule, Some(tab)) = (slot.frame, tab) {
            return self.app.ui.focus(tab.pane);
        }
        let had_focus = self.app.ui.focus == slot.shown;
        self.app.ui.focus(slot.shown);
        let area = self.list_area(slot.shown, slot.inner);
        if !area.contains(position) {
            return;
        }
        let (row, column) = (usize::from(position.y - area.y), position.x - area.x);
        if slot.shown == Pane::Source {
            self.press_source(row, column, area);
        } else {
            self.press_list(slot.shown, row, had_focus);
        }
    }

    fn press_source(&mut self, row: usize, column: u16, area: Rect) {
        let Some(script) = self.app.script() else { return };
        let lines = self.app.source().map_or(0, |source| source.lines.len());
        let view = self.app.ui.sources.entry(script.clone()).or_default();
        let number = view.top.0 as usize + row;
        if number > lines {
            return;
        }
        let line = Line(u32::try_from(number).unwrap_or(u32::MAX));
        view.cursor = line;
        if column < view::gutter_width(lines, area) {
            self.command(Command::Breakpoint(BreakpointCommand::Toggle { script, line }));
        }
    }

    /// A press selects the row; on the selected row, or on a node's own mark, it opens it.
    fn press_list(&mut self, pane: Pane, row: usize, had_focus: bool) {
        let list = self.app.ui.list(pane);
        let index = list.scroll + row;
        if index >= rows::count(self.app, pane) {
            return;
        }
        let again = had_focus && list.cursor == index;
        self.set_cursor(pane, index);
        let is_node =
            matches!(rows::tree_row(self.app, pane), Some(Row::Node(_) | Row::More { .. }));
        let selects = matches!(pane, Pane::Stack | Pane::Threads | Pane::History);
        if selects || again && is_node {
            self.accept();
        }
    }
}
