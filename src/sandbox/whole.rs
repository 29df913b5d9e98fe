//! Work that is done whole.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};
use tokio::runtime::Handle;

/// Done by whoever waits for it; when they go away, it is done all the same, on its own.
pub(super) struct Whole<T: Send + 'static>(Option<Pin<Box<dyn Future<Output = T> + Send>>>);

impl<T: Send + 'static> Whole<T> {
    /// Nothing is done before it is waited for.
    pub(super) fn new(work: impl Future<Output = T> + Send + 'static) -> Self {
        Self(Some(Box::pin(work)))
    }
}

impl<T: Send + 'static> Future for Whole<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        // Taken out, so that work that panics isn't begun again when this is dropped.
        let mut work = self.0.take().expect("it is not polled after its end");
        let poll = work.as_mut().poll(cx);
        if poll.is_pending() {
            self.0 = Some(work);
        }
        poll
    }
}

impl<T: Send + 'static> Drop for Whole<T> {
    fn drop(&mut self) {
        if let Some(work) = self.0.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn work_goes_on_when_nobody_waits_for_it_any_more() {
        let (go, gone) = oneshot::channel::<()>();
        let (done, is_done) = oneshot::channel();
        let mut work = Whole::new(async move {
            gone.await.expect("it is told");
            done.send("done").expect("somebody looks");
        });
        assert!((&mut work).now_or_never().is_none());
        drop(work);
        go.send(()).expect("it waits");
        assert_eq!(is_done.await, Ok("done"));
    }

    #[tokio::test]
    async fn work_is_done_by_who_waits_for_it() {
        let here = tokio::task::try_id();
        assert_eq!(Whole::new(async { tokio::task::try_id() }).await, here);
    }
}
