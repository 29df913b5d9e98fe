//! Stops and output in the order in which they came, each with a cursor.

use super::remedy::remedy_words;
use crate::api::ids::ThreadId;
use crate::runtime::Desk;
use crate::session::{Change, HaltNumber, Logged, NoticeKind, Remedy, Session, StopReason, Thread};
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// So many stops, and lines of output, can be asked for by their cursor.
const KEPT: usize = 1_000;
/// A line of output is cut here.
const LINE: usize = 1_000;
/// A stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    pub(super) cursor: u64,
    pub(super) thread: ThreadId,
    pub(super) halt: HaltNumber,
    pub(super) reason: StopReason,
}

/// A line of output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) kind: NoticeKind,
    pub(super) text: String,
    pub(super) logged: Option<Logged>,
    pub(super) remedy: Option<Remedy>,
}

/// All stops of a session since it began.
#[derive(Clone)]
pub(super) struct Stops {
    kept: Arc<Mutex<Kept>>,
    revision: watch::Receiver<u64>,
}

#[derive(Debug, Default)]
struct Kept {
    stops: VecDeque<Stop>,
    /// Log points, warnings and errors.
    output: VecDeque<(u64, Said)>,
    last: u64,
}

impl Stops {
    /// Follows a desk until it is gone.
    pub(super) fn follow(desk: &Desk) -> Self {
        let (told, revision) = watch::channel(0);
        let kept = Arc::<Mutex<Kept>>::default();
        let (mut changes, keeps) = (desk.changes(), Arc::clone(&kept));
        tokio::spawn(async move {
            while let Some(batch) = changes.next().await {
                if keeps.lock().take_in(&batch) && told.send(keeps.lock().last).is_err() {
                    return;
                }
            }
        });
        Self { kept, revision }
    }

    /// The cursor of the last stop.
    pub(super) fn last(&self) -> u64 {
        self.kept.lock().last
    }

    /// The first stop after a cursor whose thread still stands there; else the first that comes.
    pub(super) async fn next(&self, after: u64, desk: &Desk, limit: Duration) -> Option<Stop> {
        let mut revision = self.revision.clone();
        let next = async {
            loop {
                revision.mark_unchanged();
                if let Some(stop) = self.standing_after(after, desk) {
                    return stop;
                }
                if revision.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        };
        tokio::time::timeout(limit, next).await.ok()
    }

    fn standing_after(&self, after: u64, desk: &Desk) -> Option<Stop> {
        let stops: Vec<Stop> =
            self.kept.lock().stops.iter().filter(|it| it.cursor > after).copied().collect();
        desk.look(|session| stops.into_iter().find(|stop| stands(session, stop)))
    }

    /// What was said after one cursor, up to another one.
    pub(super) fn output(&self, after: u64, until: u64) -> Vec<Said> {
        let kept = self.kept.lock();
        let lines = kept.output.iter().filter(|(cursor, _)| *cursor > after && *cursor <= until);
        lines.map(|(_, said)| said.clone()).collect()
    }

    /// The same stop as its cursor is known.
    pub(super) async fn numbered(&self, stop: Stop) -> Stop {
        let mut revision = self.revision.clone();
        loop {
            revision.mark_unchanged();
            if let Some(known) = self.of_halt(stop.halt) {
                return known;
            }
            if revision.changed().await.is_err() {
                return stop;
            }
        }
    }

    /// The stop with that halt.
    fn of_halt(&self, halt: HaltNumber) -> Option<Stop> {
        self.kept.lock().stops.iter().rfind(|stop| stop.halt == halt).copied()
    }
}

impl Kept {
    /// False if there was nothing to tell among the changes.
    fn take_in(&mut self, batch: &[Change]) -> bool {
        let before = self.last;
        for change in batch {
            match change {
                Change::Stopped { thread, reason, halt, .. } => {
                    self.last += 1;
                    let (thread, halt, reason) = (*thread, *halt, *reason);
                    push(&mut self.stops, Stop { cursor: self.last, thread, halt, reason });
                }
                // A hint that only the screen can follow is the screen's.
                Change::Output { kind: NoticeKind::Hint, remedy, .. }
                    if remedy.and_then(remedy_words).is_none() => {}
                Change::Output { kind, text, logged, remedy } => {
                    self.last += 1;
                    let text = text.chars().take(LINE).collect();
                    let said = Said { kind: *kind, text, logged: logged.clone(), remedy: *remedy };
                    push(&mut self.output, (self.last, said));
                }
                _ => {}
            }
        }
        self.last > before
    }
}

fn push<T>(list: &mut VecDeque<T>, item: T) {
    if list.len() == KEPT {
        list.pop_front();
    }
    list.push_back(item);
}

fn stands(session: &Session, stop: &Stop) -> bool {
    session.threads().get(stop.thread).and_then(Thread::halt) == Some(stop.halt)
}
