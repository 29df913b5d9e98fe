//! What is told to the client.

use super::codec::Fault;
use crate::api::wording::plain;
use dapts::event::Output;
use dapts::{IEvent, IRequest, Message, OutputEvent};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::mpsc;

/// The protocol's own word for a request that was given up.
const CANCELLED: &str = "cancelled";
/// The protocol's own word for a request that needs a halted thread.
const NOT_STOPPED: &str = "notStopped";

/// Stands for the number of a message that has none: no client counts so far.
const NUMBERLESS: i64 = i32::MAX as i64;

/// So many messages wait for a client before output is left out.
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

/// The queue to the client. What is said when nobody listens any more is lost; where a client takes
/// nothing, so is output that has no room, and it is told how much.
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
    /// Output that was left out, and not told so far.
    left_out: AtomicUsize,
}

impl Room {
    /// What tells of output that was left out, if there was some.
    fn lost(&self) -> Option<Value> {
        let count = self.left_out.swap(0, Ordering::Relaxed);
        let text = format!("haltscope: {count} outputs were left out, as they came too fast\n");
        let body = json!({ "category": "important", "output": text });
        (count > 0).then(|| json!({ "type": "event", "event": Output::EVENT, "body": body }))
    }
}

impl Messages {
    /// The next one, once there is one; `None` when nobody says anything any more. Can be dropped
    /// at any moment.
    pub(super) async fn recv(&mut self) -> Option<Value> {
        if self.queue.is_empty()
            && let Some(told) = self.room.lost()
        {
            return Some(told);
        }
        let next = self.queue.recv().await;
        self.room.waiting.fetch_sub(usize::from(next.is_some()), Ordering::Relaxed);
        next
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

    /// What scripts and log points say may be more than a client takes.
    pub(super) fn output(&self, told: &OutputEvent) {
        if self.room.waiting.load(Ordering::Relaxed) >= MOST_WAITING {
            self.room.left_out.fetch_add(1, Ordering::Relaxed);
            return;
        }
        if let Some(told) = self.room.lost() {
            self.put(told);
        }
        self.event::<Output>(told);
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
    async fn output_that_nobody_takes_is_counted_in_place_of_kept() {
        let (out, mut messages) = Out::new();
        let say = |text: &str| {
            let told = json!({ "category": "console", "output": text });
            out.output(&serde_json::from_value(told).expect("an event"));
        };
        let asked = Asked { seq: 7, command: "threads".to_owned(), arguments: Value::Null };
        (0..MOST_WAITING).for_each(|_| say("kept"));
        (0..3).for_each(|_| say("too much"));
        out.answer_with(&asked, Value::Null);
        for _ in 0..MOST_WAITING {
            assert_eq!(messages.recv().await.expect("said")["body"]["output"], "kept");
        }
        assert_eq!(messages.recv().await.expect("said")["request_seq"], 7, "answers always go");
        let lost = messages.recv().await.expect("told");
        let text = lost["body"]["output"].as_str().expect("a text");
        assert!(text.contains("3 outputs were left out"), "{text}");
        (0..=MOST_WAITING).for_each(|_| say("again"));
        messages.recv().await.expect("said");
        messages.recv().await.expect("said");
        say("there is room");
        drop(out);
        let mut rest = Vec::new();
        while let Some(message) = messages.recv().await {
            rest.push(message["body"]["output"].as_str().expect("a text").to_owned());
        }
        let told = &rest[rest.len() - 2..];
        assert!(
            told[0].contains("1 outputs were left out") && told[1] == "there is room",
            "{told:?}"
        );
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
