//! Work that blocks, for steps that somebody may stop meanwhile.

use std::panic::resume_unwind;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

/// Somebody has stopped the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped")]
pub(super) struct Stopped;

/// Does what blocks.
pub(super) async fn off_the_loop<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    spawn_blocking(work).await.unwrap_or_else(|end| resume_unwind(end.into_panic()))
}

/// Does what blocks and changes nothing that anybody sees: who stops it doesn't wait until it notices.
pub(super) async fn unless_stopped<T: Send + 'static>(
    ending: &CancellationToken,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Stopped> {
    ending.run_until_cancelled(off_the_loop(work)).await.ok_or(Stopped)
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
