//! Threads, frames and variables: what is shown and what has to be read for it.

use super::jobs::Job;
use super::purpose::Home;
use super::{Purpose, Session};
use crate::api::debugger::{EvalResult, MemberList};
use crate::api::ids::{FrameIndex, ThreadId};
use crate::api::paging::Page;
use crate::session::effect::Request;
use crate::session::failure::{Failure, FailureKind};
use crate::session::notice::NoticeKind;
use crate::session::thread::{Frame, Place, Thread};
use crate::session::tree::{Merged, NodeId, NodeKind, Tree, TreeKey};
use std::sync::Arc;

/// So many functions' trees are remembered per thread.
const REMEMBERED: usize = 32;

impl Session {
    pub(super) fn select_thread(&mut self, id: ThreadId) {
        self.leave_history();
        if self.threads.get(id).is_some() {
            self.select(id);
        }
    }

    pub(super) fn select(&mut self, id: ThreadId) {
        if self.threads.selected == Some(id) {
            return;
        }
        self.end_search();
        self.threads.selected = Some(id);
        if self.threads.get(id).is_some_and(Thread::is_halted) {
            self.begin_watches();
            self.read_watches(id);
        }
    }

    pub(super) fn next_halted(&mut self) {
        self.leave_history();
        let halted: Vec<ThreadId> =
            self.threads.iter().filter(|thread| thread.is_halted()).map(|each| each.id).collect();
        let selected = self.threads.selected;
        let next = halted.iter().find(|id| Some(**id) > selected).or_else(|| halted.first());
        match next {
            Some(id) => self.select(*id),
            None => self.say(NoticeKind::Hint, "no thread is halted"),
        }
    }

    pub(super) fn select_frame(&mut self, frame: usize) {
        if self.history.shown.is_some() {
            self.history.shown_frame = frame;
            return;
        }
        let Some(thread) = self.threads.selected.and_then(|id| self.threads.get_mut(id)) else {
            return;
        };
        if frame >= thread.frames.len() || frame == thread.selected_frame {
            return;
        }
        thread.selected_frame = frame;
        let (id, halted) = (thread.id, thread.is_halted());
        self.open_source_of(id);
        if halted {
            if self.threads.get(id).is_some_and(|thread| thread.tree(frame).is_none()) {
                self.begin_tree(id, frame);
                self.read_variables(id, frame);
            }
            self.begin_watches();
            self.read_watches(id);
        }
    }

    /// The trees of the place before are remembered; the new place starts with the one that its
    /// function had.
    pub(super) fn begin_trees(&mut self, id: ThreadId) {
        let Some(thread) = self.threads.get_mut(id) else { return };
        let depth = thread.before.len().max(1);
        let trees = std::mem::take(&mut thread.trees);
        for (frame, tree) in trees.into_iter().rev() {
            if let Some(key) = tree.key().cloned() {
                thread.remembered.insert(key, (depth.saturating_sub(frame), tree));
            }
        }
        if thread.remembered.len() > REMEMBERED {
            let stack: Vec<TreeKey> = thread.frames.iter().map(Frame::tree_key).collect();
            thread.remembered.retain(|key, _| stack.contains(key));
        }
        self.begin_tree(id, 0);
        if self.threads.selected == Some(id) {
            self.begin_watches();
        }
    }

    fn begin_tree(&mut self, id: ThreadId, frame: usize) {
        let tree_id = self.new_tree();
        let Some(thread) = self.threads.get_mut(id) else { return };
        let Some(key) = thread.frames.get(frame).map(Frame::tree_key) else { return };
        let depth = thread.frames.len() - frame;
        let expanded = self.expansion.get(&key).cloned();
        let tree = match thread.remembered.get(&key) {
            Some((at, tree)) => {
                let mut tree = Arc::clone(tree);
                let kept = Arc::make_mut(&mut tree);
                kept.begin_halt();
                if *at != depth {
                    kept.forget_before();
                }
                tree
            }
            None => Arc::new(Tree::of_frame(tree_id, key, expanded)),
        };
        thread.trees.insert(frame, tree);
    }

    pub(super) fn read_variables(&mut self, id: ThreadId, frame: usize) {
        let Some(thread) = self.threads.get(id) else { return };
        let Some(index) = thread.frames.get(frame).map(|frame| frame.index) else { return };
        let place = thread.place();
        self.call(
            Purpose::Variables(frame),
            Some(place),
            Request::Variables { thread: id, frame: index },
        );
    }

    pub(super) fn variables_read(&mut self, place: Option<Place>, frame: usize, list: &MemberList) {
        let Some(id) = place.map(|place| place.thread) else { return };
        let Some(tree) = self.frame_tree(id, frame) else { return };
        let unread = tree.merge_variables(&list.object_members);
        let home = Home::Frame(id, frame);
        let jobs = self.jobs.entry(id).or_default();
        for node in unread {
            jobs.add(Job::Node(home, node));
        }
        if self.threads.selected == Some(id) {
            self.read_watches(id);
        }
        self.work(id);
    }

