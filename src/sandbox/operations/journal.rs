//! The last requests and their answers: enough to see why something was refused, and nothing that
//! is secret. Neither queries nor bodies nor headers are kept.

use crate::sandbox::{
    refusal::Told,
    store::Timestamp,
    trail::{Ran, Trail},
};
use parking_lot::Mutex;
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::watch;

/// So many requests are kept.
pub(super) const KEPT: usize = 1_000;

/// A request that was answered, or given up.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Entry {
    /// Its number, counted from 1.
    pub seq: u64,
    /// When it came (ISO 8601, UTC).
    pub time: String,
    /// `GET`, `POST`, …
    pub method: String,
    /// The path alone: a query may hold anything.
    pub path: String,
    /// The status; `null` when the connection was dropped on purpose, or ended before the answer.
    pub status: Option<u16>,
    /// How long it took until there was an answer, or the connection ended, in milliseconds.
    pub ms: u64,
    /// Why it was refused, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Told>,
    /// The script threads that ran for it.
    pub ran: Vec<Ran>,
    /// A rule of the injected faults was applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub injected: Option<String>,
}

/// What is known of a request before it is answered.
#[derive(Clone, Debug)]
pub(crate) struct Arrived {
    pub came: Timestamp,
    pub method: String,
    pub path: String,
    pub injected: Option<String>,
}

/// A request on its way. At its end it is in the journal, also if its connection has ended before there was an answer.
#[derive(Debug)]
pub(crate) struct UnderWay<'a> {
    journal: &'a Journal,
    /// Nothing if it is none for the journal.
    arrived: Option<Arrived>,
    begun: Instant,
    trail: Trail,
    status: Option<u16>,
    refused: Option<Told>,
}

impl UnderWay<'_> {
    /// It has an answer with this status; and why it was refused, if it was.
    pub(crate) fn answered(&mut self, status: u16, refused: Option<Told>) {
        (self.status, self.refused) = (Some(status), refused);
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        if let Some(Arrived { came, method, path, injected }) = self.arrived.take() {
            let ms = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            self.journal.add(Entry {
                seq: 0,
                time: came.to_string(),
                method,
                path,
                status: self.status,
                ms,
                refused: self.refused.take(),
                ran: self.trail.ran(),
                injected,
            });
        }
    }
}

/// The last [`KEPT`] requests.
#[derive(Debug)]
pub(crate) struct Journal {
    entries: Mutex<VecDeque<Arc<Entry>>>,
    /// The last number that was given.
    last: watch::Sender<u64>,
}

impl Default for Journal {
    fn default() -> Self {
        Self { entries: Mutex::default(), last: watch::channel(0).0 }
    }
}

impl Journal {
    /// A request is on its way, with the notes of what runs for it.
    pub(crate) fn begin(&self, arrived: Option<Arrived>, trail: &Trail) -> UnderWay<'_> {
        let (begun, trail) = (Instant::now(), trail.clone());
        UnderWay { journal: self, arrived, begun, trail, status: None, refused: None }
    }

    fn add(&self, entry: Entry) {
        let mut entries = self.entries.lock();
        let seq = *self.last.borrow() + 1;
        if entries.len() == KEPT {
            entries.pop_front();
        }
        entries.push_back(Arc::new(Entry { seq, ..entry }));
        self.last.send_replace(seq);
    }

    /// The last `limit` requests with numbers above `after`, in the order of their answers.
    pub(crate) fn read(&self, after: u64, limit: usize) -> Vec<Arc<Entry>> {
        let entries = self.entries.lock();
        let skipped = entries.len().saturating_sub(limit);
        entries.iter().skip(skipped).filter(|entry| entry.seq > after).cloned().collect()
    }

    /// Waits until a request with a number above `after` was answered, at most so long.
    pub(crate) async fn wait(&self, after: u64, most: Duration) {
        let mut last = self.last.subscribe();
        let comes = last.wait_for(|last| *last > after);
        drop(tokio::time::timeout(most, comes).await);
    }
}

/// The requests as an HTTP archive (HAR 1.2); the host is the one that asks for it.
pub(super) fn har(entries: &[Arc<Entry>], origin: &str) -> Value {
    let entries: Vec<_> = entries.iter().map(|entry| har_entry(entry, origin)).collect();
    let creator = json!({"name": "haltscope sandbox", "version": env!("CARGO_PKG_VERSION")});
    json!({"log": {"version": "1.2", "creator": creator, "entries": entries}})
}

fn har_entry(entry: &Entry, origin: &str) -> Value {
    let reason = entry.refused.as_ref().map(|told| format!("{}: {}", told.kind, told.message));
    json!({
        "startedDateTime": entry.time,
        "time": entry.ms,
        "request": {
            "method": entry.method, "url": format!("{origin}{}", entry.path),
            "httpVersion": "HTTP/1.1", "cookies": [], "headers": [], "queryString": [],
            "headersSize": -1, "bodySize": -1,
        },
        "response": {
            "status": entry.status.unwrap_or(0), "statusText": "", "httpVersion": "HTTP/1.1",
            "cookies": [], "headers": [], "redirectURL": "", "headersSize": -1, "bodySize": -1,
            "content": {"size": 0, "mimeType": ""},
        },
        "cache": {},
        "timings": {"send": 0, "wait": entry.ms, "receive": 0},
        "comment": reason.unwrap_or_default(),
        "_ran": entry.ran,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(journal: &Journal, path: &str) {
        let (came, method, path) = (Timestamp(0), "GET".to_owned(), path.to_owned());
        let arrived = Arrived { came, method, path, injected: None };
        journal.begin(Some(arrived), &Trail::default()).answered(200, None);
    }

    fn numbers(entries: &[Arc<Entry>]) -> Vec<u64> {
        entries.iter().map(|entry| entry.seq).collect()
    }

    #[test]
    fn the_last_requests_are_kept_under_their_numbers() {
        let journal = Journal::default();
        for _ in 0..KEPT + 5 {
            note(&journal, "/");
        }
        let all = numbers(&journal.read(0, usize::MAX));
        assert_eq!((all.len(), all[0], all[KEPT - 1]), (KEPT, 6, 1_005));
        assert_eq!(numbers(&journal.read(0, 2)), [1_004, 1_005]);
        assert_eq!(numbers(&journal.read(1_003, 10)), [1_004, 1_005]);
        assert_eq!(numbers(&journal.read(2_000, 10)), [0; 0]);
    }

    #[tokio::test(start_paused = true)]
    async fn who_follows_hears_of_the_next_request_or_of_none() {
        let journal = Arc::new(Journal::default());
        note(&journal, "/first");
        journal.wait(1, Duration::from_secs(5)).await;
        assert_eq!(numbers(&journal.read(1, 10)), [0; 0], "nothing came in five seconds");
        let writer = Arc::clone(&journal);
        let comes = async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            note(&writer, "/second");
        };
        tokio::join!(journal.wait(1, Duration::from_mins(1)), comes);
        assert_eq!(numbers(&journal.read(1, 10)), [2]);
    }
}
