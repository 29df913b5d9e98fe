//! All threads, each with its own countdown.

use super::list::List;
use super::top_bar::{countdown_role, countdown_text};
use crate::session::{Thread, ThreadState};
use crate::tui::app::App;
use crate::tui::layout::Slot;
use crate::tui::rows;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;

/// Cells of a thread's id with the gap behind it.
const ID: usize = 5;
/// Cells of the state with the gap behind it.
const STATE: usize = 9;
/// Cells of the place at the most.
const PLACE_MAX: usize = 30;

/// Draws the threads into a slot whose frame is drawn.
pub(super) fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let threads = rows::threads(app);
    // The last column is the countdown: it may touch the frame.
    let list = List::of(app, slot).without_margin();
    if threads.is_empty() {
        list.empty(canvas, "no script thread");
        return;
    }
    let selected = app.selection.thread();
    list.draw(canvas, threads.len(), |row, index| {
        let thread = threads[index];
        let is_selected = selected == Some(thread.id());
        row.put(if is_selected { row.look.marks.current } else { " " }, Role::Current);
        row.skip(1);
        let ink = if is_selected { Role::Current } else { Role::Text };
        let own = app.session.requests().of_thread(thread.id()).map_or("", |_| "R");
        row.field(&format!("T{}{own}", thread.id()), ID, ink);
        row.field(state(thread), STATE, Role::Text);
        let countdown = app.session.countdown(thread.id(), app.ui.now);
        let name = row.look.marks.keep_alive;
        let sources = app.session.sources();
        let place = thread.top().map(|frame| sources.place_of(frame)).unwrap_or_default();
        let text = countdown.map(|countdown| countdown_text(name, countdown));
        let time = text.as_deref().map_or(0, |text| text.chars().count());
        // The countdown is never cut: the place gives way.
        let room = row.room().saturating_sub(time).min(PLACE_MAX);
        let width = room.saturating_sub(1);
        let place = text::cut_place(&place, width, row.look.marks.cut, row.look.charset);
        row.field(&place, room, Role::Text);
        if let (Some(countdown), Some(text)) = (countdown, text) {
            row.cut(&text, countdown_role(countdown));
        }
    });
}

fn state(thread: &Thread) -> &'static str {
    match thread.state() {
        ThreadState::Running { .. } => "running",
        ThreadState::Halted { .. } if thread.is_stopping() => "stopping",
        ThreadState::Halted { .. } => "halted",
        ThreadState::Stepping { .. } => "stepping",
    }
}
