//! What a request made of a document.

use super::merge::merged;
use serde::Deserialize;
use serde_json::Value;

/// A document as a request met it, null for one that it made, and as it left it.
#[derive(Clone, Debug, Deserialize)]
pub(in crate::sandbox::storefront) struct Change {
    pub(super) before: Value,
    pub(super) after: Value,
}

impl Change {
    /// The document with that change: what others made of it meanwhile stays.
    pub(super) fn on(self, now: Option<&Value>) -> Value {
        let Self { before, after } = self;
        match now {
            Some(now) if !before.is_null() => merged(&before, after, now),
            _ => after,
        }
    }

    #[cfg(test)]
    pub(super) fn new(before: Value, after: Value) -> Self {
        Self { before, after }
    }
}
