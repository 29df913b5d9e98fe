//! What each list shows, row by row: drawing, cursor and mouse count the same rows.

use super::app::App;
use super::ui::Pane;
use crate::api::ids::{Line, ScriptPath};
use crate::session::{
    Breakpoint, ConsoleEntry, ConsoleLine, EntryId, EvalOutcome, Evaluated, Frame, Halt, Node,
    NodeId, Row, Thread, Tree, Watch, WatchId,
};
use ratatui::layout::Rect;
use std::borrow::Cow;

/// Lines of one console answer that get rows; the whole text is in the Inspector.
const CONSOLE_LINES: usize = 200;

/// One row of the watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchRow {
    /// The watch itself with its value.
    Watch(WatchId),
    /// Below it.
    Member(WatchId, Row),
    /// What one was at the recorded halt that is shown, by its place there.
    Recorded(usize),
}

impl WatchRow {
    /// The watch that the row belongs to, if it is one of now.
    pub fn watch(self) -> Option<WatchId> {
        match self {
            Self::Watch(id) | Self::Member(id, _) => Some(id),
            Self::Recorded(_) => None,
        }
    }
}

/// One row of the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsoleRow {
    /// A line of what was typed or sent; the first has the mark.
    Input(EntryId, usize),
    /// A line of the answer, the logpoint's text or the page.
    Output(EntryId, usize),
    /// A row of the answer's tree.
    Tree(EntryId, Row),
}

impl ConsoleRow {
    /// The entry that the row belongs to.
    pub fn entry(self) -> EntryId {
        match self {
            Self::Input(id, _) | Self::Output(id, _) | Self::Tree(id, _) => id,
        }
    }
}

/// The variables' rows: what the filter leaves, else what is below the chosen root.
pub fn variables(app: &App) -> &[Row] {
    match (&app.filtered, &app.rooted) {
        (Some(filtered), _) => &filtered.rows,
        (None, Some(rooted)) => &rooted.rows,
        (None, None) => app.shown().tree.map_or(&[], Tree::rows),
    }
}

/// What the watches were at the recorded halt that is shown.
pub fn recorded_watches(app: &App) -> Option<&[Evaluated]> {
    let halt = app.session.history().get(app.selection.past()?)?;
    let is_present = app.selected().and_then(Thread::halt) == Some(halt.number);
    (!is_present).then_some(&halt.watches)
}

/// The watches' rows.
pub fn watches(app: &App) -> Vec<WatchRow> {
    let wanted = Wanted::of(app, Pane::Watch);
    if let Some(recorded) = recorded_watches(app) {
        let recorded = recorded.iter().enumerate();
        let kept =
            recorded.filter(|(_, it)| wanted.is_in(&it.expression) || wanted.is_in(&it.text));
        return kept.map(|(index, _)| WatchRow::Recorded(index)).collect();
    }
    let kept = app
        .session
        .watches()
        .iter()
        .filter(|watch| wanted.is_in(&watch.expression) || wanted.is_in(watch.value()));
    kept.flat_map(watch_rows).collect()
}

fn watch_rows(watch: &Watch) -> impl Iterator<Item = WatchRow> {
    let members = watch.tree.rows().iter().skip(1);
    std::iter::once(WatchRow::Watch(watch.id))
        .chain(members.map(|row| WatchRow::Member(watch.id, *row)))
}

/// The frames with their place in the stack.
pub fn stack(app: &App) -> Vec<(usize, &Frame)> {
    let wanted = Wanted::of(app, Pane::Stack);
    let frames = app.shown().frames.iter().enumerate();
    let text = |frame: &Frame| format!("{} {} {}", frame.function, frame.place(), frame.script);
    frames.filter(|(_, frame)| wanted.is_in_made(|| text(frame))).collect()
}

/// The threads.
pub fn threads(app: &App) -> Vec<&Thread> {
    let wanted = Wanted::of(app, Pane::Threads);
    let text = |thread: &Thread| {
        let sources = app.session.sources();
        let place = thread.top().map(|frame| sources.place_of(frame)).unwrap_or_default();
        format!("T{} {place}", thread.id())
    };
    app.session.threads().iter().filter(|thread| wanted.is_in_made(|| text(thread))).collect()
}

/// The breakpoints.
pub fn breakpoints(app: &App) -> Vec<&Breakpoint> {
    let wanted = Wanted::of(app, Pane::Breakpoints);
    let text = |breakpoint: &Breakpoint| {
        let spec = &breakpoint.spec;
        let details = [spec.condition.as_deref(), spec.log.as_deref()];
        let [condition, log] = details.map(Option::unwrap_or_default);
        format!("{}:{} {condition} {log}", spec.key.script, spec.key.line)
    };
    let all = app.session.breakpoints().iter();
    all.filter(|breakpoint| wanted.is_in_made(|| text(breakpoint))).collect()
}

