//! Calls that wait for other machines on the thread of a script.

use super::HostError;
use crate::script::Interrupt;

/// The runtime of such a call. What still runs in it when it is dropped, as the look-up of a name does, ends by itself:
/// neither a time limit nor the end of a script, or of a storefront, waits for that.
#[derive(Debug)]
pub(super) struct Waiting(Option<tokio::runtime::Runtime>);

impl Waiting {
    pub(super) fn new() -> Result<Self, HostError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map(|it| Self(Some(it))).map_err(|cause| HostError::new(cause.to_string()))
    }

    /// What comes of some work; an error if its script must end meanwhile.
    pub(super) fn until<T>(
        &self,
        interrupt: Interrupt<'_>,
        work: impl Future<Output = T>,
    ) -> Result<T, HostError> {
        let ended = || HostError::new("The call has ended");
        self.0.as_ref().ok_or_else(ended)?.block_on(interrupt.or(work))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::mpsc, time::Duration};
    use tokio::{task::spawn_blocking, time::timeout};

    #[test]
    fn nobody_waits_for_what_is_left_of_a_call() {
        let (release, released) = mpsc::channel::<()>();
        let (tell, told) = mpsc::channel();
        let waiting = Waiting::new().expect("a runtime");
        let work = async {
            let lookup = spawn_blocking(move || {
                let _ = released.recv_timeout(Duration::from_mins(1));
                let _ = tell.send(());
            });
            timeout(Duration::from_millis(1), lookup).await.is_err()
        };
        let never = || false;
        assert!(waiting.until(Interrupt::new(&never), work).expect("its outcome"));
        drop(waiting);
        assert_eq!(told.try_recv(), Err(mpsc::TryRecvError::Empty), "it is still at work");
        drop(release);
        told.recv().expect("it ends by itself");
    }
}
