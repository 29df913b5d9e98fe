//! The table over `haltscope rpc`'s lines.

use super::front::{FrontEnd, Wanted};
use super::world::{SCRIPT, World};
use crate::testkit::attached::session_at;
use crate::testkit::patience::PATIENCE;
use haltscope::rpc::{Ending, Surroundings, run};
use haltscope::runtime::{Desk, WhenInUse};
use haltscope::session::{Leaving, StepKind};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// A script's end of the lines.
pub struct OverRpc {
    input: DuplexStream,
    output: Lines<BufReader<DuplexStream>>,
    /// Events that came while an answer was waited for.
    events: Vec<Value>,
    asked: u64,
    served: JoinHandle<Ending>,
}

impl OverRpc {
    async fn line(&mut self) -> Value {
        let line = timeout(PATIENCE, self.output.next_line()).await.expect("a line in time");
        let line = line.expect("a line").expect("it goes on");
        serde_json::from_str(&line).expect("a line of JSON")
    }

    async fn call(&mut self, command: &str, args: Value) -> Result<Value, Value> {
        self.asked += 1;
        let line = json!({"id": self.asked, "command": command, "args": args});
        self.input.write_all(format!("{line}\n").as_bytes()).await.expect("it is read");
        loop {
            let mut line = self.line().await;
            if line["id"] == self.asked {
                return if line["error"].is_null() { Ok(line["result"].take()) } else { Err(line) };
            }
            self.events.push(line);
        }
    }

    async fn event(&mut self, fits: impl Fn(&str, &Value) -> bool) -> Value {
        loop {
            let fitting =
                |event: &Value| fits(event["event"].as_str().unwrap_or_default(), &event["data"]);
            if let Some(at) = self.events.iter().position(fitting) {
                return self.events.remove(at)["data"].take();
            }
            let line = self.line().await;
            self.events.push(line);
        }
    }
}

impl FrontEnd for OverRpc {
    async fn attached(world: &World, breakpoints: &[Wanted]) -> Self {
        let (session, parts) = session_at(&world.url(), world.folder(), world.halt_timeout);
        let desk = Desk::start(session, parts);
        timeout(PATIENCE, desk.attach(WhenInUse::Refuse))
            .await
            .expect("in time")
            .expect("attached");
        let (input, ours) = tokio::io::duplex(1 << 16);
        let (theirs, output) = tokio::io::duplex(1 << 16);
        let surroundings = Surroundings { desk: desk.clone(), folder: world.folder().to_owned() };
        let served = tokio::spawn(async move {
            let never = std::future::pending();
            let ending = run(surroundings, BufReader::new(ours), theirs, never).await;
            desk.leave(Leaving::LetRun).await;
            ending
        });
        let output = BufReader::new(output).lines();
        let mut front = Self { input, output, events: Vec::new(), asked: 0, served };
        front.event(|name, _| name == "ready").await;
        let one = |wanted: &Wanted| json!({"file": SCRIPT, "line": wanted.line, "log": wanted.log});
        let all: Vec<Value> = breakpoints.iter().map(one).collect();
        let set = front.call("set_breakpoints", json!({"breakpoints": all})).await.expect("set");
        for breakpoint in set["breakpoints"].as_array().expect("a list") {
            assert_eq!(breakpoint["verified"], true, "{breakpoint}");
            assert_eq!(breakpoint["file"], json!(world.script()), "{breakpoint}");
        }
        front
    }

    async fn stopped(&mut self, line: u32) -> u64 {
        let stopped = self.event(|name, _| name == "thread_stopped").await;
        assert_eq!(stopped["location"]["line"], line, "{stopped}");
        stopped["thread_id"].as_u64().expect("a thread")
    }

    async fn step(&mut self, thread: u64, kind: StepKind) {
        let command = format!("step_{}", kind.as_str());
        let result = self.call(&command, json!({"thread_id": thread})).await;
        assert_eq!(result, Ok(json!({"thread_id": thread, "action": command})));
    }

    async fn resume(&mut self, thread: u64) {
        self.call("continue", json!({"thread_id": thread})).await.expect("it runs");
        self.event(|name, data| name == "thread_continued" && data["thread_id"] == thread).await;
    }

    async fn evaluate(&mut self, thread: u64, frame: usize, expression: &str) -> String {
        let args = json!({"thread_id": thread, "frame_index": frame, "expression": expression});
        let result = self.call("evaluate", args).await.expect("a value");
        result["result"].as_str().expect("a text").to_owned()
    }

    async fn entry(&mut self, thread: u64, path: &str, index: u64) -> (u64, String) {
        let args = json!({"thread_id": thread, "object_path": path, "start": index, "count": 1});
        let page = self.call("get_variables", args).await.expect("members");
        let value = page["variables"][0]["value"].as_str().expect("an entry").to_owned();
        assert_eq!(page["variables"][0]["path"], format!("{path}[{index}]"));
        (page["total"].as_u64().expect("a number"), value)
    }

    async fn variable(&mut self, thread: u64, name: &str) -> String {
        let arguments = json!({"thread_id": thread, "scope": "local"});
        let told = self.call("get_variables", arguments).await.expect("variables");
        let list = told["variables"].as_array().expect("variables");
        let it = list.iter().find(|it| it["name"] == name).expect("it is there");
        let shown = it["preview"].as_str().or_else(|| it["value"].as_str());
        shown.expect("a text").to_owned()
    }

    async fn logged(&mut self, text: &str, line: u32) {
        let told = self
            .event(|name, data| {
                name == "output" && data["kind"] == "logpoint" && data["text"] == text
            })
            .await;
        let location = &told["location"];
        assert_eq!((&location["line"], &location["script_path"]), (&json!(line), &json!(SCRIPT)));
        assert!(told["thread_id"].is_u64() && told["breakpoint_id"].is_u64(), "{told}");
    }

    async fn let_expire(&mut self) {
        let renewal = self.call("keep_alive", json!({"mode": "off"})).await.expect("it is off");
        assert_eq!(renewal["mode"], "off");
    }

    async fn expired(&mut self, thread: u64) {
        let low = self.event(|name, data| name == "countdown_low" && data["thread_id"] == thread);
        assert!(low.await["expires_in_ms"].is_u64());
        let warned = self.event(|name, data| name == "output" && data["kind"] == "error");
        assert_eq!(warned.await["remedy"], "send keep_alive");
        let end = json!({"thread_id": thread, "how": "expired"});
        self.event(|name, data| name == "thread_exited" && *data == end).await;
    }

    async fn disabled(&mut self) {
        self.event(|name, data| name == "disabled" && data["removed"] == "elsewhere").await;
        let told = self.event(|name, data| name == "output" && data["kind"] == "error").await;
        assert_eq!(told["remedy"], "send reattach", "{told}");
    }

    async fn come_back(&mut self) {
        let status = self.call("reattach", json!({})).await.expect("it comes back");
        assert_eq!((&status["connection"], &status["armed"]), (&json!("attached"), &json!(1)));
        self.event(|name, _| name == "reattached").await;
    }

    async fn offline(&mut self) {
        self.event(|name, _| name == "offline").await;
    }

    async fn online(&mut self) {
        self.event(|name, _| name == "reattached").await;
    }

    async fn detach(self) {
        let Self { input, served, .. } = self;
        drop(input);
        let ending = timeout(PATIENCE, served).await.expect("it ends in time");
        assert_eq!(ending.expect("it does not panic"), Ending::EndOfInput);
    }
}
