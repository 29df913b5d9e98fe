//! How a halt came about.

use super::state::Verb;
use super::step::Reached;
use crate::session::time::Time;

/// How an accepted halt came about, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) struct Landing {
    /// The verb that led here; `None`: a halt of its own.
    pub(in crate::session) verb: Option<Verb>,
    /// When that verb was sent.
    pub(in crate::session) sent: Time,
    pub(in crate::session) trips: u32,
    /// The stack is the one before the verb.
    pub(in crate::session) same_place: bool,
    /// The verb's answer was lost.
    pub(in crate::session) unanswered: bool,
    /// How many halts on the way let it go.
    pub(in crate::session) passed: u32,
    /// Whether it is the step's end.
    pub(in crate::session) reached: Reached,
    /// The verb was a step that let it run for longer than a step takes: this may be the step's
    /// end, or a halt on the way.
    pub(in crate::session) ran_on: bool,
}

impl Landing {
    /// A halt that no verb led to.
    pub(super) const fn of_its_own(now: Time) -> Self {
        Self {
            verb: None,
            sent: now,
            trips: 1,
            same_place: false,
            unanswered: false,
            passed: 0,
            reached: Reached::End,
            ran_on: false,
        }
    }
}