    /// While the thread moves, "no such frame" is no error.
    pub(super) fn variables_failed(
        &mut self,
        place: Option<Place>,
        frame: usize,
        failure: &Failure,
    ) {
        if matches!(failure.kind, FailureKind::NoFrame | FailureKind::ThreadGone) {
            return self.polls.at_once();
        }
        self.refuse(failure);
        let Some(id) = place.map(|place| place.thread) else { return };
        let cause = failure.cause.clone();
        if let Some(tree) = self.frame_tree(id, frame)
            && let Some(root) = tree.roots().first().copied()
        {
            tree.failed(root, cause);
        }
    }

    fn frame_tree(&mut self, id: ThreadId, frame: usize) -> Option<&mut Tree> {
        self.threads.get_mut(id)?.trees.get_mut(&frame).map(Arc::make_mut)
    }

    pub(super) fn expand(&mut self, node: NodeId) {
        if let Some(home) = self.home_of(node) {
            self.with_tree(home, |tree| tree.open(node));
            self.remember_expansion(home);
            self.read_opened(home, node);
        } else if let Some(tree) = self.past_tree(node) {
            tree.open(node);
        }
    }

    pub(super) fn collapse(&mut self, node: NodeId) {
        if let Some(home) = self.home_of(node) {
            self.with_tree(home, |tree| tree.close(node));
            self.remember_expansion(home);
        } else if let Some(tree) = self.past_tree(node) {
            tree.close(node);
        }
    }

    pub(super) fn reveal(&mut self, node: NodeId) {
        if let Some(home) = self.home_of(node) {
            self.with_tree(home, |tree| tree.reveal(node));
            self.remember_expansion(home);
        } else if let Some(tree) = self.past_tree(node) {
            tree.reveal(node);
        }
    }

    /// Opened nodes inside that were open before are read too.
    fn read_opened(&mut self, home: Home, node: NodeId) {
        let Some(place) = self.place_of(home) else {
            return self
                .say(NoticeKind::Hint, "the thread moved on: this value can't be read any more");
        };
        let unread = self.with_tree(home, |tree| {
            let mut unread = tree.open_and_unread();
            unread.retain(|each| *each == node || tree.is_below(*each, node));
            unread
        });
        let jobs = self.jobs.entry(place.thread).or_default();
        for node in unread.unwrap_or_default().into_iter().rev() {
            jobs.add_first(Job::Node(home, node));
        }
        self.work(place.thread);
    }

    pub(super) fn more(&mut self, node: NodeId) {
        let Some(home) = self.home_of(node) else { return };
        let Some(place) = self.place_of(home) else { return };
        if let Some(page) = self.with_tree(home, |tree| tree.next_page(node)).flatten() {
            self.read_members(home, node, page, place);
        }
    }

    /// The page that holds the index: the next one, or that of a range.
    pub(super) fn go_to_index(&mut self, node: NodeId, index: u64) {
        let Some(home) = self.home_of(node) else { return };
        let range = self.with_tree(home, |tree| tree.range_of(node, index)).flatten();
        match range {
            Some(range) => {
                self.expand(range);
                if self.with_tree(home, |tree| tree.range_of(range, index)).flatten().is_some() {
                    self.go_to_index(range, index);
                }
            }
            None => self.more_until(home, node, index),
        }
    }

    fn more_until(&mut self, home: Home, node: NodeId, index: u64) {
        let Some(place) = self.place_of(home) else { return };
        let next = self.with_tree(home, |tree| tree.next_page(node)).flatten();
        let Some(page) = next.filter(|page| index >= page.start) else { return };
        let count = index + 1 - page.start;
        let count = count.div_ceil(Page::MEMBERS) * Page::MEMBERS;
        self.read_members(home, node, Page { count, ..page }, place);
    }

    pub(super) fn read_members(&mut self, home: Home, node: NodeId, page: Page, place: Place) {
        let Some((frame, path)) = self.address(home, node) else { return };
        let now = self.now;
        self.with_tree(home, |tree| tree.loading(node, now));
        self.call(
            Purpose::Members { home, node, page },
            Some(place),
            Request::Members { thread: place.thread, frame, path, page },
        );
    }

    /// Frame and member path of a node.
    pub(super) fn address(&mut self, home: Home, node: NodeId) -> Option<(FrameIndex, String)> {
        let path = self.with_tree(home, |tree| tree.object_path(node).map(str::to_owned))??;
        Some((self.frame_index(home)?, path))
    }

