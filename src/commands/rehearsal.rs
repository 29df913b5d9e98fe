//! Mishaps on demand, in debug builds: `HALTSCOPE_REHEARSE` says which (`panic in the screen`,
//! `panic in a task`, `screen that hangs`), SIGUSR1 says when. What they leave of terminal and
//! server can't be tested without them.

use crate::tui::Signal;
use futures::stream::{self, BoxStream, StreamExt};
use std::io;
use tokio::signal::unix::{SignalKind, signal};

/// A stream for the screen's loop, in which the mishap happens if it isn't a task's.
pub(super) fn mishaps() -> io::Result<BoxStream<'static, Signal>> {
    let Ok(mishap) = std::env::var("HALTSCOPE_REHEARSE") else {
        return Ok(stream::pending().boxed());
    };
    let mut asked = signal(SignalKind::user_defined1())?;
    if mishap == "panic in a task" {
        tokio::spawn(async move {
            asked.recv().await;
            panic!("a panic was asked for in a task");
        });
        return Ok(stream::pending().boxed());
    }
    let in_the_loop = async move {
        asked.recv().await;
        assert!(mishap == "screen that hangs", "a panic was asked for in the screen");
        tracing::warn!("the screen hangs, as was asked for");
        loop {
            std::thread::park();
        }
    };
    Ok(stream::once(in_the_loop).boxed())
}
