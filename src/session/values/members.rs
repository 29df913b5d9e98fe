//! Nodes of any tree: opened, closed, read page by page.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::command::TreeCommand;
use super::super::expression::{is_script_error, text_of, without_place};
use super::super::failure::Failure;
use super::super::frame::At;
use super::super::frame::Place;
use super::super::frame::Spot;
use super::super::notice::NoticeKind;
use super::super::tree::Home;
use super::super::tree::{Merged, NodeId, Tree};
use super::reading::Job;
use crate::api::debugger::{EvalResult, MemberList};
use crate::api::paging::Page;

/// A value as indented JSON. An object of the platform has no JSON of its own (`{}`): then its
/// properties, one level deep.
const WHOLE: &str = "(function (value) {
    var text = JSON.stringify(value, null, 2);
    if (text !== '{}') { return text; }
    var whole = {};
    var add = function (name) {
        if (name in whole || name === 'constructor') { return; }
        try {
            var member = value[name];
            if (typeof member === 'function') { return; }
            var isPlain = member === null || typeof member !== 'object';
            whole[name] = isPlain ? member : String(member);
        } catch (e) { whole[name] = '! ' + e; }
    };
    for (var name in value) { add(name); }
    var home = value;
    while (home && home !== Object.prototype) {
        Object.getOwnPropertyNames(home).forEach(add);
        home = Object.getPrototypeOf(home);
    }
    return JSON.stringify(whole, null, 2);
})";

/// The expression that gives the value of another one whole.
pub(in crate::session) fn whole(expression: &str) -> String {
    format!("{WHOLE}({expression})")
}

impl Session {
    pub(in crate::session) fn tree_command(
        &mut self,
        home: Home,
        node: NodeId,
        command: TreeCommand,
    ) {
        match command {
            TreeCommand::Expand => self.expand(home, node),
            TreeCommand::Collapse => {
                self.with_tree(home, |tree| tree.close(node));
                self.remember_expansion(home);
            }
            TreeCommand::Reveal => {
                self.with_tree(home, |tree| tree.reveal(node));
                self.remember_expansion(home);
            }
            TreeCommand::More => self.more(home, node),
            TreeCommand::GoToIndex(index) => self.go_to_index(home, node, index),
            TreeCommand::Pretty => self.pretty(home, node),
        }
        self.cx.tell(Change::Tree { home });
    }

    fn expand(&mut self, home: Home, node: NodeId) {
        self.with_tree(home, |tree| tree.open(node));
        self.remember_expansion(home);
        if !matches!(home, Home::Past(..)) {
            self.read_opened(home, node);
        }
    }

    /// Opened nodes inside that were open before are read too.
    fn read_opened(&mut self, home: Home, node: NodeId) {
        let Some(at) = self.place_to_read(home) else {
            return self
                .cx
                .say(NoticeKind::Hint, "the thread moved on: this value can't be read any more");
        };
        let unread = self.with_tree(home, |tree| {
            let mut unread = tree.open_and_unread();
            unread.retain(|each| *each == node || tree.is_below(*each, node));
            unread
        });
        let jobs = unread.unwrap_or_default().into_iter().map(|node| Job::Node(home, node));
        self.values.want_first(at.place.thread, jobs.collect());
        self.read_on(at.place.thread);
    }

    fn more(&mut self, home: Home, node: NodeId) {
        if let Some(page) = self.with_tree(home, |tree| tree.next_page(node)).flatten() {
            self.want_page(home, node, page);
        }
    }

    /// A page beyond the first waits for its turn like everything else that is read.
    fn want_page(&mut self, home: Home, node: NodeId, page: Page) {
        let Some(at) = self.place_to_read(home) else { return };
        self.values.want_first(at.place.thread, vec![Job::Page(home, node, page)]);
        self.read_on(at.place.thread);
    }

    /// Reads what holds the index, if there is one so high.
    fn go_to_index(&mut self, home: Home, node: NodeId, index: u64) {
        let list = self.with_tree(home, |tree| tree.list_of(node)).flatten();
        let Some((list, name, total)) = list else { return };
        if index < total {
            return self.read_index(home, list, index);
        }
        let text = match total {
            0 => format!("{name} has no members that are read"),
            1 => format!("{name} has 1: 0"),
            _ => format!("{name} has {total}: 0 to {}", total - 1),
        };
        self.cx.say(NoticeKind::Hint, text);
    }

    /// The page that holds the index: the next one, or that of a range.
    fn read_index(&mut self, home: Home, node: NodeId, index: u64) {
        let range = self.with_tree(home, |tree| tree.range_of(node, index)).flatten();
        match range {
            Some(range) => {
                self.expand(home, range);
                if self.with_tree(home, |tree| tree.range_of(range, index)).flatten().is_some() {
                    self.read_index(home, range, index);
                }
            }
            None => self.more_until(home, node, index),
        }
    }

    fn more_until(&mut self, home: Home, node: NodeId, index: u64) {
        let next = self.with_tree(home, |tree| tree.next_page(node)).flatten();
        let Some(page) = next.filter(|page| index >= page.start) else { return };
        let count = index + 1 - page.start;
        let count = count.div_ceil(Page::MEMBERS) * Page::MEMBERS;
        self.want_page(home, node, Page { count, ..page });
    }

    pub(super) fn read_members(&mut self, home: Home, node: NodeId, page: Page, place: Place) {
        let Some(at) = self.place_to_read(home).filter(|at| at.place == place) else { return };
        let Some(path) = self.path_of(home, node) else { return };
        let now = self.cx.now();
        self.with_tree(home, |tree| tree.loading(node, now));
        self.cx.call(Purpose::Members { at, home, node, path, page });
    }

