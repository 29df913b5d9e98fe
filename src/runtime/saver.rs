//! Writes the project's state, one wish after the other, beside everything else.

use super::state::StateFile;
use crate::session::{Event, Saved};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

/// So long a write is waited for: another program on the project may hold the file.
const LIMIT: Duration = Duration::from_secs(1);

/// The task that writes; it ends when this is dropped.
pub(super) struct Saver {
    wishes: mpsc::UnboundedSender<Wish>,
    asked: AtomicU64,
    written: watch::Receiver<u64>,
}

struct Wish {
    number: u64,
    saved: Saved,
}

impl Saver {
    /// Without a file nothing is written, and nothing is waited for.
    pub(super) fn start(file: Option<StateFile>, events: mpsc::Sender<Event>) -> Self {
        let (wishes, to_save) = mpsc::unbounded_channel();
        let (done, written) = watch::channel(0);
        tokio::spawn(save_all(file, to_save, done, events));
        Self { wishes, asked: AtomicU64::new(0), written }
    }

    pub(super) fn save(&self, saved: Saved) {
        let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        let _ = self.wishes.send(Wish { number, saved });
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

/// Saves in the order of wishes, skipping those that are outdated already.
async fn save_all(
    mut file: Option<StateFile>,
    mut wishes: mpsc::UnboundedReceiver<Wish>,
    done: watch::Sender<u64>,
    events: mpsc::Sender<Event>,
) {
    while let Some(mut wish) = wishes.recv().await {
        while let Ok(newer) = wishes.try_recv() {
            wish = newer;
        }
        let Wish { number, saved } = wish;
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
