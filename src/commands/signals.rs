//! SIGINT, SIGTERM, SIGHUP and SIGCONT as a stream for the screen.

use crate::tui::Signal;
use futures::Stream;
use futures::stream::{self, StreamExt};
use std::io;
use std::pin::Pin;
use tokio::signal::unix::{SignalKind, signal};

/// From now on these signals don't end the program; they come out of the stream.
pub(super) fn listen() -> io::Result<Pin<Box<dyn Stream<Item = Signal> + Send>>> {
    let kinds = [
        (SignalKind::interrupt(), Signal::Interrupt),
        (SignalKind::terminate(), Signal::Terminate),
        (SignalKind::hangup(), Signal::Terminate),
        (SignalKind::from_raw(rustix::process::Signal::CONT.as_raw()), Signal::Continue),
    ];
    let mut streams = Vec::new();
    for (kind, meaning) in kinds {
        let signals = stream::unfold(signal(kind)?, move |mut signals| async move {
            signals.recv().await.map(|()| (meaning, signals))
        });
        streams.push(signals.boxed());
    }
    #[cfg(debug_assertions)]
    streams.push(super::rehearsal::panics()?);
    Ok(stream::select_all(streams).boxed())
}
