//! One script thread: how far it has come, and how it halts.

use crate::faulty::model::api::{Frame, Listed, Place, Step};
use crate::faulty::model::program::Program;
use std::time::Duration;

/// A thread from its first statement to its last.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    program: Program,
    state: State,
    halts: u64,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// Before a spot, held by a client.
    Halted { at: usize, owner: u64, until: Duration },
    /// On its way to a spot, where it will be at that time.
    Runs { to: usize, arrives: Duration, aim: Aim },
}

/// Where a running thread halts even without a breakpoint.
#[derive(Clone, Copy, Debug)]
enum Aim {
    Nowhere,
    Anywhere {
        owner: u64,
    },
    /// In that call, as long as it goes on.
    In {
        owner: u64,
        activation: usize,
    },
}

/// What became of a thread.
pub(super) enum Fate {
    Lives,
    Ended,
    Expired(Duration),
}

/// A frame of a halted thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stood {
    pub line: u32,
    /// The current spot's index, which no other halt of the thread has.
    pub spot: usize,
}

impl Thread {
    pub fn new(program: Program, now: Duration) -> Self {
        let state = State::Runs { to: 0, arrives: now, aim: Aim::Nowhere };
        Self { program, state, halts: 0 }
    }

    /// How often it has halted so far.
    pub const fn halts(&self) -> u64 {
        self.halts
    }

    pub const fn expires_at(&self) -> Option<Duration> {
        match self.state {
            State::Halted { until, .. } => Some(until),
            State::Runs { .. } => None,
        }
    }

    pub const fn is_held_by(&self, client: u64) -> bool {
        matches!(self.state, State::Halted { owner, .. } if owner == client)
    }

    /// Where it is halted.
    pub fn place(&self) -> Option<Stood> {
        let State::Halted { at, .. } = self.state else { return None };
        Some(Stood { line: self.program.spot(at)?.line, spot: at })
    }

    /// A frame, for the client that holds it.
    pub fn stood(&self, frame: usize, client: u64) -> Option<Stood> {
        let State::Halted { at, owner, .. } = self.state else { return None };
        let spot = self.program.stack(at).nth(frame).filter(|_| owner == client)?;
        Some(Stood { line: spot.line, spot: at })
    }

    /// To others than the client that holds it, it runs.
    pub fn listed(&self, id: u64, client: u64) -> Listed {
        let stack = match self.state {
            State::Halted { at, owner, .. } if owner == client => {
                let frames = self.program.stack(at).map(|spot| Frame {
                    function: format!("{}()", spot.function),
                    script: self.program.script.to_owned(),
                    line: spot.line,
                });
                Some(frames.collect())
            }
            _ => None,
        };
        Listed { id, stack }
    }

    pub const fn renew(&mut self, new: Duration) {
        if let State::Halted { until, .. } = &mut self.state {
            *until = new;
        }
    }

    /// Lets it run; one that runs is left alone.
    pub fn resume(&mut self, now: Duration) {
        self.set_off(now, Aim::Nowhere);
    }

    /// Whether it was halted and steps now.
    pub fn step(&mut self, now: Duration, step: Step, owner: u64) -> bool {
        let State::Halted { at, .. } = self.state else { return false };
        let spot = self.program.spot(at);
        let caller = spot.and_then(|spot| self.program.spot(spot.caller?));
        let within = |activation| Aim::In { owner, activation };
        let aim = match step {
            Step::Into => Aim::Anywhere { owner },
            Step::Over => spot.map_or(Aim::Nowhere, |spot| within(spot.activation)),
            Step::Out => caller.map_or(Aim::Nowhere, |caller| within(caller.activation)),
        };
        self.set_off(now, aim);
        true
    }

    /// Its client is gone.
    pub fn let_go(&mut self, now: Duration, client: u64) {
        match &mut self.state {
            State::Halted { owner, .. } if *owner == client => self.resume(now),
            State::Halted { .. } => {}
            State::Runs { aim, .. } => {
                if aim.owner() == Some(client) {
                    *aim = Aim::Nowhere;
                }
            }
        }
    }

    fn set_off(&mut self, now: Duration, aim: Aim) {
        let State::Halted { at, .. } = self.state else { return };
        let takes = self.program.spot(at).map_or(Duration::ZERO, |spot| spot.takes);
        self.state = State::Runs { to: at + 1, arrives: now + takes, aim };
    }

    /// Goes as far as it comes until now.
    pub fn go_on(&mut self, now: Duration, armed: &[(u64, Place)], timeout: Duration) -> Fate {
        loop {
            match self.state {
                State::Halted { until, .. } if until <= now => return Fate::Expired(until),
                State::Runs { arrives, .. } if arrives <= now => {
                    if !self.arrive(armed, timeout) {
                        return Fate::Ended;
                    }
                }
                _ => return Fate::Lives,
            }
        }
    }

    /// When it will halt, end or expire if nobody interferes.
    pub fn next_change(&self, armed: &[(u64, Place)], timeout: Duration) -> Option<Duration> {
        let mut ahead = self.clone();
        loop {
            match ahead.state {
                State::Halted { until, .. } if ahead.halts == self.halts => return Some(until),
                State::Halted { until, .. } => return until.checked_sub(timeout),
                State::Runs { arrives, .. } => {
                    if !ahead.arrive(armed, timeout) {
                        return Some(arrives);
                    }
                }
            }
        }
    }

    /// It comes to the next spot; whether there is one.
    fn arrive(&mut self, armed: &[(u64, Place)], timeout: Duration) -> bool {
        let State::Runs { to, arrives, aim } = self.state else { return true };
        let Some(spot) = self.program.spot(to).copied() else { return false };
        let aim = aim.still(&self.program, to);
        let halts = |(_, place): &&(u64, Place)| {
            let fits = place.line == spot.line && place.script == self.program.script;
            fits && place.condition.as_deref() != Some("false")
        };
        let by_breakpoint = armed.iter().find(halts).map(|(owner, _)| *owner);
        let by_step = aim.owner().filter(|_| aim.is_at(spot.activation));
        if let Some(owner) = by_step.or(by_breakpoint) {
            self.halts += 1;
            self.state = State::Halted { at: to, owner, until: arrives + timeout };
        } else {
            self.state = State::Runs { to: to + 1, arrives: arrives + spot.takes, aim };
        }
        true
    }
}

impl Aim {
    const fn owner(self) -> Option<u64> {
        match self {
            Self::Nowhere => None,
            Self::Anywhere { owner } | Self::In { owner, .. } => Some(owner),
        }
    }

    const fn is_at(self, spot: usize) -> bool {
        match self {
            Self::Nowhere => false,
            Self::Anywhere { .. } => true,
            Self::In { activation, .. } => activation == spot,
        }
    }

    /// At the end of a call a thread that stepped in it resumes.
    fn still(self, program: &Program, at: usize) -> Self {
        match self {
            Self::In { activation, .. } if !program.is_in(activation, at) => Self::Nowhere,
            other => other,
        }
    }
}
