//! Storefront requests that were sent from here.

use super::effect::RequestId;
use super::time::Time;

/// A request under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentRequest {
    /// Its number.
    pub id: RequestId,
    /// `GET`, `POST`, …
    pub method: String,
    /// As it was typed.
    pub url: String,
    /// When it left.
    pub since: Time,
}

/// The one under way, and what was sent before.
#[derive(Clone, Debug, Default)]
pub struct Requests {
    pub(super) active: Option<SentRequest>,
    pub(super) history: Vec<String>,
    pub(super) next: u64,
}

impl Requests {
    /// The one under way.
    pub const fn active(&self) -> Option<&SentRequest> {
        self.active.as_ref()
    }

    /// As in `GET Cart-Show`, oldest first, each text once.
    pub fn history(&self) -> &[String] {
        &self.history
    }

    pub(super) fn remember(&mut self, text: String) {
        const LIMIT: usize = 100;
        self.history.retain(|known| known != &text);
        self.history.push(text);
        let excess = self.history.len().saturating_sub(LIMIT);
        self.history.drain(..excess);
    }
}
