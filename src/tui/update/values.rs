//! Trees, watches, frames, history.

use super::Turn;
use crate::session::{
    BreakpointCommand, Children, Command, Halt, Node, NodeId, NodeKey, NodeKind, NoticeKind,
    Remedy, Row, TreeCommand, WatchCommand, WatchState,
};
use crate::tui::layers::Purpose;
use crate::tui::rows::{self, ConsoleRow, WatchRow};
use crate::tui::ui::{Pane, Zoom};
use crate::tui::view::inspector;
use std::path::PathBuf;

impl Turn<'_> {
    /// Enter: what the state in the source area offers; else opens, selects or runs what the
    /// cursor is on.
    pub(super) fn accept(&mut self) {
        if self.accept_state() {
            return;
        }
        match self.app.ui.focus {
            Pane::Source => self.go_to_definition(),
            Pane::Variables => {
                if !self.reroot() {
                    self.toggle_node();
                }
            }
            Pane::Watch => self.toggle_node(),
            Pane::Console if rows::tree_row(self.app, Pane::Console).is_some() => {
                self.toggle_node();
            }
            Pane::Console => self.act(crate::tui::keys::Action::Console),
            Pane::Stack => {
                let cursor = self.app.ui.list(Pane::Stack).cursor;
                if let Some((index, _)) = rows::stack(self.app).get(cursor).copied() {
                    self.show_frame(index);
                    self.app.ui.opened = None;
                }
            }
            Pane::Threads => {
                let cursor = self.app.ui.list(Pane::Threads).cursor;
                let id = rows::threads(self.app).get(cursor).map(|thread| thread.id());
                if let Some(id) = id {
                    self.select_thread(id);
                }
            }
            Pane::Breakpoints => {
                if let Some(key) = rows::breakpoint(self.app).map(|known| known.key().clone()) {
                    self.open_script(key.script, Some(key.line));
                }
            }
            Pane::History => {
                let cursor = self.app.ui.list(Pane::History).cursor;
                let number = rows::history(self.app).get(cursor).map(|halt| halt.number);
                if let Some(number) = number {
                    self.go_to_halt(number);
                }
            }
            Pane::Inspector => self.jump_to_past_value(),
        }
    }

    fn jump_to_past_value(&mut self) {
        let cursor = self.app.ui.list(Pane::Inspector).cursor;
        let past = inspector::halt_at(self.app, self.app.inspected.width, cursor);
        if let Some(halt) = past {
            self.go_to_halt(halt);
        }
    }

    /// Shows an object as root of its pane; on the root itself, goes back to what is around it.
    /// False where there is nothing to go into.
    fn reroot(&mut self) -> bool {
        let Some(Row::Node(id)) = rows::tree_row(self.app, Pane::Variables) else { return false };
        if self.app.rooted.as_ref().is_some_and(|rooted| rooted.id == id) {
            self.unroot();
            return true;
        }
        let Some(tree) = self.app.shown().tree else { return false };
        let Some(node) = tree.node(id) else { return false };
        if node.kind != NodeKind::Value || node.children() == Children::Leaf {
            return false;
        }
        let (key, is_open) = (tree.key_of(id), node.is_open());
        if !is_open {
            self.tree(id, TreeCommand::Expand);
        }
        if !self.app.ui.list(Pane::Variables).filter.is_empty() {
            self.filter(Pane::Variables, String::new());
        }
        self.app.ui.anchor = Some(key.clone());
        self.app.ui.root = Some(key);
        self.root_again();
        true
    }

    /// One object further out, or back to the scopes; the cursor stays on what was the root.
    fn unroot(&mut self) {
        let Some(NodeKey(mut names)) = self.app.ui.root.take() else { return };
        self.app.ui.anchor = Some(NodeKey(names.clone()));
        names.pop();
        let around = NodeKey(names);
        let tree = self.app.shown().tree;
        let id = tree.and_then(|tree| tree.find(&around));
        let kind = id.zip(tree).and_then(|(id, tree)| tree.node(id)).map(|node| node.kind);
        if kind == Some(NodeKind::Value) {
            self.app.ui.root = Some(around);
        }
        self.root_again();
    }

    fn toggle_node(&mut self) {
        if self.waits_to_be_allowed() {
            return;
        }
        let pane = self.app.ui.focus;
        match rows::tree_row(self.app, pane) {
            Some(Row::More { parent, .. }) => self.tree(parent, TreeCommand::More),
            Some(Row::Node(id)) => match self.app.node(id).map(Node::children) {
                Some(Children::Leaf) => self.app.ui.focus(Pane::Inspector),
                Some(Children::Closed | Children::Failed(_)) => self.tree(id, TreeCommand::Expand),
                Some(Children::Loading | Children::Open { .. }) => {
                    self.tree(id, TreeCommand::Collapse);
                }
                None => {}
            },
            None => {}
        }
    }

    /// Right: opens the node, or goes to its first child.
    pub(super) fn open_node(&mut self) {
        if self.waits_to_be_allowed() {
            return;
        }
        let pane = self.app.ui.focus;
        match rows::tree_row(self.app, pane) {
            Some(Row::More { parent, .. }) => self.tree(parent, TreeCommand::More),
            Some(Row::Node(id)) => match self.app.node(id).map(Node::children) {
                Some(Children::Closed | Children::Failed(_)) => self.tree(id, TreeCommand::Expand),
                Some(Children::Open { .. }) => self.move_cursor(pane, 1),
                _ => {}
            },
            None => {}
        }
    }

    /// A watch that may not run yet has nothing to open: says what allows it.
    fn waits_to_be_allowed(&mut self) -> bool {
        let watch = rows::watch(self.app).filter(|_| self.app.ui.focus == Pane::Watch);
        let waits = watch.is_some_and(|watch| watch.state == WatchState::Unconfirmed);
        if waits {
            let text = "it runs code in the live request and was not run yet";
            self.advise(NoticeKind::Hint, text, Remedy::ConfirmWatch);
        }
        waits
    }

    /// Left: closes the node, or goes to its parent.
    pub(super) fn close_node(&mut self) {
        let pane = self.app.ui.focus;
        let Some(row) = rows::tree_row(self.app, pane) else { return };
        let Some(node) = self.app.node(row.node()) else { return };
        match row {
            Row::Node(id) if self.app.rooted.as_ref().is_some_and(|rooted| rooted.id == id) => {
                self.unroot();
            }
            Row::Node(id) if node.is_open() => self.tree(id, TreeCommand::Collapse),
            Row::Node(_) => {
                if let Some(parent) = node.parent {
                    self.go_to_node(pane, parent);
                }
            }
            Row::More { parent, .. } => self.go_to_node(pane, parent),
        }
    }

    /// Puts the cursor of a pane on a node, if it has a row there.
    pub(super) fn go_to_node(&mut self, pane: Pane, id: NodeId) {
        let is_it = |row: &Row| *row == Row::Node(id);
        let found = match pane {
            Pane::Variables => rows::variables(self.app).iter().position(is_it),
            Pane::Watch => rows::watches(self.app).iter().position(|row| match row {
                WatchRow::Recorded(_) => false,
                WatchRow::Member(_, row) => is_it(row),
                WatchRow::Watch(watch) => {
                    let watch = self.app.session.watches().get(*watch);
                    watch.is_some_and(|watch| watch.tree.roots().first() == Some(&id))
                }
            }),
            Pane::Console => rows::console(self.app)
                .iter()
                .position(|row| matches!(row, ConsoleRow::Tree(_, row) if is_it(row))),
            _ => None,
        };
        if let Some(index) = found {
            self.set_cursor(pane, index);
        }
    }

    pub(super) fn more(&mut self) {
        let row = rows::tree_row(self.app, self.app.ui.focus);
        let node = match row {
            Some(Row::More { parent, .. }) => Some(parent),
            Some(Row::Node(id)) => self.longest_open(id),
            None => None,
        };
        match node {
            Some(node) => self.tree(node, TreeCommand::More),
            None => self.say(NoticeKind::Hint, "nothing more to load here"),
        }
    }

    /// The node itself or the nearest one above it that has more to load.
    fn longest_open(&self, id: NodeId) -> Option<NodeId> {
        let mut at = Some(id);
        while let Some(id) = at {
            let node = self.app.node(id)?;
            if let Children::Open { loaded, total } = node.children()
                && loaded < total
            {
                return Some(id);
            }
            at = node.parent;
        }
        None
    }

    pub(super) fn open_index(&mut self) {
        let Some(row) = rows::tree_row(self.app, self.app.ui.focus) else {
            return self.say(NoticeKind::Hint, "select a list first");
        };
        let id = row.node();
        let Some(node) = self.app.node(id) else { return };
        let is_itself = node.is_open() || node.is_list() && node.children() != Children::Leaf;
        let mut list = if is_itself { id } else { node.parent.unwrap_or(id) };
        while let Some(Node { kind: NodeKind::Range { .. }, parent: Some(parent), .. }) =
            self.app.node(list)
        {
            list = *parent;
        }
        match self.app.node(list).map(|list| (list.kind, list.is_open())) {
            Some((NodeKind::Value, is_open)) => {
                if !is_open {
                    self.tree(list, TreeCommand::Expand);
                }
                self.open_line(Purpose::Index(list), "");
            }
            _ => self.say(NoticeKind::Hint, "select a list or one of its entries first"),
        }
    }

    pub(super) fn assign(&mut self) {
        let text = rows::node(self.app).and_then(|node| {
            let tree = self.app.session.tree(self.app.home_of(node.id)?)?;
            Some(format!("{} = {}", tree.written(node)?, literal(node)))
        });
        match text {
            Some(text) => self.open_expression(&text),
            None => self.say(NoticeKind::Hint, "this row is nothing that can be assigned to"),
        }
    }

    pub(super) fn watch_selected(&mut self) {
        match rows::node(self.app).and_then(Node::expression).map(str::to_owned) {
            Some(expression) => self.add_watch(expression),
            None => self.open_line(Purpose::NewWatch, ""),
        }
    }

    /// Asks for the members of a path that is being typed.
    pub(super) fn want_members(&mut self, path: &str) {
        let live = self.app.selection.past().is_none();
        let Some(spot) = self.app.selection.spot().filter(|_| live) else { return };
        if let Some((id, question)) = self.app.members.question(spot, path) {
            self.command(Command::Ask { id, spot, question });
        }
    }

    /// The new watch is the last one, and in sight.
    pub(super) fn add_watch(&mut self, text: String) {
        let before = self.app.session.watches().iter().len();
        self.command(Command::Watch(WatchCommand::Add(text)));
        if self.app.session.watches().iter().len() > before {
            let last = rows::count(self.app, Pane::Watch).saturating_sub(1);
            self.app.ui.list_mut(Pane::Watch).cursor = last;
        }
    }

    pub(super) fn edit_watch(&mut self) {
        let watch = rows::watch(self.app).map(|watch| (watch.id, watch.expression.clone()));
        match watch {
            Some((id, text)) => self.open_line(Purpose::EditWatch(id), &text),
            None => self.say(NoticeKind::Hint, "there is no watch: `watch new` adds one"),
        }
    }

    pub(super) fn confirm_watch(&mut self) {
        if let Some(id) = rows::watch(self.app).map(|watch| watch.id) {
            self.command(Command::Watch(WatchCommand::Confirm(id)));
        }
    }

    pub(super) fn pretty(&mut self) {
        match rows::node(self.app).map(|node| node.id) {
            Some(id) => {
                self.tree(id, TreeCommand::Pretty);
                self.app.ui.focus(Pane::Inspector);
            }
            None => self.say(NoticeKind::Hint, "select a value first"),
        }
    }

    pub(super) fn delete(&mut self) {
        if self.app.ui.focus == Pane::Watch {
            if let Some(id) = rows::watch(self.app).map(|watch| watch.id) {
                self.command(Command::Watch(WatchCommand::Remove(id)));
            }
        } else if let Some(key) = rows::breakpoint(self.app).map(|known| known.key().clone()) {
            self.command(Command::Breakpoint(BreakpointCommand::Remove(key)));
        }
    }

    /// Selects a frame further up (to the caller) or down.
    pub(super) fn select_frame(&mut self, by: isize) {
        let scene = self.app.shown();
        let wanted = scene.selected.checked_add_signed(by).filter(|at| *at < scene.frames.len());
        match wanted {
            Some(index) => {
                self.app.ui.opened = None;
                self.show_frame(index);
            }
            None if scene.frames.is_empty() => self.say(NoticeKind::Hint, "no thread is halted"),
            None if by > 0 => self.say(NoticeKind::Hint, "this is the outermost frame"),
            None => self.say(NoticeKind::Hint, "this is the innermost frame"),
        }
    }

    pub(super) fn compare(&mut self) {
        if self.app.selection.comparison().is_some() {
            return self.app.selection.compare(None);
        }
        let history = self.app.session.history();
        let other = self.app.selection.past().or(history.newest());
        if self.app.ui.focus != Pane::History {
            let is_earlier = |halt: &&Halt| other.is_some_and(|other| halt.number < other);
            let before = history.halts().rfind(is_earlier).map(|halt| halt.number);
            let Some((one, other)) = before.zip(other) else {
                return self.say(NoticeKind::Hint, "no halt before the one shown is recorded");
            };
            self.compare_halts(one, other);
            if self.app.selection.comparison().is_some() {
                // That is where it stands.
                self.app.ui.focus(Pane::History);
            }
            return;
        }
        let cursor = self.app.ui.list(Pane::History).cursor;
        let selected = rows::history(self.app).get(cursor).map(|halt| halt.number);
        match (selected, other) {
            (Some(one), Some(other)) if one != other => {
                self.compare_halts(one, other);
            }
            _ => self.say(NoticeKind::Hint, "select another halt than the one shown"),
        }
    }

    pub(super) fn export(&mut self) {
        let file: PathBuf = self.app.settings.exports.join("haltscope-history.jsonl");
        self.command(Command::ExportHistory(file));
    }

    pub(super) fn filter(&mut self, pane: Pane, text: String) {
        let list = self.app.ui.list_mut(pane);
        if list.filter != text {
            list.filter = text;
            list.cursor = 0;
            list.scroll = 0;
        }
        if pane == Pane::Variables {
            self.refilter();
            self.keep_found_in_sight();
        }
    }

    /// Without the filter, a row that was chosen in a closed node would be gone.
    fn keep_found_in_sight(&mut self) {
        let unfiltered = self.app.filtered.is_none();
        let chosen = self.app.ui.anchor.as_ref().filter(|_| unfiltered);
        let node = chosen.and_then(|key| self.app.shown().tree?.find(key));
        let is_hidden = |id: &NodeId| !rows::variables(self.app).contains(&Row::Node(*id));
        if let Some(hidden) = node.filter(is_hidden) {
            self.tree(hidden, TreeCommand::Reveal);
        }
    }

    /// `.` and `,`: the source's matches, or what a deep search found.
    pub(super) fn next_match(&mut self, by: isize) {
        if self.app.ui.focus == Pane::Source && !self.app.ui.source_search.is_empty() {
            if !self.find_in_source(by) {
                self.say(NoticeKind::Hint, "not found in this file");
            }
            return;
        }
        let found = self.app.session.search().map_or(&[][..], |search| &search.found);
        if found.is_empty() {
            return self.say(
                NoticeKind::Hint,
                "nothing was searched: `filter` in the source, or `deep find`",
            );
        }
        let selected = rows::tree_row(self.app, Pane::Variables).map(Row::node);
        let at = found.iter().position(|id| Some(*id) == selected);
        let count = found.len();
        let next = match at {
            Some(at) => (at + count).saturating_add_signed(by) % count,
            None => 0,
        };
        self.go_to_match(found[next]);
        self.say(NoticeKind::Hint, format!("match {} of {count}", next + 1));
    }

    fn go_to_match(&mut self, id: NodeId) {
        self.app.ui.focus(Pane::Variables);
        self.app.ui.root = None;
        self.root_again();
        self.tree(id, TreeCommand::Reveal);
        self.go_to_node(Pane::Variables, id);
    }

    /// Goes to a search's first match when it is there, unless one is busy elsewhere by then.
    pub(super) fn show_first_match(&mut self) {
        let first = self.app.session.search().and_then(|search| search.found.first().copied());
        let is_new = self.app.first_match != first;
        self.app.first_match = first;
        let free = self.app.ui.focus == Pane::Variables && self.layers.is_empty();
        if let Some(first) = first.filter(|_| is_new && free) {
            self.go_to_match(first);
        }
    }

    /// Esc: closes, cancels, returns to live; never ends anything.
    pub(super) fn back(&mut self) {
        let focus = self.app.ui.focus;
        if self.app.selection.comparison().is_some() {
            self.app.selection.compare(None);
        } else if focus == Pane::Inspector {
            let back = self.app.value_pane();
            self.app.ui.focus(back);
        } else if !self.app.ui.list(focus).filter.is_empty() {
            self.filter(focus, String::new());
        } else if focus == Pane::Source && !self.app.ui.source_search.is_empty() {
            self.app.ui.source_search.clear();
        } else if focus == Pane::Variables && self.app.ui.root.is_some() {
            self.unroot();
        } else if self.app.ui.zoom == Zoom::On && self.app.selection.past().is_none() {
            self.unzoom();
        } else {
            self.cancel();
        }
    }
}

/// The value as one would type it; nothing where its text doesn't say enough for that.
fn literal(node: &Node) -> String {
    let value = node.value.as_ref();
    let is_whole = match node.type_name.to_ascii_lowercase().as_str() {
        "string" => {
            let text = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            return serde_json::to_string(text.unwrap_or(value)).unwrap_or_default();
        }
        "number" => value.parse::<f64>().is_ok(),
        "boolean" => matches!(value, "true" | "false"),
        "null" => value == "null",
        _ => false,
    };
    if is_whole { value.to_owned() } else { String::new() }
}
