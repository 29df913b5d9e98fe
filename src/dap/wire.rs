//! What is told to the client.

use super::codec::Fault;
use crate::api::wording::plain;
use dapts::{IEvent, IRequest, Message};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{Notify, mpsc};

/// The protocol's own word for a request that was given up.
const CANCELLED: &str = "cancelled";
/// The protocol's own word for a request that needs a halted thread.
const NOT_STOPPED: &str = "notStopped";

/// Stands for the number of a message that has none: no client counts so far.
const NUMBERLESS: i64 = i32::MAX as i64;

/// So many messages wait for a client before no more is read from it, and no change is told.
const MOST_WAITING: usize = 4_096;

/// A request as it came.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked {
    pub(super) seq: i64,
    pub(super) command: String,
    pub(super) arguments: Value,
}

impl Asked {
    /// From a message; its number and what it is lacking, if it isn't a request.
    pub(super) fn of(message: &Value) -> Result<Self, (i64, String)> {
        // The protocol counts from 1, but there are clients that count from 0.
        let seq = message["seq"].as_i64().filter(|seq| *seq >= 0).unwrap_or(NUMBERLESS);
        let is_request = message["type"] == "request";
        match message["command"].as_str().filter(|_| is_request) {
            Some(command) => {
                let arguments = message["arguments"].clone();
                Ok(Self { seq, command: command.to_owned(), arguments })
            }
            None => {
                Err((seq, "not a request: it needs \"type\": \"request\" and a command".to_owned()))
            }
        }
    }

    /// Its arguments as the protocol has them; none at all are the same as empty ones.
    pub(super) fn arguments<T: DeserializeOwned>(&self) -> Result<T, Refusal> {
        let arguments = match &self.arguments {
            Value::Null => json!({}),
            arguments => arguments.clone(),
        };
        serde_json::from_value(arguments).map_err(|error| {
            let why = plain(&error.to_string());
            Refusal::quiet(format!("the arguments of {} can't be used: {why}", self.command))
        })
    }
}

/// Why a request is not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// For the client's program.
    pub(super) message: Option<&'static str>,
    /// For the user: cause, then what to do.
    pub(super) text: String,
    pub(super) shown: Shown,
}

/// Whether the editor shows a refusal by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    Yes,
    No,
}

impl Refusal {
    /// The user has to know.
    pub(super) fn shown(text: impl Into<String>) -> Self {
        Self { message: None, text: text.into(), shown: Shown::Yes }
    }

    /// It stands where it was asked for, and nowhere else.
    pub(super) fn quiet(text: impl Into<String>) -> Self {
        Self { message: None, text: text.into(), shown: Shown::No }
    }

    /// Only a halted thread can do that.
    pub(super) fn not_stopped(text: impl Into<String>) -> Self {
        Self { message: Some(NOT_STOPPED), ..Self::quiet(text) }
    }

    /// Nobody waits for it any more.
    pub(super) fn cancelled() -> Self {
        Self { message: Some(CANCELLED), ..Self::quiet("it was cancelled") }
    }
}

impl From<crate::session::Failure> for Refusal {
    fn from(failure: crate::session::Failure) -> Self {
        Self::quiet(failure.to_string())
    }
}

/// The queue to the client. What is said when nobody listens any more is lost.
///
/// Nothing is refused here: who is about to say more, because the client asks or something has
/// changed, waits until there is [`Out::room`].
#[derive(Clone, Debug)]
pub(super) struct Out {
    queue: mpsc::UnboundedSender<Value>,
    room: Arc<Room>,
}

/// The queue's other end: messages without their numbers.
#[derive(Debug)]
pub(super) struct Messages {
    queue: mpsc::UnboundedReceiver<Value>,
    room: Arc<Room>,
}

/// How full a queue is.
#[derive(Debug, Default)]
struct Room {
    waiting: AtomicUsize,
    taken: Notify,
}

impl Messages {
    /// The next one, once there is one; `None` when nobody says anything any more. Can be dropped
    /// at any moment.
    pub(super) async fn recv(&mut self) -> Option<Value> {
        let next = self.queue.recv().await?;
        self.room.waiting.fetch_sub(1, Ordering::Relaxed);
        self.room.taken.notify_one();
        Some(next)
    }
}

