//! The variables of the selected frame as a tree, grouped by scope.

use super::list::List;
use super::tree_row::{self, Columns};
use crate::session::{Filtered, NodeKey, Row as TreeRow};
use crate::tui::app::App;
use crate::tui::hints;
use crate::tui::keys::Action;
use crate::tui::layout::{Class, Slot};
use crate::tui::rows;
use crate::tui::widgets::paint::Canvas;
use crate::tui::widgets::words::grouped;
use ratatui::style::{Modifier, Style};

/// So many names of the way to a root are in the title.
const NAMES: usize = 3;

/// The title behind the digit: frame, in the widest layout the thread too.
pub(super) fn title(app: &App, class: Class) -> String {
    let scene = app.shown();
    let frame = match (scene.thread, class) {
        (Some(thread), Class::Three) => format!("1 Variables  T{thread} #{}", scene.selected),
        (Some(_), _) => format!("1 Variables  #{}", scene.selected),
        (None, _) => "1 Variables".to_owned(),
    };
    match breadcrumb(app) {
        Some(way) => format!("{frame}  {way}"),
        None => frame,
    }
}

/// The way to the variable that is shown as root: `local > basket > items`, its end at least.
fn breadcrumb(app: &App) -> Option<String> {
    let rooted = app.rooted.as_ref()?;
    let NodeKey(names) = app.shown().tree?.key_of(rooted.id);
    let left_out = names.len().saturating_sub(NAMES);
    let marker =
        if left_out > 0 { format!("{} > ", app.ui.look().marks.cut) } else { String::new() };
    Some(marker + &names[left_out..].join(" > "))
}

/// Draws the tree into a slot whose frame is drawn.
pub(super) fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let mut list = List::of(app, slot);
    let scene = app.shown();
    let Some(tree) = scene.tree else {
        list.empty(canvas, nothing(app));
        return;
    };
    if let Some(cause) = tree.old_because() {
        list.warning(canvas, &format!("old values, not read here: {cause}"));
        list = list.without_last(1);
    }
    let rows = rows::variables(app);
    if let Some(filtered) = &app.filtered {
        list.filter_bar(canvas, rows.len(), &unseen(filtered));
        list = list.without_last(1);
    }
    let root = app.rooted.as_ref().filter(|_| app.filtered.is_none());
    let columns = Columns::of(slot.inner.width).below(root.map_or(0, |root| root.depth));
    let key = hints::key(app, Action::More);
    let area = list.area;
    list.draw_rows(canvas, rows.len(), |row, index| match rows[index] {
        TreeRow::Node(id) => {
            if let Some(node) = tree.node(id) {
                tree_row::node(row, tree, node, columns);
            }
        }
        TreeRow::More { parent, loaded, total } => {
            let depth = tree.node(parent).map_or(0, |node| node.depth + 1);
            tree_row::more(row, columns, depth, (loaded, total), &key);
        }
    });
    if app.ui.is_faded() || tree.is_stale() && app.ui.shows_old() {
        canvas.restyle(area, Style::new().add_modifier(Modifier::DIM));
    }
}

/// What the filter could not look at: `, 938 not loaded, 3 not opened`.
fn unseen(filtered: &Filtered) -> String {
    let part = |count: u64, what: &str| match count {
        0 => String::new(),
        count => format!(", {} not {what}", grouped(count)),
    };
    part(filtered.not_loaded, "loaded") + &part(filtered.not_opened, "opened")
}

fn nothing(app: &App) -> &'static str {
    if app.selection.past().is_some() {
        return "not read: the thread went on before";
    }
    if app.selected().is_some() { "reading the variables" } else { "no halted thread" }
}
