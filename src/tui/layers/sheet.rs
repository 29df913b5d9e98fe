//! The boxes that layers are drawn in: at the bottom for prompts, over the panes for the rest.

use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::frame::{Focus, Heading, boxed};
use crate::tui::widgets::paint::Canvas;
use ratatui::layout::Rect;

/// How many rows a prompt's content may have on this screen.
pub(super) fn most_rows(regions: &Regions) -> u16 {
    bottom(regions).saturating_sub(regions.area.y + 1).saturating_sub(2)
}

/// Draws an empty box of `rows` rows of content at the bottom, as wide as the screen, so that
/// nothing peeps out beside it; gives the content's area. It leaves the result and the keys in the
/// last lines alone.
pub(super) fn prompt(canvas: &mut Canvas<'_>, regions: &Regions, title: &str, rows: u16) -> Rect {
    let height = rows.min(most_rows(regions)) + 2;
    let area = Rect { y: bottom(regions) - height, height, ..regions.area };
    framed(canvas, area, title, "")
}

/// Cells of a prompt's content in a row.
pub(super) fn room(regions: &Regions) -> u16 {
    regions.area.width.saturating_sub(4)
}

/// Draws an empty box over all panes; gives the content's area.
pub(super) fn page(canvas: &mut Canvas<'_>, regions: &Regions, title: &str, foot: &str) -> Rect {
    let top = regions.top.bottom();
    let area = Rect { y: top, height: bottom(regions) - top, ..regions.area };
    framed(canvas, area, title, foot)
}

/// Writes a prompt's help, its last line.
pub(super) fn help(canvas: &mut Canvas<'_>, area: Rect, text: &str) {
    if area.height > 0 {
        let fitting = fitting(text, usize::from(area.width));
        canvas.row(area, area.height - 1).cut(&fitting, Role::Dim);
    }
}

/// Keys with their whole words, as many as fit; the last one, which is the way out, in any case.
fn fitting(text: &str, room: usize) -> String {
    let mut parts: Vec<&str> = text.split("  ").collect();
    let width = |parts: &[&str]| parts.iter().map(|part| part.chars().count() + 2).sum::<usize>();
    while parts.len() > 1 && width(&parts) > room + 2 {
        parts.remove(parts.len() - 2);
    }
    parts.join("  ")
}

/// Breaks words into lines of so many cells.
pub(super) fn wrapped(words: &str, width: u16, app: &App) -> Vec<String> {
    text::wrapped(words, usize::from(width), app.ui.charset)
}

/// Puts short texts beside each other, as many on a line as fit whole.
pub(super) fn beside(parts: &[&str], width: u16) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut() {
            Some(line) if line.len() + 3 + part.len() <= usize::from(width) => {
                line.push_str("   ");
                line.push_str(part);
            }
            _ => lines.push((*part).to_owned()),
        }
    }
    lines
}

/// The keys that may follow those pressed, once they have been waited for.
pub(super) fn menu(canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
    if app.pending.menu_at().is_none_or(|at| app.ui.now < at) {
        return;
    }
    let entries = app.keymap.following(app.pending.chords());
    let rows = u16::try_from(entries.len()).unwrap_or(u16::MAX);
    let area = prompt(canvas, regions, "Menu", rows);
    for (index, (chord, entry)) in (0..area.height).zip(entries) {
        let mut row = canvas.row(area, index);
        row.field(&chord.to_string(), 4, Role::Key);
        row.field(entry.action.name(), 16, Role::Text);
        row.cut(&entry.does, Role::Dim);
    }
}

fn framed(canvas: &mut Canvas<'_>, area: Rect, title: &str, foot: &str) -> Rect {
    canvas.clear(area);
    let heading = Heading { title: title.to_owned(), foot: foot.to_owned(), verbs: String::new() };
    boxed(canvas, area, Focus::Here, &heading);
    Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(2),
    }
}

fn bottom(regions: &Regions) -> u16 {
    regions.result.map_or(regions.hints.y, |result| result.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_help_line_keeps_whole_words_and_the_way_out() {
        let text = "Enter set  Tab next  Ctrl-t test  Esc cancel";
        for (room, shown) in [
            (80, text),
            (44, text),
            (43, "Enter set  Tab next  Esc cancel"),
            (25, "Enter set  Esc cancel"),
            (12, "Esc cancel"),
            (3, "Esc cancel"),
        ] {
            assert_eq!(fitting(text, room), shown, "{room}");
        }
    }
}
