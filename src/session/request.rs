//! Storefront requests that were sent from here.

use super::ids::RequestId;
use super::time::Time;
use crate::api::ids::ThreadId;
use crate::api::sandbox::{Asked, Operation};
use std::time::Duration;

/// A request under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentRequest {
    /// Its number.
    pub id: RequestId,
    /// `GET`, `POST`, …
    pub method: String,
    /// As it was typed.
    pub url: String,
    /// What a sandbox is asked by it, in the words of its commands.
    pub(super) own: Option<String>,
    /// When it left.
    pub since: Time,
    /// The thread that serves it, as far as can be told.
    pub thread: Option<ThreadId>,
    /// How long that thread was halted, without a halt that goes on.
    held: Duration,
    halted_since: Option<Time>,
}

impl SentRequest {
    /// What it is called: `GET Cart-Show`, `snapshot take one`.
    pub fn title(&self) -> String {
        self.own.clone().unwrap_or_else(|| format!("{} {}", self.method, self.url))
    }

    /// Whether a thread may come for it; a sandbox answers for itself without one.
    const fn awaits_thread(&self) -> bool {
        self.thread.is_none() && self.own.is_none()
    }

    /// How long its thread was halted until then.
    pub fn held(&self, now: Time) -> Duration {
        self.held + self.halted_since.map_or(Duration::ZERO, |since| now.since(since))
    }
}

/// A request whose thread nobody knows is expected to halt for so long.
const SOON: Duration = Duration::from_secs(10);

/// Those under way, and what was sent before.
#[derive(Clone, Debug, Default)]
pub struct Requests {
    active: Vec<SentRequest>,
    history: Vec<String>,
    next: u64,
}

impl Requests {
    /// The newest one under way.
    pub fn active(&self) -> Option<&SentRequest> {
        self.active.last()
    }

    /// Whether one of them may halt at any moment: none of those that stand at a halt.
    pub(super) fn may_halt(&self, now: Time) -> bool {
        self.active.iter().any(|request| match request.thread {
            Some(_) => request.halted_since.is_none(),
            None => request.own.is_none() && now.since(request.since) < SOON,
        })
    }

    /// The newest one for a page that has no answer yet and stands at no halt: it may still come by a
    /// breakpoint.
    pub fn may_come_by(&self) -> Option<&SentRequest> {
        let mut newest = self.active.iter().rev();
        newest.find(|request| request.own.is_none() && request.halted_since.is_none())
    }

    /// How many are under way.
    pub const fn under_way(&self) -> usize {
        self.active.len()
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
        self.remember(format!("{method} {url}"));
        self.push(method, url, None, since)
    }

    /// A sandbox is asked something, which nobody types as a request.
    pub(super) fn begin_own(&mut self, operation: &Operation, since: Time) -> RequestId {
        let Asked { method, path, .. } = operation.asked();
        self.push(method, &path, Some(operation.words()), since)
    }

    fn push(&mut self, method: &str, url: &str, own: Option<String>, since: Time) -> RequestId {
        self.next += 1;
        let id = RequestId(self.next);
        let (method, url) = (method.to_owned(), url.to_owned());
        let (thread, held, halted_since) = (None, Duration::ZERO, None);
        self.active.push(SentRequest { id, method, url, own, since, thread, held, halted_since });
        id
    }

    /// The request under way that a thread serves.
    pub fn of_thread(&self, thread: ThreadId) -> Option<&SentRequest> {
        self.active.iter().find(|request| request.thread == Some(thread))
    }

    /// A thread has come that was not there before. It serves the one request that waits for its
    /// thread; of several nobody can tell.
    pub(super) fn appeared(&mut self, thread: ThreadId) {
        let mut waiting = self.active.iter_mut().filter(|request| request.awaits_thread());
        if let (Some(request), None) = (waiting.next(), waiting.next()) {
            request.thread = Some(thread);
        }
    }

    /// Measures how long their threads are halted.
    pub(super) fn measure(&mut self, now: Time, is_halted: impl Fn(ThreadId) -> bool) {
        for request in &mut self.active {
            let halted = request.thread.is_some_and(&is_halted);
            match (halted, request.halted_since) {
                (true, None) => request.halted_since = Some(now),
                (false, Some(since)) => {
                    request.held += now.since(since);
                    request.halted_since = None;
                }
                _ => {}
            }
        }
    }

    /// Nobody waits any more for the newest one.
    pub(super) fn take_active(&mut self) -> Option<SentRequest> {
        self.active.pop()
    }

    /// It ended; `None` if it is no longer waited for.
    pub(super) fn end(&mut self, id: RequestId) -> Option<SentRequest> {
        let at = self.active.iter().position(|request| request.id == id)?;
        Some(self.active.remove(at))
    }

    fn remember(&mut self, text: String) {
        const LIMIT: usize = 100;
        self.history.retain(|known| known != &text);
        self.history.push(text);
        let excess = self.history.len().saturating_sub(LIMIT);
        self.history.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Time {
        Time(Duration::from_secs(seconds))
    }

    #[test]
    fn a_thread_that_comes_serves_the_one_request_that_waits() {
        let mut requests = Requests::default();
        requests.appeared(ThreadId(1));
        requests.begin("GET", "Cart-Show", at(0));
        requests.appeared(ThreadId(2));
        requests.appeared(ThreadId(3));
        let own = requests.of_thread(ThreadId(2)).map(|request| request.url.as_str());
        assert_eq!(own, Some("Cart-Show"));
        requests.begin("GET", "A-B", at(1));
        requests.begin("GET", "C-D", at(1));
        requests.begin_own(&Operation::Snapshots, at(1));
        requests.appeared(ThreadId(4));
        assert_eq!(requests.of_thread(ThreadId(4)), None, "two wait: nobody can tell");
    }

    #[test]
    fn the_time_that_a_thread_was_halted_is_told_apart() {
        let mut requests = Requests::default();
        let id = requests.begin("GET", "Cart-Show", at(0));
        requests.appeared(ThreadId(2));
        for (second, halted) in [(1, true), (4, true), (5, false), (6, false), (7, true)] {
            requests.measure(at(second), |_| halted);
        }
        let request = requests.end(id).expect("under way");
        assert_eq!(request.held(at(9)), Duration::from_secs(4 + 2));
    }
}
