//! Panics on demand, in debug builds: `HALTSCOPE_REHEARSE_PANIC` says where (`screen` or `task`),
//! SIGUSR1 says when. How a crash leaves terminal and server can't be tested without one.

use crate::tui::Signal;
use futures::stream::{self, BoxStream, StreamExt};
use std::io;
use tokio::signal::unix::{SignalKind, signal};

/// A stream for the screen's loop, which panics in the loop or sees a task panic.
pub(super) fn panics() -> io::Result<BoxStream<'static, Signal>> {
    let Ok(place) = std::env::var("HALTSCOPE_REHEARSE_PANIC") else {
        return Ok(stream::pending().boxed());
    };
    let mut asked = signal(SignalKind::user_defined1())?;
    if place == "screen" {
        return Ok(stream::once(async move {
            asked.recv().await;
            panic!("a panic was asked for in the screen");
        })
        .boxed());
    }
    tokio::spawn(async move {
        asked.recv().await;
        panic!("a panic was asked for in a task");
    });
    Ok(stream::pending().boxed())
}
