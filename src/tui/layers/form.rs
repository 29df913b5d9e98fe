//! A prompt of several fields: each behind its label, below them what is to be said, then the keys.

use super::field::{Field, Focus};
use super::sheet;
use crate::tui::layout::Regions;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;
use ratatui::layout::Rect;

/// Cells of the longest note: it fits one row of 80 columns.
pub(super) const NOTE: u16 = 76;

/// A form as it is drawn.
pub(super) struct Form<'a> {
    pub title: &'a str,
    /// Of each field.
    pub labels: &'a [&'a str],
    pub fields: &'a [Field],
    /// The field that is typed in.
    pub current: usize,
    /// What is said about the fields.
    pub notes: &'a [(&'a str, Role)],
    pub help: &'a str,
}

impl Form<'_> {
    /// Draws it at the bottom; gives the content's area. The notes are left out where there are too
    /// few rows for them.
    pub(super) fn draw(self, canvas: &mut Canvas<'_>, regions: &Regions) -> Rect {
        let each = if sheet::room(regions) < NOTE { 2 } else { 1 };
        let [fields, notes] = [self.labels.len(), self.notes.len()].map(rows);
        let help = fields + notes * each;
        let keys = keys(self.help, sheet::room(regions));
        let area = sheet::prompt(canvas, regions, self.title, help + rows(keys.len()));
        for (index, (label, field)) in (0..area.height).zip(self.labels.iter().zip(self.fields)) {
            let here = usize::from(index) == self.current;
            let focus = if here { Focus::Here } else { Focus::Elsewhere };
            field.draw_labelled(canvas, area, index, label, focus);
        }
        if area.height > help {
            for (above, (text, role)) in (fields..help).step_by(each.into()).zip(self.notes) {
                let place = Rect { y: area.y + above, height: each, ..area };
                note(canvas, place, text, *role);
            }
        }
        if area.height < help + rows(keys.len()) {
            sheet::help(canvas, area, self.help);
        } else {
            for (row, line) in (help..area.height).zip(&keys) {
                canvas.row(area, row).cut(line, Role::Dim);
            }
        }
        area
    }
}

/// The keys with their words, on as many lines as it takes for all of them.
fn keys(help: &str, room: u16) -> Vec<String> {
    if help.chars().count() <= usize::from(room) {
        return vec![help.to_owned()];
    }
    let parts: Vec<&str> = help.split("  ").collect();
    sheet::beside(&parts, room)
}

/// Writes a note, broken between words; only its last row is ever cut.
fn note(canvas: &mut Canvas<'_>, area: Rect, text: &str, role: Role) {
    let mut lines = text::wrapped(text, usize::from(area.width), canvas.look.charset);
    let last = usize::from(area.height).saturating_sub(1).min(lines.len());
    let rest = lines.split_off(last).join(" ");
    lines.push(rest);
    for (row, line) in (0..area.height).zip(lines) {
        canvas.row(area, row).cut(&line, role);
    }
}

fn rows(parts: usize) -> u16 {
    u16::try_from(parts).unwrap_or(u16::MAX)
}
