//! Decoding, which for large bodies is the work of one thread.
//!
//! Requests aren't held up by it, and the memory that an allocator keeps for a thread that once
//! needed much is kept once: each worker would have its own share of it.

use super::room::{Hold, weight};
use crate::api::strict;
use crate::sandbox::refusal::Refusal;
use axum::http::StatusCode;
use serde_json::{Map, Value};
use std::{
    sync::{OnceLock, mpsc},
    thread,
};
use tokio::sync::oneshot;

/// The thread for large bodies, which begins with the first of them. No more wait for it than have
/// a [`Hold`] of the room for bodies.
#[derive(Debug, Default)]
pub(super) struct Decoder(OnceLock<mpsc::Sender<Task>>);

/// Bytes with the room for what they may become.
#[derive(Debug)]
struct Task {
    bytes: Vec<u8>,
    hold: Hold,
    read: oneshot::Sender<Read>,
}

/// Bytes and what they say, or why that can't be read, with the room for both.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) bytes: Vec<u8>,
    pub(super) document: Result<Value, serde_json::Error>,
    /// What the document needs of the room.
    pub(super) weight: usize,
    pub(super) hold: Hold,
}

impl Decoder {
    /// Decodes on the thread for large bodies.
    pub(super) async fn decode(&self, bytes: Vec<u8>, hold: Hold) -> Result<Read, Refusal> {
        let (read, answer) = oneshot::channel();
        let tasks = self.0.get_or_init(start);
        if let Err(mpsc::SendError(task)) = tasks.send(Task { bytes, hold, read }) {
            // There is no such thread: the system has none to give.
            return Ok(decode(task.bytes, task.hold));
        }
        answer.await.map_err(|_| {
            let message = "The sandbox failed; its log says more.";
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Refusal::new(status, "InternalServerError", message)
        })
    }
}

/// Decodes here and now what needs no more than the room that it has.
pub(super) fn decode(bytes: Vec<u8>, hold: Hold) -> Read {
    let document = match bytes.as_slice() {
        b"" => Ok(Value::Object(Map::new())),
        bytes => strict::decode_within(bytes, hold.bytes()),
    };
    let weight = document.as_ref().map_or(0, weight);
    Read { bytes, document, weight, hold }
}

fn start() -> mpsc::Sender<Task> {
    let (sender, tasks) = mpsc::channel::<Task>();
    let work = move || {
        for Task { bytes, hold, read } in tasks {
            // Whoever asked may be gone.
            drop(read.send(decode(bytes, hold)));
        }
    };
    if let Err(error) = thread::Builder::new().name("bodies".to_owned()).spawn(work) {
        tracing::warn!(%error, "large bodies have no thread of their own");
    }
    sender
}
