//! Values of halted threads: a lazy tree per thread and frame, what is still to be read for them,
//! the deep search.

mod frames;
mod members;
mod reading;
mod search;
mod tree;

pub(super) use reading::Job;
pub use search::DeepSearch;
pub(super) use tree::Merged;
#[cfg(test)]
pub(super) use tree::split_last;
pub use tree::{
    ChangeMark, Children, Filtered, Node, NodeId, NodeKey, NodeKind, Row, ScopeKind, Tree, TreeId,
    TreeKey, child_path, is_plain_path,
};

use super::command::Spot;
use super::ids::{EntryId, HaltNumber, WatchId};
use super::thread::{Frame, Thread};
use super::time::Time;
use crate::api::ids::ThreadId;
use reading::Queue;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// So many functions' trees are remembered per thread.
const REMEMBERED: usize = 32;
/// Variables that could not be read are asked for again after these pauses, while the place
/// stands.
const AGAIN: [Duration; 4] = [
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];

/// Which tree a node is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    /// The variables of a frame, now.
    Frame(Spot),
    /// A watch's value.
    Watch(WatchId),
    /// A result in the console.
    Console(EntryId),
    /// The variables of a frame of a recorded halt.
    Past(HaltNumber, usize),
}

impl Home {
    /// The variables of a thread's frame.
    pub const fn frame(thread: ThreadId, frame: usize) -> Self {
        Self::Frame(Spot { thread, frame })
    }
}

/// The trees of one thread.
#[derive(Clone, Debug, Default)]
struct Frames {
    trees: BTreeMap<usize, Arc<Tree>>,
    /// By function, with the depth at which its frame was.
    remembered: HashMap<TreeKey, (usize, Arc<Tree>)>,
    /// Frames whose variables are to be asked for again: when, and for which time.
    again: BTreeMap<usize, (Time, usize)>,
}

/// All trees of frames, and what is to be read for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    frames: HashMap<ThreadId, Frames>,
    expansion: HashMap<TreeKey, BTreeSet<NodeKey>>,
    queues: HashMap<ThreadId, Queue>,
    search: Option<search::Search>,
    searches: u64,
    next_tree: u64,
}

impl Values {
    pub(super) const fn new_tree(&mut self) -> TreeId {
        self.next_tree += 1;
        TreeId(self.next_tree)
    }

    /// The variables of a frame, perhaps of the place before.
    pub(super) fn tree(&self, spot: Spot) -> Option<&Tree> {
        self.frames.get(&spot.thread)?.trees.get(&spot.frame).map(AsRef::as_ref)
    }

    pub(super) fn tree_mut(&mut self, spot: Spot) -> Option<&mut Tree> {
        self.frames.get_mut(&spot.thread)?.trees.get_mut(&spot.frame).map(Arc::make_mut)
    }

    /// What was read at the place that is left.
    pub(super) fn read_trees(&self, thread: ThreadId) -> BTreeMap<usize, Arc<Tree>> {
        let trees = self.frames.get(&thread).map(|frames| frames.trees.clone());
        let mut trees = trees.unwrap_or_default();
        trees.retain(|_, tree| tree.was_read());
        trees
    }

    /// Which present tree of a frame has that id.
    pub(super) fn home_of(&self, tree: TreeId) -> Option<Home> {
        self.frames.iter().find_map(|(thread, frames)| {
            let frame = frames.trees.iter().find(|(_, known)| known.id() == tree)?;
            Some(Home::frame(*thread, *frame.0))
        })
    }

    /// The trees of the place before are remembered; the new place starts with the one that its
    /// function had.
    pub(super) fn begin(&mut self, thread: &Thread, depth_before: usize) {
        let frames = self.frames.entry(thread.id()).or_default();
        frames.again.clear();
        let depth = depth_before.max(1);
        for (frame, tree) in std::mem::take(&mut frames.trees).into_iter().rev() {
            if let Some(key) = tree.key().cloned() {
                frames.remembered.insert(key, (depth.saturating_sub(frame), tree));
            }
        }
        if frames.remembered.len() > REMEMBERED {
            let stack: Vec<TreeKey> = thread.frames().iter().map(Frame::tree_key).collect();
            frames.remembered.retain(|key, _| stack.contains(key));
        }
        self.begin_frame(thread, 0);
    }

