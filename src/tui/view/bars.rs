//! The lines below the panes: the selected value, the last result.

use super::hints;
use super::paint::{Canvas, Row};
use super::tree_row::cut_value;
use super::words::{counted, tenths};
use crate::session::NoticeKind;
use crate::tui::app::App;
use crate::tui::layout::{Class, Regions};
use crate::tui::rows;
use crate::tui::text;
use crate::tui::theme::Role;
use ratatui::layout::Rect;

/// The selected value with its path and type: what the narrow layout has for an Inspector.
pub fn detail(canvas: &mut Canvas<'_>, app: &App, area: Rect) {
    let mut row = canvas.row(area, 0);
    row.margin(1);
    row.skip(1);
    let Some(node) = rows::node(app) else { return };
    let path = node.path.as_deref().unwrap_or(&node.name);
    row.right(&hints::line(app, "detail"), Role::Dim);
    row.margin(2);
    let (room, charset, marker) = (row.room(), row.look.charset, row.look.marks.cut);
    row.put(&text::cut_left(path, room / 2, marker, charset), Role::Title);
    if !node.type_name.is_empty() {
        row.put(" : ", Role::Dim);
        row.put(&text::cut(&node.type_name, room / 3, marker, charset), Role::Type);
    }
    if !node.value.is_empty() {
        row.put(" = ", Role::Dim);
        row.put(&cut_value(&node.value, row.room(), marker, charset), Role::Text);
    }
}

/// The last result: what was done, what went wrong, or what is under way.
pub fn result(canvas: &mut Canvas<'_>, app: &App, regions: &Regions, area: Rect) {
    let mut row = canvas.row(area, 0);
    row.margin(1);
    row.skip(1);
    if regions.class == Class::Two {
        row.right(&changes(app), Role::Dim);
        row.margin(2);
    }
    if let Some(request) = app.session.requests().active() {
        let elapsed = tenths(app.ui.age(request.since));
        row.put(&format!("request {elapsed}  "), Role::Active);
    }
    if let Some(latest) = app.notice() {
        notice(&mut row, regions.class, latest.kind, &hints::notice(app, latest));
    }
}

fn notice(row: &mut Row<'_>, class: Class, kind: NoticeKind, text: &str) {
    let (word, role) = match kind {
        NoticeKind::Done => ("ok ", Role::Good),
        NoticeKind::Hint => ("", Role::Text),
        NoticeKind::Error => ("! ", Role::Error),
    };
    row.put(word, role);
    let ink = if kind == NoticeKind::Error { Role::Error } else { Role::Text };
    row.cut(&in_class(class, text), ink);
}

/// How many round trips a step took is left out where there is no room for details.
fn in_class(class: Class, text: &str) -> String {
    let shortened = text
        .strip_suffix(" round trips)")
        .and_then(|rest| rest.rsplit_once(", "))
        .map(|(rest, _)| format!("{rest})"));
    match shortened {
        Some(shortened) if class == Class::Narrow => shortened,
        _ => text.to_owned(),
    }
}

/// What differs from the halt before: `1 watch changed, 2 locals changed`.
fn changes(app: &App) -> String {
    let watches = app.session.watches().changes();
    let locals = app.shown().tree.map_or(0, crate::session::Tree::changes);
    let watches = (watches > 0).then(|| {
        let plural = if watches == 1 { "watch" } else { "watches" };
        format!("{watches} {plural} changed")
    });
    let locals = (locals > 0).then(|| format!("{} changed", counted(locals, "local")));
    [watches, locals].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
