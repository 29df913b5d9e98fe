//! What has to be done when a script ends, however it does.

use super::services::Services;
use crate::script::ThreadId;
use std::{fmt, sync::Arc};

/// The life of a thread: what no transaction held is taken back when it ends.
pub(super) struct Life {
    services: Arc<Services>,
    thread: ThreadId,
}

impl Life {
    pub(super) fn of(services: &Arc<Services>, thread: ThreadId) -> Self {
        Self { services: Arc::clone(services), thread }
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        self.services.undo(self.thread);
        self.services.at_once.forget(self.thread);
    }
}

impl fmt::Debug for Life {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Life({})", self.thread)
    }
}
