//! The line above the verbs: what the cursor of the focused pane is on, in more cells than its row
//! has.

use super::breakpoints;
use super::tree_row::cut_value;
use crate::api::ids::ScriptPath;
use crate::session::verdict::Gravity;
use crate::session::{BreakpointKey, Frame, NodeKind, WatchState};
use crate::tui::app::App;
use crate::tui::hints;
use crate::tui::keys::Action;
use crate::tui::rows;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::ui::Pane;
use crate::tui::widgets::paint::{Canvas, Row};
use crate::tui::widgets::words::elapsed;
use ratatui::layout::Rect;

/// Draws the line.
pub(super) fn draw(canvas: &mut Canvas<'_>, app: &App, area: Rect) {
    let mut row = canvas.row(area, 0);
    row.margin(1);
    row.skip(1);
    match app.ui.focus {
        Pane::Source => line(&mut row, app),
        Pane::Stack => frame(&mut row, app),
        Pane::Threads => thread(&mut row, app),
        Pane::Breakpoints => breakpoint(&mut row, app),
        Pane::History => halt(&mut row, app),
        Pane::Watch => watch(&mut row, app),
        Pane::Variables | Pane::Console | Pane::Inspector => value(&mut row, app),
    }
}

/// The line under the source's cursor: its row cuts what the pane is too narrow for.
fn line(row: &mut Row<'_>, app: &App) {
    let Some((script, line)) = rows::source_place(app) else { return };
    let source = app.session.sources().get(&script);
    let Some(text) = source.and_then(|source| source.line(line)) else { return };
    row.put(&format!("{line}  "), Role::Dim);
    row.cut(text.trim(), Role::Text);
}

/// The whole path of a frame's script, then its function.
fn frame(row: &mut Row<'_>, app: &App) {
    let frames = rows::stack(app);
    let Some((_, frame)) = frames.get(app.ui.list(Pane::Stack).cursor) else { return };
    whole_place(row, &place(frame));
    row.cut(&format!("  {}", frame.function_name()), Role::Dim);
}

/// What a thread serves, as far as that was sent from here, and where it stands.
fn thread(row: &mut Row<'_>, app: &App) {
    let threads = rows::threads(app);
    let Some(thread) = threads.get(app.ui.list(Pane::Threads).cursor) else { return };
    row.put(&format!("T{}  ", thread.id()), Role::Text);
    match app.session.requests().of_thread(thread.id()) {
        Some(request) => {
            let since = elapsed(app.ui.age(request.since));
            row.right(&format!("  {since}"), Role::Dim);
            row.cut(&request.title(), Role::Text);
        }
        None => match thread.top() {
            Some(top) => whole_place(row, &place(top)),
            None => row.cut("not sent from here", Role::Dim),
        },
    }
}

/// A breakpoint's place and what is to be known of it, in whole words.
fn breakpoint(row: &mut Row<'_>, app: &App) {
    let Some(breakpoint) = rows::breakpoint(app) else { return };
    let worst = app.session.verdict(breakpoint).worst(&breakpoint.spec);
    let (words, role) = match &worst {
        Some(concern) if concern.gravity == Gravity::Problem => (concern.text.clone(), Role::Error),
        Some(concern) => (concern.text.clone(), Role::Warning),
        None => breakpoints::detail(app, breakpoint, breakpoint.kind(), None),
    };
    let BreakpointKey { script, line } = breakpoint.key();
    if words.is_empty() {
        return whole_place(row, &format!("{}:{line}", path(script)));
    }
    row.put(&app.session.sources().place(script, *line), Role::Text);
    row.cut(&format!("  {words}"), role);
}

/// Which halt it is, how the thread came there, and when.
fn halt(row: &mut Row<'_>, app: &App) {
    let halts = rows::history(app);
    let known = halts.get(app.ui.list(Pane::History).cursor);
    let Some(halt) = known.filter(|_| app.selection.comparison().is_none()) else { return };
    let age = elapsed(app.ui.age(halt.at));
    row.right(&format!("  {age} ago"), Role::Dim);
    row.put(&format!("halt {} of T{}, {}  ", halt.number, halt.thread, halt.how), Role::Dim);
    if let Some(top) = halt.top() {
        whole_place(row, &place(top));
    }
}

/// A watch that has no value says why, any other one its value.
fn watch(row: &mut Row<'_>, app: &App) {
    let cursor = rows::watches(app).get(app.ui.list(Pane::Watch).cursor).copied();
    let known = match cursor {
        Some(rows::WatchRow::Watch(id)) => app.session.watches().get(id),
        _ => None,
    };
    match known.map(|watch| (watch, &watch.state)) {
        Some((watch, WatchState::Unconfirmed)) => {
            let key = hints::key(app, Action::ConfirmWatch);
            row.cut(&format!("{}  not run: {key} allows it", watch.expression), Role::Warning);
        }
        Some((watch, WatchState::Failed(why))) => {
            row.cut(&format!("{}  ! {why}", watch.expression), Role::Error);
        }
        _ => value(row, app),
    }
}

/// The selected value with its path and type: `basket.total : Money = USD 149.90`.
fn value(row: &mut Row<'_>, app: &App) {
    let Some(node) = rows::node(app).filter(|node| node.kind == NodeKind::Value) else { return };
    let (marker, charset) = (row.look.marks.cut, row.look.charset);
    let name = node.expression().unwrap_or(&node.name);
    row.put(&text::cut_left(name, row.room() / 2, marker, charset), Role::Text);
    if !node.type_name.is_empty() {
        let type_name = text::cut(&node.type_name, row.room() / 3, marker, charset);
        row.put(&format!(" : {type_name}"), Role::Type);
    }
    row.put(" = ", Role::Dim);
    let shown = app.shown_value(node);
    row.cut(&cut_value(&shown, row.room(), marker, charset), Role::Text);
}

fn place(frame: &Frame) -> String {
    format!("{}:{}", path(&frame.script), frame.line)
}

fn path(script: &ScriptPath) -> &str {
    script.as_str().trim_start_matches('/')
}

/// A place whose line is never cut.
fn whole_place(row: &mut Row<'_>, place: &str) {
    let shown = text::cut_place(place, row.room(), row.look.marks.cut, row.look.charset);
    row.put(&shown, Role::Text);
}
