//! What was evaluated, logged and fetched.

use super::list::List;
use super::tree_row::{self, Columns};
use crate::session::{ConsoleEntry, ConsoleLine, EvalOutcome, Row as TreeRow};
use crate::tui::app::App;
use crate::tui::hints;
use crate::tui::keys::Action;
use crate::tui::layout::{Class, Slot};
use crate::tui::rows::{self, ConsoleRow};
use crate::tui::theme::Role;
use crate::tui::widgets::paint::{Canvas, Row, cells};
use ratatui::layout::Rect;

/// The foot: in which frame Enter runs what is typed.
pub(super) fn foot(app: &App, class: Class) -> String {
    let scene = app.shown();
    match (scene.thread, class) {
        (None, _) => "no halted thread: nothing runs".to_owned(),
        _ if scene.past.is_some() => "read only: a recorded halt".to_owned(),
        (Some(_), Class::Three) => {
            format!("frame #{}, runs in the live request, Alt-Enter newline", scene.selected)
        }
        (Some(_), _) => format!("frame #{}, runs in the live request", scene.selected),
    }
}

/// Draws the console into a slot whose frame is drawn.
pub(super) fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let list = List::of(app, slot);
    let rows = rows::console(app);
    let columns = Columns::of(slot.inner.width);
    let more = hints::key(app, Action::More);
    let list = invitation(canvas, app, list, rows.len());
    list.draw(canvas, rows.len(), |row, index| {
        let place = rows[index];
        let mut entries = app.session.console().entries();
        let Some(entry) = entries.find(|entry| entry.id == place.entry()) else { return };
        match place {
            ConsoleRow::Input(_, line) => input(row, entry, line),
            ConsoleRow::Output(_, line) => output(row, entry, line),
            ConsoleRow::Tree(_, TreeRow::Node(id)) => {
                let Some(tree) = rows::entry_tree(entry) else { return };
                match tree.node(id) {
                    // The input above is the name already.
                    Some(node) if node.parent.is_none() => tree_row::root(row, tree, node),
                    Some(node) => tree_row::node(row, tree, node, columns),
                    None => {}
                }
            }
            ConsoleRow::Tree(_, TreeRow::More { parent, loaded, total }) => {
                let tree = rows::entry_tree(entry);
                let depth =
                    tree.and_then(|tree| tree.node(parent)).map_or(0, |node| node.depth + 1);
                tree_row::more(row, columns, depth, (loaded, total), &more);
            }
        }
    });
}

/// The row behind the last entry, the pane's last one if there are more: here one types, once the key for it is pressed. Until
/// then keys are commands, and nothing looks as if they weren't.
fn invitation<'a>(canvas: &mut Canvas<'_>, app: &App, list: List<'a>, rows: usize) -> List<'a> {
    let height = usize::from(list.area.height);
    let list = if rows < height { list } else { list.without_last(1) };
    let mut row = canvas.row(
        Rect { height: list.area.height + 1, ..list.area },
        cells(rows.min(usize::from(list.area.height))),
    );
    row.margin(1);
    row.put(">", Role::Dim);
    let eval = hints::key(app, Action::Evaluate);
    if !row.right(&format!("{eval} types an expression"), Role::Dim) {
        row.right(&format!("{eval} types"), Role::Dim);
    }
    list
}

fn input(row: &mut Row<'_>, entry: &ConsoleEntry, line: usize) {
    row.put(if line == 0 { "> " } else { "  " }, Role::Key);
    if line == 0 {
        label(row, entry);
    }
    let text = rows::input(entry);
    row.cut(text.lines().nth(line).unwrap_or_default(), Role::Title);
}

/// What the reader must know about an answer's age.
fn label(row: &mut Row<'_>, entry: &ConsoleEntry) {
    if let Some(halt) = entry.from_halt {
        row.right(&format!("  from halt {halt}"), Role::Warning);
    }
}

fn output(row: &mut Row<'_>, entry: &ConsoleEntry, line: usize) {
    let text = rows::output(entry);
    let text = text.lines().nth(line).unwrap_or_default();
    let (mark, note, role) = kind(row, entry);
    if line == 0 {
        if let Some((mark, ink)) = mark {
            row.put(mark, ink);
            row.put(" ", ink);
        }
        if let Some(note) = note {
            row.right(&format!("  {note}"), Role::Dim);
        }
    } else if mark.is_some() {
        row.skip(2);
    }
    row.cut(text, role);
}

type Mark = (&'static str, Role);

fn kind(row: &Row<'_>, entry: &ConsoleEntry) -> (Option<Mark>, Option<&'static str>, Role) {
    let marks = row.look.marks;
    let error = Some((marks.error, Role::Error));
    match &entry.line {
        ConsoleLine::Eval { outcome, .. } => match outcome {
            EvalOutcome::Running => (None, Some("running"), Role::Dim),
            EvalOutcome::ScriptError(_) => (error, Some("(server text)"), Role::Error),
            EvalOutcome::Failed { .. } => (error, None, Role::Error),
            EvalOutcome::Text(_) | EvalOutcome::Tree(_) => (None, None, Role::Text),
        },
        ConsoleLine::Logpoint { .. } => {
            (Some((marks.logpoint, Role::Breakpoint)), Some("logpoint"), Role::Text)
        }
        ConsoleLine::Request { failed: true, .. } => (error, None, Role::Error),
        ConsoleLine::Request { failed: false, .. } => (None, None, Role::Text),
    }
}
