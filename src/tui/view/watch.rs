//! Expressions that are read again at each halt.

use super::hints;
use super::list::List;
use super::paint::{Canvas, Row};
use super::tree_row::{self, Columns};
use crate::session::{ChangeMark, Row as TreeRow, Watch, WatchState};
use crate::tui::app::App;
use crate::tui::keys::Action;
use crate::tui::layout::Slot;
use crate::tui::rows::{self, WatchRow};
use crate::tui::theme::Role;
use ratatui::style::{Modifier, Style};

/// The first cell of the values.
const VALUES: usize = 25;

/// Draws the watches into a slot whose frame is drawn.
pub fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
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
    let area = list.area;
    list.draw(canvas, rows.len(), |row, index| {
        let known = rows[index].watch().and_then(|id| app.session.watches().get(id));
        if let WatchRow::Recorded(at) = rows[index] {
            return recorded_row(row, app, at);
        }
        let Some(watch) = known else { return };
        match rows[index] {
            WatchRow::Recorded(_) => {}
            WatchRow::Watch(_) => watch_row(row, watch, &confirm),
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

/// What a watch was at the halt that is shown.
fn recorded_row(row: &mut Row<'_>, app: &App, at: usize) {
    let Some((expression, text)) = rows::recorded_watches(app).and_then(|all| all.get(at)) else {
        return;
    };
    row.to(2);
    row.cut(expression, Role::Text);
    row.put(" ", Role::Text);
    row.to(VALUES);
    let (marker, charset) = (row.look.marks.cut, row.look.charset);
    let shown = tree_row::cut_value(text, row.room(), marker, charset);
    row.put(&shown, Role::Text);
}

fn watch_row(row: &mut Row<'_>, watch: &Watch, confirm: &str) {
    if let WatchState::Failed(_) = watch.state {
        row.put(row.look.marks.error, Role::Error);
    } else {
        tree_row::change(row, watch.change());
    }
    row.to(2);
    if let Some(was) = tree_row::was(watch.change()) {
        row.right(&was, Role::Dim);
    }
    row.cut(&watch.expression, Role::Text);
    if watch.is_eval {
        row.put(" (eval)", Role::Dim);
    }
    row.put(" ", Role::Text);
    row.to(VALUES);
    match &watch.state {
        WatchState::Idle => row.cut("not read yet", Role::Dim),
        WatchState::Unconfirmed => {
            row.cut(&format!("{confirm} allows it to run in the live request"), Role::Warning);
        }
        WatchState::Loading if watch.shown().is_empty() => row.cut("reading", Role::Dim),
        WatchState::Loading => row.cut(&watch.shown(), Role::Dim),
        WatchState::Failed(reason) => row.cut(reason, Role::Error),
        WatchState::Value => {
            let ink = if *watch.change() == ChangeMark::None { Role::Text } else { Role::Changed };
            let (marker, charset) = (row.look.marks.cut, row.look.charset);
            let shown = tree_row::cut_value(&watch.shown(), row.room(), marker, charset);
            row.put(&shown, ink);
        }
    }
}
