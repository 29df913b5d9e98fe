//! The table over the Debug Adapter Protocol.

use super::front::{FrontEnd, Wanted};
use super::world::{SCRIPT, World};
use crate::dap::editor::Editor;
use crate::testkit::attached::session_at;
use haltscope::dap::Opened;
use haltscope::runtime::{Desk, WhenInUse};
use haltscope::session::{Command, KeepAliveMode, StepKind};
use serde_json::{Value, json};

/// An editor.
pub struct OverDap {
    editor: Editor,
    /// The protocol has no word for what the server's clock does.
    desk: Desk,
}

impl OverDap {
    async fn frame(&mut self, thread: u64, frame: usize) -> Value {
        let arguments = json!({"threadId": thread, "startFrame": frame, "levels": 1});
        self.editor.done("stackTrace", arguments).await["stackFrames"][0].clone()
    }

    async fn told(&mut self, text: &str) -> Value {
        let mut told = self
            .editor
            .wait_for(|it| {
                let output = it["body"]["output"].as_str().unwrap_or_default();
                it["event"] == "output" && output.contains(text)
            })
            .await;
        told["body"].take()
    }
}

impl FrontEnd for OverDap {
    async fn attached(world: &World, breakpoints: &[Wanted]) -> Self {
        let (url, folder, timeout) = (world.url(), world.folder().to_owned(), world.halt_timeout);
        let (desks, mut opened) = tokio::sync::mpsc::unbounded_channel();
        let editor = Editor::served_by(move |_| {
            let (session, parts) = session_at(&url, &folder, timeout);
            let desk = Desk::start(session, parts);
            // A restart opens another one, which nobody asks for.
            let _ = desks.send(desk.clone());
            let (when_in_use, folder) = (WhenInUse::Refuse, folder.clone());
            Ok(Opened { desk, when_in_use, folder, close: Box::pin(async {}) })
        });
        let mut editor = editor.attached().await;
        let one = |it: &Wanted| json!({"line": it.line, "logMessage": it.log.unwrap_or_default()});
        let all: Vec<Value> = breakpoints.iter().map(one).collect();
        let arguments = json!({"source": {"path": world.script()}, "breakpoints": all});
        let set = editor.done("setBreakpoints", arguments).await;
        for breakpoint in set["breakpoints"].as_array().expect("a list") {
            assert_eq!(breakpoint["verified"], true, "{breakpoint}");
        }
        Self { editor, desk: opened.recv().await.expect("it was opened") }
    }

    async fn stopped(&mut self, line: u32) -> u64 {
        let stopped = self.editor.event("stopped").await;
        let thread = stopped["threadId"].as_u64().expect("a thread");
        assert_eq!(self.frame(thread, 0).await["line"], line, "{stopped}");
        thread
    }

    async fn step(&mut self, thread: u64, kind: StepKind) {
        let command = match kind {
            StepKind::Into => "stepIn",
            StepKind::Over => "next",
            StepKind::Out => "stepOut",
        };
        self.editor.done(command, json!({"threadId": thread})).await;
    }

    async fn resume(&mut self, thread: u64) {
        let answer = self.editor.done("continue", json!({"threadId": thread})).await;
        assert_eq!(answer["allThreadsContinued"], false);
    }

    async fn evaluate(&mut self, thread: u64, frame: usize, expression: &str) -> String {
        let frame = self.frame(thread, frame).await;
        let result = self.editor.evaluate(&frame, expression, "watch").await;
        result["result"].as_str().expect("a text").to_owned()
    }

    async fn entry(&mut self, thread: u64, path: &str, index: u64) -> (u64, String) {
        let frame = self.frame(thread, 0).await;
        let list = self.editor.evaluate(&frame, path, "watch").await;
        let arguments = json!({
            "variablesReference": list["variablesReference"], "filter": "indexed",
            "start": index, "count": 1,
        });
        let page = self.editor.done("variables", arguments).await;
        let entry = &page["variables"][0];
        assert_eq!(entry["evaluateName"], format!("{path}[{index}]"));
        let value = entry["value"].as_str().expect("an entry").to_owned();
        (list["indexedVariables"].as_u64().expect("a number"), value)
    }

    async fn variable(&mut self, thread: u64, name: &str) -> String {
        let frame = self.frame(thread, 0).await;
        let local = self.editor.scope(&frame, "Local").await;
        let it = local.iter().find(|it| it["name"] == name).expect("it is there");
        it["value"].as_str().expect("a text").to_owned()
    }

    async fn logged(&mut self, text: &str, line: u32) {
        let told = self.told(text).await;
        let (place, data) = (&told["source"]["path"], &told["data"]);
        assert!(place.as_str().is_some_and(|path| path.ends_with(SCRIPT)), "{told}");
        assert_eq!(told["line"], line);
        assert!(data["threadId"].is_u64() && data["breakpointId"].is_u64(), "{told}");
    }

    async fn let_expire(&mut self) {
        self.desk.command(Command::KeepAlive(KeepAliveMode::Off));
    }

    async fn expired(&mut self, thread: u64) {
        let warned = self.told(&format!("T{thread} ends in ")).await;
        assert!(warned["output"].to_string().contains("renews it"), "{warned}");
        self.editor
            .wait_for(|it| {
                let body = &it["body"];
                it["event"] == "thread" && body["reason"] == "exited" && body["threadId"] == thread
            })
            .await;
        self.told("expired").await;
    }

    async fn disabled(&mut self) {
        self.told("removed by another program").await;
    }

    async fn come_back(&mut self) {
        self.editor.done("restart", json!({})).await;
    }

    async fn offline(&mut self) {
        self.told("no connection").await;
    }

    async fn online(&mut self) {
        self.told("the connection is back").await;
    }

    async fn detach(self) {
        self.editor.leave().await;
    }
}
