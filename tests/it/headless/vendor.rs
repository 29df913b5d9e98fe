//! A session as scripts for the vendor's line protocol have it: each line is read once, in the
//! order in which that protocol's own server writes it, and nothing is known of any addition.

use crate::behaviours::world::{IN_WALK, ONE_LINE_LOOP, SCRIPT, World, page};
use crate::testkit::program::Program;
use serde_json::{Value, json};

/// A script that knows nothing but requests, answers and `thread_stopped`.
struct Script {
    program: Program,
    id: u64,
}

impl Script {
    /// Sends a request and takes the very next line for its answer.
    fn ask(&mut self, command: &str, args: Option<Value>) -> Value {
        self.id += 1;
        let mut request = json!({"id": self.id, "command": command});
        if let Some(args) = args {
            request["args"] = args;
        }
        self.program.write(&request.to_string());
        let mut answer = self.program.read();
        assert_eq!(answer["id"], self.id, "{answer}");
        assert_eq!(answer.get("error"), None, "{answer}");
        answer["result"].take()
    }

    /// Takes the very next line for a stop.
    fn stop(&self) -> Value {
        let mut event = self.program.read();
        assert_eq!(event["event"], "thread_stopped", "{event}");
        event["data"].take()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_for_the_vendors_lines_runs_unchanged() {
    let world = World::new().await;
    let program = Program::start(&world.url(), world.folder(), &["rpc"]);
    let ready = program.read();
    assert_eq!(ready["event"], "ready");
    let mut script = Script { program, id: 0 };

    let file = world.script().display().to_string();
    let wanted = json!([
        {"file": file, "line": IN_WALK},
        {"file": "app_play/cartridge/controllers/Play.js", "line": ONE_LINE_LOOP, "condition": "true"},
    ]);
    let set = script.ask("set_breakpoints", Some(json!({"breakpoints": wanted})));
    let breakpoints = set["breakpoints"].as_array().expect("a list");
    assert_eq!(breakpoints.len(), 2);
    assert!(breakpoints.iter().all(|it| it["id"].is_u64() && it["script_path"] == SCRIPT));
    assert_eq!((&breakpoints[0]["file"], &breakpoints[0]["line"]), (&json!(file), &json!(IN_WALK)));
    assert_eq!(breakpoints[1]["condition"], "true");

    let walk = world.visit("Walk");
    let stop = script.stop();
    let location = json!({
        "file": file, "function_name": "Walk()", "line": IN_WALK, "script_path": SCRIPT,
    });
    assert_eq!(stop["location"], location);
    let thread = stop["thread_id"].clone();

    let stack = script.ask("get_stack", None);
    assert_eq!(stack["thread_id"], thread);
    let mut frame = location.clone();
    frame["index"] = json!(0);
    assert_eq!(stack["frames"], json!([frame]));

    let variables = script.ask("get_variables", None);
    let variables = variables["variables"].as_array().expect("a list");
    let one = variables.iter().find(|it| it["name"] == "one").expect("it is listed");
    assert_eq!((&one["scope"], &one["has_children"]), (&json!("local"), &json!(false)));
    let local = script.ask("get_variables", Some(json!({"scope": "local"})));
    let all = local["variables"].as_array().expect("a list");
    assert!(all.len() < variables.len() && all.iter().all(|it| it["scope"] == "local"));

    let result = script.ask("step_into", None);
    assert_eq!(result, json!({"thread_id": thread, "action": "step_into"}));
    assert_eq!(script.stop()["location"]["function_name"], "add()");
    let evaluated = script.ask("evaluate", Some(json!({"expression": "a + b"})));
    assert_eq!(evaluated, json!({"expression": "a + b", "result": "3"}));
    assert_eq!(script.ask("select_frame", Some(json!({"index": 1}))), json!({"frame_index": 1}));
    let outer = script.ask("evaluate", Some(json!({"expression": "typeof a"})));
    assert_eq!(outer["result"], "undefined", "in the selected frame");

    script.ask("step_out", Some(json!({"thread_id": thread})));
    script.stop();
    let threads = script.ask("list_threads", None);
    let listed = &threads["threads"][0];
    assert_eq!((&listed["thread_id"], &listed["status"]), (&thread, &json!("halted")));
    assert_eq!(listed["current"], true);
    let listed = script.ask("list_breakpoints", None);
    assert_eq!(listed["breakpoints"], set["breakpoints"]);

    let result = script.ask("continue", None);
    assert_eq!(result, json!({"thread_id": thread, "status": "resumed"}));
    assert_eq!(page(walk).await, "sum 3");

    // That one reads events in a loop, as scripts do that wait for more than one thing.
    let round = world.visit("Round");
    let stopped = |line: &Value| line["event"] == "thread_stopped";
    script.program.until(stopped);
    for _ in 0..3 {
        script.program.write(r#"{"command":"step_over"}"#);
        let answer = script.program.until(|line| line.get("result").is_some());
        assert_eq!(answer.get("id"), None, "there was none");
        let again = script.program.until(stopped);
        assert_eq!(
            again["data"]["location"]["line"], ONE_LINE_LOOP,
            "the same line is a stop, too"
        );
    }
    script.program.write(r#"{"id":"last","command":"continue"}"#);
    script.program.until(|line| line["id"] == "last");
    assert_eq!(page(round).await, "total 1770");
    script.program.close();
    let (ended, _) = script.program.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(!world.has_client().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_vendors_errors_have_the_vendors_words() {
    let world = World::new().await;
    let mut program = Program::start(&world.url(), world.folder(), &["rpc"]);
    program.read();
    for (request, id, words) in [
        ("{", None, "Invalid JSON"),
        (r#"{"id":1}"#, Some(json!(1)), "Missing \"command\" field"),
        (r#"{"id":"x","command":"nothing"}"#, Some(json!("x")), "Unknown command: nothing"),
        (
            r#"{"id":2,"command":"get_stack"}"#,
            Some(json!(2)),
            "No thread selected. Wait for a thread_stopped event.",
        ),
        (r#"{"command":"continue"}"#, None, "No thread selected. Wait for a thread_stopped event."),
    ] {
        program.write(request);
        let answer = program.read();
        assert_eq!((answer.get("id"), &answer["error"]), (id.as_ref(), &json!(words)), "{request}");
    }
}
