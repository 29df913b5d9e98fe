//! What a request does on its way: who answers it notes it here, for the journal.

use parking_lot::Mutex;
use serde::Serialize;
use std::{future::Future, sync::Arc, time::Duration};

tokio::task_local! {
    static TRAIL: Trail;
}

/// What was noted of one request so far; clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail(Arc<Mutex<Vec<Ran>>>);

/// A script thread that ran for a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Ran {
    /// `controller`, `include`, `endpoint` or `hook`.
    pub kind: &'static str,
    /// `Cart-Show`, the address of the endpoint, or the extension point.
    pub name: String,
    /// How long the thread was halted, in milliseconds.
    pub halted_ms: u64,
    /// How it failed, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl Ran {
    /// A thread has ended.
    pub(super) fn new(
        kind: &'static str,
        name: impl Into<String>,
        halted: Duration,
        error: Option<String>,
    ) -> Self {
        let halted_ms = u64::try_from(halted.as_millis()).unwrap_or(u64::MAX);
        Self { kind, name: name.into(), halted_ms, error }
    }
}

impl Trail {
    /// Notes of the work go here.
    pub(super) fn of<F: Future>(&self, work: F) -> impl Future<Output = F::Output> + use<F> {
        TRAIL.scope(self.clone(), work)
    }

    /// All that was noted.
    pub(super) fn ran(&self) -> Vec<Ran> {
        self.0.lock().clone()
    }
}

/// A script thread has ended; outside of a request nobody is interested.
pub(super) fn note(ran: Ran) {
    let _outside = TRAIL.try_with(|trail| trail.0.lock().push(ran));
}

/// The same work for another task, with the notes of this one.
pub(super) fn carried<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let trail: Trail = TRAIL.try_with(Clone::clone).unwrap_or_default();
    trail.of(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ran(name: &str) -> Ran {
        Ran::new("hook", name, Duration::ZERO, None)
    }

    #[tokio::test]
    async fn notes_are_the_requests_own_in_another_task_too() {
        let (first, second) = (Trail::default(), Trail::default());
        note(ran("of nobody"));
        first.of(async { note(ran("here")) }).await;
        let elsewhere = async { tokio::spawn(carried(async { note(ran("there")) })).await };
        second.of(elsewhere).await.expect("it runs");
        assert_eq!((first.ran(), second.ran()), (vec![ran("here")], vec![ran("there")]));
    }
}
