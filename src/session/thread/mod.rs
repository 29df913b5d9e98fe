//! A script thread: what it does as one state, and every transition between states; and all threads
//! that the server lists.
//!
//! What a thread list says about a thread is in `sighting`; what the server's clock says in
//! `lease`. Nothing outside this room can set a thread's facts.

mod ending;
mod held;
mod landing;
mod lease;
mod list;
mod sighting;
mod state;
mod step;
#[cfg(test)]
mod tests;

pub use ending::Exit;
pub(super) use held::{Held, Until};
pub(super) use landing::Landing;
pub(super) use lease::Lease;
pub use lease::{Countdown, CountdownLevel};
pub(super) use list::Listed;
pub use list::Threads;
pub(super) use sighting::{AGREEMENT, Seen, Sighting, Stamp};
pub(super) use state::{Awaits, Standing, StandsCertainly, Verb, Waiting};
use state::{Move, Stage, State, may_still_stand};
pub use state::{StepRun, ThreadState};
pub use step::StepKind;
pub(super) use step::{Reached, Step};

use super::failure::Failure;
use super::frame::{Frame, Generation, Place, Position};
use super::ids::{CallId, HaltNumber, Moment};
use super::time::Time;
use crate::api::ids::ThreadId;
use std::time::Duration;

/// A script thread.
#[derive(Clone, Debug)]
pub struct Thread {
    id: ThreadId,
    generation: Generation,
    position: Position,
    state: State,
    frames: Vec<Frame>,
    lease: Lease,
    /// Lists that left before this say nothing about it.
    settled: Moment,
    run: Option<StepRun>,
    waiting: Option<Waiting>,
    /// The step that let it run and has not ended.
    step: Option<Step>,
    /// The move that is not sent yet.
    held: Option<Held>,
    /// It was told to be halted, and not since to run.
    told_halted: bool,
}

impl Thread {
    /// A thread that was not there when the list before left.
    pub(super) fn new(id: ThreadId, now: Time, moment: Moment, absent_at: Option<Time>) -> Self {
        let mut lease = Lease::default();
        lease.begin_after(absent_at);
        Self {
            id,
            generation: Generation(1),
            position: Position(0),
            state: State::Running { since: now },
            frames: Vec::new(),
            lease,
            settled: moment,
            run: None,
            waiting: None,
            step: None,
            held: None,
            told_halted: false,
        }
    }

    /// The server's id.
    pub const fn id(&self) -> ThreadId {
        self.id
    }

    /// Where it is in time.
    pub const fn place(&self) -> Place {
        Place { thread: self.id, generation: self.generation, position: self.position }
    }

    /// What it does.
    pub fn state(&self) -> ThreadState {
        let step = |kind: StepKind, sent: Time| match &self.step {
            Some(step) => ThreadState::Stepping { kind: step.kind, since: step.sent },
            None => ThreadState::Stepping { kind, since: sent },
        };
        match &self.state {
            State::Running { since } | State::Passing { since, drawn: false } => {
                ThreadState::Running { since: *since }
            }
            State::Halted(Standing { since, .. }) | State::Passing { since, drawn: true } => {
                ThreadState::Halted { since: *since }
            }
            State::Moving(Move { verb: Verb::Step(kind), sent, .. }) => step(*kind, *sent),
            State::Moving(Move { verb: Verb::Stop, standing: Some(standing), .. }) => {
                ThreadState::Halted { since: standing.since }
            }
            State::Moving(Move { sent, .. }) => ThreadState::Running { since: *sent },
        }
    }

    /// Halted, its place accepted, nothing under way.
    pub const fn is_halted(&self) -> bool {
        matches!(self.state, State::Halted(_) | State::Passing { drawn: true, .. })
    }

    /// A step is unanswered or unconfirmed.
    pub const fn is_stepping(&self) -> bool {
        matches!(&self.state, State::Moving(Move { verb: Verb::Step(_), .. }))
    }

    /// A stop is under way.
    pub const fn is_stopping(&self) -> bool {
        matches!(&self.state, State::Moving(Move { verb: Verb::Stop, .. }))
    }

    /// The stack was told by the step's own answer and waits for the list to agree.
    pub const fn shows_arrival(&self) -> bool {
        matches!(
            &self.state,
            State::Moving(Move {
                verb: Verb::Step(_),
                stage: Stage::Arrived | Stage::Agreed(_),
                ..
            })
        )
    }

