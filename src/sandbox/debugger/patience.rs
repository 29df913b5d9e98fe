//! How long the endpoints wait for a script thread.

use std::time::Duration;

/// How long a request waits for a script thread before it is answered without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// A step is answered when the thread halts again, a stop when the script has ended; both
    /// after this time in any case.
    pub step: Duration,
    /// An expression waits so long until the thread has answered what it was asked before.
    pub turn: Duration,
    /// From the beginning of an expression on. The engine ends it earlier, except in the midst of
    /// one long native call, or while others have the processor.
    pub evaluation: Duration,
    /// Variables and members wait also for an expression that is still evaluated.
    pub look: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            step: Duration::from_secs(2),
            // With the next, less than a debugger waits for an expression.
            turn: Duration::from_secs(8),
            evaluation: Duration::from_secs(6),
            look: Duration::from_secs(15),
        }
    }
}
