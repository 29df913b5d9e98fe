//! Threads, frames and variables: what is shown and what has to be read for it.

use super::jobs::Job;
use super::purpose::Home;
use super::{Purpose, Session};
use crate::api::debugger::MemberList;
use crate::api::ids::ThreadId;
use crate::session::effect::Request;
use crate::session::failure::{Failure, FailureKind};
use crate::session::notice::NoticeKind;
use crate::session::thread::{Frame, Place, Thread};
use crate::session::tree::{Tree, TreeKey};
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

    pub(super) fn frame_tree(&mut self, id: ThreadId, frame: usize) -> Option<&mut Tree> {
        self.threads.get_mut(id)?.trees.get_mut(&frame).map(Arc::make_mut)
    }
}
