//! Who is told what changes, and what becomes of it where somebody doesn't take it.
//!
//! A listener is never waited for: its changes wait in a queue of its own. When more than
//! [`MOST`] of them wait, the queue is folded: the newest change of each subject stays, in its
//! order, and whatever an older one said can be seen by a look at the session. Lines for the user
//! and former halts are no such thing; they are counted, and the next batch begins with a line
//! that says how many are missing.

use super::Batch;
use crate::api::counted::counted;
use crate::api::ids::{ScriptPath, ThreadId};
use crate::session::{
    BreakpointNumber, Change, EntryId, Home, NoticeKind, RequestId, SearchId, WatchId,
};
use parking_lot::Mutex;
use std::collections::{HashSet, VecDeque};
use std::sync::{Arc, Weak};
use std::task::Poll;
use tokio::sync::Notify;

/// So many changes wait for a listener before they are folded.
const MOST: usize = 4_096;
/// So many of them stay at the most.
const FOLDED: usize = MOST / 2;

/// All that are told.
#[derive(Debug, Default)]
pub(super) struct Listeners(Vec<Weak<Queue>>);

/// Everything that changes, from the moment on at which it was asked for.
///
/// Whoever takes it too slowly gets the newest change of each subject, and a line that says what is
/// missing.
#[derive(Debug)]
pub struct Changes(Arc<Queue>);

#[derive(Debug, Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    filled: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    batches: VecDeque<Batch>,
    /// How many changes all batches have.
    changes: usize,
    missing: Missing,
    /// Nothing more will come.
    is_closed: bool,
}

/// What a listener will never be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Missing {
    lines: usize,
    halts: usize,
}

impl Changes {
    /// What the next update changed; `None` when the desk is gone. Can be dropped at any moment.
    pub async fn next(&mut self) -> Option<Batch> {
        loop {
            match self.0.take() {
                Poll::Ready(taken) => return taken,
                Poll::Pending => self.0.filled.notified().await,
            }
        }
    }

    /// The same without waiting.
    pub fn ready(&mut self) -> Option<Batch> {
        match self.0.take() {
            Poll::Ready(taken) => taken,
            Poll::Pending => None,
        }
    }
}

impl Listeners {
    /// One more, which is told everything from now on.
    pub(super) fn add(&mut self) -> Changes {
        let queue = Arc::<Queue>::default();
        self.0.push(Arc::downgrade(&queue));
        Changes(queue)
    }

    /// Tells all that still listen.
    pub(super) fn tell(&mut self, batch: &Batch) {
        if batch.is_empty() {
            return;
        }
        self.0.retain(|listener| {
            let queue = listener.upgrade();
            queue.as_ref().inspect(|queue| queue.put(Arc::clone(batch))).is_some()
        });
    }
}

impl Drop for Listeners {
    fn drop(&mut self) {
        for queue in self.0.iter().filter_map(Weak::upgrade) {
            queue.waiting.lock().is_closed = true;
            queue.filled.notify_one();
        }
    }
}

impl Queue {
    fn put(&self, batch: Batch) {
        let mut waiting = self.waiting.lock();
        waiting.changes += batch.len();
        waiting.batches.push_back(batch);
        if waiting.changes > MOST {
            waiting.fold();
        }
        drop(waiting);
        self.filled.notify_one();
    }

    fn take(&self) -> Poll<Option<Batch>> {
        let mut waiting = self.waiting.lock();
        if let Some(line) = std::mem::take(&mut waiting.missing).line() {
            return Poll::Ready(Some([line].into()));
        }
        match waiting.batches.pop_front() {
            Some(batch) => {
                waiting.changes -= batch.len();
                Poll::Ready(Some(batch))
            }
            None if waiting.is_closed => Poll::Ready(None),
            None => Poll::Pending,
        }
    }
}

impl Waiting {
    /// Keeps the newest change of each subject.
    fn fold(&mut self) {
        let batches = std::mem::take(&mut self.batches);
        let mut known = HashSet::new();
        let mut kept = Vec::new();
        for change in batches.iter().rev().flat_map(|batch| batch.iter().rev()) {
            let is_newest = Subject::of(change).is_some_and(|subject| known.insert(subject));
            if is_newest && kept.len() < FOLDED {
                kept.push(change.clone());
            } else {
                self.missing.count(change);
            }
        }
        kept.reverse();
        self.changes = kept.len();
        self.batches.push_back(kept.into());
    }
}

impl Missing {
    fn count(&mut self, change: &Change) {
        match change {
            Change::Output { .. } => self.lines += 1,
            Change::Stopped { .. } => self.halts += 1,
            _ => {}
        }
    }

    /// What tells of it, if there is something.
    fn line(self) -> Option<Change> {
        let Self { lines, halts } = self;
        (self != Self::default()).then(|| Change::Output {
            kind: NoticeKind::Error,
            text: format!(
                "left out, as they came faster than they were read: {} of output, {}",
                counted(lines, "line"),
                counted(halts, "former halt"),
            ),
            logged: None,
            remedy: None,
        })
    }
}

/// What a change is about, where only the newest one says how it is.
#[derive(PartialEq, Eq, Hash)]
enum Subject<'a> {
    Connection,
    /// Where a thread is.
    Thread(ThreadId),
    Stack(ThreadId),
    /// Whether a thread's last step or resume took place, and what the server said of it.
    Step(ThreadId),
    Stood(ThreadId),
    Move(ThreadId),
    Countdown(ThreadId),
    Breakpoint(BreakpointNumber),
    Evaluation(EntryId),
    Watch(WatchId),
    Tree(Home),
    Search(SearchId),
    Renewal,
    Request(RequestId),
    ScriptsSearched,
    Source(&'a ScriptPath),
}

