//! What script threads and debuggers talk of: threads, breakpoints, steps, halts.

use std::fmt;
use std::time::Instant;

/// A script thread; never reused within an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadId(pub u64);

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A debugger; breakpoints and halts belong to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Owner(pub u64);

/// Where a script is to halt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// The owner's own name for it.
    pub id: u64,
    /// The script path.
    pub path: String,
    /// The line, from 1. A line without code slides to the statement that covers it, else to the
    /// next one.
    pub line: u32,
    /// Evaluated in the frame before the line; the script halts if it is truthy.
    pub condition: Option<String>,
}

/// How far a step goes (section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next statement, also in a function that is called.
    Into,
    /// To the next statement of the same activation; at its end the thread resumes.
    Over,
    /// To the caller; without one the thread resumes.
    Out,
}

/// A script thread at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadInfo {
    /// The thread.
    pub id: ThreadId,
    /// What it does.
    pub state: ThreadState,
}

/// Running, or halted somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreadState {
    /// The script runs.
    Running,
    /// The script waits for a debugger.
    Halted(Halt),
}

/// A halt of a script thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Halt {
    /// Whose breakpoint or step it is.
    pub owner: Owner,
    /// The frames; the current location is first.
    pub stack: Vec<Frame>,
    /// When the script will be terminated, unless [`Control::renew`](super::Control::renew) comes first.
    pub until: Instant,
}

/// A frame of a halted script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function's name without parentheses; empty for anonymous and module code.
    pub function: String,
    /// The script path.
    pub path: String,
    /// The line, from 1.
    pub line: u32,
}