    /// A step, a resume or a stop was sent, and the server has not answered it.
    pub const fn awaits_answer(&self) -> bool {
        matches!(&self.state, State::Moving(Move { stage: Stage::Unanswered, .. }))
    }

    /// The answer of what was sent last is lost: the next list says what became of it.
    pub const fn answer_is_lost(&self) -> bool {
        matches!(&self.state, State::Moving(Move { stage: Stage::Lost(_), .. }))
    }

    /// The stack, also the last known one of a thread that moves.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The current location.
    pub fn top(&self) -> Option<&Frame> {
        self.frames.first()
    }

    /// The recorded halt that is the present one.
    pub const fn halt(&self) -> Option<HaltNumber> {
        match &self.state {
            State::Halted(standing) => Some(standing.halt),
            _ => None,
        }
    }

    /// How long it has been halted.
    pub fn held(&self, now: Time) -> Option<Duration> {
        match self.state() {
            ThreadState::Halted { since } => Some(now.since(since)),
            ThreadState::Running { .. } | ThreadState::Stepping { .. } => None,
        }
    }

    /// How far a repeated step has come.
    pub const fn run(&self) -> Option<StepRun> {
        self.run
    }

    /// A step waits for the one under way.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub const fn has_pending_step(&self) -> bool {
        self.waiting.is_some()
    }

    const fn may_be_halted(&self) -> bool {
        match &self.state {
            State::Running { .. }
            | State::Moving(Move { ran: true, stage: Stage::Unanswered, .. }) => false,
            State::Moving(Move { verb, stage, .. }) => may_still_stand(*verb, stage),
            State::Halted(_) | State::Passing { .. } => true,
        }
    }

    /// Whether a list that left with this number can know that it is there.
    pub(super) const fn is_older_than(&self, list: CallId) -> bool {
        self.settled.is_before(list)
    }

    /// Threads that never halted here come and go with every page: they are for the log.
    pub(super) fn was_followed(&self) -> bool {
        !self.frames.is_empty() || self.is_stopping()
    }

    /// How urgently a list is waited for.
    pub(super) const fn awaits(&self) -> Awaits {
        match &self.state {
            State::Running { .. } | State::Halted(_) | State::Passing { .. } => Awaits::Nothing,
            State::Moving(Move { stage: Stage::Agreed(at), .. }) => Awaits::SecondList(*at),
            State::Moving(Move { stage: Stage::Unanswered, .. }) => Awaits::Answer,
            State::Moving(Move { verb: Verb::Step(_), .. }) => Awaits::Step,
            State::Moving(_) => Awaits::Move,
        }
    }

    /// A step, a resume or a stop leaves: what is shown is of before.
    pub(super) fn set_off(&mut self, verb: Verb, now: Time, moment: Moment) -> Place {
        match verb {
            Verb::Step(kind) => self.step = Some(Step::new(kind, now, self.frames.clone())),
            Verb::Resume => self.step = None,
            Verb::Stop => {}
        }
        self.moves(verb, now, moment)
    }

    /// A further part of the step under way leaves.
    pub(super) fn steps_on(&mut self, kind: StepKind, now: Time, moment: Moment) -> Place {
        self.leads_on(kind);
        self.moves(Verb::Step(kind), now, moment)
    }

    fn moves(&mut self, verb: Verb, now: Time, moment: Moment) -> Place {
        let (standing, was_passing) = match &self.state {
            State::Halted(standing) => (Some(*standing), false),
            State::Moving(moving) => (moving.standing, moving.was_passing),
            State::Running { .. } => (None, false),
            State::Passing { .. } => (None, true),
        };
        self.generation.0 += 1;
        self.position.0 = 0;
        self.settled = moment;
        self.waiting = None;
        self.held = None;
        self.state = State::Moving(Move {
            verb,
            sent: now,
            stage: Stage::Unanswered,
            ran: false,
            trips: 0,
            before: self.frames.clone(),
            standing,
            was_passing,
        });
        if !matches!(verb, Verb::Step(_)) {
            self.run = None;
        }
        self.place()
    }

    /// The verb was answered: it runs, or its stack was not told.
    pub(super) fn answered(&mut self, sent: Time) {
        if let State::Moving(moving) = &mut self.state {
            moving.stage = Stage::Answered;
            moving.trips = 1;
            self.lease.certain_at(sent);
        }
    }

    /// A step was answered with a halted stack: it is shown at once. Only a stack that is another
    /// one proves that the server's clock began anew.
    pub(super) fn arrived(&mut self, frames: Vec<Frame>, sent: Time, moment: Moment) {
        if let State::Moving(moving) = &mut self.state {
            moving.stage = Stage::Arrived;
            moving.trips = 1;
            if moving.before != frames {
                self.lease.certain_at(sent);
            }
            self.shows(frames, moment);
        }
    }

    /// There will be no answer.
    pub(super) fn answer_lost(&mut self, failure: &Failure, moment: Moment) {
        if let State::Moving(moving) = &mut self.state {
            moving.stage = Stage::Lost(failure.clone());
            self.settled = moment;
        }
        self.run = None;
        self.waiting = None;
    }

    /// Another call stack is accepted.
    pub(super) fn shows(&mut self, frames: Vec<Frame>, moment: Moment) {
        self.position.0 += 1;
        self.frames = frames;
        self.settled = moment;
    }

    /// A halt of its own begins: a generation of its own.
    pub(super) const fn begin_generation(&mut self) {
        self.generation.0 += 1;
        self.position.0 = 0;
    }

    /// The place is accepted.
    pub(super) fn stands(&mut self, standing: Standing) {
        self.state = State::Halted(standing);
        self.step = None;
    }

    /// Its halt is told.
    pub(super) const fn halt_is_told(&mut self) {
        self.told_halted = true;
    }

    /// Whether it has to be told that it runs: once for each halt that was.
    pub(super) const fn run_is_to_be_told(&mut self) -> bool {
        std::mem::replace(&mut self.told_halted, false)
    }

    /// It is looked at and goes on by itself.
    pub(super) fn passes(&mut self, frames: Vec<Frame>, now: Time, moment: Moment) {
        self.shows(frames, moment);
        self.state = State::Passing { since: now, drawn: false };
        if let Some(step) = &mut self.step {
            step.passed += 1;
        }
    }

    /// It is looked at to go on by itself, or waits to be let go again.
    pub(super) const fn is_passing(&self) -> bool {
        matches!(self.state, State::Passing { .. })
    }

    /// Passing takes so long that it is shown as a halt.
    pub(super) const fn draw_passing(&mut self) {
        if let State::Passing { drawn, .. } = &mut self.state {
            *drawn = true;
        }
    }

    /// Remembers what follows the step under way; false if none is.
    pub(super) fn wait(&mut self, waiting: Waiting) -> bool {
        if !self.is_stepping() {
            return false;
        }
        self.waiting = Some(waiting);
        if self.run.is_some_and(|run| waiting != Waiting::Step(run.kind)) {
            self.run = None;
        }
        true
    }

    pub(super) const fn take_waiting(&mut self) -> Option<Waiting> {
        self.waiting.take()
    }

    pub(super) const fn set_run(&mut self, run: Option<StepRun>) {
        self.run = run;
    }

    pub(super) const fn take_run(&mut self) -> Option<StepRun> {
        self.run.take()
    }

    /// When it has to be said that the step under way takes long, which nobody can end.
    pub(super) fn step_is_long_at(&self, after: Duration) -> Option<Time> {
        let step = self.step.as_ref().filter(|step| !step.told_long)?;
        let is_under_way = match &self.state {
            State::Running { .. } => true,
            State::Moving(Move { verb: Verb::Step(_), stage, .. }) => {
                matches!(stage, Stage::Answered | Stage::Unanswered)
            }
            State::Moving(_) | State::Halted(_) | State::Passing { .. } => false,
        };
        is_under_way.then(|| step.sent + after)
    }

    /// Whether the server has said nothing of a step: neither an answer nor that it runs.
    pub(super) const fn step_is_unheard_of(&self) -> bool {
        matches!(
            &self.state,
            State::Moving(Move { verb: Verb::Step(_), stage: Stage::Unanswered, ran: false, .. })
        )
    }

    pub(super) const fn step_is_told_long(&mut self) {
        if let Some(step) = &mut self.step {
            step.told_long = true;
        }
    }
}
