//! An editor: writes requests, reads what comes, and holds every message against the schema.

use super::schema;
use crate::sandbox::stand::{STEPS, Stand, line};
use crate::testkit::attached::session_parts;
use crate::testkit::patience::PATIENCE;
use haltscope::dap::{self, Opened, Refused, Wanted};
use haltscope::runtime::{Clock, Desk, WhenInUse};
use haltscope::session::Saved;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The fixtures' folder with the cartridges.
pub fn cartridges() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/cartridges")
}

/// The controller whose lines carry marks, on this machine.
pub fn steps() -> String {
    cartridges().join(STEPS.trim_start_matches('/')).display().to_string()
}

/// The program, as editors start it, with an empty home.
pub fn program(arguments: &[&str], stand: &Stand, home: &TempDir) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_haltscope"));
    command
        .args(arguments)
        .env("HOME", home.path())
        .env("XDG_STATE_HOME", home.path())
        .env("XDG_CONFIG_HOME", home.path())
        .env("SFCC_SERVER", format!("http://{}", stand.sandbox.http_addr()))
        .env("SFCC_USERNAME", "admin")
        .env("SFCC_PASSWORD", "haltscope-demo")
        .current_dir(cartridges())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}

/// One side of the conversation.
pub struct Editor {
    pub input: Box<dyn AsyncWrite + Unpin + Send>,
    output: BufReader<Box<dyn AsyncRead + Unpin + Send>>,
    seq: i64,
    last_seq: i64,
    waiting: VecDeque<Value>,
    /// The program, if it is one.
    pub child: Option<Child>,
    pub home: Option<TempDir>,
}

impl Editor {
    pub fn over(
        input: impl AsyncWrite + Unpin + Send + 'static,
        output: impl AsyncRead + Unpin + Send + 'static,
    ) -> Self {
        let output: Box<dyn AsyncRead + Unpin + Send> = Box::new(output);
        Self {
            input: Box::new(input),
            output: BufReader::new(output),
            seq: 0,
            last_seq: 0,
            waiting: VecDeque::new(),
            child: None,
            home: None,
        }
    }

    /// Closes the end that reads.
    pub fn writes_only(self) -> Box<dyn AsyncWrite + Unpin + Send> {
        self.input
    }

    /// Talks with the program over its pipes.
    pub fn start(stand: &Stand) -> Self {
        let home = TempDir::new().expect("a folder");
        let mut child = program(&["dap"], stand, &home).spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let mut editor = Self::over(input.expect("a pipe"), output.expect("a pipe"));
        editor.child = Some(child);
        editor.home = Some(home);
        editor
    }

    /// Talks with an adapter in this process that attaches to an address.
    pub fn in_process(url: &str) -> Self {
        let url = url.to_owned();
        Self::served_by(move |_| {
            let (session, parts) = session_parts(&url, Saved::default(), Clock::system());
            let desk = Desk::start(session, parts);
            let (when_in_use, folder) = (WhenInUse::Refuse, cartridges());
            Ok(Opened { desk, when_in_use, folder, close: Box::pin(async {}) })
        })
    }

