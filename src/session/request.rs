//! Storefront requests that were sent from here.

use super::ids::RequestId;
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
    active: Option<SentRequest>,
    history: Vec<String>,
    next: u64,
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

    pub(super) fn restore(&mut self, history: Vec<String>) {
        self.history = history;
    }

    /// A request leaves.
    pub(super) fn begin(&mut self, method: &str, url: &str, since: Time) -> RequestId {
        self.next += 1;
        let id = RequestId(self.next);
        self.remember(format!("{method} {url}"));
        self.active =
            Some(SentRequest { id, method: method.to_owned(), url: url.to_owned(), since });
        id
    }

    pub(super) const fn take_active(&mut self) -> Option<SentRequest> {
        self.active.take()
    }

    /// It ended; `None` if it is no longer waited for.
    pub(super) fn end(&mut self, id: RequestId) -> Option<SentRequest> {
        self.active.take_if(|request| request.id == id)
    }

    fn remember(&mut self, text: String) {
        const LIMIT: usize = 100;
        self.history.retain(|known| known != &text);
        self.history.push(text);
        let excess = self.history.len().saturating_sub(LIMIT);
        self.history.drain(..excess);
    }
}