    /// The member path of a node.
    pub(super) fn path_of(&mut self, home: Home, node: NodeId) -> Option<String> {
        self.with_tree(home, |tree| tree.object_path(node).map(str::to_owned)).flatten()
    }

    /// Where a tree's nodes can be read, if its thread still is there.
    pub(in crate::session) fn place_to_read(&self, home: Home) -> Option<At> {
        let spot = match home {
            Home::Frame(spot) => spot,
            Home::Watch(_) => self.focus?,
            Home::Console(entry) => {
                let (place, frame) = self.console.origin(entry)?;
                let spot = Spot { thread: place.thread, frame };
                self.at(spot).filter(|at| at.place == place)?;
                spot
            }
            Home::Past(..) => return None,
        };
        let thread = self.threads.get(spot.thread)?;
        (thread.is_halted() || thread.shows_arrival()).then(|| self.at(spot)).flatten()
    }

    pub(in crate::session) fn with_tree<T>(
        &mut self,
        home: Home,
        act: impl FnOnce(&mut Tree) -> T,
    ) -> Option<T> {
        match home {
            Home::Frame(spot) => self.values.tree_mut(spot).map(act),
            Home::Watch(watch) => self.watches.tree_mut(watch).map(act),
            Home::Console(entry) => self.console.tree_mut(entry).map(act),
            Home::Past(halt, frame) => self.history.tree_mut(halt, frame).map(act),
        }
    }

    fn remember_expansion(&mut self, home: Home) {
        if let Home::Frame(..) = home
            && let Some((Some(key), open)) =
                self.with_tree(home, |tree| (tree.key().cloned(), tree.expanded().clone()))
        {
            self.values.remember_expansion(key, open);
            self.cx.save_soon();
        }
    }

    pub(in crate::session) fn members_read(
        &mut self,
        at: At,
        (home, node, page): (Home, NodeId, Page),
        outcome: Result<MemberList, Failure>,
    ) {
        match outcome {
            Ok(list) => self.members_came(at, (home, node, page), &list),
            Err(failure) => self.members_failed(at.place.thread, (home, node, page), &failure),
        }
        self.cx.tell(Change::Tree { home });
        self.read_on(at.place.thread);
    }

    fn members_came(
        &mut self,
        at: At,
        (home, node, page): (Home, NodeId, Page),
        list: &MemberList,
    ) {
        let merged = self.with_tree(home, |tree| {
            let merged = tree.merge_members(node, page, &list.object_members, list.total);
            (merged, tree.is_platform_name(node), tree.open_and_unread())
        });
        for job in [Job::Node(home, node), Job::Page(home, node, page)] {
            self.job_done(job);
        }
        let Some((merged, is_platform, unread)) = merged else { return };
        if merged == Merged::Unresolved {
            self.unresolved(at, home, node, is_platform);
        }
        self.values.want(at.place.thread, unread.into_iter().map(|node| Job::Node(home, node)));
    }

    /// A platform name without a path is asked for by evaluation; anything else is not there.
    fn unresolved(&mut self, at: At, home: Home, node: NodeId, is_platform: bool) {
        let Some(expression) = self.path_of(home, node) else { return };
        if is_platform {
            self.cx.call(Purpose::PlatformText { at, home, node, expression });
        } else {
            self.with_tree(home, |tree| tree.failed(node, "not in this frame".to_owned()));
        }
    }

    pub(in crate::session) fn platform_text(
        &mut self,
        at: At,
        (home, node): (Home, NodeId),
        outcome: Result<EvalResult, Failure>,
    ) {
        let text = outcome.map(|result| text_of(&result)).map_err(|failure| failure.to_string());
        self.with_tree(home, |tree| match text {
            Ok(text) if is_script_error(&text) => {
                tree.failed(node, "not in this frame".to_owned());
            }
            Ok(text) => tree.set_leaf(node, "", &text),
            Err(text) => tree.failed(node, text),
        });
        self.cx.tell(Change::Tree { home });
        self.read_on(at.place.thread);
    }

    fn pretty(&mut self, home: Home, node: NodeId) {
        let had_text = self.with_tree(home, |tree| {
            tree.node_mut(node).is_some_and(|node| node.pretty.take().is_some())
        });
        if had_text == Some(true) {
            return;
        }
        let Some(at) = self.place_to_read(home) else { return };
        let access = self.with_tree(home, |tree| {
            let object = tree.object_of(node).filter(|object| tree.written(object).is_some())?;
            object.access.clone()
        });
        let Some(access) = access.flatten() else {
            return self
                .cx
                .say(NoticeKind::Hint, "no expression leads to this value: it can't be evaluated");
        };
        let expression = whole(access.expression());
        self.cx.call(Purpose::Pretty { at, home, node, expression });
    }

    pub(in crate::session) fn pretty_text(
        &mut self,
        (home, id): (Home, NodeId),
        outcome: Result<EvalResult, Failure>,
    ) {
        let pretty = match outcome.map(|result| text_of(&result)) {
            Ok(text) if is_script_error(&text) => Err(without_place(&text).to_owned()),
            Ok(text) => Ok(text),
            Err(failure) => Err(failure.cause),
        };
        self.with_tree(home, |tree| {
            if let Some(node) = tree.node_mut(id) {
                node.pretty = Some(pretty);
            }
        });
        self.cx.tell(Change::Tree { home });
    }
}
