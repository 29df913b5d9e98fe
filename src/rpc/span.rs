//! How long requests may take.

use super::args::{Command, bounded};
use std::time::Duration;

/// At the end of input, what ends by itself within this time is waited for.
pub(super) const LAST_ANSWERS: Duration = Duration::from_mins(1);

/// How long a request may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// A question to the server, which has an answer soon.
    Short,
    /// It waits so long for something to happen.
    Waits(Duration),
}

impl Span {
    /// That of a command.
    pub(super) fn of(command: &Command) -> Self {
        let wait = match command {
            Command::Continue(args)
            | Command::StepOver(args)
            | Command::StepInto(args)
            | Command::StepOut(args)
            | Command::Stop(args) => args.wait_ms,
            Command::RunTo(args) => args.wait_ms,
            _ => None,
        };
        wait.map_or(Self::Short, |wait| Self::Waits(bounded(wait)))
    }

    /// Whether the end of input waits for the answer.
    pub(super) fn is_short(self) -> bool {
        match self {
            Self::Short => true,
            Self::Waits(limit) => limit <= LAST_ANSWERS,
        }
    }
}
