//! Writes the project's state, one wish after the other, beside everything else.

use super::state::StateFile;
use crate::session::{Event, Saved};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

/// So long a write is waited for: another program on the project may hold the file.
const LIMIT: Duration = Duration::from_secs(1);

/// The task that writes; it ends when this is dropped.
pub(super) struct Saver {
    /// The newest one; those that are outdated already are skipped.
    newest: watch::Sender<Option<Wish>>,
    asked: AtomicU64,
    written: watch::Receiver<u64>,
}

#[derive(Clone)]
struct Wish {
    number: u64,
    saved: Arc<Saved>,
}

impl Saver {
    /// Without a file nothing is written, and nothing is waited for.
    pub(super) fn start(file: Option<StateFile>, events: mpsc::Sender<Event>) -> Self {
        let (newest, to_save) = watch::channel(None);
        let (done, written) = watch::channel(0);
        tokio::spawn(save_all(file, to_save, done, events));
        Self { newest, asked: AtomicU64::new(0), written }
    }

    pub(super) fn save(&self, saved: Saved) {
        let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        self.newest.send_replace(Some(Wish { number, saved: Arc::new(saved) }));
    }

    /// Ends when all that was asked for until now was written or refused, or takes too long.
    pub(super) fn written(&self) -> impl Future<Output = ()> + Send + use<> {
        let asked = self.asked.load(Ordering::Relaxed);
        let mut written = self.written.clone();
        async move {
            let _ = timeout(LIMIT, written.wait_for(|number| *number >= asked)).await;
        }
    }
}

/// Saves the newest wish whenever there is one, also one that was left when the saver was dropped.
async fn save_all(
    mut file: Option<StateFile>,
    mut newest: watch::Receiver<Option<Wish>>,
    done: watch::Sender<u64>,
    events: mpsc::Sender<Event>,
) {
    while newest.changed().await.is_ok() {
        let Some(Wish { number, saved }) = newest.borrow_and_update().clone() else { continue };
        if let Some(mut state) = file.take() {
            let work = move || {
                let outcome = state.save(&saved).map_err(|error| error.to_string());
                (state, outcome)
            };
            let Ok((state, outcome)) = tokio::task::spawn_blocking(work).await else { return };
            file = Some(state);
            let outcome = outcome.map(|problem| {
                if let Some(problem) = problem {
                    let _ = events.try_send(Event::Reported(problem));
                }
            });
            let _ = events.try_send(Event::Saved(outcome));
        }
        done.send_replace(number);
    }
}
