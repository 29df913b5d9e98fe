//! One row of a tree: the change's mark, the name under its parent, type and value.

use crate::session::ScopeKind;
use crate::session::{ChangeMark, Children, Node, NodeKind, Tree, says_nothing};
use crate::tui::marks::Marks;
use crate::tui::text::{self, Charset};
use crate::tui::theme::Role;
use crate::tui::ui::AWAITED;
use crate::tui::widgets::Aged;
use crate::tui::widgets::paint::Row;
use crate::tui::widgets::words::{counted, grouped, short_type};

/// Cells between two levels of the tree.
const INDENT: usize = 2;
/// A longer name shifts its type to the next of these steps.
const SHIFT: usize = 7;
/// Cells of the type, with the gap behind it.
const TYPE: usize = 12;
/// Cells that stay blank between type and value, at least.
const GAP: usize = 2;

/// Where the columns of a tree begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    /// The usual first cell of the type.
    pub types: usize,
    /// Which types are told.
    pub told: Told,
    /// How deep the root is that the rows are below of.
    pub root: u16,
}

/// Which types are told beside the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Told {
    All,
    /// Where there is hardly room for the value: that of an object, which says less by itself.
    Objects,
}

impl Columns {
    /// For a pane of that width.
    pub(super) fn of(width: u16) -> Self {
        let types = match width {
            76.. => 25,
            44.. => 18,
            _ => 14,
        };
        let told = if width < 44 { Told::Objects } else { Told::All };
        Self { types, told, root: 0 }
    }

    /// The same below a root that deep.
    #[must_use]
    pub(super) fn below(self, root: u16) -> Self {
        Self { root, ..self }
    }

    /// The level that a node is indented by; a deep one says its number.
    fn level(self, depth: u16) -> Level {
        let level = usize::from(depth.saturating_sub(self.root));
        let most = (self.types / INDENT).saturating_sub(4).max(3);
        if level > most { Level::Deep(most, level) } else { Level::Shown(level) }
    }
}

/// How far a node is indented.
#[derive(Clone, Copy)]
enum Level {
    Shown(usize),
    /// So far, and how far it would be.
    Deep(usize, usize),
}

/// Goes to where the node's handle stands.
fn indent(row: &mut Row<'_>, level: Level) {
    match level {
        Level::Shown(level) => row.to(INDENT + level * INDENT),
        Level::Deep(most, level) => {
            row.to(most * INDENT);
            row.put(&level.to_string(), Role::Dim);
            row.to(INDENT + most * INDENT);
        }
    }
}

/// Draws a node into a row.
pub(super) fn node(row: &mut Row<'_>, tree: &Tree, node: &Node, columns: Columns) {
    change_below(row, tree, node);
    indent(row, columns.level(node.depth));
    let handle = handle(row.look.marks, node);
    row.put(handle, Role::Dim);
    row.put(" ", Role::Dim);
    match node.kind {
        NodeKind::Scope(scope) => scope_row(row, node, scope),
        NodeKind::Value => value_row(row, &Shown::of(tree, node, row.look.marks), columns),
        NodeKind::Range { count, .. } => {
            row.put(&node.name, Role::Text);
            row.put("  ", Role::Text);
            if let Some(note) = note(row, node) {
                row.right(note, Role::Dim);
            }
            let count = usize::try_from(count).unwrap_or(usize::MAX);
            row.cut(&counted(count, "entry"), Role::Dim);
        }
    }
}

/// Draws an answer's own value: a plain one as it is, an object behind its handle.
pub(super) fn root(row: &mut Row<'_>, tree: &Tree, node: &Node) {
    if node.children() != Children::Leaf {
        row.put(handle(row.look.marks, node), Role::Dim);
        row.put(" ", Role::Text);
        row.put(short_type(&node.type_name), Role::Type);
        row.put("  ", Role::Text);
    }
    match node.children() {
        Children::Failed(cause) => failure(row, &cause),
        Children::Loading => row.cut("reading", Role::Dim),
        Children::Leaf | Children::Closed | Children::Open { .. } => {
            value(row, &Shown::of(tree, node, row.look.marks), Role::Text);
        }
    }
}

/// Draws the row below the loaded entries of a long list.
pub(super) fn more(
    row: &mut Row<'_>,
    columns: Columns,
    depth: u16,
    (loaded, total): (u64, u64),
    key: &str,
) {
    indent(row, columns.level(depth));
    let next = (total - loaded).min(crate::api::paging::Page::MEMBERS);
    let (loaded, total, next) = (grouped(loaded), grouped(total), grouped(next));
    let cut = row.look.marks.cut;
    row.cut(&format!("{cut} {loaded} of {total}, {key} loads {next} more"), Role::Dim);
}

/// Draws the mark for a change into the first cell.
pub(super) fn change(row: &mut Row<'_>, change: &ChangeMark) {
    row.put(change_mark(row.look.marks, change), Role::Changed);
}

/// The same; of a closed node also when what changed is inside.
fn change_below(row: &mut Row<'_>, tree: &Tree, node: &Node) {
    let is_quiet = node.change == ChangeMark::None && !node.is_open();
    if is_quiet && node.kind == NodeKind::Value && tree.changes_within(node.id) > 0 {
        row.put(row.look.marks.changed, Role::Changed);
    } else {
        change(row, &node.change);
    }
}

