//! The call stack of the shown thread, the current location first.

use super::list::List;
use super::paint::Canvas;
use crate::tui::app::App;
use crate::tui::layout::Slot;
use crate::tui::rows;
use crate::tui::text;
use crate::tui::theme::Role;
use ratatui::style::{Modifier, Style};

/// Function names get no more cells than this, so that places stay on screen.
const FUNCTION: usize = 28;

/// The title behind the digit.
pub fn title(app: &App) -> String {
    app.shown().thread.map_or("3 Stack".to_owned(), |thread| format!("3 Stack  T{thread}"))
}

/// Draws the frames into a slot whose frame is drawn.
pub fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let list = List::of(app, slot);
    let frames = rows::stack(app);
    let scene = app.shown();
    if frames.is_empty() {
        list.empty(canvas, "no halted thread");
        return;
    }
    let charset = canvas.look.charset;
    let marks = canvas.look.marks;
    let names = frames.iter().take(100).map(|(_, frame)| frame.function_name());
    let width = names.map(|name| text::width_up_to(name, FUNCTION, charset)).max().unwrap_or(0);
    let width = width.min(FUNCTION);
    let area = list.area;
    list.draw(canvas, frames.len(), |row, index| {
        let (number, frame) = frames[index];
        let mark = match (number == scene.selected, scene.unconfirmed) {
            (true, true) => marks.unverified,
            (true, false) => marks.current,
            (false, _) => " ",
        };
        row.put(mark, Role::Current);
        row.put(&format!(" #{number} "), Role::Dim);
        let ink = if number == scene.selected { Role::Current } else { Role::Text };
        row.field(frame.function_name(), width, ink);
        row.skip(2);
        if app.session.sources().holds(&frame.script) == Some(false) {
            // A script that is not here is named in full: its file name alone leads nowhere.
            let path = format!("{}:{}", frame.script, frame.line);
            let shown = text::cut_left(&path, row.room(), marks.cut, charset);
            row.put(&shown, Role::Dim);
        } else {
            row.cut(&frame.place(), Role::Text);
        }
    });
    if scene.dimmed {
        canvas.restyle(area, Style::new().add_modifier(Modifier::DIM));
    }
}
