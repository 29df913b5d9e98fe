//! What is no JSON is answered here: the SDK passes over it in silence.

use crate::runtime::{InputLine, InputLines, LONGEST_LINE};
use serde::de::IgnoredAny;
use serde_json::json;
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
    ) -> (Self, (DuplexStream, DuplexStream)) {
        let (passed_on, sdk_input) = duplex(WAITING);
        let (sdk_output, answers) = duplex(WAITING);
        let (refused, errors) = mpsc::channel(WAITING_ERRORS);
        let reading = tokio::spawn(read(input, passed_on, refused));
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
) {
    let mut lines = InputLines::new(BufReader::new(input));
    while let Some(line) = lines.next().await {
        let is_done = match line {
            InputLine::TooLong => {
                let words = format!("the line is longer than {LONGEST_LINE} bytes");
                refused.send(words).await.is_ok()
            }
            InputLine::Whole(line) if line.iter().all(u8::is_ascii_whitespace) => true,
            InputLine::Whole(mut line) => match serde_json::from_slice::<IgnoredAny>(&line) {
                Ok(_) => {
                    line.push(b'\n');
                    passed_on.write_all(&line).await.is_ok()
                }
                Err(error) => refused.send(format!("the line is no JSON: {error}")).await.is_ok(),
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
            Some(words) = errors.recv() => error(&words),
        };
        let written = output.write_all(format!("{line}\n").as_bytes()).await;
        if written.is_err() || output.flush().await.is_err() {
            return;
        }
    }
}

fn error(words: &str) -> String {
    let error = json!({"code": -32700, "message": format!("Parse error: {words}")});
    json!({"jsonrpc": "2.0", "id": null, "error": error}).to_string()
}
