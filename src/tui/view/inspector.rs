//! The selected value in full, and at which halts it became another one.

use super::list::List;
use super::tree_row::cut_value;
use crate::session::{HaltNumber, Node, NodeKind, Tree, Turn, says_nothing};
use crate::tui::app::App;
use crate::tui::inspected;
use crate::tui::layout::Slot;
use crate::tui::rows;
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::{Canvas, Row};
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Cells of a member's name: the longest one's, but no fewer than a fact's and no more than these.
const MEMBER: RangeInclusive<usize> = 6..=16;
/// Cells of a halt's place.
const PLACE: usize = 16;

/// The title: the path of the selected value.
pub fn title(app: &App) -> String {
    let path = inspected::expression(app);
    if path.is_empty() { "Inspector".to_owned() } else { format!("Inspector  {path}") }
}

/// What the pane lists, row by row.
enum Line<'a> {
    Fact(&'static str, String),
    Text(&'static str, &'a str),
    /// A member's name, or nothing beside more of its value.
    Member(&'a str, String),
    Past(&'a Turn),
    Blank,
}

/// How many rows the pane has in a width: reads the whole value.
pub fn count(app: &App, width: u16) -> usize {
    with_lines(app, width, usize::MAX, |lines| lines.len())
}

/// The halt whose value stands in a row.
pub fn halt_at(app: &App, width: u16, row: usize) -> Option<HaltNumber> {
    with_lines(app, width, usize::MAX, |lines| match lines.get(row)? {
        Line::Past(past) => Some(past.halt),
        _ => None,
    })
}

/// Draws the value into a slot whose frame is drawn.
pub fn rows(canvas: &mut Canvas<'_>, app: &App, slot: &Slot) {
    let list = List::of(app, slot);
    with_lines(app, list.area.width, list.reach(), |lines| {
        if lines.is_empty() {
            list.empty(canvas, "no value selected");
        } else {
            let (known, names) = (app.inspected, name_cells(app));
            let all = if known.width == list.area.width { known.rows } else { lines.len() };
            list.draw(canvas, all.max(lines.len()), |row, index| {
                if let Some(it) = lines.get(index) {
                    line(row, it, names);
                }
            });
        }
    });
}

/// Makes the lines, no more than `most` of the value's text.
fn with_lines<T>(app: &App, width: u16, most: usize, use_them: impl FnOnce(&[Line<'_>]) -> T) -> T {
    let past = inspected::timeline(app);
    let text = match (inspected::text(app), rows::node(app)) {
        // An object without a text of its own is told by what it holds, an empty list too.
        (text, Some(node)) if says_nothing(&text) || text.is_empty() => {
            Cow::Owned(app.shown_value(node))
        }
        (text, _) => text,
    };
    let members = members(app, width);
    let width = usize::from(width).max(20) - 9;
    let text = wrapped(&text, width).take(most);
    use_them(&lines(rows::node(app), inspected::written(app), text, members, &past))
}

/// So many rows of a member's value.
const PIECES: usize = 3;
/// How many members are listed below a value.
const MEMBERS: usize = 100;

/// The loaded members of the selected object, or the variables of a scope: each with its value, which
/// goes on below in as many rows as it takes, but no more than a few.
fn members(app: &App, width: u16) -> Vec<(&str, String)> {
    let room = usize::from(width).saturating_sub(name_cells(app) + 3).max(8);
    let mut members = Vec::new();
    for (tree, node) in listed(app) {
        let value = tree.shown_value(node);
        let first = value.lines().next().unwrap_or_default();
        let pieces = text::wrapped(first, room, app.ui.charset).into_iter().take(PIECES);
        let names = std::iter::once(node.name.as_str()).chain(std::iter::repeat(""));
        let before = members.len();
        members.extend(names.zip(pieces));
        if members.len() == before {
            members.push((node.name.as_str(), String::new()));
        }
    }
    members
}

/// Cells of the names of all members that are listed.
fn name_cells(app: &App) -> usize {
    let names = listed(app).map(|(_, node)| text::width(&node.name, app.ui.charset));
    names.max().unwrap_or(0).clamp(*MEMBER.start(), *MEMBER.end())
}

/// How many of them there are: when another page is read, the pane has more rows.
pub fn members_listed(app: &App) -> usize {
    listed(app).count()
}

fn listed(app: &App) -> impl Iterator<Item = (&Tree, &Node)> {
    let lists =
        |node: &&Node| !matches!(node.kind, NodeKind::Range { .. }) && node.pretty.is_none();
    let node = rows::node(app).filter(lists);
    let home = node.and_then(|node| app.home_of(node.id));
    let tree = home.and_then(|home| app.session.tree(home));
    let both = node.zip(tree).into_iter();
    let all = both.flat_map(|(node, tree)| tree.children(node.id).map(move |child| (tree, child)));
    all.filter(|(_, child)| child.kind == NodeKind::Value).take(MEMBERS)
}

fn lines<'a>(
    node: Option<&Node>,
    written: Option<&str>,
    text: impl Iterator<Item = &'a str>,
    members: Vec<(&'a str, String)>,
    past: &'a [Turn],
) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    if let Some(Node { kind: NodeKind::Scope(scope), .. }) = node {
        lines.push(Line::Fact("scope", scope.as_str().to_owned()));
    } else if let Some(node) = node {
        let reached = written.or_else(|| node.path().map(|_| "none: no expression leads to it"));
        let path = reached.unwrap_or("none: it was there once").to_owned();
        lines.push(Line::Fact("path", path));
        lines.push(Line::Fact("type", node.type_name.to_string()));
    }
    let names = ["value"].into_iter().chain(std::iter::repeat(""));
    lines.extend(names.zip(text).map(|(name, text)| Line::Text(name, text)));
    if !members.is_empty() {
        lines.push(Line::Blank);
        lines.extend(members.into_iter().map(|(name, value)| Line::Member(name, value)));
    }
    if !past.is_empty() {
        lines.push(Line::Blank);
        lines.extend(past.iter().rev().map(Line::Past));
    }
    lines
}

/// Lines of a text, long ones broken.
fn wrapped(text: &str, width: usize) -> impl Iterator<Item = &str> {
    text.lines().flat_map(move |line| pieces(line, width))
}

fn pieces(line: &str, width: usize) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let line = rest?;
        let mut used = 0;
        let end =
            crate::tui::text::glyphs(line, crate::tui::text::Charset::Unicode).find(|glyph| {
                used += glyph.width;
                used > width
            });
        let (piece, after) = end.map_or((line, None), |glyph| {
            let (piece, after) = line.split_at(glyph.start.max(1).min(line.len()));
            (piece, Some(after))
        });
        rest = after;
        Some(piece)
    })
}