impl Out {
    /// The queue and its other end.
    pub(super) fn new() -> (Self, Messages) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let room = Arc::<Room>::default();
        let messages = Messages { queue: receiver, room: Arc::clone(&room) };
        (Self { queue: sender, room }, messages)
    }

    /// Waits until the client has taken enough of what was said; one may wait at a time.
    pub(super) async fn room(&self) {
        while self.room.waiting.load(Ordering::Relaxed) >= MOST_WAITING {
            self.room.taken.notified().await;
        }
    }

    pub(super) fn answer<R: IRequest>(&self, asked: &Asked, response: &R::Response) {
        self.answer_with(asked, body(response));
    }

    /// With a body that is written already; null is none.
    pub(super) fn answer_with(&self, asked: &Asked, body: Value) {
        let mut message = response_to(asked.seq, &asked.command, true);
        with_body(&mut message, body);
        self.send(message);
    }

    pub(super) fn refuse(&self, asked: &Asked, refusal: &Refusal) {
        self.refuse_number(asked.seq, &asked.command, refusal);
    }

    /// Something that isn't even a request.
    pub(super) fn refuse_message(&self, seq: i64, cause: &str) {
        self.refuse_number(seq, "", &Refusal::quiet(cause));
    }

    pub(super) fn unreadable(&self, fault: &Fault) {
        self.refuse_message(NUMBERLESS, &fault.to_string());
    }

    fn refuse_number(&self, seq: i64, command: &str, refusal: &Refusal) {
        let mut message = response_to(seq, command, false);
        message.insert("message".to_owned(), refusal.message.unwrap_or(&refusal.text).into());
        let error = Message {
            id: 1,
            // Braces would be taken for variables.
            format: "{text}".to_owned(),
            variables: Some(json!({ "text": refusal.text })),
            show_user: Some(refusal.shown == Shown::Yes),
            send_telemetry: None,
            url: None,
            url_label: None,
        };
        with_body(&mut message, json!({ "error": error }));
        self.send(message);
    }

    pub(super) fn event<E: IEvent>(&self, told: &E::Body) {
        let mut message = Map::new();
        message.insert("type".to_owned(), "event".into());
        message.insert("event".to_owned(), E::EVENT.into());
        with_body(&mut message, body(told));
        self.send(message);
    }

    fn send(&self, message: Map<String, Value>) {
        self.put(Value::Object(message));
    }

    fn put(&self, message: Value) {
        self.room.waiting.fetch_add(1, Ordering::Relaxed);
        let _ = self.queue.send(message);
    }
}

fn response_to(seq: i64, command: &str, success: bool) -> Map<String, Value> {
    let mut message = Map::new();
    message.insert("type".to_owned(), "response".into());
    message.insert("request_seq".to_owned(), seq.into());
    message.insert("success".to_owned(), success.into());
    message.insert("command".to_owned(), command.into());
    message
}

/// As JSON: the protocol's types have string keys only, so they can be written.
pub(super) fn body(body: &impl Serialize) -> Value {
    serde_json::to_value(body).unwrap_or_default()
}

fn with_body(message: &mut Map<String, Value>, body: Value) {
    if !body.is_null() {
        message.insert("body".to_owned(), body);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn there_is_no_room_until_the_client_takes_what_was_said() {
        let (out, mut messages) = Out::new();
        let asked = Asked { seq: 7, command: "threads".to_owned(), arguments: Value::Null };
        let say = || out.answer_with(&asked, Value::Null);
        (1..MOST_WAITING).for_each(|_| say());
        out.room().await;
        say();
        let mut room = Box::pin(out.room());
        assert!(futures::poll!(&mut room).is_pending());
        assert_eq!(messages.recv().await.expect("said")["request_seq"], 7);
        room.await;
    }

    #[test]
    fn clients_that_count_from_0_are_answered_under_their_numbers() {
        let check = |message: Value, expected: i64| {
            let seq = Asked::of(&message).map_or_else(|(seq, _)| seq, |asked| asked.seq);
            assert_eq!(seq, expected, "{message}");
        };
        check(json!({"seq": 0, "type": "request", "command": "initialize"}), 0);
        check(json!({"seq": 7, "type": "request", "command": "threads"}), 7);
        check(json!({"seq": 3, "type": "event"}), 3);
        check(json!({"seq": -1, "type": "request", "command": "threads"}), NUMBERLESS);
        check(json!({"type": "request", "command": "threads"}), NUMBERLESS);
    }
}
