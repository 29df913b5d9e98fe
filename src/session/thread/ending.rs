//! How a thread came to its end.

use super::Thread;
use super::state::{Move, Stage, State, Verb, may_still_stand};
use crate::session::failure::Delivery;
use crate::session::time::Time;
use std::time::Duration;

/// How a thread came to its end, as far as can be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// Its script ran to its end.
    Finished,
    /// A stop of ours.
    Stopped,
    /// It was halted, had time left, and is gone: somebody else stopped it.
    StoppedElsewhere,
    /// Nothing renewed it in time.
    Expired,
    /// The server was restarted; all its threads are gone.
    Restarted,
    /// The debugger client was removed: the server let it run on.
    LetGo,
}

impl Exit {
    /// As programs are told it: `finished`, `stopped`, `expired`, or `unknown` where the thread may
    /// well run on.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Stopped | Self::StoppedElsewhere => "stopped",
            Self::Expired => "expired",
            Self::Restarted | Self::LetGo => "unknown",
        }
    }
}

impl Thread {
    /// How it ended, now that no list shows it any more.
    pub(in crate::session) fn exit(&self, now: Time, limit: Duration) -> Exit {
        let is_over = self.lease.until(limit).is_none_or(|until| until <= now);
        match &self.state {
            State::Moving(Move { verb: Verb::Stop, stage, .. }) if !matches!(stage, Stage::Lost(why) if why.delivery == Delivery::NotSent) => {
                Exit::Stopped
            }
            State::Halted(_) | State::Passing { .. } if is_over => Exit::Expired,
            State::Halted(_) | State::Passing { .. } => Exit::StoppedElsewhere,
            State::Moving(Move { verb, stage, .. }) if is_over && may_still_stand(*verb, stage) => {
                Exit::Expired
            }
            State::Running { .. } | State::Moving(_) => Exit::Finished,
        }
    }
}
