//! What a run may not show.

use std::any::Any;
use std::fmt;

/// The sorts of flaws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A halted thread died that could have been kept.
    Lost,
    /// A key sent its request twice.
    Doubled,
    /// A countdown promised more than the server granted.
    Countdown,
    /// The screen and the server did not come to agree.
    Stale,
    /// The values on the screen are not those of the place.
    Values,
    /// The server holds other breakpoints than the screen says or the user wants.
    Breakpoints,
    /// Keys were not answered, or the end did not come.
    Hung,
    /// It left by itself.
    Panicked,
    /// The terminal is not as it was.
    Terminal,
    /// The client stayed on the server, and nobody was told.
    LeftBehind,
    /// Another exit code than that of the way it left.
    ExitCode,
}

/// One flaw.
#[derive(Clone, Debug)]
pub struct Flaw {
    pub kind: Kind,
    pub words: String,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.words)
    }
}

/// What a panic said.
pub fn words(problem: &(dyn Any + Send)) -> String {
    let text = problem.downcast_ref::<String>().cloned();
    text.or_else(|| problem.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default()
}
