//! The call stack of the shown thread, the current location first.

use super::list::List;
use crate::session::Frame;
use crate::tui::app::App;
use crate::tui::layout::Slot;
use crate::tui::rows;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;
use ratatui::style::{Modifier, Style};

/// Frames whose places decide the width of their column.
const MEASURED: usize = 100;
/// Cells of the function's name beside a place that is whole, with the gap before it.
const FUNCTION_LEAST: usize = 6;
/// Cells of it beside a place that has to be cut anyhow.
const FUNCTION: usize = 12;
/// Cells of the place at the least.
const PLACE: usize = 20;

/// The title behind the digit.
pub(super) fn title(app: &App) -> String {
    app.shown().thread.map_or("3 Stack".to_owned(), |thread| format!("3 Stack  T{thread}"))
}

/// Draws the frames into a slot whose frame is drawn.
pub(super) fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let list = List::of(app, slot);
    let frames = rows::stack(app);
    let scene = app.shown();
    if frames.is_empty() {
        list.empty(canvas, "no halted thread");
        return;
    }
    let charset = canvas.look.charset;
    let sources = app.session.sources();
    // A script that is not here is named in full: its file name alone leads nowhere.
    let place = |frame: &Frame| match sources.holds(&frame.script) {
        Some(false) => format!("{}:{}", frame.script.as_str().trim_start_matches('/'), frame.line),
        _ => sources.place_of(frame),
    };
    let places: Vec<String> = frames.iter().map(|(_, frame)| place(frame)).collect();
    let width = places.iter().take(MEASURED).map(|place| text::width(place, charset)).max();
    let area = list.area;
    list.draw(canvas, frames.len(), |row, index| {
        let (number, frame) = frames[index];
        let marks = row.look.marks;
        let mark = match (number == scene.selected, scene.unconfirmed) {
            (true, true) => marks.unverified,
            (true, false) if number > 0 => marks.caller,
            (true, false) if scene.past.is_some() => marks.past,
            (true, false) => marks.current,
            (false, _) => " ",
        };
        row.put(mark, Role::Current);
        row.put(&format!(" #{number} "), Role::Dim);
        let is_here = sources.holds(&frame.script) != Some(false);
        let ink = match (number == scene.selected, is_here) {
            (true, _) => Role::Current,
            (false, true) => Role::Text,
            (false, false) => Role::Dim,
        };
        // The function gives way to the place, which is where one goes.
        let (longest, room) = (width.unwrap_or(0), row.room());
        let is_whole = longest + FUNCTION_LEAST <= room;
        let most = if is_whole { longest } else { room.saturating_sub(FUNCTION).max(PLACE) };
        let column = longest.min(most);
        let shown = text::cut_place(&places[index], column, marks.cut, charset);
        row.field(&shown, column, ink);
        row.skip(2);
        row.cut(frame.function_name(), if number == scene.selected { ink } else { Role::Dim });
    });
    if app.ui.is_faded() {
        canvas.restyle(area, Style::new().add_modifier(Modifier::DIM));
    }
}