    pub(super) fn begin_frame(&mut self, thread: &Thread, frame: usize) {
        let tree_id = self.new_tree();
        let Some(key) = thread.frames().get(frame).map(Frame::tree_key) else { return };
        let depth = thread.frames().len() - frame;
        let expanded = self.expansion.get(&key).cloned();
        let frames = self.frames.entry(thread.id()).or_default();
        let tree = match frames.remembered.get(&key) {
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
        frames.trees.insert(frame, tree);
    }

    /// What was read may be old: every text becomes the one before.
    pub(super) fn begin_again(&mut self, thread: ThreadId) {
        if let Some(frames) = self.frames.get_mut(&thread) {
            frames.trees.retain(|frame, _| *frame == 0);
            for tree in frames.trees.values_mut() {
                Arc::make_mut(tree).begin_halt();
            }
        }
    }

    /// The variables of a frame could not be read: what is shown is old, and they are asked for
    /// again while the place stands.
    pub(super) fn read_failed(&mut self, spot: Spot, cause: &str, now: Time) {
        let Some(frames) = self.frames.get_mut(&spot.thread) else { return };
        let tries = frames.again.get(&spot.frame).map_or(0, |(_, tries)| tries + 1);
        let pause = AGAIN[tries.min(AGAIN.len() - 1)];
        frames.again.insert(spot.frame, (now + pause, tries));
        if let Some(tree) = self.tree_mut(spot) {
            tree.could_not_be_read(cause);
        }
    }

    /// Nobody knows where the thread is: later.
    pub(super) fn put_off(&mut self, spot: Spot, now: Time) {
        let frames = self.frames.get_mut(&spot.thread);
        if let Some((at, _)) = frames.and_then(|frames| frames.again.get_mut(&spot.frame)) {
            *at = now + AGAIN[0];
        }
    }

    pub(super) fn was_read(&mut self, spot: Spot) {
        if let Some(frames) = self.frames.get_mut(&spot.thread) {
            frames.again.remove(&spot.frame);
        }
    }

    /// When the next frame is to be read again.
    pub(super) fn again_due(&self) -> Option<Time> {
        let due = self.frames.values().flat_map(|frames| frames.again.values());
        due.map(|(at, _)| *at).filter(|at| *at < NEVER).min()
    }

    /// Frames whose time has come; each is told once, until it fails again.
    pub(super) fn take_again(&mut self, now: Time) -> Vec<Spot> {
        let mut spots = Vec::new();
        for (thread, frames) in &mut self.frames {
            for (frame, (at, _)) in &mut frames.again {
                if *at <= now {
                    *at = NEVER;
                    spots.push(Spot { thread: *thread, frame: *frame });
                }
            }
        }
        spots
    }

    /// The place is left: nothing is read for it any more.
    pub(super) fn leave(&mut self, thread: ThreadId) {
        self.queues.remove(&thread);
        if let Some(frames) = self.frames.get_mut(&thread) {
            frames.again.clear();
        }
        self.end_search_of(thread);
    }

    pub(super) fn forget(&mut self, thread: ThreadId) {
        self.leave(thread);
        self.frames.remove(&thread);
    }

    pub(super) const fn expansion(&self) -> &HashMap<TreeKey, BTreeSet<NodeKey>> {
        &self.expansion
    }

    pub(super) fn restore_expansion(&mut self, expansion: HashMap<TreeKey, BTreeSet<NodeKey>>) {
        self.expansion = expansion;
    }

    pub(super) fn remember_expansion(&mut self, key: TreeKey, open: BTreeSet<NodeKey>) {
        self.expansion.insert(key, open);
    }
}

/// A read that is under way again is due when it fails again.
const NEVER: Time = Time(Duration::MAX);
