//! A move that is held back.

use super::{Thread, Verb};

/// A move that is not sent yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) struct Held {
    pub(in crate::session) verb: Verb,
    pub(in crate::session) until: Until,
}

/// What it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Until {
    /// The server has the breakpoints that the thread has just armed.
    Armed,
    /// What was evaluated in it before is answered.
    Evaluated,
    /// The breakpoint that it stands on has said what it has to say.
    Logged,
}

impl Thread {
    /// The move that waits.
    pub(in crate::session) const fn held_back(&self) -> Option<Held> {
        self.held
    }

    pub(in crate::session) const fn hold_back(&mut self, held: Held) {
        self.held = Some(held);
    }

    /// Nothing waits any more.
    pub(in crate::session) const fn let_go(&mut self) {
        self.held = None;
    }
}