/// Draws a line; members' names have so many cells.
fn line(row: &mut Row<'_>, line: &Line<'_>, names: usize) {
    match line {
        Line::Fact(name, value) => {
            row.put(&format!("{name:<7}"), Role::Dim);
            row.cut(value, Role::Text);
        }
        Line::Text(name, text) => {
            row.put(&format!("{name:<7}"), Role::Dim);
            row.cut(text, Role::Text);
        }
        Line::Member(name, value) => {
            let (marker, charset) = (row.look.marks.cut, row.look.charset);
            let name = text::cut(name, names, marker, charset);
            row.field(&name, names + 1, Role::Dim);
            row.cut(&cut_value(value, row.room(), marker, charset), Role::Text);
        }
        Line::Past(past) => {
            row.put(&format!("{:<7}", format!("#{}", past.halt)), Role::Dim);
            let marks = row.look.marks;
            let place = text::cut_place(&past.place, PLACE, marks.cut, row.look.charset);
            row.field(&place, PLACE + 1, Role::Dim);
            if let Some(before) = &past.before {
                let room = row.room().saturating_sub(4) / 2;
                let before = cut_value(before, room, marks.cut, row.look.charset);
                row.put(&before, Role::Dim);
                row.put(" -> ", Role::Dim);
            }
            let now = cut_value(&past.now, row.room(), marks.cut, row.look.charset);
            row.put(&now, Role::Text);
        }
        Line::Blank => {}
    }
}
