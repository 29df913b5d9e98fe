//! One client after the other over TCP, on this machine only.

use super::codec::{Codec, Incoming};
use super::conversation::{Open, serve};
use super::wire::{Asked, Out, Refusal};
use futures::{SinkExt, StreamExt};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::codec::{FramedRead, FramedWrite};
use tokio_util::sync::CancellationToken;

/// Whoever is turned away gets so long to say what it wanted.
const TURNING_AWAY: Duration = Duration::from_secs(2);

/// A client that has left may see its connection end while the session is still put in order: the
/// next one waits so long for that.
const LEAVING: Duration = Duration::from_secs(1);

/// So long after an error the next client is accepted.
const AFTER_ERROR: Duration = Duration::from_millis(100);

/// Why nobody can be listened for.
#[derive(Debug, thiserror::Error)]
#[error("{0} is no loopback address: whoever reaches it could run code on the instance")]
pub struct NotLoopback(pub SocketAddr);

/// Listens on this machine alone.
pub async fn bind(address: SocketAddr) -> Result<io::Result<TcpListener>, NotLoopback> {
    if !address.ip().is_loopback() {
        return Err(NotLoopback(address));
    }
    Ok(TcpListener::bind(address).await)
}

/// Serves one client at a time until somebody says stop; others are told so.
pub async fn listen(listener: TcpListener, open: &Open, stop: &CancellationToken) {
    let mut next = None;
    loop {
        let stream = if let Some(stream) = next.take() {
            stream
        } else {
            tokio::select! {
                accepted = accept(&listener) => accepted,
                () = stop.cancelled() => return,
            }
        };
        let (input, output) = stream.into_split();
        let serving = serve(input, output, open, stop);
        tokio::pin!(serving);
        loop {
            let other = tokio::select! {
                () = &mut serving => break,
                other = accept(&listener) => other,
            };
            if timeout(LEAVING, &mut serving).await.is_ok() {
                next = Some(other);
                break;
            }
            tokio::spawn(async move {
                let _ = timeout(TURNING_AWAY, turn_away(other)).await;
            });
        }
    }
}

/// The next client. That one can't be accepted, because it has gone or files are short, ends no session.
async fn accept(listener: &TcpListener) -> TcpStream {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return stream,
            Err(error) => {
                tracing::warn!(%error, "an editor could not be accepted");
                sleep(AFTER_ERROR).await;
            }
        }
    }
}

/// Its first request fails, with the reason.
async fn turn_away(stream: TcpStream) {
    let (input, output) = stream.into_split();
    let mut frames = FramedRead::new(input, Codec::default());
    let Some(Ok(Incoming::Message(message))) = frames.next().await else { return };
    let Ok(asked) = Asked::of(&message) else { return };
    let (out, mut messages) = Out::new();
    out.refuse(&asked, &Refusal::shown("another editor debugs here: one at a time"));
    if let Some(mut message) = messages.recv().await {
        message["seq"] = 1.into();
        // Whoever has gone meanwhile need not be told.
        let _ = FramedWrite::new(output, Codec::default()).send(message).await;
    }
}
