//! Halts that were, each with what was read there.

mod compare;
mod export;
mod import;
mod timeline;

pub use compare::{Comparison, Difference};
pub use import::{NoRecording, Recording};
pub use timeline::Turn;

use super::frame::Frame;
use super::ids::HaltNumber;
use super::mask::Evaluated;
use super::time::Time;
use super::tree::Tree;
use crate::api::ids::ThreadId;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A recorded halt.
#[derive(Clone, Debug)]
pub struct Halt {
    /// Its number.
    pub number: HaltNumber,
    /// The thread.
    pub thread: ThreadId,
    /// When it was accepted.
    pub at: Time,
    /// How the thread came there: `breakpoint`, `over`, `into`, `out`, `cursor`.
    pub how: &'static str,
    /// The stack.
    pub frames: Vec<Frame>,
    /// The variables that were read, by frame; the present halt's are in its thread.
    pub trees: BTreeMap<usize, Arc<Tree>>,
    /// The watches, each with its value or error.
    pub watches: Vec<Evaluated>,
    /// What was typed and answered in this halt.
    pub console: Vec<Evaluated>,
    weight: usize,
}

impl Halt {
    /// The current location.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.first()
    }
}

/// All recorded halts: at most 200 and 64 MB.
#[derive(Clone, Debug, Default)]
pub struct History {
    halts: VecDeque<Halt>,
    next: u64,
    weight: usize,
}

impl History {
    /// How many halts are kept.
    pub const HALTS: usize = 200;
    /// How many bytes of text are kept.
    pub const BYTES: usize = 64 * 1024 * 1024;

    /// Oldest first.
    pub fn halts(&self) -> impl DoubleEndedIterator<Item = &Halt> + ExactSizeIterator {
        self.halts.iter()
    }

    /// One by number.
    pub fn get(&self, number: HaltNumber) -> Option<&Halt> {
        self.halts.iter().find(|halt| halt.number == number)
    }

    /// The newest halt's number.
    pub fn newest(&self) -> Option<HaltNumber> {
        self.halts.back().map(|halt| halt.number)
    }

    pub(super) fn record(
        &mut self,
        thread: ThreadId,
        at: Time,
        how: &'static str,
        frames: Vec<Frame>,
    ) -> HaltNumber {
        self.next += 1;
        let number = HaltNumber(self.next);
        self.halts.push_back(Halt {
            number,
            thread,
            at,
            how,
            frames,
            trees: BTreeMap::new(),
            watches: Vec::new(),
            console: Vec::new(),
            weight: 0,
        });
        self.shrink();
        number
    }

    /// The list corrected where the halt was.
    pub(super) fn correct(&mut self, number: HaltNumber, frames: Vec<Frame>) {
        if let Some(halt) = self.get_mut(number) {
            halt.frames = frames;
        }
    }

    /// What was typed and answered in a halt.
    pub(super) fn note_evaluation(&mut self, number: HaltNumber, evaluated: Evaluated) {
        if let Some(halt) = self.get_mut(number) {
            halt.console.push(evaluated);
        }
    }

    pub(super) fn tree_mut(&mut self, number: HaltNumber, frame: usize) -> Option<&mut Tree> {
        self.get_mut(number)?.trees.get_mut(&frame).map(Arc::make_mut)
    }

    fn get_mut(&mut self, number: HaltNumber) -> Option<&mut Halt> {
        self.halts.iter_mut().find(|halt| halt.number == number)
    }

    /// Keeps what was read at a halt that is over.
    pub(super) fn keep(
        &mut self,
        number: HaltNumber,
        trees: BTreeMap<usize, Arc<Tree>>,
        watches: Vec<Evaluated>,
    ) {
        let Some(halt) = self.get_mut(number) else { return };
        let weight = trees.values().map(|tree| tree.weight()).sum();
        let before = std::mem::replace(&mut halt.weight, weight);
        halt.trees = trees;
        halt.watches = watches;
        self.weight = self.weight + weight - before;
        self.shrink();
    }

    fn shrink(&mut self) {
        while self.halts.len() > Self::HALTS || (self.weight > Self::BYTES && self.halts.len() > 1)
        {
            if let Some(oldest) = self.halts.pop_front() {
                self.weight -= oldest.weight;
            }
        }
    }
}
