//! The selected value in full, and the values that its path had at earlier halts.

use super::list::List;
use super::paint::{Canvas, Row};
use crate::session::{HaltNumber, Node, NodeKind, PastValue};
use crate::tui::app::App;
use crate::tui::layout::Slot;
use crate::tui::rows;
use crate::tui::theme::Role;

/// The title: the path of the selected value.
pub fn title(app: &App) -> String {
    let path = app.inspected_path();
    if path.is_empty() { "Inspector".to_owned() } else { format!("Inspector  {path}") }
}

/// What the pane lists, row by row.
enum Line<'a> {
    Fact(&'static str, String),
    Text(&'static str, &'a str),
    Past(&'a PastValue),
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
            list.draw(canvas, lines.len(), |row, index| line(row, &lines[index]));
        }
    });
}

/// Makes the lines, no more than `most` of the value's text.
fn with_lines<T>(app: &App, width: u16, most: usize, use_them: impl FnOnce(&[Line<'_>]) -> T) -> T {
    let past = app.past_values();
    let text = app.inspected_text();
    let width = usize::from(width).max(20) - 9;
    use_them(&lines(rows::node(app), wrapped(&text, width).take(most), &past))
}

fn lines<'a>(
    node: Option<&Node>,
    text: impl Iterator<Item = &'a str>,
    past: &'a [PastValue],
) -> Vec<Line<'a>> {
    let mut lines = Vec::new();
    if let Some(Node { kind: NodeKind::Scope(scope), .. }) = node {
        lines.push(Line::Fact("scope", scope.as_str().to_owned()));
    } else if let Some(node) = node {
        let path = node.path.clone().unwrap_or_else(|| "none: eval reaches it".to_owned());
        lines.push(Line::Fact("path", path));
        lines.push(Line::Fact("type", node.type_name.to_string()));
    }
    let names = ["value"].into_iter().chain(std::iter::repeat(""));
    lines.extend(names.zip(text).map(|(name, text)| Line::Text(name, text)));
    if past.len() > 1 {
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

fn line(row: &mut Row<'_>, line: &Line<'_>) {
    match line {
        Line::Fact(name, value) => {
            row.put(&format!("{name:<7}"), Role::Dim);
            row.cut(value, Role::Text);
        }
        Line::Text(name, text) => {
            row.put(&format!("{name:<7}"), Role::Dim);
            row.cut(text, Role::Text);
        }
        Line::Past(past) => {
            row.put(&format!("{:<7}", format!("#{}", past.halt)), Role::Dim);
            row.field(&past.place, 16, Role::Dim);
            row.cut(&past.value, Role::Text);
        }
        Line::Blank => {}
    }
}