    pub(super) fn frame_index(&self, home: Home) -> Option<FrameIndex> {
        let (id, frame) = match home {
            Home::Frame(id, frame) => (id, frame),
            Home::Watch(_) => {
                let thread = self.threads.selected()?;
                (thread.id, thread.selected_frame)
            }
            Home::Console(entry) => {
                let origin = self.console.entries().find(|each| each.id == entry)?.origin?;
                (origin.0.thread, origin.1)
            }
        };
        self.threads.get(id)?.frames.get(frame).map(|frame| frame.index)
    }

    /// Where a tree's nodes can be read, if its thread still is there.
    pub(super) fn place_of(&self, home: Home) -> Option<Place> {
        let thread = match home {
            Home::Frame(id, _) => self.threads.get(id)?,
            Home::Watch(_) => self.threads.selected()?,
            Home::Console(entry) => {
                let origin = self.console.entries().find(|each| each.id == entry)?.origin?;
                self.threads.get(origin.0.thread).filter(|thread| thread.place() == origin.0)?
            }
        };
        (thread.is_halted() || thread.shows_arrival()).then(|| thread.place())
    }

    /// Which of the present trees a node is in; none while a recorded halt shows it.
    pub(super) fn home_of(&self, node: NodeId) -> Option<Home> {
        if let Some(watch) = self.watches.iter().find(|watch| watch.tree.id() == node.tree) {
            return Some(Home::Watch(watch.id));
        }
        if let Some((entry, _)) = self.console.tree(node) {
            return Some(Home::Console(entry.id));
        }
        if self.shows_recorded() {
            return None;
        }
        self.threads.iter().find_map(|thread| {
            let frame = thread.trees.iter().find(|(_, tree)| tree.id() == node.tree)?;
            Some(Home::Frame(thread.id, *frame.0))
        })
    }

    pub(super) fn with_tree<T>(
        &mut self,
        home: Home,
        act: impl FnOnce(&mut Tree) -> T,
    ) -> Option<T> {
        match home {
            Home::Frame(id, frame) => self.frame_tree(id, frame).map(act),
            Home::Watch(watch) => self.watches.get_mut(watch).map(|watch| act(&mut watch.tree)),
            Home::Console(entry) => self.console.tree_of_entry(entry).map(act),
        }
    }

    fn remember_expansion(&mut self, home: Home) {
        if let Home::Frame(..) = home
            && let Some((Some(key), open)) =
                self.with_tree(home, |tree| (tree.key().cloned(), tree.expanded().clone()))
        {
            self.expansion.insert(key, open);
            self.save_soon();
        }
    }

    pub(super) fn members_read(
        &mut self,
        home: Home,
        node: NodeId,
        page: Page,
        list: &MemberList,
        place: Option<Place>,
    ) {
        let merged = self.with_tree(home, |tree| {
            let merged = tree.merge_members(node, page, &list.object_members, list.total);
            let is_platform = tree.is_platform_name(node);
            (merged, is_platform, tree.open_and_unread())
        });
        if let (Some((merged, is_platform, unread)), Some(place)) = (merged, place) {
            if merged == Merged::Unresolved {
                self.unresolved(home, node, is_platform, place);
            }
            let jobs = self.jobs.entry(place.thread).or_default();
            for node in unread {
                jobs.add(Job::Node(home, node));
            }
        }
        self.job_done(place);
    }

    /// A platform name without a path is asked for by evaluation; anything else is not there.
    fn unresolved(&mut self, home: Home, node: NodeId, is_platform: bool, place: Place) {
        let Some((frame, expression)) = self.address(home, node) else { return };
        if is_platform {
            self.call(
                Purpose::PlatformText { home, node },
                Some(place),
                Request::Eval { thread: place.thread, frame, expression },
            );
            self.jobs.entry(place.thread).or_default().one_more();
        } else {
            self.with_tree(home, |tree| tree.failed(node, "not in this frame".to_owned()));
        }
    }

    pub(super) fn platform_text(
        &mut self,
        home: Home,
        node: NodeId,
        result: &EvalResult,
        place: Option<Place>,
    ) {
        let text = super::evaluate::text_of(result);
        self.with_tree(home, |tree| {
            if super::evaluate::is_script_error(&text) {
                tree.failed(node, "not in this frame".to_owned());
            } else {
                tree.set_leaf(node, "", &text);
            }
        });
        self.job_done(place);
    }

    pub(super) fn members_failed(
        &mut self,
        home: Home,
        node: NodeId,
        failure: &Failure,
        place: Option<Place>,
    ) {
        let text = format!("{}: {}", failure.cause, failure.action);
        self.with_tree(home, |tree| tree.failed(node, text));
        self.job_done(place);
    }

    /// Marks a range or a node as worth reading, for the search.
    pub(super) fn page_of(&mut self, home: Home, node: NodeId) -> Option<Page> {
        self.with_tree(home, |tree| match tree.node(node)?.kind {
            NodeKind::Value => tree.page_to_open(node),
            NodeKind::Scope(_) | NodeKind::Range { .. } => None,
        })
        .flatten()
    }
}