/// What stood there before, to be put at the right edge.
pub(super) fn was(change: &ChangeMark) -> Option<String> {
    match change {
        ChangeMark::Changed { was } | ChangeMark::TypeChanged { was } => {
            let was = if says_nothing(was) { "{…}" } else { was };
            Some(format!("(was {was})"))
        }
        ChangeMark::None | ChangeMark::New | ChangeMark::Gone => None,
    }
}

/// The mark for a change; blank for none.
pub(super) fn change_mark(marks: &Marks, change: &ChangeMark) -> &'static str {
    match change {
        ChangeMark::None => " ",
        ChangeMark::Changed { .. } => marks.changed,
        ChangeMark::New => marks.new,
        ChangeMark::Gone => marks.gone,
        ChangeMark::TypeChanged { .. } => marks.retyped,
    }
}

/// A value in so many cells: of a listing in braces or brackets whole entries are kept, of a
/// function its first line.
pub(super) fn cut_value(value: &str, limit: usize, marker: &str, charset: Charset) -> String {
    if value.starts_with("function")
        && let Some((first, _)) = value.split_once('\n')
    {
        let line = format!("{}{marker}", first.trim_end());
        return text::cut(&line, limit, marker, charset);
    }
    if text::width_up_to(value, limit, charset) <= limit {
        return text::cut(value, limit, marker, charset);
    }
    listing(value, limit, marker, charset)
        .unwrap_or_else(|| text::cut(value, limit, marker, charset))
}

fn listing(value: &str, limit: usize, marker: &str, charset: Charset) -> Option<String> {
    let close = match value.chars().next()? {
        '{' => '}',
        '[' => ']',
        _ => return None,
    };
    let room = limit.checked_sub(marker.chars().count() + 1)?;
    let (mut width, mut end) = (0, None);
    for glyph in text::glyphs(value, charset) {
        width += glyph.width;
        if width > room {
            break;
        }
        let after = glyph.start + glyph.text.len();
        if glyph.text == " " && value[..glyph.start].ends_with(',') {
            end = Some(after);
        }
    }
    let kept = text::cut(&value[..end?], limit, marker, charset);
    value.ends_with(close).then(|| format!("{kept}{marker}{close}"))
}

fn handle(marks: &Marks, node: &Node) -> &'static str {
    match node.children() {
        Children::Leaf => " ",
        Children::Closed | Children::Failed(_) => marks.closed,
        Children::Loading | Children::Open { .. } => marks.open,
    }
}

fn scope_row(row: &mut Row<'_>, node: &Node, scope: ScopeKind) {
    row.put(scope.as_str(), Role::Title);
    if scope == ScopeKind::Platform {
        if !node.is_open() {
            row.put("    ", Role::Dim);
            let cut = row.look.marks.cut;
            row.cut(&format!("request, session, {cut}"), Role::Dim);
        }
    } else if node.total() > 0 || node.is_open() {
        row.right(&grouped(node.total()), Role::Dim);
    }
    if let Children::Failed(cause) = node.children() {
        failure(row, &cause);
    }
}

/// A node and what stands for its value.
struct Shown<'a> {
    node: &'a Node,
    text: String,
    /// The members that the text tells are of an earlier place.
    is_old: bool,
}

impl<'a> Shown<'a> {
    /// What an open node holds stands below it.
    fn of(tree: &Tree, node: &'a Node, marks: &Marks) -> Self {
        let is_named = node.is_open() && !node.type_name.is_empty();
        let text = match node.value.as_ref() {
            text if is_named && says_nothing(text) => String::new(),
            text if is_named => text.to_owned(),
            _ => tree.shown_value(node),
        };
        let is_preview = text != *node.value;
        let is_old = node.stale || is_preview && tree.has_old_members(node);
        let text = if is_preview { text.replace('…', marks.cut) } else { text };
        Self { node, text, is_old }
    }

    /// The type, where it is another word than the value.
    fn type_name(&self) -> &'a str {
        let short = short_type(&self.node.type_name);
        let is_first = self.text.strip_prefix(short).is_some_and(|rest| rest.starts_with('('));
        if self.text == short || is_first { "" } else { short }
    }

    /// Whether the value says what the type says: `{a: 1}`, `[3] 1, 2, 3`, `[Product sku=1]`.
    fn tells_type(&self, type_name: &str) -> bool {
        let is_named = |text: &str, ends: &[char]| {
            text.strip_prefix(type_name).is_some_and(|rest| rest.starts_with(ends))
        };
        let text = self.text.as_str();
        let is_host = text.strip_prefix('[').is_some_and(|text| is_named(text, &[' ', ']']));
        match type_name {
            "Object" | "Arguments" => text.starts_with(['{', '[']),
            "Array" => text.starts_with('['),
            _ => is_host || is_named(text, &['(']),
        }
    }
}

