//! How a halt came about.

use super::Thread;
use super::state::{Move, Stage, State, Verb};
use super::step::Reached;
use crate::session::frame::Frame;
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
    /// How many callers a step out of a function has left with it.
    pub(in crate::session) callers_ended: usize,
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
            callers_ended: 0,
            reached: Reached::End,
            ran_on: false,
        }
    }
}

impl Thread {
    /// How the halt that is about to be accepted came about.
    pub(in crate::session) fn landing(&self, now: Time, frames: &[Frame]) -> Landing {
        let reached = self.reached(frames);
        match (&self.state, &self.step) {
            (State::Moving(Move { verb: Verb::Step(_), stage, trips, .. }), Some(step)) => {
                Landing {
                    verb: Some(Verb::Step(step.kind)),
                    sent: step.sent,
                    trips: *trips,
                    passed: step.passed,
                    callers_ended: step.callers_ended(frames),
                    same_place: step.before == frames,
                    unanswered: matches!(stage, Stage::Lost(_) | Stage::Unanswered),
                    reached,
                    ran_on: false,
                }
            }
            (State::Running { .. }, Some(step)) => Landing {
                verb: Some(Verb::Step(step.kind)),
                sent: step.sent,
                passed: step.passed,
                callers_ended: step.callers_ended(frames),
                reached,
                ran_on: true,
                ..Landing::of_its_own(now)
            },
            (State::Moving(moving), _) => Landing {
                verb: Some(moving.verb),
                sent: moving.sent,
                trips: moving.trips,
                same_place: moving.before == frames,
                unanswered: matches!(moving.stage, Stage::Lost(_) | Stage::Unanswered),
                ..Landing::of_its_own(now)
            },
            (State::Running { .. } | State::Halted(_) | State::Passing { .. }, _) => {
                Landing::of_its_own(now)
            }
        }
    }
}
