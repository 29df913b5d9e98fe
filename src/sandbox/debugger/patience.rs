//! How long the endpoints wait for a script thread.

use std::time::Duration;

/// How long a request waits for a script thread before it is answered without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// A step is answered when the thread halts again, a stop when the script has ended; both
    /// after this time in any case.
    pub step: Duration,
    /// The engine ends an expression earlier, except in the midst of one long native call.
    pub evaluation: Duration,
    /// Variables and members wait also for an expression that is still evaluated.
    pub look: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            step: Duration::from_secs(2),
            evaluation: Duration::from_secs(6),
            look: Duration::from_secs(15),
        }
    }
}