fn value_row(row: &mut Row<'_>, shown: &Shown<'_>, columns: Columns) {
    let node = shown.node;
    let ink = if node.change == ChangeMark::Gone { Role::Dim } else { Role::Text };
    let name_room = row.room().saturating_sub(4).max(1);
    let name = if node.name.is_empty() { "''" } else { &node.name };
    row.field(name, name_width(row, name).min(name_room), ink);
    let end = row.column() + 1;
    let shifted = end > columns.types;
    let steps = end.saturating_sub(columns.types).div_ceil(SHIFT);
    row.to(columns.types + steps * SHIFT);
    let is_said_old = shown.is_old && row.look.aged == Aged::Said && !node.is_open();
    if let Some(was) = was(&node.change) {
        short_right(row, &was);
    } else if let Some(note) = note(row, node) {
        row.right(note, Role::Dim);
    } else if is_said_old && row.right("old", Role::Dim) {
        row.margin(1);
    }
    if columns.told == Told::All || node.children() != Children::Leaf {
        type_field(row, shown, Shift::of(shifted));
    }
    match node.children() {
        Children::Failed(cause) => failure(row, &cause),
        // Lists say how long they are where other objects show their text.
        Children::Open { total, .. } if total > 0 && node.is_list() => {
            row.right(&grouped(total), Role::Dim);
        }
        _ => value(row, shown, ink),
    }
}

/// Whether a long name moved the columns of its row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    None,
    Moved,
}

impl Shift {
    const fn of(shifted: bool) -> Self {
        if shifted { Self::Moved } else { Self::None }
    }
}

/// The type, where it says more than the value; it gives way to a value that needs the room.
fn type_field(row: &mut Row<'_>, shown: &Shown<'_>, shift: Shift) {
    let short = shown.type_name();
    let room = row.room();
    let has_room = value_width(row, shown) + TYPE <= room;
    if short.is_empty() || !has_room && shown.tells_type(short) {
        return;
    }
    let wanted = text::width_up_to(short, room, row.look.charset);
    let value = value_width(row, shown).min(room / 2);
    let left = room.saturating_sub(value + GAP);
    let width = if wanted + GAP <= TYPE { wanted } else { wanted.min(left) };
    row.field(short, width, Role::Type);
    let is_off_the_grid =
        shift == Shift::Moved || !has_room || width < wanted || width + GAP > TYPE;
    let gap = if is_off_the_grid { GAP } else { TYPE - width };
    row.to(row.column() + gap);
}

/// Cells that the value would take if it had all that are left.
fn value_width(row: &Row<'_>, shown: &Shown<'_>) -> usize {
    match shown.node.children() {
        Children::Open { total, .. } if total > 0 && shown.node.is_list() => grouped(total).len(),
        _ => text::width_up_to(&shown.text, row.room(), row.look.charset),
    }
}

fn name_width(row: &Row<'_>, name: &str) -> usize {
    text::width_up_to(name, row.room(), row.look.charset)
}

fn value(row: &mut Row<'_>, shown: &Shown<'_>, ink: Role) {
    let ink = match &shown.node.change {
        _ if shown.is_old && row.look.aged != Aged::Plain => Role::Dim,
        ChangeMark::Changed { .. } | ChangeMark::TypeChanged { .. } | ChangeMark::New => {
            Role::Changed
        }
        ChangeMark::None | ChangeMark::Gone => ink,
    };
    let marker = row.look.marks.cut;
    row.put(&cut_value(&shown.text, row.room(), marker, row.look.charset), ink);
}

fn note(row: &Row<'_>, node: &Node) -> Option<&'static str> {
    let is_awaited = |since| row.look.now.since(since) >= AWAITED;
    match node.kind {
        _ if node.loading_since().is_some_and(is_awaited) => Some("loading"),
        _ if node.is_without_path() => Some("(no path)"),
        _ => None,
    }
}

/// What was there before takes no more than a third of the row.
fn short_right(row: &mut Row<'_>, text: &str) {
    let room = (row.room() / 3).max(9).min(row.room());
    let shown = text::cut(text, room, row.look.marks.cut, row.look.charset);
    if row.right(&shown, Role::Dim) {
        row.margin(1);
    }
}

fn failure(row: &mut Row<'_>, cause: &str) {
    let mark = row.look.marks.error;
    row.put("  ", Role::Error);
    row.put(mark, Role::Error);
    row.put(" ", Role::Error);
    row.cut(cause, Role::Error);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listings_are_cut_between_entries_and_keep_their_close() {
        for (value, limit, expect) in [
            ("{pid, qty, options}", 19, "{pid, qty, options}"),
            ("{pid, qty, options}", 15, "{pid, qty, ..}"),
            ("{pid, qty, options}", 9, "{pid, ..}"),
            ("{pid, qty, options}", 6, "{pid.."),
            ("[1, 2, 3, 4]", 9, "[1, ..]"),
            ("plain text", 7, "plain.."),
            ("function f(a) {\n  return a;\n}", 20, "function f(a) {.."),
            ("function f(a) {\n  return a;\n}", 12, "function f.."),
            ("{no end, at all", 10, "{no end,.."),
        ] {
            assert_eq!(cut_value(value, limit, "..", Charset::Unicode), expect, "{value} {limit}");
        }
    }
}
