//! The table over the Model Context Protocol, with the client of its Rust SDK.

use super::front::{FrontEnd, Wanted};
use super::world::{SCRIPT, World};
use crate::mcp::assistant::Assistant;
use crate::sandbox::stand::until;
use crate::testkit::attached::session_at;
use haltscope::mcp::Opened;
use haltscope::runtime::{Desk, WhenInUse};
use haltscope::session::{Command, KeepAliveMode, StepKind};
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

/// A coding assistant.
pub struct OverMcp {
    assistant: Assistant,
    session: String,
    /// The breakpoints, to be set again in another session.
    breakpoints: Value,
    /// After this everything is new.
    cursor: u64,
    /// What a step was answered with: it is the stop itself.
    step: Option<Value>,
    /// Sessions as they are opened: no tool lets a thread run out of time.
    desks: UnboundedReceiver<Desk>,
    desk: Desk,
}

impl OverMcp {
    async fn call(&mut self, tool: &str, mut arguments: Value) -> Value {
        arguments["session_id"] = json!(self.session);
        self.assistant.done(tool, arguments).await
    }

    async fn wait(&mut self, timeout_ms: u64) -> Value {
        let arguments = json!({"timeout_ms": timeout_ms, "after": self.cursor});
        let told = self.call("debug_wait_for_stop", arguments).await;
        self.cursor = told["cursor"].as_u64().expect("a cursor");
        told
    }

    /// Waits until a line of output holds that.
    async fn said(&mut self, text: &str) -> Value {
        loop {
            let mut told = self.wait(50).await;
            let output = told["output"].as_array_mut().expect("lines").drain(..);
            let is_it = |said: &Value| said["text"].as_str().is_some_and(|it| it.contains(text));
            if let Some(said) = output.into_iter().find(is_it) {
                return said;
            }
        }
    }

    /// Waits until the session's connection is called that.
    async fn connection(&mut self, word: &str) {
        let assistant = &self.assistant;
        until(async || {
            let list = assistant.done("debug_list_sessions", json!({})).await;
            (list["sessions"][0]["connection"] == word).then_some(())
        })
        .await;
    }

    async fn start(&mut self) {
        let started = self.assistant.done("debug_start_session", json!({})).await;
        started["session_id"].as_str().expect("an id").clone_into(&mut self.session);
        self.desk = self.desks.recv().await.expect("it was opened");
        self.cursor = 0;
        let breakpoints = self.breakpoints.clone();
        let set = self.call("debug_set_breakpoints", json!({"breakpoints": breakpoints})).await;
        for breakpoint in set["breakpoints"].as_array().expect("a list") {
            assert_eq!(breakpoint["verified"], true, "{breakpoint}");
        }
    }
}

impl FrontEnd for OverMcp {
    async fn attached(world: &World, breakpoints: &[Wanted]) -> Self {
        let (url, folder, timeout) = (world.url(), world.folder().to_owned(), world.halt_timeout);
        let (opened, desks) = tokio::sync::mpsc::unbounded_channel();
        let assistant = Assistant::served_by(move |_| {
            let (session, parts) = session_at(&url, &folder, timeout);
            let desk = Desk::start(session, parts);
            opened.send(desk.clone()).expect("somebody takes it");
            let (when_in_use, folder, secrets) = (WhenInUse::Refuse, folder.clone(), Vec::new());
            let (cartridges, close) = (folder.clone(), Box::pin(async {}));
            Ok(Opened { desk, when_in_use, folder, cartridges, secrets, close })
        })
        .await;
        let script = world.script();
        let one = |it: &Wanted| json!({"file": script, "line": it.line, "log": it.log});
        let breakpoints = breakpoints.iter().map(one).collect();
        let (session, parts) = session_at(&world.url(), world.folder(), world.halt_timeout);
        let mut front = Self {
            assistant,
            session: String::new(),
            breakpoints,
            cursor: 0,
            step: None,
            desks,
            desk: Desk::start(session, parts),
        };
        front.start().await;
        front
    }

    async fn stopped(&mut self, line: u32) -> u64 {
        let told = match self.step.take() {
            Some(told) => told,
            None => self.wait(120_000).await,
        };
        assert_eq!(told["location"]["line"], line, "{told}");
        assert_eq!(told["stack"][0]["line"], line, "{told}");
        self.cursor = told["cursor"].as_u64().expect("a cursor");
        told["thread_id"].as_u64().expect("a thread")
    }

    async fn step(&mut self, thread: u64, kind: StepKind) {
        let tool = format!("debug_step_{}", kind.as_str());
        let arguments = json!({"thread_id": thread, "timeout_ms": 120_000});
        self.step = Some(self.call(&tool, arguments).await);
    }

    async fn resume(&mut self, thread: u64) {
        let told = self.call("debug_continue", json!({"thread_id": thread})).await;
        assert_eq!(told["status"], "running");
    }

    async fn evaluate(&mut self, thread: u64, frame: usize, expression: &str) -> String {
        let arguments =
            json!({"thread_id": thread, "frame_index": frame, "expression": expression});
        let told = self.call("debug_evaluate", arguments).await;
        assert_eq!(told["ran_in_live_request"] == true, expression != "many.length", "{told}");
        told["result"].as_str().expect("a text").to_owned()
    }

    async fn entry(&mut self, thread: u64, path: &str, index: u64) -> (u64, String) {
        let arguments =
            json!({"thread_id": thread, "object_path": path, "start": index, "count": 1});
        let told = self.call("debug_get_variables", arguments).await;
        let value = told["variables"][0]["value"].as_str().expect("an entry").to_owned();
        (told["total"].as_u64().expect("a number"), value)
    }

    async fn variable(&mut self, thread: u64, name: &str) -> String {
        let arguments = json!({"thread_id": thread, "scope": "local"});
        let told = self.call("debug_get_variables", arguments).await;
        let list = told["variables"].as_array().expect("variables");
        let it = list.iter().find(|it| it["name"] == name).expect("it is there");
        let shown = it["preview"].as_str().or_else(|| it["value"].as_str());
        shown.expect("a text").to_owned()
    }

    async fn logged(&mut self, text: &str, line: u32) {
        let told = self.said(text).await;
        let location = &told["location"];
        assert_eq!((&location["line"], &location["script_path"]), (&json!(line), &json!(SCRIPT)));
        assert_eq!(told["kind"], "logpoint");
        assert!(told["thread_id"].is_u64() && told["breakpoint_id"].is_u64(), "{told}");
    }

    async fn let_expire(&mut self) {
        self.desk.command(Command::KeepAlive(KeepAliveMode::Off));
    }

    async fn expired(&mut self, _thread: u64) {
        let warned = self.said("unless it is renewed").await;
        assert!(warned["hint"].to_string().contains("renews it"), "{warned}");
        assert_eq!(self.said("expired").await["kind"], "error");
    }

    async fn disabled(&mut self) {
        self.connection("DISABLED").await;
        let told = self.wait(0).await;
        assert!(told["hint"].to_string().contains("DISABLED"), "{told}");
    }

    async fn come_back(&mut self) {
        let told = self.call("debug_reattach", json!({})).await;
        assert_eq!(told["connection"], "WAITING", "{told}");
    }

    async fn offline(&mut self) {
        self.connection("OFFLINE").await;
    }

    async fn online(&mut self) {
        let assistant = &self.assistant;
        until(async || {
            let list = assistant.done("debug_list_sessions", json!({})).await;
            (list["sessions"][0]["connection"] != "OFFLINE").then_some(())
        })
        .await;
    }

    async fn detach(self) {
        self.assistant.leave().await;
    }
}
