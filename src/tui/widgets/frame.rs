//! The frame of a pane: border, title, keys. Focus is a double line and a bracketed title.

use super::paint::{Canvas, Row};
use crate::tui::layout::{Frame, Slot};
use crate::tui::marks::Border;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::{Ui, Zoom};
use ratatui::layout::Rect;

/// What a frame says about its pane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// On the upper line, from the left.
    pub title: String,
    /// On the lower line, to the right; in the narrow layout on the upper one.
    pub foot: String,
    /// On the lower line, to the left.
    pub verbs: String,
}

/// Whether keys go to the pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// They do.
    Here,
    /// They do not.
    Elsewhere,
}

impl Focus {
    /// Whether the pane that a slot shows has the focus.
    pub fn of(slot: &Slot, ui: &Ui) -> Self {
        if ui.focus == slot.shown { Self::Here } else { Self::Elsewhere }
    }

    /// How the border is drawn.
    pub fn role(self) -> Role {
        match self {
            Self::Here => Role::Focus,
            Self::Elsewhere => Role::Border,
        }
    }
}

/// The border's characters for a pane with or without the focus.
pub fn border(canvas: &Canvas<'_>, focus: Focus) -> &'static Border {
    match focus {
        Focus::Here => &canvas.look.marks.focus,
        Focus::Elsewhere => &canvas.look.marks.plain,
    }
}

/// Draws the frame around a slot.
pub fn draw(canvas: &mut Canvas<'_>, slot: &Slot, ui: &Ui, heading: &Heading) {
    let focus = Focus::of(slot, ui);
    let zoomed;
    let heading = if ui.zoom == Zoom::On {
        zoomed = Heading { title: format!("{} [zoom]", heading.title), ..heading.clone() };
        &zoomed
    } else {
        heading
    };
    match slot.frame {
        Frame::Rule => rule(canvas, slot.outer, focus, heading),
        Frame::Box => boxed(canvas, slot.outer, focus, heading),
    }
}

/// A box with its title above and its foot below; also the frame of prompts.
pub fn boxed(canvas: &mut Canvas<'_>, area: Rect, focus: Focus, heading: &Heading) {
    let lines = border(canvas, focus);
    let [top_left, top_right, bottom_left, bottom_right] = lines.corners;
    let role = focus.role();
    let mut top = canvas.row(area, 0);
    top.put(top_left, role);
    top.right(top_right, role);
    title(&mut top, &heading.title, focus, lines);
    top.fill(lines.horizontal, role);
    for y in 1..area.height.saturating_sub(1) {
        let mut row = canvas.row(area, y);
        row.put(lines.vertical, role);
        row.right(lines.vertical, role);
    }
    if area.height > 1 {
        let mut bottom = canvas.row(area, area.height - 1);
        bottom.put(bottom_left, role);
        bottom.right(bottom_right, role);
        foot(&mut bottom, &heading.foot, focus, lines);
        verbs(&mut bottom, &heading.verbs, focus, lines);
        bottom.fill(lines.horizontal, role);
    }
}

fn rule(canvas: &mut Canvas<'_>, area: Rect, focus: Focus, heading: &Heading) {
    let lines = border(canvas, focus);
    let mut row = canvas.row(area, 0);
    foot(&mut row, &heading.foot, focus, lines);
    title(&mut row, &heading.title, focus, lines);
    row.fill(lines.horizontal, focus.role());
}

fn title(row: &mut Row<'_>, text: &str, focus: Focus, lines: &Border) {
    row.put(lines.horizontal, focus.role());
    if text.is_empty() || row.room() < 5 {
        return;
    }
    let (open, close) = match focus {
        Focus::Here => ("[", "]"),
        Focus::Elsewhere => (" ", " "),
    };
    let shown = text::cut(text, row.room() - 3, row.look.marks.cut, row.look.charset);
    row.put(open, focus.role());
    row.put(&shown, Role::Title);
    row.put(close, focus.role());
}

fn verbs(row: &mut Row<'_>, text: &str, focus: Focus, lines: &Border) {
    let length = text::width_up_to(text, row.room(), row.look.charset);
    if text.is_empty() || length + 3 > row.room() {
        return;
    }
    row.put(lines.horizontal, focus.role());
    row.put(&format!(" {text} "), Role::Dim);
}

/// A foot that does not fit is left out: what it says is told elsewhere too.
fn foot(row: &mut Row<'_>, text: &str, focus: Focus, lines: &Border) {
    let length = text::width_up_to(text, row.room(), row.look.charset);
    if text.is_empty() || length + 4 > row.room() {
        return;
    }
    row.right(lines.horizontal, focus.role());
    row.right(&format!(" {text} "), Role::Dim);
}
