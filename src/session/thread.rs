//! Script threads as the session knows them.

use super::command::{HaltNumber, StepKind};
use super::time::Time;
use super::tree::{Tree, TreeKey};
use crate::api::debugger::StackFrame;
use crate::api::ids::{FrameIndex, Line, ScriptPath, ThreadId};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

/// Raised by every step, resume, stop and newly seen halt of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Generation(pub u64);

/// Raised inside a generation when another call stack is accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub u64);

/// A place in time: what depends on one is dropped when the thread is no longer there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The thread.
    pub thread: ThreadId,
    /// Its generation.
    pub generation: Generation,
    /// Its position in that generation.
    pub position: Position,
}

/// One activation on a call stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// 0 is the current location.
    pub index: FrameIndex,
    /// As in `addProduct()`; empty for anonymous functions and module code.
    pub function: String,
    /// The script.
    pub script: ScriptPath,
    /// The line.
    pub line: Line,
}

impl Frame {
    /// What trees of this frame are kept by.
    pub fn tree_key(&self) -> TreeKey {
        TreeKey { script: self.script.clone(), function: self.function.clone() }
    }

    /// The function's name, `(anonymous)` if it has none.
    pub fn function_name(&self) -> &str {
        if self.function.is_empty() { "(anonymous)" } else { &self.function }
    }

    /// As in `Cart.js:142`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.script.file_name(), self.line)
    }

    /// From a call stack on the wire, in its order.
    pub fn from_stack(stack: &[StackFrame]) -> Vec<Self> {
        stack.iter().map(Self::from).collect()
    }
}

impl From<&StackFrame> for Frame {
    fn from(frame: &StackFrame) -> Self {
        Self {
            index: frame.index,
            function: frame.location.function_name.clone(),
            script: frame.location.script_path.clone(),
            line: frame.location.line_number,
        }
    }
}

/// How far a repeated step (`r5n`) has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepRun {
    /// Which step is repeated.
    pub kind: StepKind,
    /// How many are done.
    pub done: u32,
    /// How many are wanted.
    pub total: u32,
}

/// What a thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadState {
    /// It runs, as far as is known.
    Running {
        /// Since when.
        since: Time,
    },
    /// It is halted and its place is accepted.
    Halted,
    /// A step is unanswered or unconfirmed.
    Stepping {
        /// Which step.
        kind: StepKind,
        /// Since when.
        since: Time,
    },
}

/// How sure the session is of what a moving thread does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing of ours is under way.
    Settled,
    /// The step or resume has not been answered.
    Unanswered,
    /// It was answered; the thread ran, or its stack was not told.
    Answered,
    /// A halted stack is shown, not yet confirmed by the list.
    Arrived,
    /// The stack equals the one before; the list agreed once, at that time.
    Agreed(Time),
    /// A stop was sent.
    Stopping,
}

/// What is to be sent when the step under way is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    Step(StepKind),
    Continue,
}

/// A script thread.
#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own; all combinations occur"
)]
pub struct Thread {
    /// The server's id.
    pub id: ThreadId,
    /// See [`Generation`].
    pub generation: Generation,
    /// See [`Position`].
    pub position: Position,
    /// What it does.
    pub state: ThreadState,
    /// The stack, also the last known one of a thread that moves.
    pub frames: Vec<Frame>,
    /// Whether the thread list agreed with the frames.
    pub confirmed: bool,
    /// Which frame is shown; 0 after each halt.
    pub selected_frame: usize,
    /// Since when it is halted.
    pub halted_since: Option<Time>,
    /// When the server ends it at the earliest, unless it is renewed.
    pub lives_until: Option<Time>,
    /// The recorded halt that is the present one.
    pub halt: Option<HaltNumber>,
    /// How far a repeated step has come.
    pub run: Option<StepRun>,
    pub(super) phase: Phase,
    pub(super) pending: Option<Pending>,
    /// The stack before the step or resume under way.
    pub(super) before: Vec<Frame>,
    /// A list showed it running since: an unchanged stack is a new halt.
    pub(super) seen_moving: bool,
    /// When the verb under way was sent.
    pub(super) moved_at: Time,
    /// How many sequential round trips the verb has taken.
    pub(super) trips: u32,
    pub(super) trees: BTreeMap<usize, Arc<Tree>>,
    pub(super) remembered: HashMap<TreeKey, (usize, Arc<Tree>)>,
    /// When a list last showed it not halted.
    pub(super) seen_running: Time,
    pub(super) bell_rung: bool,
    /// The verb that let it run, for the notice when it ends.
    pub(super) last_verb: Option<StepKind>,
    pub(super) told_no_pause: bool,
}

