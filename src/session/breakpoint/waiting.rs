//! Waiting for another breakpoint, request by request.

use super::{Breakpoint, BreakpointKey};
use crate::api::ids::ThreadId;

impl Breakpoint {
    /// The one that it waits for, while no request goes on in which that was hit.
    pub fn waits_for(&self) -> Option<&BreakpointKey> {
        self.spec.after.as_ref().filter(|_| self.let_in.is_empty())
    }

    pub(in crate::session) fn waits(&self) -> bool {
        self.waits_for().is_some()
    }

    /// Whether it means a request: it waits for none, or that was hit there.
    pub(in crate::session) fn lets_in(&self, thread: ThreadId) -> bool {
        self.spec.after.is_none() || self.let_in.contains(&thread)
    }

    /// The one that it waits for was hit in a request. False if that was known.
    pub(in crate::session) fn let_in(&mut self, thread: ThreadId) -> bool {
        self.let_in.insert(thread)
    }

    /// Whether the one that it waits for was hit in a request.
    pub(in crate::session) fn has_let_in(&self, thread: ThreadId) -> bool {
        self.let_in.contains(&thread)
    }

    /// A request is over: nothing waits or counts in it any more. True if it was let in.
    pub(in crate::session) fn forget_hits_of(&mut self, thread: ThreadId) -> bool {
        self.hits_of.remove(&thread);
        self.let_in.remove(&thread)
    }

    /// It waits for none any more.
    pub(in crate::session) fn wait_no_more(&mut self) {
        self.spec.after = None;
        self.let_in.clear();
    }
}
