//! Decoding, which for large bodies is the work of one thread.
//!
//! Requests aren't held up by it, and the memory that an allocator keeps for a thread that once
//! needed much is kept once: each worker would have its own share of it.

use super::{
    Decoded,
    room::{Hold, weight},
};
use crate::sandbox::{json, refusal::Refusal};
use axum::http::StatusCode;
use serde_json::{Map, Value};
use std::{
    sync::{OnceLock, mpsc},
    thread,
};
use tokio::sync::oneshot;

/// The thread for large bodies, which begins with the first of them.
#[derive(Debug, Default)]
pub(super) struct Decoder(OnceLock<mpsc::Sender<Task>>);

/// Bytes with the room for what they may become.
#[derive(Debug)]
struct Task {
    bytes: Vec<u8>,
    hold: Hold,
    decoded: oneshot::Sender<Result<Decoded, Refusal>>,
}

impl Decoder {
    /// Decodes on the thread for large bodies.
    pub(super) async fn decode(&self, bytes: Vec<u8>, hold: Hold) -> Result<Decoded, Refusal> {
        let (decoded, answer) = oneshot::channel();
        let tasks = self.0.get_or_init(start);
        if let Err(mpsc::SendError(task)) = tasks.send(Task { bytes, hold, decoded }) {
            // There is no such thread: the system has none to give.
            return decode(&task.bytes, task.hold);
        }
        answer.await.unwrap_or_else(|_| {
            let message = "The sandbox failed; its log says more.";
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Err(Refusal::new(status, "InternalServerError", message))
        })
    }
}

/// Decodes here and now, and gives back the room that isn't needed.
pub(super) fn decode(bytes: &[u8], mut hold: Hold) -> Result<Decoded, Refusal> {
    let document = match bytes {
        b"" => Value::Object(Map::new()),
        bytes => json::decode(bytes).map_err(|error| json::undecodable(bytes, &error))?,
    };
    hold.keep(weight(&document));
    Ok(Decoded { document, hold })
}

fn start() -> mpsc::Sender<Task> {
    let (sender, tasks) = mpsc::channel::<Task>();
    let work = move || {
        for Task { bytes, hold, decoded } in tasks {
            // Whoever asked may be gone.
            drop(decoded.send(decode(&bytes, hold)));
        }
    };
    if let Err(error) = thread::Builder::new().name("bodies".to_owned()).spawn(work) {
        tracing::warn!(%error, "large bodies have no thread of their own");
    }
    sender
}
