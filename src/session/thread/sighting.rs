//! What a thread list says about one thread: the table of (state, sighting).

use super::Thread;
use super::state::{Move, Stage, StandsCertainly, State, Verb};
use crate::session::failure::{Delivery, Failure};
use crate::session::frame::Frame;
use crate::session::ids::CallId;
use crate::session::time::Time;
use std::time::Duration;

/// A step is answered within this time even if the thread runs on (the server's own limit).
const STEP_ANSWER: Duration = Duration::from_millis(1_900);
/// Two lists that agree on an unchanged stack are so far apart.
pub(in crate::session) const AGREEMENT: Duration = Duration::from_millis(50);

/// Which list it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) struct Stamp {
    pub(in crate::session) id: CallId,
    pub(in crate::session) sent: Time,
}

/// How the list showed the thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) enum Seen {
    Running,
    Halted(Vec<Frame>),
}

/// What that means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) enum Sighting {
    /// The list had left before the thread's last change.
    Stale,
    /// Nothing new.
    Known,
    /// The stack equals the one before the verb: it is shown, another list has to agree.
    SameStack(Vec<Frame>),
    /// It is halted there.
    Halts(Vec<Frame>),
    /// The server was about to move after all: an accepted halt is corrected.
    Moved(Vec<Frame>),
    /// The verb never took place, or led back to where it stood.
    Stood(Verb, StandsCertainly, Failure),
    /// The verb let it run.
    Runs(Verb),
    /// It was halted, and somebody else let it run.
    ResumedElsewhere,
}

impl Thread {
    /// Takes in what a list says.
    pub(in crate::session) fn seen_as(&mut self, seen: Seen, list: Stamp, now: Time) -> Sighting {
        if !self.settled.is_before(list.id) {
            return Sighting::Stale;
        }
        match seen {
            Seen::Running => self.seen_running(list, now),
            Seen::Halted(frames) => self.seen_halted(frames, list, now),
        }
    }

    fn seen_running(&mut self, list: Stamp, now: Time) -> Sighting {
        self.lease.certain_at(list.sent);
        match &mut self.state {
            State::Running { .. } | State::Moving(Move { verb: Verb::Stop, .. }) => Sighting::Known,
            State::Halted(_) | State::Passing { .. } => {
                self.begin_generation();
                self.runs(now);
                self.step = None;
                Sighting::ResumedElsewhere
            }
            State::Moving(moving) if moving.stage == Stage::Unanswered => {
                moving.ran = true;
                Sighting::Known
            }
            State::Moving(moving) => {
                let (verb, sent) = (moving.verb, moving.sent);
                moving.ran = true;
                moving.stage = Stage::Answered;
                let is_step = matches!(verb, Verb::Step(_));
                if is_step && now.since(sent) < STEP_ANSWER {
                    return Sighting::Known;
                }
                self.runs(sent);
                Sighting::Runs(verb)
            }
        }
    }

    fn runs(&mut self, since: Time) {
        self.state = State::Running { since };
        self.run = None;
        self.waiting = None;
    }

    fn seen_halted(&mut self, frames: Vec<Frame>, list: Stamp, now: Time) -> Sighting {
        let is_known = self.frames == frames;
        match &mut self.state {
            State::Running { .. } => self.halts(frames, list),
            State::Halted(_) | State::Passing { .. } if is_known => {
                self.lease.seen_by(list.id);
                Sighting::Known
            }
            State::Halted(_) | State::Passing { .. } => Sighting::Moved(frames),
            State::Moving(moving) if moving.verb == Verb::Stop => {
                self.not_stopped(frames, list, now)
            }
            State::Moving(moving) if !moving.ran && moving.before == frames => {
                match &moving.stage {
                    Stage::Unanswered => {
                        self.lease.seen_by(list.id);
                        Sighting::Known
                    }
                    Stage::Lost(why) => {
                        let why = why.clone();
                        self.stood(why, list, now)
                    }
                    Stage::Agreed(at) if now.since(*at) < AGREEMENT => Sighting::Known,
                    Stage::Agreed(_) => {
                        moving.trips += 1;
                        self.halts(frames, list)
                    }
                    Stage::Answered | Stage::Arrived => {
                        moving.trips += 1;
                        moving.stage = Stage::Agreed(now);
                        let is_new = matches!(moving.verb, Verb::Step(_)) && !is_known;
                        if is_new { Sighting::SameStack(frames) } else { Sighting::Known }
                    }
                }
            }
            State::Moving(moving) => {
                moving.trips += 1;
                let sent = moving.sent;
                self.lease.certain_at(sent);
                self.halts(frames, list)
            }
        }
    }

    fn halts(&mut self, frames: Vec<Frame>, list: Stamp) -> Sighting {
        self.lease.seen_by(list.id);
        Sighting::Halts(frames)
    }

    /// A stop whose answer is lost, and the thread is still there: it never arrived. One that ran has halted by itself.
    fn not_stopped(&mut self, frames: Vec<Frame>, list: Stamp, now: Time) -> Sighting {
        self.lease.seen_by(list.id);
        match &self.state {
            State::Moving(Move {
                stage: Stage::Lost(_),
                standing: None,
                was_passing: false,
                ..
            }) => self.halts(frames, list),
            State::Moving(Move { stage: Stage::Lost(why), .. }) => {
                let why = why.clone();
                self.stood(why, list, now)
            }
            _ => Sighting::Known,
        }
    }

    /// Back to the halt before the verb, or to the log point that it was to leave.
    fn stood(&mut self, why: Failure, list: Stamp, now: Time) -> Sighting {
        self.lease.seen_by(list.id);
        let State::Moving(moving) = &self.state else { return Sighting::Known };
        let verb = moving.verb;
        let certainly = match (why.delivery, verb) {
            (Delivery::NotSent | Delivery::Refused, _) | (_, Verb::Stop) => StandsCertainly::Yes,
            (Delivery::Unknown, _) => StandsCertainly::PerhapsAgain,
        };
        self.state = match moving.standing {
            Some(standing) => State::Halted(standing),
            None => State::Passing { since: now, drawn: true },
        };
        Sighting::Stood(verb, certainly, why)
    }
}
