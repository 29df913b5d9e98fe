//! What the screen does by itself when the session changed: follow the halt, keep cursors on what
//! they were on, keep them on screen.

use super::Turn;
use crate::api::ids::Line;
use crate::session::{
    Command, EntryId, Event, Home, KeepAliveReport, NodeId, Row, Thread, Tree, TreeKey,
    ValuesCommand,
};
use crate::tui::app::{Followed, Inspected, Rooted};
use crate::tui::inspected;
use crate::tui::layers::Layer;
use crate::tui::layout;
use crate::tui::msg::Cmd;
use crate::tui::persist;
use crate::tui::rows;
use crate::tui::ui::{Pane, TreeView};
use crate::tui::view::inspector;
use ratatui::layout::Rect;

/// Where the console ended before a message.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConsoleTail {
    newest: Option<EntryId>,
    rows: usize,
}

impl Turn<'_> {
    pub(super) fn session(&mut self, event: Event) {
        let renewed = matches!(event, Event::KeepAlive(KeepAliveReport::Renewed { .. }));
        let failed = matches!(event, Event::KeepAlive(KeepAliveReport::Failed { .. }));
        self.event(event);
        if renewed || failed {
            self.renewal_reported();
        }
        self.departed();
        if self.app.filtered.is_some() {
            self.refilter();
        }
    }

    /// The console's newest entry and how many rows there are, if the cursor is in that entry.
    pub(super) fn console_tail(&self) -> Option<ConsoleTail> {
        let rows = rows::console(self.app);
        let newest = rows.last().map(|row| row.entry());
        let at = rows.get(self.app.ui.list(Pane::Console).cursor).map(|row| row.entry());
        (at == newest).then_some(ConsoleTail { newest, rows: rows.len() })
    }

    /// Whoever asks wants to see the answer, wherever the console stood.
    pub(super) fn evaluate(&mut self, text: String) {
        let rows = rows::console(self.app);
        let tail = ConsoleTail { newest: rows.last().map(|row| row.entry()), rows: rows.len() };
        self.values(ValuesCommand::Evaluate(text));
        self.follow_console(Some(tail));
    }

    /// Keeps the newest entry in sight for somebody who looked at the newest one: its end, or as
    /// much of it as fits from its beginning.
    pub(super) fn follow_console(&mut self, tail: Option<ConsoleTail>) {
        let Some(tail) = tail else { return };
        let rows = rows::console(self.app);
        let newest = rows.last().map(|row| row.entry());
        let has_come = newest != tail.newest || self.app.ui.focus != Pane::Console;
        if rows.len() == tail.rows || newest.is_none() || !has_come && !self.is_typing() {
            return;
        }
        let begin = rows.iter().position(|row| Some(row.entry()) == newest).unwrap_or(0);
        let end = rows.len() - 1;
        let height = self.height(Pane::Console).max(1);
        let list = self.app.ui.list_mut(Pane::Console);
        if end - begin < height {
            list.cursor = end;
        } else {
            list.scroll = begin;
            list.cursor = begin + height - 1;
        }
    }

    fn is_typing(&self) -> bool {
        matches!(self.layers.last(), Some(Layer::Expression(_)))
    }

    /// Brings the screen's own state in line with the session's.
    pub(super) fn settle(&mut self) {
        self.app.observe();
        self.follow_tree();
        self.arrive();
        self.show_found();
        self.root_again();
        self.find_anchor();
        self.show_first_match();
        self.find_wanted();
        self.follow_halt();
        self.follow_selection();
        self.count_inspected();
        for pane in Pane::ALL {
            self.keep_on_screen(pane);
        }
        self.keep_source_on_screen();
        self.want_colours();
        self.want_previews();
        self.keep_cursors();
        self.entitle();
    }

    /// Tells the session which objects on screen say nothing of what is in them.
    fn want_previews(&mut self) {
        let live = self.app.selected().filter(|_| self.app.selection.past().is_none());
        let place = live.filter(|thread| thread.is_halted()).map(Thread::place);
        let lacking = (place.map_or_else(Vec::new, |_| self.lacking_previews()), place);
        if lacking != self.app.lacking {
            self.app.lacking = lacking.clone();
            self.command(Command::Preview(lacking.0));
        }
    }

    fn lacking_previews(&self) -> Vec<(Home, NodeId)> {
        let regions = layout::regions(Rect::from(self.app.ui.size), &self.app.ui);
        let session = &self.app.session;
        let mut lacking = Vec::new();
        for pane in [Pane::Variables, Pane::Watch, Pane::Console] {
            let inner = regions.inner(pane);
            let height = self.list_area(pane, inner).height;
            for node in rows::nodes_in_sight(self.app, pane, usize::from(height)) {
                let home = session.home_of(node);
                let lacks =
                    |home: &Home| session.tree(*home).is_some_and(|tree| tree.lacks_preview(node));
                lacking.extend(home.filter(lacks).map(|home| (home, node)));
            }
        }
        lacking
    }

    /// Keeps with the project where the variables' cursor stands, when it stands elsewhere.
    fn keep_cursors(&mut self) {
        let here = (&self.app.tree_key, &self.app.ui.anchor);
        if here.1.is_none() || here == (&self.app.kept.0, &self.app.kept.1) {
            return;
        }
        self.app.kept = (self.app.tree_key.clone(), self.app.ui.anchor.clone());
        let command = persist::remember_cursors(self.app);
        self.command(command);
    }

    /// Counts the Inspector's rows when its text, its past or its width are others.
    fn count_inspected(&mut self) {
        let regions = layout::regions(Rect::from(self.app.ui.size), &self.app.ui);
        let width = regions.inner(Pane::Inspector).width;
        if width == 0 {
            return;
        }
        let text = inspected::text(self.app);
        let text = (text.as_ptr().addr(), text.len());
        let past = inspected::timeline(self.app).len();
        let members = inspector::members_listed(self.app);
        let known = self.app.inspected;
        if (known.text, known.past, known.members, known.width) != (text, past, members, width) {
            let rows = inspector::count(self.app, width);
            self.app.inspected = Inspected { text, past, members, width, rows };
        }
    }

    /// Reads the rows that the variables' filter leaves.
    pub(super) fn refilter(&mut self) {
        let text = self.app.ui.list(Pane::Variables).filter.clone();
        self.app.filtered = if text.is_empty() {
            None
        } else {
            let tree = self.app.shown().tree;
            Some(tree.map(|tree| tree.filtered(&text)).unwrap_or_default())
        };
    }

    /// Remembers the variable under the cursor by its names.
    pub(super) fn anchor(&mut self) {
        let row = rows::tree_row(self.app, Pane::Variables);
        let tree = self.app.shown().tree;
        self.app.ui.anchor = row.zip(tree).map(|(row, tree)| tree.key_of(row.node()));
    }

    /// Another function's variables have their own cursor; in the same one's it stays on the name.
    fn follow_tree(&mut self) {
        let key = self.app.shown().tree.and_then(Tree::key).cloned();
        if key.is_some() && key != self.app.tree_key {
            self.exchange_tree_views(key);
        }
    }

    /// The rows below the chosen root; without one where it is not there.
    pub(super) fn root_again(&mut self) {
        let tree = self.app.shown().tree;
        let root = self.app.ui.root.as_ref().zip(tree).and_then(|(key, tree)| {
            let node = tree.node(tree.find(key)?)?;
            Some(Rooted { id: node.id, depth: node.depth, rows: tree.rows_below(node.id) })
        });
        self.app.rooted = root;
    }

    fn exchange_tree_views(&mut self, key: Option<TreeKey>) {
        let filter = self.app.ui.list(Pane::Variables).filter.clone();
        let mut view =
            key.as_ref().and_then(|key| self.app.ui.trees.remove(key)).unwrap_or_default();
        view.list.filter = filter;
        let list = std::mem::replace(self.app.ui.list_mut(Pane::Variables), view.list);
        let anchor = std::mem::replace(&mut self.app.ui.anchor, view.anchor);
        let root = std::mem::replace(&mut self.app.ui.root, view.root);
        if let Some(former) = std::mem::replace(&mut self.app.tree_key, key) {
            self.app.ui.trees.insert(former, TreeView { list, anchor, root });
        }
        self.refilter();
    }

    fn find_anchor(&mut self) {
        let Some(anchor) = &self.app.ui.anchor else { return };
        let Some(tree) = self.app.shown().tree else { return };
        let cursor = self.app.ui.list(Pane::Variables).cursor;
        let rows = rows::variables(self.app);
        let Some(id) = tree.find(anchor) else { return };
        if rows.get(cursor) != Some(&Row::Node(id))
            && let Some(index) = rows.iter().position(|row| *row == Row::Node(id))
        {
            self.app.ui.list_mut(Pane::Variables).cursor = index;
        }
    }

    /// A halt, a step or another frame moves the source's cursor to its line.
    fn follow_halt(&mut self) {
        let Some(now) = Followed::of(self.app) else { return };
        let is_moving = self.app.shown().dimmed;
        let is_known = |known: &Followed| *known == now || is_moving && known.is_where(&now);
        if self.app.followed.as_ref().is_some_and(is_known) {
            return;
        }
        let (script, line) = (now.script.clone(), now.line);
        self.app.followed = Some(now);
        self.app.ui.opened = None;
        let height = self.height(Pane::Source);
        let view = self.app.ui.sources.entry(script).or_default();
        view.cursor = line;
        view.column = 0;
        if !in_the_middle(line, view.top, height) {
            self.app.recentre = true;
        }
    }

    /// Goes to the line of execution again if the cursor still stands there.
    pub(super) fn refollow(&mut self) {
        let Some(followed) = &self.app.followed else { return };
        let (script, line) = (followed.script.clone(), followed.line);
        let height = self.height(Pane::Source);
        let view = self.app.ui.sources.entry(script).or_default();
        if view.cursor == line && !in_the_middle(line, view.top, height) {
            self.app.recentre = true;
        }
    }

    /// Puts the cursor on a member that was asked for, once it has a row.
    fn find_wanted(&mut self) {
        let Some((list, index)) = self.app.wanted else { return };
        let home = self.app.home_of(list);
        let tree = home.and_then(|home| self.app.session.tree(home));
        let Some(id) = tree.and_then(|tree| tree.member_at(list, index)) else { return };
        let pane = self.app.value_pane();
        if rows::tree_rows(self.app, pane).any(|row| row == Row::Node(id)) {
            self.app.wanted = None;
            self.go_to_node(pane, id);
        }
    }

    /// Stack and thread lists keep their cursor on what is selected, when that changes.
    fn follow_selection(&mut self) {
        let selected = (self.app.selection.thread(), self.app.shown().selected);
        if self.app.listed_selection == Some(selected) {
            return;
        }
        self.app.listed_selection = Some(selected);
        let frame = rows::stack(self.app).iter().position(|(index, _)| *index == selected.1);
        let thread =
            rows::threads(self.app).iter().position(|thread| Some(thread.id()) == selected.0);
        self.app.ui.list_mut(Pane::Stack).cursor = frame.unwrap_or(0);
        self.app.ui.list_mut(Pane::Threads).cursor = thread.unwrap_or(0);
    }

    fn keep_on_screen(&mut self, pane: Pane) {
        if pane == Pane::Source {
            return;
        }
        let count = rows::count(self.app, pane);
        let height = self.height(pane);
        let is_waiting_for_rows = count == 0;
        let list = self.app.ui.list_mut(pane);
        if is_waiting_for_rows {
            return;
        }
        list.cursor = list.cursor.min(count - 1);
        if height == 0 {
            // Behind another one it stays as it stood.
            return;
        }
        let least = (list.cursor + 1).saturating_sub(height);
        list.scroll =
            list.scroll.clamp(least, list.cursor).min(count.saturating_sub(height).max(least));
    }

    fn keep_source_on_screen(&mut self) {
        let Some(script) = self.app.script() else { return };
        let lines = self.app.source().map_or(0, |source| source.lines.len());
        if lines == 0 {
            return;
        }
        let line = |number: usize| Line(u32::try_from(number).unwrap_or(u32::MAX));
        let height = self.height(Pane::Source);
        let view = self.app.ui.sources.entry(script).or_default();
        let cursor = (view.cursor.0 as usize).clamp(1, lines);
        view.cursor = line(cursor);
        if height == 0 {
            return;
        }
        let recentre = std::mem::take(&mut self.app.recentre);
        let mut top = (view.top.0 as usize).max(1);
        if recentre {
            top = cursor.saturating_sub(height / 2).max(1);
        }
        let least = (cursor + 1).saturating_sub(height).max(1);
        let furthest = (lines + 1).saturating_sub(height).max(1);
        top = top.clamp(least, cursor).min(furthest.max(least));
        view.top = line(top);
    }

    /// Asks for the colours of what is on screen.
    fn want_colours(&mut self) {
        let regions = layout::regions(Rect::from(self.app.ui.size), &self.app.ui);
        let height = usize::from(regions.inner(Pane::Source).height);
        let Some(source) = self.app.source() else { return };
        let (script, lines) = (source.script.clone(), std::sync::Arc::clone(&source.lines));
        let first = (self.app.ui.source(&script).top.0 as usize).saturating_sub(1);
        if let Some(job) = self.app.ui.highlights.want(&script, &lines, first..first + height) {
            self.cmds.push(Cmd::Colour(job));
        }
    }
}

/// Whether a line is within the middle 60 % of the rows on screen.
fn in_the_middle(line: Line, top: Line, height: usize) -> bool {
    let margin = height / 5;
    let row = (line.0 as usize).checked_sub(top.0 as usize);
    row.is_some_and(|row| row >= margin && row + margin < height)
}
