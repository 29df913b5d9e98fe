//! SIGINT, SIGTERM, SIGHUP and SIGCONT as a stream for the screen, and an end without it if it
//! doesn't come to one.

use super::crash::{self, Estate};
use super::ending;
use crate::tui::Signal;
use futures::Stream;
use futures::stream::{self, StreamExt};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::task::AbortOnDropHandle;

/// The exit code of a program that was told to end.
const INTERRUPTED: u8 = 130;
/// How long the screen may take to hear that it is to end.
const HEARING: Duration = Duration::from_secs(1);
/// How long it may then take to leave: the limit of leaving and some more.
const LEAVING: Duration = Duration::from_secs(3);

/// From now on these signals don't end the program; they come out of the stream. Whoever drops
/// the stream has left.
pub(super) fn listen(estate: Estate) -> io::Result<Pin<Box<dyn Stream<Item = Signal> + Send>>> {
    let heard = Arc::new(AtomicBool::new(false));
    ending::are_listened_to(&[SIGINT, SIGTERM, SIGHUP]);
    let guard = AbortOnDropHandle::new(tokio::spawn(guard(estate, heard.clone(), ends()?)));
    let signals = streams()?.inspect(move |signal| {
        let _kept = &guard;
        heard.fetch_or(*signal == Signal::Terminate, Ordering::SeqCst);
    });
    Ok(signals.boxed())
}

/// Reading from a terminal that hung up can hold the screen's loop forever: then the program ends
/// without it.
async fn guard(estate: Estate, heard: Arc<AtomicBool>, mut ends: impl Stream + Unpin) {
    ends.next().await;
    tokio::time::sleep(HEARING).await;
    if heard.load(Ordering::SeqCst) {
        tokio::time::sleep(LEAVING).await;
    }
    tracing::error!("the screen didn't end when it was told to");
    crash::end(&estate, INTERRUPTED);
}

fn ends() -> io::Result<impl Stream + Unpin> {
    let terminate = unfolded(SignalKind::terminate())?;
    Ok(stream::select(terminate, unfolded(SignalKind::hangup())?))
}

fn streams() -> io::Result<impl Stream<Item = Signal> + Send> {
    let kinds = [
        (SignalKind::interrupt(), Signal::Interrupt),
        (SignalKind::terminate(), Signal::Terminate),
        (SignalKind::hangup(), Signal::Terminate),
        (SignalKind::from_raw(rustix::process::Signal::CONT.as_raw()), Signal::Continue),
    ];
    let mut streams = Vec::new();
    for (kind, meaning) in kinds {
        streams.push(unfolded(kind)?.map(move |()| meaning).boxed());
    }
    #[cfg(debug_assertions)]
    streams.push(super::rehearsal::mishaps()?);
    Ok(stream::select_all(streams))
}

fn unfolded(kind: SignalKind) -> io::Result<impl Stream<Item = ()> + Send + Unpin> {
    let signals = stream::unfold(signal(kind)?, |mut signals| async move {
        signals.recv().await.map(|()| ((), signals))
    });
    Ok(signals.boxed())
}
