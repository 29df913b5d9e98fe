//! What this program has left on the server: a debugger client that somebody must delete.

use crate::api::ids::DebuggerId;
use parking_lot::{Mutex, MutexGuard};

/// The debugger client that this program created and didn't delete yet.
#[derive(Default)]
pub(super) struct Owed(Mutex<Option<DebuggerId>>);

impl Owed {
    pub(super) fn created(&self, id: &DebuggerId) {
        *self.entry() = Some(id.clone());
    }

    pub(super) fn settled(&self, id: &DebuggerId) {
        self.entry().take_if(|owed| owed == id);
    }

    pub(super) fn get(&self) -> Option<DebuggerId> {
        self.entry().clone()
    }

    fn entry(&self) -> MutexGuard<'_, Option<DebuggerId>> {
        self.0.lock()
    }
}
