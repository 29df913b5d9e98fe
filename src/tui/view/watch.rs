//! Expressions that are read again at each halt.

use super::list::List;
use super::tree_row::{self, Columns};
use crate::session::{ChangeMark, Row as TreeRow, Watch, WatchState};
use crate::tui::app::App;
use crate::tui::hints;
use crate::tui::keys::Action;
use crate::tui::layout::Slot;
use crate::tui::rows::{self, WatchRow};
use crate::tui::text::{self, Charset};
use crate::tui::theme::Role;
use crate::tui::widgets::Aged;
use crate::tui::widgets::paint::{Canvas, Row};
use ratatui::style::{Modifier, Style};

/// Expressions have room up to this cell, in a wide pane up to a share of it; the rest is the
/// values'.
const VALUES: usize = 25;
/// Blanks before an expression.
const MARK: usize = 2;
/// Blanks behind the longest one.
const GAP: usize = 4;
/// Behind an expression that runs code.
const EVAL: &str = " (eval)";

/// Draws the watches into a slot whose frame is drawn.
pub(super) fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let list = List::of(app, slot);
    let rows = rows::watches(app);
    if rows.is_empty() && rows::recorded_watches(app).is_some() {
        list.empty(canvas, "none at this halt");
        return;
    }
    if rows.is_empty() {
        let (selected, new) = (Action::WatchSelected, Action::WatchNew);
        let (selected, new) = (hints::key(app, selected), hints::key(app, new));
        list.empty(canvas, &format!("none: {selected} adds a value, {new} an expression"));
        return;
    }
    let confirm = hints::key(app, Action::ConfirmWatch);
    let more = hints::key(app, Action::More);
    let columns = Columns::of(slot.inner.width);
    let values = values_at(app, slot.inner.width, canvas.look.charset);
    let area = list.area;
    list.draw(canvas, rows.len(), |row, index| {
        let known = rows[index].watch().and_then(|id| app.session.watches().get(id));
        if let WatchRow::Recorded(at) = rows[index] {
            return recorded_row(row, app, at, values);
        }
        let Some(watch) = known else { return };
        match rows[index] {
            WatchRow::Recorded(_) => {}
            WatchRow::Watch(_) => watch_row(row, watch, &confirm, values),
            WatchRow::Member(_, TreeRow::Node(id)) => {
                if let Some(node) = watch.tree.node(id) {
                    tree_row::node(row, &watch.tree, node, columns);
                }
            }
            WatchRow::Member(_, TreeRow::More { parent, loaded, total }) => {
                let depth = watch.tree.node(parent).map_or(0, |node| node.depth + 1);
                tree_row::more(row, columns, depth, (loaded, total), &more);
            }
        }
    });
    if app.ui.is_faded() || app.shown().thread.is_none() {
        canvas.restyle(area, Style::new().add_modifier(Modifier::DIM));
    }
}

/// The first cell of the values: behind the longest expression, as far as values keep their room.
fn values_at(app: &App, width: u16, charset: Charset) -> usize {
    let most = VALUES.max(usize::from(width) / 2);
    let recorded = rows::recorded_watches(app).unwrap_or_default();
    let recorded = recorded.iter().map(|it| text::width(&it.expression, charset));
    let live = app.session.watches().iter().map(|watch| {
        let eval = if watch.is_eval { EVAL.len() } else { 0 };
        text::width_up_to(&watch.expression, most, charset) + eval
    });
    let longest = recorded.chain(live).max().unwrap_or_default();
    (MARK + longest + GAP).min(most)
}

/// What a watch was at the halt that is shown.
fn recorded_row(row: &mut Row<'_>, app: &App, at: usize, values: usize) {
    let Some(recorded) = rows::recorded_watches(app).and_then(|all| all.get(at)) else {
        return;
    };
    row.to(MARK);
    row.field(&recorded.expression, values - MARK - 1, Role::Text);
    row.to(values);
    let (marker, charset) = (row.look.marks.cut, row.look.charset);
    let shown = tree_row::cut_value(&recorded.text, row.room(), marker, charset);
    row.put(&shown, Role::Text);
}

fn watch_row(row: &mut Row<'_>, watch: &Watch, confirm: &str, values: usize) {
    let has_failed = matches!(watch.state, WatchState::Failed(_));
    if has_failed {
        row.put(row.look.marks.error, Role::Error);
    } else {
        tree_row::change(row, watch.change());
    }
    row.to(MARK);
    // What is wrong has the room that what was there would take.
    if let Some(was) = tree_row::was(watch.change()).filter(|_| !has_failed) {
        row.right(&was, Role::Dim);
    }
    let eval = if watch.is_eval { EVAL } else { "" };
    let (charset, room) = (row.look.charset, values - MARK - 1 - eval.len());
    let expression = text::cut(&watch.expression, room, row.look.marks.cut, charset);
    row.put(&expression, Role::Text);
    row.put(eval, Role::Dim);
    row.to(values);
    match &watch.state {
        WatchState::Idle => row.cut("not read yet", Role::Dim),
        WatchState::Unconfirmed => {
            row.cut(&format!("{confirm} allows it to run in the live request"), Role::Warning);
        }
        WatchState::Loading if watch.shown().is_empty() => row.cut("reading", Role::Dim),
        WatchState::Loading => {
            let ink = if row.look.aged == Aged::Plain { Role::Text } else { Role::Dim };
            row.cut(&watch.shown(), ink);
        }
        WatchState::Failed(reason) => row.cut(reason, Role::Error),
        WatchState::Value => {
            let ink = if *watch.change() == ChangeMark::None { Role::Text } else { Role::Changed };
            let (marker, charset) = (row.look.marks.cut, row.look.charset);
            let shown = tree_row::cut_value(&watch.shown(), row.room(), marker, charset);
            row.put(&shown, ink);
        }
    }
}