/// The recorded halts, newest first.
pub fn history(app: &App) -> Vec<&Halt> {
    let wanted = Wanted::of(app, Pane::History);
    let sources = app.session.sources();
    let text = |halt: &Halt| {
        let place = halt.top().map(|top| sources.place_of(top)).unwrap_or_default();
        format!("{} {place} {} T{}", halt.number, halt.how, halt.thread)
    };
    app.session.history().halts().rev().filter(|halt| wanted.is_in_made(|| text(halt))).collect()
}

/// The console's rows, oldest first.
pub fn console(app: &App) -> Vec<ConsoleRow> {
    let wanted = Wanted::of(app, Pane::Console);
    let mut rows = Vec::new();
    for entry in app.session.console().entries() {
        if wanted.is_all() || wanted.is_in(&input(entry)) || wanted.is_in(&output(entry)) {
            push_entry(entry, &mut rows);
        }
    }
    rows
}

fn push_entry(entry: &ConsoleEntry, rows: &mut Vec<ConsoleRow>) {
    let inputs = input(entry).lines().count();
    rows.extend((0..inputs).map(|line| ConsoleRow::Input(entry.id, line)));
    if let Some(tree) = entry_tree(entry) {
        rows.extend(tree.rows().iter().map(|row| ConsoleRow::Tree(entry.id, *row)));
    } else {
        let lines = output(entry).lines().take(CONSOLE_LINES).count();
        rows.extend((0..lines).map(|line| ConsoleRow::Output(entry.id, line)));
    }
}

/// What was typed or sent; empty for a logpoint, whose text is all output.
pub fn input(entry: &ConsoleEntry) -> Cow<'_, str> {
    match &entry.line {
        ConsoleLine::Eval { expression, .. } => Cow::Borrowed(expression),
        ConsoleLine::Request { title, .. } => Cow::Borrowed(title),
        ConsoleLine::Logpoint { .. } => Cow::Borrowed(""),
    }
}

/// The answer as text; an answer that is a tree has its rows instead.
pub fn output(entry: &ConsoleEntry) -> Cow<'_, str> {
    match &entry.line {
        ConsoleLine::Eval { outcome, .. } => match outcome {
            EvalOutcome::Running => Cow::Borrowed(".."),
            EvalOutcome::Text(text) | EvalOutcome::ScriptError(text) if text.is_empty() => {
                Cow::Borrowed("\"\"")
            }
            EvalOutcome::Text(text) | EvalOutcome::ScriptError(text) => Cow::Borrowed(text),
            EvalOutcome::Tree(_) => Cow::Borrowed(""),
            EvalOutcome::Failed { cause, action } => Cow::Owned(format!("{cause}: {action}")),
        },
        ConsoleLine::Request { lines, .. } => Cow::Owned(lines.join("\n")),
        ConsoleLine::Logpoint { place, text } => Cow::Owned(format!("{place}  {text}")),
    }
}

/// The answer's tree, if it is one.
pub fn entry_tree(entry: &ConsoleEntry) -> Option<&Tree> {
    match &entry.line {
        ConsoleLine::Eval { outcome: EvalOutcome::Tree(tree), .. } => Some(tree),
        _ => None,
    }
}

/// How many rows a pane's list has; the source has its lines.
pub fn count(app: &App, pane: Pane) -> usize {
    match pane {
        Pane::Source => app.source().map_or(0, |source| source.lines.len()),
        Pane::Variables => variables(app).len(),
        Pane::Watch => watches(app).len(),
        Pane::Stack => stack(app).len(),
        Pane::Threads => threads(app).len(),
        Pane::Breakpoints => breakpoints(app).len(),
        Pane::Console => console(app).len(),
        Pane::History => history(app).len(),
        Pane::Inspector => app.inspected.rows,
    }
}

/// The cells of a pane that its rows take: the console keeps so many rows for typing, a filter
/// shows itself in the last row.
pub fn list_area(app: &App, pane: Pane, inner: Rect, typing: u16) -> Rect {
    let typing = if pane == Pane::Console { typing } else { 0 };
    let is_filtered = pane != Pane::Source && !app.ui.list(pane).filter.is_empty();
    let is_old = pane == Pane::Variables && is_old(app);
    let kept = typing + u16::from(is_filtered && inner.height > 1) + u16::from(is_old);
    Rect { height: inner.height.saturating_sub(kept), ..inner }
}

