//! Work that blocks, for steps that somebody may stop meanwhile.

use crate::script::give_back_if_grown;
use std::panic::resume_unwind;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

/// Somebody has stopped the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped")]
pub(super) struct Stopped;

/// Does what blocks; of the memory that it takes only what is in use afterwards is kept.
pub(super) async fn off_the_loop<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    let tidied = move || {
        let done = work();
        give_back_if_grown();
        done
    };
    spawn_blocking(tidied).await.unwrap_or_else(|end| resume_unwind(end.into_panic()))
}

/// Does what blocks and changes nothing that anybody sees: who stops it doesn't wait until it notices.
pub(super) async fn unless_stopped<T: Send + 'static>(
    ending: &CancellationToken,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Stopped> {
    let stop = ending.clone();
    let wanted = move || {
        let done = work();
        // Nobody takes what it has come to.
        (!stop.is_cancelled()).then_some(done)
    };
    ending.run_until_cancelled(off_the_loop(wanted)).await.flatten().ok_or(Stopped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[tokio::test]
    async fn nobody_waits_for_what_was_stopped() {
        let ending = CancellationToken::new();
        assert_eq!(unless_stopped(&ending, || 1).await, Ok(1));
        let (release, released) = channel::<()>();
        let (begun, has_begun) = channel();
        let stop = ending.clone();
        let stopping = spawn_blocking(move || {
            has_begun.recv().expect("it begins");
            stop.cancel();
        });
        let work = move || {
            begun.send(()).expect("somebody waits for that");
            // Until nobody can release it any more.
            released.recv().is_ok()
        };
        assert_eq!(unless_stopped(&ending, work).await, Err(Stopped));
        drop(release);
        stopping.await.expect("it stopped the work");
    }
}
