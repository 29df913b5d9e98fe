//! Whether anybody still reads what is written to stdout.

use std::future;
use std::io;
use std::os::fd::AsFd;
use tokio::io::Interest;
use tokio::net::unix::pipe::Sender;
use tokio_util::sync::CancellationToken;

/// Waits until the pipe that stdout is has no reader any more. Where that can't be told, as of a
/// file, for ever.
pub(super) async fn gone() {
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    // It is only looked at: nothing of how others write to it changes.
    if let Ok(pipe) = stdout.and_then(Sender::from_owned_fd_unchecked)
        && pipe.ready(Interest::ERROR).await.is_ok()
    {
        return;
    }
    future::pending::<()>().await;
}

/// Cancelled with `stop`, and when nobody reads stdout any more: whoever drove the session has gone.
pub(super) fn or_gone(stop: &CancellationToken) -> CancellationToken {
    let either = stop.child_token();
    let watched = either.clone();
    tokio::spawn(async move {
        tokio::select! {
            () = gone() => watched.cancel(),
            () = watched.cancelled() => {}
        }
    });
    either
}
