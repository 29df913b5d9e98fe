//! What a thread does, as one state: nothing outside this room can set it.

use super::StepKind;
use crate::session::failure::Failure;
use crate::session::frame::Frame;
use crate::session::ids::HaltNumber;
use crate::session::time::Time;

/// What a thread does, for those who show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadState {
    /// It runs, as far as is known.
    Running {
        /// Since when.
        since: Time,
    },
    /// It is halted and its place is accepted.
    Halted {
        /// Since when.
        since: Time,
    },
    /// A step is unanswered or unconfirmed.
    Stepping {
        /// Which step.
        kind: StepKind,
        /// Since when.
        since: Time,
    },
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

/// What was sent to move a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Verb {
    Step(StepKind),
    Resume,
    Stop,
}

impl Verb {
    /// As in the request's path.
    pub(in crate::session) const fn as_str(self) -> &'static str {
        match self {
            Self::Step(kind) => kind.as_str(),
            Self::Resume => "resume",
            Self::Stop => "stop",
        }
    }
}

/// How far a verb has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Not answered.
    Unanswered,
    /// There will be no answer: a list says what became of it.
    Lost(Failure),
    /// It was answered; the thread ran, or its stack was not told.
    Answered,
    /// A halted stack is shown, not yet confirmed by a list.
    Arrived,
    /// The stack equals the one before; a list agreed once, at that time.
    Agreed(Time),
}

/// A verb under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) verb: Verb,
    pub(super) sent: Time,
    pub(super) stage: Stage,
    /// A list showed it running since: an unchanged stack is a new halt.
    pub(super) ran: bool,
    /// How many sequential round trips it has taken.
    pub(super) trips: u32,
    /// Where it stood, to stand there again if the verb never arrived.
    pub(super) before: Vec<Frame>,
    pub(super) standing: Option<Standing>,
    /// It was at a log point or an early hit.
    pub(super) was_passing: bool,
}

/// An accepted halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) struct Standing {
    pub(in crate::session) since: Time,
    pub(in crate::session) halt: HaltNumber,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Running {
        since: Time,
    },
    Moving(Move),
    Halted(Standing),
    /// At a log point or an early hit: it is looked at and goes on by itself.
    Passing {
        since: Time,
        drawn: bool,
    },
}

/// What is to be sent when the step under way is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Waiting {
    Step(StepKind),
    Continue,
}

/// Whether a thread that stands where it stood can have moved in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum StandsCertainly {
    /// The verb never took place.
    Yes,
    /// Either that, or it came round to the same line.
    PerhapsAgain,
}

/// Whether the thread may still be where it stood before the verb, or be halted anew.
pub(super) const fn may_still_stand(verb: Verb, stage: &Stage) -> bool {
    match stage {
        Stage::Unanswered | Stage::Lost(_) | Stage::Arrived | Stage::Agreed(_) => true,
        Stage::Answered => matches!(verb, Verb::Stop),
    }
}

/// How urgently a list is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Awaits {
    Nothing,
    /// The verb's own answer comes first.
    Answer,
    /// What became of a resume or a stop.
    Move,
    /// What became of a step.
    Step,
    /// Another one that agrees with the one of that time.
    SecondList(Time),
}
