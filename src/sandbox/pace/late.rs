//! A timer for a moment that moves.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};
use tokio::time::{Instant, Sleep, sleep_until};

/// Rings when its moment has come, wherever that has moved meanwhile.
pub(super) struct Late(Pin<Box<Sleep>>);

impl Late {
    /// Set to a moment.
    pub(super) fn at(moment: Instant) -> Self {
        Self(Box::pin(sleep_until(moment)))
    }

    /// Ready when the moment has come, which may be another one each time.
    ///
    /// Moving a timer costs more than the rest of this, so one that rings too early stays.
    pub(super) fn poll(&mut self, moment: Instant, cx: &mut Context<'_>) -> Poll<()> {
        if self.0.deadline() > moment {
            self.0.as_mut().reset(moment);
        }
        while self.0.as_mut().poll(cx).is_ready() {
            if self.0.deadline() >= moment {
                return Poll::Ready(());
            }
            self.0.as_mut().reset(moment);
        }
        Poll::Pending
    }
}
