//! What was made of files, each until its file changes.

use crate::script::{Cartridges, Stamp};
use parking_lot::Mutex;
use std::{collections::HashMap, sync::Arc};

/// What was made of files, by their script paths.
#[derive(Debug)]
pub(super) struct Kept<T> {
    known: Mutex<HashMap<String, (Stamp, Arc<T>)>>,
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self { known: Mutex::default() }
    }
}

impl<T> Kept<T> {
    /// What `read` makes of the file's bytes; nothing when there is no such file.
    pub(super) fn of(
        &self,
        cartridges: &Cartridges,
        path: &str,
        read: impl FnOnce(&[u8]) -> T,
    ) -> Option<Arc<T>> {
        let stamp = cartridges.stamp(path)?;
        if let Some((at, made)) = self.known.lock().get(path)
            && *at == stamp
        {
            return Some(Arc::clone(made));
        }
        let made = Arc::new(read(&cartridges.read(path)?));
        self.known.lock().insert(path.to_owned(), (stamp, Arc::clone(&made)));
        Some(made)
    }
}
