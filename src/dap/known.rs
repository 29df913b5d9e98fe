//! What the client was told of threads and of the connection.

use crate::api::ids::ThreadId;
use dapts::StoppedEvent;
use std::collections::HashMap;

/// What the client knows of threads.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Threads that it takes for halted, with what it was told.
    pub(super) stopped: HashMap<ThreadId, StoppedEvent>,
    /// What it was told of each thread last.
    pub(super) last: HashMap<ThreadId, StoppedEvent>,
    pub(super) last_stopped: Option<ThreadId>,
    pub(super) lost: Lost,
}

/// Whether the client was told that there is no connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Lost {
    #[default]
    No,
    Told,
}

impl Known {
    /// The thread that halted last and still does, as far as the client knows.
    pub(super) const fn last_stopped(&self) -> Option<ThreadId> {
        self.last_stopped
    }

    /// The client has asked for it to move.
    pub(super) fn sets_off(&mut self, thread: ThreadId) {
        self.stopped.remove(&thread);
    }

    /// It is gone.
    pub(super) fn forget(&mut self, thread: ThreadId) {
        self.stopped.remove(&thread);
        self.last.remove(&thread);
        self.last_stopped = self.last_stopped.filter(|last| *last != thread);
    }
}
