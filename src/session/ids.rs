//! Numbers that the session gives: each is counted up from 1 and never reused in a session.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A recorded halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HaltNumber(pub u64);

impl fmt::Display for HaltNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A console entry: an evaluation's id, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(pub u64);

/// A watched expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WatchId(pub u64);

/// A deep search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchId(pub u64);

/// A call to the debugger API; its answer carries it back. Calls are numbered in the order in
/// which they leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CallId(pub u64);

/// A question of a front end. Whoever asks gives it, and never the same one twice; the answer
/// carries it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionId(pub u64);

/// A breakpoint, as long as its line has one: what the server calls it changes with each arming.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BreakpointNumber(pub u64);

/// A storefront request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RequestId(pub u64);

/// How many calls had left: what was sent before a moment can't know what happened at it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Moment(u64);

impl Moment {
    /// When so many calls had left.
    pub(super) const fn after(calls: u64) -> Self {
        Self(calls)
    }

    /// Just before a call left.
    pub(super) const fn before(call: CallId) -> Self {
        Self(call.0.saturating_sub(1))
    }

    /// Whether a call left after this moment.
    pub(super) const fn is_before(self, call: CallId) -> bool {
        call.0 > self.0
    }
}