    /// Talks with an adapter in this process that takes its desks from there.
    pub fn served_by(
        open: impl Fn(&Wanted) -> Result<Opened, Refused> + Send + Sync + 'static,
    ) -> Self {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            let (input, output) = tokio::io::split(theirs);
            dap::serve(input, output, &open, &CancellationToken::new()).await;
        });
        let (output, input) = tokio::io::split(ours);
        Self::over(input, output)
    }

    /// Past `initialize` and `attach`, with an empty configuration.
    pub async fn attached(mut self) -> Self {
        self.initialize(json!({})).await;
        self.done("attach", json!({})).await;
        self.event("initialized").await;
        self.done("configurationDone", json!({})).await;
        self
    }

    pub async fn initialize(&mut self, more: Value) -> Value {
        let mut arguments = json!({
            "adapterID": "haltscope", "clientID": "test", "linesStartAt1": true,
            "columnsStartAt1": true, "pathFormat": "path", "supportsVariableType": true,
        });
        for (key, value) in more.as_object().expect("an object") {
            arguments[key] = value.clone();
        }
        self.done("initialize", arguments).await
    }

    pub async fn raw(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).await.expect("written");
        self.input.flush().await.expect("written");
    }

    /// Sends a request; gives its number.
    pub async fn send(&mut self, command: &str, arguments: Value) -> i64 {
        self.seq += 1;
        let request = json!({
            "seq": self.seq, "type": "request", "command": command, "arguments": arguments,
        });
        let text = request.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes()).await;
        self.seq
    }

    /// Sends a request and gives its answer.
    pub async fn ask(&mut self, command: &str, arguments: Value) -> Value {
        let seq = self.send(command, arguments).await;
        self.answer(seq).await
    }

    /// The answer's body of a request that succeeds.
    #[track_caller]
    pub fn done(
        &mut self,
        command: &str,
        arguments: Value,
    ) -> impl Future<Output = Value> + use<'_> {
        let command = command.to_owned();
        async move {
            let answer = self.ask(&command, arguments).await;
            assert_eq!(answer["success"], true, "{command}: {answer}");
            answer["body"].clone()
        }
    }

    /// The text for the user of a request that fails.
    pub async fn fails(&mut self, command: &str, arguments: Value) -> String {
        let answer = self.ask(command, arguments).await;
        assert_eq!(answer["success"], false, "{command}: {answer}");
        let text = answer["body"]["error"]["variables"]["text"].as_str();
        text.unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    pub async fn answer(&mut self, seq: i64) -> Value {
        self.wait_for(|it| it["type"] == "response" && it["request_seq"] == seq).await
    }

    /// The body of the next event of that name.
    pub async fn event(&mut self, name: &str) -> Value {
        self.wait_for(|it| it["event"] == name).await["body"].clone()
    }

    /// The next message that fits; others wait for whoever asks for them.
    pub async fn wait_for(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.waiting.iter().position(&fits) {
            return self.waiting.remove(at).expect("it is there");
        }
        loop {
            let read = timeout(PATIENCE, self.read()).await;
            let read = read.unwrap_or_else(|_| panic!("nothing fits: {:?}", self.waiting));
            let message = read.expect("the adapter is there");
            if fits(&message) {
                return message;
            }
            self.waiting.push_back(message);
        }
    }

    /// What has come and nobody has asked for.
    pub fn unasked(&self, event: &str) -> usize {
        self.waiting.iter().filter(|it| it["event"] == event).count()
    }

    /// The next message, as the schema has it and numbered on; `None` at the end.
    pub async fn read(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut header = String::new();
            if self.output.read_line(&mut header).await.ok()? == 0 {
                return None;
            }
            match header.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().expect("a length"),
                _ => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).await.ok()?;
        let message: Value = serde_json::from_slice(&body).expect("JSON");
        schema::check(&message);
        assert_eq!(message["seq"], self.last_seq + 1, "{message}");
        self.last_seq += 1;
        Some(message)
    }

    /// Sets the breakpoints of the marked controller.
    pub async fn break_at(&mut self, breakpoints: Value) -> Value {
        let source = json!({ "path": steps(), "name": "Steps.js" });
        let arguments = json!({ "source": source, "breakpoints": breakpoints });
        self.done("setBreakpoints", arguments).await["breakpoints"].clone()
    }

    /// The frame where a thread stands.
    pub async fn top(&mut self, thread: &Value) -> Value {
        let arguments = json!({ "threadId": thread, "startFrame": 0, "levels": 1 });
        self.done("stackTrace", arguments).await["stackFrames"][0].clone()
    }

    /// The variables of a scope of a frame, by their names.
    pub async fn scope(&mut self, frame: &Value, name: &str) -> Vec<Value> {
        let scopes = self.done("scopes", json!({ "frameId": frame["id"] })).await;
        let scopes = scopes["scopes"].as_array().expect("scopes").clone();
        let scope = scopes.iter().find(|scope| scope["name"] == name).expect("the scope");
        self.children(&scope["variablesReference"]).await
    }

    pub async fn children(&mut self, reference: &Value) -> Vec<Value> {
        let body = self.done("variables", json!({ "variablesReference": reference })).await;
        body["variables"].as_array().expect("variables").clone()
    }

    pub async fn evaluate(&mut self, frame: &Value, expression: &str, context: &str) -> Value {
        let arguments =
            json!({ "expression": expression, "frameId": frame["id"], "context": context });
        self.done("evaluate", arguments).await
    }

    /// Leaves; nothing may be left of it on the instance.
    pub async fn leave(mut self) {
        self.done("disconnect", json!({})).await;
        assert_eq!(timeout(PATIENCE, self.read()).await.expect("in time"), None);
    }
}

/// The line of a mark, for a breakpoint.
pub fn at(mark: &str) -> Value {
    json!({ "line": line(mark) })
}