impl<'a> Subject<'a> {
    /// None for lines, and for answers, which whoever has asked gets otherwise.
    fn of(change: &'a Change) -> Option<Self> {
        Some(match change {
            Change::Output { .. } | Change::Answered { .. } => return None,
            Change::Connection => Self::Connection,
            Change::Appeared { thread }
            | Change::Stopped { thread, .. }
            | Change::Continued { thread }
            | Change::Exited { thread, .. } => Self::Thread(*thread),
            Change::StackChanged { thread } => Self::Stack(*thread),
            Change::Stepped { thread, .. } => Self::Step(*thread),
            Change::Stood { thread, .. } => Self::Stood(*thread),
            Change::MoveAnswered { thread, .. } => Self::Move(*thread),
            Change::CountdownLow { thread, .. } => Self::Countdown(*thread),
            Change::Breakpoint { number } => Self::Breakpoint(*number),
            Change::Evaluating { id } | Change::Evaluated { id } => Self::Evaluation(*id),
            Change::Watch { id } => Self::Watch(*id),
            Change::Tree { home } => Self::Tree(*home),
            Change::Search { id } => Self::Search(*id),
            Change::Renewal => Self::Renewal,
            Change::Requested { id } | Change::RequestFinished { id, .. } => Self::Request(*id),
            Change::ScriptsSearched => Self::ScriptsSearched,
            Change::Source { script } => Self::Source(script),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Exit, HaltNumber, StopReason};

    const T7: ThreadId = ThreadId(7);

    fn line(text: &str) -> Change {
        let (kind, text) = (NoticeKind::Done, text.to_owned());
        Change::Output { kind, text, logged: None, remedy: None }
    }

    fn stopped(thread: u64, halt: u64) -> Change {
        let (reason, thread, halt) = (StopReason::Step, ThreadId(thread), HaltNumber(halt));
        Change::Stopped { thread, reason, halt, breakpoint: None }
    }

    fn told(listeners: &mut Listeners, changes: impl IntoIterator<Item = Change>) {
        changes.into_iter().for_each(|change| listeners.tell(&[change].into()));
    }

    fn taken(changes: &mut Changes) -> Vec<Change> {
        std::iter::from_fn(|| changes.ready()).flat_map(|batch| batch.to_vec()).collect()
    }

    fn text(change: &Change) -> &str {
        match change {
            Change::Output { text, .. } => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn all_is_told_in_its_order_to_who_takes_it() {
        let mut listeners = Listeners::default();
        let mut changes = listeners.add();
        for _ in 0..3 {
            told(&mut listeners, (0..MOST).map(|_| line("said")));
            listeners.tell(&[].into());
            assert_eq!(taken(&mut changes), vec![line("said"); MOST]);
        }
    }

    #[test]
    fn what_nobody_takes_is_folded_to_how_it_is_and_the_gap_is_told_first() {
        let mut listeners = Listeners::default();
        let mut changes = listeners.add();
        told(&mut listeners, [stopped(7, 1), Change::Continued { thread: T7 }, stopped(8, 2)]);
        told(&mut listeners, (0..MOST - 5).map(|_| line("lost")));
        let end = Change::Exited { thread: T7, how: Exit::Finished };
        told(&mut listeners, [Change::Connection, end.clone(), Change::Connection]);
        // Now there is room again.
        told(&mut listeners, [line("kept"), stopped(9, 3)]);
        let all = taken(&mut changes);
        let gap = format!("{} lines of output, 1 former halt", MOST - 5);
        assert!(text(&all[0]).ends_with(&gap), "{all:?}");
        let rest = [stopped(8, 2), end, Change::Connection, line("kept"), stopped(9, 3)];
        assert_eq!(all[1..], rest);
        assert_eq!(taken(&mut changes), [], "the gap is told once");
    }

    #[test]
    fn a_queue_has_an_end_whatever_it_is_about() {
        let mut listeners = Listeners::default();
        let mut changes = listeners.add();
        let threads = 10 * MOST as u64;
        told(&mut listeners, (0..threads).map(|thread| stopped(thread, thread)));
        assert!(changes.0.waiting.lock().changes <= MOST);
        let all = taken(&mut changes);
        let gap = format!("{} former halts", threads - (all.len() as u64 - 1));
        assert!(text(&all[0]).ends_with(&gap), "{}", text(&all[0]));
        assert_eq!(all.last(), Some(&stopped(threads - 1, threads - 1)), "the newest win");
    }

    #[tokio::test]
    async fn who_waits_is_told_and_hears_of_the_end() {
        let mut listeners = Listeners::default();
        let mut changes = listeners.add();
        let waiting = tokio::spawn(async move {
            let first = changes.next().await;
            (first.map(|batch| batch.to_vec()), changes.next().await)
        });
        tokio::task::yield_now().await;
        told(&mut listeners, [Change::Renewal]);
        drop(listeners);
        assert_eq!(waiting.await.expect("it ends"), (Some(vec![Change::Renewal]), None));
    }

    #[test]
    fn who_has_gone_is_forgotten() {
        let mut listeners = Listeners::default();
        drop(listeners.add());
        told(&mut listeners, [Change::Renewal]);
        assert!(listeners.0.is_empty());
    }
}
