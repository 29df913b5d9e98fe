//! What is no message is answered here: the SDK passes over some of it in silence, and answers the rest without an id.

use super::order::Order;
use crate::runtime::{InputLine, InputLines, LONGEST_LINE};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{
    AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, DuplexStream, duplex,
};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::task::AbortOnDropHandle;

/// So many bytes wait between the client and the SDK, each way.
const WAITING: usize = 64 << 10;
/// So many errors wait to be written before nothing more is read.
const WAITING_ERRORS: usize = 64;
/// By JSON-RPC.
const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;
/// What the client doesn't take in this time after the end is lost.
const FLUSHING: Duration = Duration::from_secs(2);

/// Stands between the client and the SDK as long as it is kept.
pub(super) struct Guard {
    _reading: AbortOnDropHandle<()>,
    writing: JoinHandle<()>,
}

impl Guard {
    /// The guard, and the SDK's two ends.
    pub(super) fn new(
        input: impl AsyncRead + Send + Unpin + 'static,
        output: impl AsyncWrite + Send + Unpin + 'static,
        order: Order,
    ) -> (Self, (DuplexStream, DuplexStream)) {
        let (passed_on, sdk_input) = duplex(WAITING);
        let (sdk_output, answers) = duplex(WAITING);
        let (refused, errors) = mpsc::channel(WAITING_ERRORS);
        let reading = tokio::spawn(read(input, passed_on, refused, order));
        let writing = tokio::spawn(write(answers, errors, output));
        (Self { _reading: AbortOnDropHandle::new(reading), writing }, (sdk_input, sdk_output))
    }

    /// Waits until the client has what was said, but not for long.
    pub(super) async fn finish(self) {
        let _ = tokio::time::timeout(FLUSHING, self.writing).await;
    }
}

/// Passes on what is JSON, until the input or the SDK has ended.
async fn read(
    input: impl AsyncRead + Unpin,
    mut passed_on: DuplexStream,
    refused: mpsc::Sender<String>,
    order: Order,
) {
    let mut lines = InputLines::new(BufReader::new(input));
    while let Some(line) = lines.next().await {
        let is_done = match line {
            InputLine::TooLong => {
                let words = format!("the line is longer than {LONGEST_LINE} bytes");
                refused.send(unparsed(&words)).await.is_ok()
            }
            InputLine::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => true,
            InputLine::Whole(mut line) => match message(&line) {
                Ok(message) => {
                    order.came(&message);
                    line.push(b'\n');
                    passed_on.write_all(&line).await.is_ok()
                }
                Err(error) => refused.send(error).await.is_ok(),
            },
        };
        if !is_done {
            return;
        }
    }
}

/// Writes the SDK's lines, and errors between them, until the SDK has ended.
async fn write(
    answers: DuplexStream,
    mut errors: mpsc::Receiver<String>,
    mut output: impl AsyncWrite + Unpin,
) {
    let mut answers = BufReader::new(answers).lines();
    loop {
        let line = tokio::select! {
            answer = answers.next_line() => match answer {
                Ok(Some(answer)) => answer,
                Ok(None) | Err(_) => return,
            },
            Some(error) = errors.recv() => error,
        };
        let written = output.write_all(format!("{line}\n").as_bytes()).await;
        if written.is_err() || output.flush().await.is_err() {
            return;
        }
    }
}

/// The message of a line; else the answer, under its id as far as it has one.
fn message(line: &[u8]) -> Result<Value, String> {
    let message: Value = serde_json::from_slice(line)
        .map_err(|error| unparsed(&format!("the line is no JSON: {error}")))?;
    let Some(problem) = problem(&message) else { return Ok(message) };
    let id = message.get("id").filter(|id| is_id(id));
    Err(answer(id, INVALID_REQUEST, &format!("Invalid request: {problem}")))
}

/// What keeps JSON from being a message. The SDK answers such a one without an id.
fn problem(message: &Value) -> Option<&'static str> {
    let Some(fields) = message.as_object() else { return Some("a message is an object") };
    let has = |name: &str| fields.contains_key(name);
    let is_answer = has("id") && (has("result") || has("error"));
    if fields.get("jsonrpc").is_none_or(|version| version != "2.0") {
        Some("jsonrpc is to be \"2.0\"")
    } else if fields.get("id").is_some_and(|id| !is_id(id)) {
        Some("an id is a whole number or a text")
    } else if !is_answer && !fields.get("method").is_some_and(Value::is_string) {
        Some("there is no method")
    } else if fields.get("params").is_some_and(|params| !params.is_object() && !params.is_null()) {
        Some("params are an object")
    } else {
        None
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_i64()
}

fn unparsed(words: &str) -> String {
    answer(None, PARSE_ERROR, &format!("Parse error: {words}"))
}

fn answer(id: Option<&Value>, code: i32, message: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}).to_string()
}
