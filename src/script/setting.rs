//! What a script thread can be made ready for before there is a job for it.

use super::cartridges::Cartridges;
use super::host::Asked;
use super::job::Entry;
use std::sync::Arc;
use std::time::Duration;

/// All that a thread is to run, but for the argument of its entry function.
#[derive(Clone)]
pub(super) struct Setting {
    pub(super) host: Arc<Asked>,
    pub(super) cartridges: Arc<Cartridges>,
    pub(super) entry: Entry,
    pub(super) run_time: Option<Duration>,
}

impl Setting {
    /// Whether a thread that is ready for the one is ready for the other.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.host, &other.host)
            && Arc::ptr_eq(&self.cartridges, &other.cartridges)
            && self.entry == other.entry
            && self.run_time == other.run_time
    }
}
