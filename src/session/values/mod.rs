//! What becomes of values: the tree of each thread and frame, what is still to be read for it, the
//! deep search.

mod again;
mod frames;
mod later;
mod members;
mod order;
mod previews;
mod reading;
mod recorded;
mod search;

use later::Later;
#[cfg(test)]
pub(super) use members::whole;
pub(super) use reading::Job;
use reading::Queue;
pub(super) use recorded::{Entry, RecordedTrees};
pub use search::DeepSearch;

use super::frame::{Frame, Spot, TreeKey};
use super::question::Variable;
use super::thread::Thread;
use super::time::Time;
use super::tree::{Baseline, Home, NodeKey, Tree, TreeId};
use crate::api::ids::ThreadId;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// So many activations' trees are remembered per thread.
const REMEMBERED: usize = 64;
/// So many frames of a thread are kept read at a time.
const FRAMES: usize = 32;
/// Variables that could not be read are asked for again after these pauses, while the place
/// stands.
const AGAIN: [Duration; 4] = [
    Duration::from_millis(500),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
];

/// An activation of a function, as far as stacks tell: the function, and how deep its frame lies.
type Activation = (TreeKey, usize);

/// A tree that waits for its activation to be shown again.
#[derive(Clone, Debug)]
struct Remembered {
    activation: Activation,
    tree: Arc<Tree>,
    baseline: Baseline,
}

/// The trees of one thread.
#[derive(Clone, Debug, Default)]
struct Frames {
    trees: BTreeMap<usize, Arc<Tree>>,
    /// Those that may have changed since they were told, as they were told: until they are read
    /// again, nothing newer is known of this place.
    doubted: BTreeMap<usize, Arc<Tree>>,
    /// The variables as they came, of the frames that were read at this place.
    lists: BTreeMap<usize, Arc<[Variable]>>,
    /// How deep the stack is that the trees are of.
    depth: usize,
    /// The place that they are of was accepted as a halt.
    was_halt: bool,
    /// Those of other places, the latest last.
    remembered: Vec<Remembered>,
    /// Frames whose variables are to be asked for again: when, and for which time.
    again: BTreeMap<usize, (Time, usize)>,
}

impl Frames {
    /// The trees of the place that is left wait for their functions to come round.
    fn put_aside(&mut self) {
        self.lists.clear();
        self.doubted.clear();
        let baseline = if self.was_halt { Baseline::Advances } else { Baseline::Stays };
        for (frame, tree) in std::mem::take(&mut self.trees) {
            if let Some(key) = tree.key().cloned() {
                let activation = (key, self.depth.saturating_sub(frame));
                self.remembered.retain(|other| other.activation != activation);
                self.remembered.push(Remembered { activation, tree, baseline });
            }
        }
        let surplus = self.remembered.len().saturating_sub(REMEMBERED);
        self.remembered.drain(..surplus);
    }

    /// What was told of a frame at this place.
    fn told(&self, frame: usize) -> Option<&Arc<Tree>> {
        let read = self.trees.get(&frame).filter(|tree| tree.was_read());
        read.or_else(|| self.doubted.get(&frame))
    }

    /// The tree that an activation had, ready for this place's answers.
    fn recall(&mut self, activation: &Activation) -> Option<Arc<Tree>> {
        let at = self.remembered.iter().position(|other| other.activation == *activation)?;
        let Remembered { mut tree, baseline, .. } = self.remembered.remove(at);
        Arc::make_mut(&mut tree).begin(baseline);
        Some(tree)
    }
}