/// The variables could not be read: their last row says so.
fn is_old(app: &App) -> bool {
    app.shown().tree.is_some_and(|tree| tree.old_because().is_some())
}

/// The tree row under the cursor of a pane that shows trees.
pub fn tree_row(app: &App, pane: Pane) -> Option<Row> {
    let cursor = app.ui.list(pane).cursor;
    match pane {
        Pane::Variables => variables(app).get(cursor).copied(),
        Pane::Watch => match watches(app).get(cursor)? {
            WatchRow::Watch(id) => {
                app.session.watches().get(*id)?.tree.roots().first().copied().map(Row::Node)
            }
            WatchRow::Member(_, row) => Some(*row),
            WatchRow::Recorded(_) => None,
        },
        Pane::Console => match console(app).get(cursor)? {
            ConsoleRow::Tree(_, row) => Some(*row),
            _ => None,
        },
        _ => None,
    }
}

/// The tree rows of a pane, top to bottom.
pub fn tree_rows(app: &App, pane: Pane) -> Box<dyn Iterator<Item = Row> + '_> {
    match pane {
        Pane::Variables => Box::new(variables(app).iter().copied()),
        Pane::Watch => Box::new(watches(app).into_iter().filter_map(|row| match row {
            WatchRow::Member(_, row) => Some(row),
            WatchRow::Watch(_) | WatchRow::Recorded(_) => None,
        })),
        Pane::Console => Box::new(console(app).into_iter().filter_map(|row| match row {
            ConsoleRow::Tree(_, row) => Some(row),
            _ => None,
        })),
        _ => Box::new(std::iter::empty()),
    }
}

/// The nodes that a pane of trees has on screen in so many rows.
pub fn nodes_in_sight(app: &App, pane: Pane, height: usize) -> Vec<NodeId> {
    let node = |row: Row| match row {
        Row::Node(id) => Some(id),
        Row::More { .. } => None,
    };
    let top = app.ui.list(pane).scroll;
    match pane {
        Pane::Variables => {
            let rows = variables(app).iter().skip(top).take(height);
            rows.copied().filter_map(node).collect()
        }
        Pane::Watch => {
            let rows = watches(app).into_iter().skip(top).take(height);
            rows.filter_map(|row| match row {
                WatchRow::Member(_, row) => node(row),
                WatchRow::Watch(_) | WatchRow::Recorded(_) => None,
            })
            .collect()
        }
        Pane::Console => {
            let rows = console(app).into_iter().skip(top).take(height);
            rows.filter_map(|row| match row {
                ConsoleRow::Tree(_, row) => node(row),
                ConsoleRow::Input(..) | ConsoleRow::Output(..) => None,
            })
            .collect()
        }
        _ => Vec::new(),
    }
}

/// The watch under the cursor.
pub fn watch(app: &App) -> Option<&Watch> {
    let row = watches(app).get(app.ui.list(Pane::Watch).cursor).copied()?;
    app.session.watches().get(row.watch()?)
}

/// The breakpoint under the cursor of its list.
pub fn breakpoint(app: &App) -> Option<&Breakpoint> {
    breakpoints(app).get(app.ui.list(Pane::Breakpoints).cursor).copied()
}

/// The console entry under the cursor.
pub fn console_entry(app: &App) -> Option<&ConsoleEntry> {
    let row = console(app).get(app.ui.list(Pane::Console).cursor).copied()?;
    app.session.console().entries().find(|entry| entry.id == row.entry())
}

/// The node under the cursor of the pane that shows trees and had the focus last.
pub fn node(app: &App) -> Option<&Node> {
    node_in(app, app.value_pane())
}

/// The node under the cursor of one pane.
pub fn node_in(app: &App, pane: Pane) -> Option<&Node> {
    let id: NodeId = tree_row(app, pane)?.node();
    app.node(id)
}

/// Script and line under the source's cursor.
pub fn source_place(app: &App) -> Option<(ScriptPath, Line)> {
    let script = app.script()?;
    let line = app.ui.source(&script).cursor;
    Some((script, line))
}

struct Wanted(String);

impl Wanted {
    fn of(app: &App, pane: Pane) -> Self {
        Self(app.ui.list(pane).filter.to_lowercase())
    }

    fn is_all(&self) -> bool {
        self.0.is_empty()
    }

    fn is_in(&self, text: &str) -> bool {
        self.is_all() || text.to_lowercase().contains(&self.0)
    }

    /// The same of a text that is only made where there is a filter.
    fn is_in_made(&self, text: impl FnOnce() -> String) -> bool {
        self.is_all() || self.is_in(&text())
    }
}
