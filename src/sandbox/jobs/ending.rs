//! Work that blocks, for steps that somebody may stop meanwhile.

use crate::{sandbox::storefront::StepStatus, script::give_back_if_grown};
use std::panic::resume_unwind;
use tokio::task::JoinHandle;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

/// Somebody has stopped the job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was stopped")]
pub(super) struct Stopped;

/// What a step says that has done its work, or hasn't for a reason, unless that reason is that it was to end.
pub(super) fn status(
    done: Result<String, String>,
    ending: &CancellationToken,
) -> Result<StepStatus, Stopped> {
    let (error, code, message) = match done {
        Ok(message) => (false, "OK", message),
        Err(_) if ending.is_cancelled() => return Err(Stopped),
        Err(why) => (true, "ERROR", why),
    };
    Ok(StepStatus { error, code: code.to_owned(), message: Some(message) })
}

/// What blocks for the steps of jobs, and goes on for a while when nobody waits for it any more.
#[derive(Clone, Debug, Default)]
pub(super) struct Works(TaskTracker);

impl Works {
    /// Does what blocks; of the memory that it takes only what is in use afterwards is kept.
    pub(super) async fn done<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> T {
        let tidied = move || {
            let done = work();
            give_back_if_grown();
            done
        };
        self.begin(tidied).await.unwrap_or_else(|end| resume_unwind(end.into_panic()))
    }

    /// Begins what blocks.
    pub(super) fn begin<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        self.0.spawn_blocking(work)
    }

    /// Does what blocks and changes nothing that anybody sees: who stops it doesn't wait until it notices.
    pub(super) async fn unless_stopped<T: Send + 'static>(
        &self,
        ending: &CancellationToken,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Stopped> {
        let stop = ending.clone();
        let wanted = move || {
            let done = work();
            // Nobody takes what it has come to.
            (!stop.is_cancelled()).then_some(done)
        };
        ending.run_until_cancelled(self.done(wanted)).await.flatten().ok_or(Stopped)
    }

    /// Waits until nothing is done any more.
    pub(super) async fn over(&self) {
        self.0.close();
        self.0.wait().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;
    use tokio::task::spawn_blocking;

    #[tokio::test]
    async fn nobody_waits_for_what_was_stopped_until_all_is_to_be_over() {
        let (ending, works) = (CancellationToken::new(), Works::default());
        assert_eq!(works.unless_stopped(&ending, || 1).await, Ok(1));
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
        assert_eq!(works.unless_stopped(&ending, work).await, Err(Stopped));
        stopping.await.expect("it stopped the work");
        let over = works.over();
        tokio::pin!(over);
        assert!(futures::poll!(&mut over).is_pending());
        drop(release);
        over.await;
    }
}