/// All trees of frames, and what is to be read for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    frames: HashMap<ThreadId, Frames>,
    expansion: HashMap<TreeKey, BTreeSet<NodeKey>>,
    queues: HashMap<ThreadId, Queue>,
    previews: HashMap<ThreadId, previews::Previews>,
    later: Later,
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
        let Some(frames) = self.frames.get(&thread) else { return BTreeMap::new() };
        let told = frames.trees.keys().filter_map(|frame| Some((*frame, frames.told(*frame)?)));
        told.map(|(frame, tree)| (frame, Arc::clone(tree))).collect()
    }

    /// What was told of a frame at its thread's place.
    pub(super) fn told(&self, spot: Spot) -> Option<&Tree> {
        self.frames.get(&spot.thread)?.told(spot.frame).map(AsRef::as_ref)
    }

    /// The frames of a thread's place that have a tree.
    fn frames_read(&self, thread: ThreadId) -> Vec<usize> {
        let frames = self.frames.get(&thread);
        frames.map(|frames| frames.trees.keys().copied().collect()).unwrap_or_default()
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
    pub(super) fn begin(&mut self, thread: &Thread) {
        let frames = self.frames.entry(thread.id()).or_default();
        frames.again.clear();
        frames.put_aside();
        frames.depth = thread.frames().len();
        frames.was_halt = false;
        self.begin_frame(thread, 0);
    }

    pub(super) fn begin_frame(&mut self, thread: &Thread, frame: usize) {
        let tree_id = self.new_tree();
        let Some(key) = thread.frames().get(frame).map(Frame::tree_key) else { return };
        let frames = self.frames.entry(thread.id()).or_default();
        let activation = (key, thread.frames().len() - frame);
        let tree = frames.recall(&activation).unwrap_or_else(|| {
            let expanded = self.expansion.get(&activation.0).cloned();
            Arc::new(Tree::of_frame(tree_id, activation.0, expanded))
        });
        frames.trees.insert(frame, tree);
        if frames.trees.len() > FRAMES {
            let outermost = frames.trees.keys().copied().rfind(|other| *other != frame);
            if let Some(outermost) = outermost {
                frames.trees.remove(&outermost);
                frames.lists.remove(&outermost);
            }
        }
    }

    /// A frame's variables as they came, if they were read at this place.
    pub(super) fn list(&self, spot: Spot) -> Option<Arc<[Variable]>> {
        self.frames.get(&spot.thread)?.lists.get(&spot.frame).cloned()
    }

    /// The place was accepted as a halt: what is told there is what the next one is compared with.
    pub(super) fn halted(&mut self, thread: ThreadId) {
        if let Some(frames) = self.frames.get_mut(&thread) {
            frames.was_halt = true;
        }
    }

    /// The place turned out to be none where the thread stood: the halt before stays what is
    /// compared with.
    pub(super) fn was_no_halt(&mut self, thread: ThreadId) {
        if let Some(frames) = self.frames.get_mut(&thread) {
            frames.was_halt = false;
        }
    }

    /// The thread may have come round to where it stood: what was told is compared with.
    pub(super) fn begin_again(&mut self, thread: &Thread) {
        if let Some(frames) = self.frames.get_mut(&thread.id()) {
            frames.put_aside();
        }
        self.begin_frame(thread, 0);
    }

    /// What was read where the thread stands may have changed since.
    fn doubt(&mut self, thread: ThreadId) {
        if let Some(queue) = self.queues.get_mut(&thread) {
            queue.drop_nodes();
        }
        let Some(frames) = self.frames.get_mut(&thread) else { return };
        frames.lists.clear();
        for (frame, tree) in &mut frames.trees {
            if tree.was_read() {
                frames.doubted.insert(*frame, Arc::clone(tree));
            }
            Arc::make_mut(tree).doubt();
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

    pub(super) fn was_read(&mut self, spot: Spot, list: Arc<[Variable]>) {
        if let Some(frames) = self.frames.get_mut(&spot.thread) {
            frames.again.remove(&spot.frame);
            frames.doubted.remove(&spot.frame);
            frames.lists.insert(spot.frame, list);
        }
    }

    /// When the next frame or node is to be read again.
    pub(super) fn again_due(&self) -> Option<Time> {
        let frames = self.frames.values().flat_map(|frames| frames.again.values());
        let frames = frames.map(|(at, _)| *at).filter(|at| *at < NEVER).min();
        frames.into_iter().chain(self.later.due()).min()
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
        self.later.forget(thread);
        self.begin_previews(thread);
        if let Some(frames) = self.frames.get_mut(&thread) {
            frames.again.clear();
            frames.lists.clear();
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
