//! The memory of one JavaScript runtime: counted, bounded, and given back.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// The most bytes for one text, one array's elements or one buffer. The runtime's own loops over
/// them don't look at the time; so many bytes they pass quickly.
pub(super) const LARGEST: usize = 16 << 20;
/// Up to here it is the runtime's small change, which it gets also when it must end: an error that
/// tells what happened needs some as well.
const SMALL: usize = 8 << 10;
/// Such a part of its limit a script gets more, until somebody looks and ends it: whoever is refused
/// a block often can't tell where.
const RESERVE: usize = 4;
/// Who has used more gives it back to the system.
const NOTABLE: usize = 16 << 20;

/// What a runtime has used of its memory.
pub(super) struct Memory {
    limit: usize,
    used: Cell<usize>,
    most: Cell<usize>,
    refused: Cell<bool>,
    ending: OnceCell<Box<dyn Fn() -> bool>>,
}

impl Memory {
    /// Memory of so many bytes.
    pub(super) fn new(limit: usize) -> Rc<Self> {
        let (used, most, refused, ending) = Default::default();
        Rc::new(Self { limit, used, most, refused, ending })
    }

    /// Refuses large blocks once `ending` says that the runtime must end: what loops without
    /// looking at the time mostly asks for some.
    pub(super) fn refuse_when(&self, ending: impl Fn() -> bool + 'static) {
        // It is set once, before the runtime works.
        drop(self.ending.set(Box::new(ending)));
    }

    /// Whether more is used than may be.
    pub(super) fn is_exceeded(&self) -> bool {
        self.used.get() > self.limit
    }

    /// Whether the runtime was refused a block so far.
    pub(super) fn has_refused(&self) -> bool {
        self.refused.get()
    }

    /// Whether so much was used at some time that the system should have it back.
    pub(super) fn was_notable(&self) -> bool {
        self.most.get() > NOTABLE
    }

    /// The limit in words.
    pub(super) fn message(&self) -> String {
        let (all, one) = (self.limit >> 20, LARGEST >> 20);
        format!("out of memory: a script may use {all} MiB, and {one} MiB for one value")
    }

    /// Whether so many bytes may be given.
    pub(super) fn grants(&self, more: usize) -> bool {
        let after = self.used.get().saturating_add(more);
        let ends = || more > SMALL && self.ending.get().is_some_and(|over| over());
        let most = self.limit.saturating_add(self.limit / RESERVE);
        let granted = more <= LARGEST && after <= most && !ends();
        if !granted {
            self.refused.set(true);
        }
        granted
    }

    /// Whether a block may grow.
    pub(super) fn grants_growth(&self, before: usize, after: usize) -> bool {
        // A large block exists twice while the one is copied to the other.
        self.grants(if after <= SMALL { after - before } else { after })
    }

    /// So many bytes were given.
    pub(super) fn took(&self, bytes: usize) {
        let used = self.used.get().saturating_add(bytes);
        self.used.set(used);
        self.most.set(self.most.get().max(used));
    }

    /// So many bytes came back.
    pub(super) fn gave(&self, bytes: usize) {
        self.used.set(self.used.get().saturating_sub(bytes));
    }
}
