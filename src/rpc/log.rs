//! The events that were sent, for those who wait for them.

use parking_lot::{Mutex, MutexGuard};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// So many events are kept for `wait`.
const KEPT: usize = 10_000;

/// All events, numbered without gaps from 1.
#[derive(Clone)]
pub(super) struct Log {
    events: Arc<Mutex<Events>>,
    newest: watch::Sender<u64>,
}

#[derive(Default)]
struct Events {
    kept: VecDeque<Value>,
    sent: u64,
}

impl Log {
    pub(super) fn new() -> Self {
        Self { events: Arc::default(), newest: watch::channel(0).0 }
    }

    fn events(&self) -> MutexGuard<'_, Events> {
        self.events.lock()
    }

    /// Numbers an event; gives its line.
    pub(super) fn add(&self, name: &str, data: &Value) -> Value {
        let mut events = self.events();
        events.sent += 1;
        let event = json!({"event": name, "data": data, "seq": events.sent});
        if events.kept.len() == KEPT {
            events.kept.pop_front();
        }
        events.kept.push_back(event.clone());
        self.newest.send_replace(events.sent);
        event
    }

    /// The number of the newest event.
    pub(super) fn newest(&self) -> u64 {
        self.events().sent
    }

    /// Those after a number, as far as they are kept.
    fn after(&self, seq: u64) -> Vec<Value> {
        let events = self.events();
        let first_kept = events.sent - events.kept.len() as u64;
        let skipped = usize::try_from(seq.saturating_sub(first_kept)).unwrap_or(usize::MAX);
        events.kept.iter().skip(skipped).cloned().collect()
    }

    /// Waits until there are any after a number, but not longer than so.
    pub(super) async fn wait(&self, seq: u64, limit: Duration) -> Vec<Value> {
        let mut newest = self.newest.subscribe();
        // The sender lives as long as this very log.
        let _ = tokio::time::timeout(limit, newest.wait_for(|newest| *newest > seq)).await;
        self.after(seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn events_are_waited_for_by_cursor_and_come_again_for_the_same_one() {
        let log = Log::new();
        assert_eq!(log.wait(0, Duration::from_secs(5)).await, [Value::Null; 0]);
        let first = log.add("ready", &json!({}));
        assert_eq!(first, json!({"event": "ready", "data": {}, "seq": 1}));
        let second = log.add("output", &json!({"text": "a"}));
        for _ in 0..2 {
            assert_eq!(log.wait(0, Duration::ZERO).await, [first.clone(), second.clone()]);
            assert_eq!(log.wait(1, Duration::ZERO).await, std::slice::from_ref(&second));
        }
        assert_eq!(log.wait(99, Duration::ZERO).await, [Value::Null; 0]);
        let waiting = tokio::spawn({
            let log = log.clone();
            async move { log.wait(2, Duration::from_hours(1)).await }
        });
        tokio::task::yield_now().await;
        let third = log.add("output", &json!({"text": "b"}));
        assert_eq!(waiting.await.expect("it ends"), [third]);
    }

    #[tokio::test]
    async fn old_events_go_and_the_numbers_go_on() {
        let log = Log::new();
        for _ in 0..KEPT + 5 {
            log.add("output", &json!({}));
        }
        let all = log.wait(0, Duration::ZERO).await;
        assert_eq!((all.len(), &all[0]["seq"]), (KEPT, &json!(6)));
        assert_eq!(log.wait(KEPT as u64 + 4, Duration::ZERO).await.len(), 1);
    }
}
