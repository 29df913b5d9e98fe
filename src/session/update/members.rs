//! Nodes of any tree: opened, closed, read page by page.

use super::jobs::Job;
use super::purpose::Home;
use super::{Purpose, Session};
use crate::api::debugger::{EvalResult, MemberList};
use crate::api::ids::FrameIndex;
use crate::api::paging::Page;
use crate::session::effect::Request;
use crate::session::failure::Failure;
use crate::session::notice::NoticeKind;
use crate::session::thread::Place;
use crate::session::tree::{Merged, NodeId, Tree};

impl Session {
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
}
