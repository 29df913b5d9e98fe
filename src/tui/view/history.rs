//! Recorded halts, the newest first, and two of them side by side.

use super::list::List;
use super::tree_row::cut_value;
use crate::session::{Comparison, Difference, Halt};
use crate::tui::app::App;
use crate::tui::layout::Slot;
use crate::tui::rows;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::{Canvas, Row};
use crate::tui::widgets::words::clock;

/// Cells of the number.
const NUMBER: usize = 2;
/// Cells of the place with the gap behind it, at the most.
const PLACE: usize = 32;
/// Halts whose places decide the width of their column.
const MEASURED: usize = 200;
/// Cells of how the thread came there, with the gap behind it; a longer word takes more.
const HOW: usize = 7;
/// The same where there is room for the longest word.
const WIDE_HOW: usize = 12;

/// The title behind the digit.
pub(super) fn title(app: &App) -> String {
    match app.selection.comparison() {
        Some(compared) => format!("7 History  {} = {}", compared.older, compared.newer),
        None => "7 History".to_owned(),
    }
}

/// Draws the halts, or the comparison, into a slot whose frame is drawn.
pub(super) fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let list = List::of(app, slot);
    if let Some(compared) = app.selection.comparison() {
        comparison(canvas, list, compared);
        return;
    }
    let halts = rows::history(app);
    if halts.is_empty() {
        list.empty(canvas, "no halt yet");
        return;
    }
    let sources = app.session.sources();
    let tops = halts.iter().take(MEASURED).filter_map(|halt| halt.top());
    let places = tops.map(|frame| sources.place_of(frame));
    let width = places.map(|place| text::width_up_to(&place, PLACE, app.ui.charset)).max();
    let width = (width.unwrap_or(0) + 2).min(PLACE);
    let shown = app.selection.past().or(app.session.history().newest());
    list.draw(canvas, halts.len(), |row, index| {
        let halt = halts[index];
        halt_row(row, app, (halt, width), shown == Some(halt.number));
    });
}

fn halt_row(row: &mut Row<'_>, app: &App, (halt, places): (&Halt, usize), is_shown: bool) {
    let marks = row.look.marks;
    let current = if app.selection.past().is_some() { marks.past } else { marks.current };
    row.put(if is_shown { current } else { " " }, Role::Current);
    row.skip(1);
    row.put(&format!("{:>NUMBER$} ", halt.number.to_string()), Role::Dim);
    let place = halt.top().map(|frame| app.session.sources().place_of(frame)).unwrap_or_default();
    let room = places.saturating_sub(2);
    let place = text::cut_place(&place, room, row.look.marks.cut, row.look.charset);
    let ink = if is_shown { Role::Current } else { Role::Text };
    row.field(&place, places, ink);
    let how = if row.room() > 40 { WIDE_HOW } else { HOW };
    row.field(halt.how, how.max(halt.how.len() + 1), Role::Text);
    let present = app.selected().and_then(crate::session::Thread::halt) == Some(halt.number);
    let age = if present { "now".to_owned() } else { clock(app.ui.age(halt.at)) };
    row.cut(&age, Role::Dim);
}

fn comparison(canvas: &mut Canvas<'_>, list: List<'_>, compared: &Comparison) {
    if compared.differences.is_empty() {
        list.empty(canvas, "nothing differs of what both halts have read");
        return;
    }
    list.draw(canvas, compared.differences.len(), |row, index| {
        difference(row, &compared.differences[index]);
    });
}

fn difference(row: &mut Row<'_>, difference: &Difference) {
    let marks = row.look.marks;
    let mark = match (&difference.older, &difference.newer) {
        (None, Some(_)) => marks.new,
        (Some(_), None) => marks.gone,
        _ => marks.changed,
    };
    row.put(mark, Role::Changed);
    row.skip(1);
    let third = row.room() / 3;
    row.field(&difference.name, third, Role::Text);
    row.skip(2);
    let text = |value: Option<&str>| one_line(value.unwrap_or("not there"), marks.cut);
    let older = text(difference.older.as_deref());
    let width = row.room().saturating_sub(4) / 2;
    let cut = |value: &str| cut_value(value, width, marks.cut, row.look.charset);
    let (older, newer) = (cut(&older), cut(&text(difference.newer.as_deref())));
    row.field(&older, width, Role::Dim);
    row.put(" -> ", Role::Dim);
    row.cut(&newer, Role::Changed);
}

/// The first line, and a mark if there are more.
fn one_line(text: &str, marker: &str) -> String {
    match text.split_once('\n') {
        Some((first, _)) => format!("{}{marker}", first.trim_end()),
        None => text.to_owned(),
    }
}