impl Thread {
    pub(super) fn new(id: ThreadId, now: Time) -> Self {
        Self {
            id,
            generation: Generation(1),
            position: Position(0),
            state: ThreadState::Running { since: now },
            frames: Vec::new(),
            confirmed: false,
            selected_frame: 0,
            halted_since: None,
            lives_until: None,
            halt: None,
            run: None,
            phase: Phase::Settled,
            pending: None,
            before: Vec::new(),
            seen_moving: false,
            moved_at: now,
            trips: 0,
            trees: BTreeMap::new(),
            remembered: HashMap::new(),
            seen_running: now,
            bell_rung: false,
            last_verb: None,
            told_no_pause: false,
        }
    }

    /// Where it is in time.
    pub const fn place(&self) -> Place {
        Place { thread: self.id, generation: self.generation, position: self.position }
    }

    /// Halted, its place accepted.
    pub const fn is_halted(&self) -> bool {
        matches!(self.state, ThreadState::Halted)
    }

    /// A step is unanswered or unconfirmed.
    pub const fn is_stepping(&self) -> bool {
        matches!(self.state, ThreadState::Stepping { .. })
    }

    /// The stack was told by the step's own answer and waits for the list to agree.
    pub const fn shows_arrival(&self) -> bool {
        self.is_stepping() && matches!(self.phase, Phase::Arrived | Phase::Agreed(_))
    }

    /// The current location.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.first()
    }

    /// The selected frame.
    pub fn frame(&self) -> Option<&Frame> {
        self.frames.get(self.selected_frame)
    }

    /// The variables of a frame, perhaps of the place before.
    pub fn tree(&self, frame: usize) -> Option<&Tree> {
        self.trees.get(&frame).map(AsRef::as_ref)
    }

    /// How long it has been halted.
    pub fn held(&self, now: Time) -> Option<Duration> {
        self.halted_since.map(|since| now.since(since))
    }

    /// The step that waits for the one under way.
    pub const fn has_pending_step(&self) -> bool {
        self.pending.is_some()
    }
}

/// All threads that the server lists, by id, and the one that is shown.
#[derive(Clone, Debug, Default)]
pub struct Threads {
    list: Vec<Thread>,
    pub(super) selected: Option<ThreadId>,
}

impl Threads {
    /// In the order of their ids.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Thread> {
        self.list.iter()
    }

    /// One by id.
    pub fn get(&self, id: ThreadId) -> Option<&Thread> {
        self.list.iter().find(|thread| thread.id == id)
    }

    /// The one that is shown.
    pub fn selected(&self) -> Option<&Thread> {
        self.get(self.selected?)
    }

    /// How many are halted, their place accepted.
    pub fn halted(&self) -> usize {
        self.list.iter().filter(|thread| thread.is_halted()).count()
    }

    /// How many run, steps under way included.
    pub fn running(&self) -> usize {
        self.list.len() - self.halted()
    }

    pub(super) fn get_mut(&mut self, id: ThreadId) -> Option<&mut Thread> {
        self.list.iter_mut().find(|thread| thread.id == id)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Thread> {
        self.list.iter_mut()
    }

    pub(super) fn ids(&self) -> Vec<ThreadId> {
        self.list.iter().map(|thread| thread.id).collect()
    }

    pub(super) fn insert(&mut self, thread: Thread) {
        let at = self.list.partition_point(|other| other.id < thread.id);
        self.list.insert(at, thread);
    }

    pub(super) fn remove(&mut self, id: ThreadId) -> Option<Thread> {
        let at = self.list.iter().position(|thread| thread.id == id)?;
        Some(self.list.remove(at))
    }

    pub(super) fn is_at(&self, place: Place) -> bool {
        self.get(place.thread).is_some_and(|thread| thread.place() == place)
    }
}
