//! What is added to the vendor's lines.

use crate::behaviours::world::{
    BEHIND_THE_LOOP, IN_ADD, IN_FAIL, IN_LOOP, IN_WALK, LISTS_ARE_MADE, MANY_ARE_MADE,
    ONE_LINE_LOOP, RES_IS_MADE, SCRIPT, World, page,
};
use crate::testkit::program::Program;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::path::Path;

pub(super) struct Rpc {
    program: Program,
    id: u64,
    /// Events that came while an answer was waited for.
    events: VecDeque<Value>,
}

#[expect(clippy::needless_pass_by_value, reason = "arguments are written where they are given")]
impl Rpc {
    pub(super) fn start(world: &World) -> Self {
        Self::start_in(world, world.folder())
    }

    /// The same for a project somewhere else.
    pub(super) fn start_in(world: &World, folder: &Path) -> Self {
        Self::start_with(world, folder, &["rpc"])
    }

    fn start_with(world: &World, folder: &Path, arguments: &[&str]) -> Self {
        let program = Program::start(&world.url(), folder, arguments);
        assert_eq!(program.read()["event"], "ready");
        Self { program, id: 0, events: VecDeque::new() }
    }

    fn send(&mut self, command: &str, args: &Value) -> u64 {
        self.id += 1;
        let request = json!({"id": self.id, "command": command, "args": args});
        self.program.write(&request.to_string());
        self.id
    }

    fn answer(&mut self, id: u64) -> Value {
        loop {
            let line = self.program.read();
            if line["id"] == id {
                return line;
            }
            self.events.push_back(line);
        }
    }

    pub(super) fn call(&mut self, command: &str, args: Value) -> Value {
        let id = self.send(command, &args);
        let mut answer = self.answer(id);
        assert_eq!(answer.get("error"), None, "{command} {args}: {answer}");
        answer["result"].take()
    }

    /// The request's line and its answer's.
    pub(super) fn exchange(&mut self, command: &str, args: Value) -> (Value, Value) {
        let id = self.send(command, &args);
        (json!({"id": id, "command": command, "args": args}), self.answer(id))
    }

    pub(super) fn refused(&mut self, command: &str, args: Value) -> Value {
        let id = self.send(command, &args);
        let answer = self.answer(id);
        assert!(answer["error"].is_string() && answer["code"].is_string(), "{command}: {answer}");
        answer
    }

    /// The next event of that name; an answer and an event come in either order.
    pub(super) fn event(&mut self, name: &str) -> Value {
        loop {
            let mut line = self.events.pop_front().unwrap_or_else(|| self.program.read());
            if line["event"] == name {
                return line["data"].take();
            }
        }
    }

    pub(super) fn breakpoints(&mut self, breakpoints: Value) -> Vec<Value> {
        let result = self.call("set_breakpoints", json!({"breakpoints": breakpoints}));
        result["breakpoints"].as_array().expect("a list").clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_capture_sets_triggers_reads_and_puts_everything_back() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let before = rpc.breakpoints(json!([{"file": "Play.js", "line": IN_ADD, "log": "at {a}"}]));
    let args = json!({
        "file": SCRIPT, "line": IN_ADD, "expressions": ["a + b", "nope()"], "depth": 2,
        "request": {"method": "GET", "url": "Play-Walk"}, "timeout_ms": 60_000,
    });
    let captured = rpc.call("capture", args);
    assert_eq!((&captured["halted"], &captured["timed_out"]), (&json!(true), &json!(false)));
    assert_eq!(captured["request"]["status"], 200, "{captured}");
    let halt = &captured["halts"][0];
    assert_eq!(
        (&halt["location"]["line"], &halt["stack"][1]["line"]),
        (&json!(IN_ADD), &json!(IN_WALK))
    );
    assert_eq!(halt["evaluations"][0], json!({"expression": "a + b", "result": "3"}));
    assert_eq!(halt["evaluations"][1]["failed"], true);
    let variables = halt["variables"].as_array().expect("a list");
    assert!(variables.iter().any(|it| it["name"] == "a" && it["value"] == "1"), "{halt}");
    let listed = rpc.call("list_breakpoints", json!({}));
    assert_eq!(listed["breakpoints"], json!(before), "the log point is there again");
    assert_eq!(page(world.visit("Walk")).await, "sum 3", "and lets threads run on");
    assert_eq!(rpc.call("status", json!({}))["halted"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_thread_that_was_held_before_a_capture_is_meant_after_it() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.breakpoints(json!([{"file": "Play.js", "line": BEHIND_THE_LOOP}]));
    let visit = world.visit("Loop");
    let held = rpc.event("thread_stopped")["thread_id"].clone();
    let args = json!({
        "file": SCRIPT, "line": IN_ADD, "request": {"url": "Play-Walk"}, "timeout_ms": 60_000,
    });
    assert_eq!(rpc.call("capture", args)["halted"], true);
    let status = rpc.call("status", json!({}));
    assert_eq!(status["thread_id"], held, "{status}");
    rpc.call("continue", json!({}));
    assert_eq!(page(visit).await, "looped 1999000");
    while rpc.event("thread_exited")["thread_id"] != held {}
    assert_eq!(rpc.call("status", json!({}))["thread_id"], json!(null), "it has ended");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_moves_a_thread_waits_for_the_questions_about_it() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.breakpoints(json!([{"file": SCRIPT, "line": IN_ADD}, {"file": SCRIPT, "line": IN_LOOP}]));
    let walk = world.visit("Walk");
    let thread = rpc.event("thread_stopped")["thread_id"].clone();
    let looping = world.visit("Loop");
    let other = rpc.event("thread_stopped")["thread_id"].clone();
    rpc.call("select_thread", json!({"thread_id": thread}));
    let slow = "(function () { for (var t = Date.now(); Date.now() < t + 300;) { a = 1; } return a + b; })()";
    let slow = rpc.send("evaluate", &json!({"expression": slow}));
    let variables = rpc.send("get_variables", &json!({"scope": "local"}));
    let out = rpc.send("step_out", &json!({"wait_ms": 60_000}));
    let of_other = rpc.send("step_over", &json!({"thread_id": other, "wait_ms": 60_000}));
    let mut answers = Vec::new();
    while answers.len() < 4 {
        answers.push(rpc.program.until(|line| line["id"].is_u64()));
    }
    let at = |id: u64| answers.iter().position(|it| it["id"] == id).expect("answered");
    let result = |id: u64| &answers[at(id)]["result"];
    assert_eq!(result(slow)["result"], "3", "{answers:?}");
    assert_eq!(result(variables)["variables"][0]["scope"], "local", "{answers:?}");
    assert_eq!(result(out)["stopped"]["thread_id"], thread, "{answers:?}");
    assert!(at(out) > at(slow) && at(out) > at(variables), "it moves then: {answers:?}");
    assert_eq!(result(of_other)["stopped"]["thread_id"], other, "{answers:?}");
    rpc.breakpoints(json!([]));
    let asked = rpc.send("evaluate", &json!({"thread_id": thread, "expression": "1 + 1"}));
    let all = rpc.send("continue_all", &json!({}));
    assert_eq!(rpc.answer(asked)["result"]["result"], "2");
    assert_eq!(rpc.answer(all)["result"]["status"], "resumed");
    assert_eq!(page(walk).await, "sum 3");
    assert_eq!(page(looping).await, "looped 1999000");
    let schema = rpc.call("schema", json!({}))["description"].to_string();
    assert!(schema.contains("takes effect once the questions"), "it says so: {schema}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_frame_that_the_stack_has_not_is_a_wrong_argument() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.breakpoints(json!([{"file": SCRIPT, "line": IN_WALK}]));
    let walk = world.visit("Walk");
    rpc.event("thread_stopped");
    for (command, args) in [
        ("get_variables", json!({"frame_index": 88})),
        ("get_variables", json!({"frame_index": 88, "object_path": "this"})),
        ("evaluate", json!({"frame_index": 88, "expression": "1"})),
        ("select_frame", json!({"index": 88})),
    ] {
        let refused = rpc.refused(command, args);
        assert_eq!(refused["code"], "invalid_args", "{refused}");
        let words = refused["error"].as_str().expect("a text");
        assert!(words.contains("has no frame 88: its stack has "), "{refused}");
    }
    rpc.call("continue", json!({}));
    assert_eq!(page(walk).await, "sum 3");
    let gone = rpc.refused("get_variables", json!({"thread_id": 1, "frame_index": 0}));
    assert_eq!(gone["code"], "not_halted", "{gone}");
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_go_to_the_site_that_is_named() {
    let world = World::new().await;
    for (site, status) in [("Storefront", 200), ("Nobodys", 404)] {
        let mut rpc = Rpc::start_with(&world, world.folder(), &["rpc", "--site", site]);
        rpc.call("request", json!({"url": "Play-Walk"}));
        assert_eq!(rpc.event("request_finished")["status"], status, "{site}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_condition_that_may_throw_is_not_passed_over_in_silence() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let set = rpc.breakpoints(json!([{"file": SCRIPT, "line": IN_WALK, "condition": "nope.x"}]));
    let known = "halts where nope.x is true: where it throws, it counts as false";
    assert_eq!((&set[0]["verified"], &set[0]["message"]), (&json!(true), &json!(known)));
    rpc.breakpoints(json!([]));
    let args = json!({
        "file": SCRIPT, "line": IN_WALK, "condition": "nope.x", "timeout_ms": 60_000,
        "request": {"url": "Play-Walk"},
    });
    let captured = rpc.call("capture", args);
    assert_eq!((&captured["halted"], &captured["message"]), (&json!(false), &json!(known)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_a_sandbox_refuses_says_why() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.call("request", json!({"url": "Nope-Show"}));
    let finished = rpc.event("request_finished");
    let why = "No cartridge has a controller Nope.";
    assert_eq!((&finished["status"], &finished["refusal"]), (&json!(404), &json!(why)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_capture_that_is_never_hit_ends_in_time_and_leaves_nothing() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let args = json!({"file": SCRIPT, "line": MANY_ARE_MADE, "timeout_ms": 100});
    let captured = rpc.call("capture", args);
    let nothing = json!({"halted": false, "timed_out": true, "halts": [], "request": null});
    assert_eq!(captured, nothing);
    assert_eq!(rpc.call("list_breakpoints", json!({})), json!({"breakpoints": []}));
    assert_eq!(page(world.visit("Many")).await, "many 1204");
    for (name, value, says) in [
        ("expressions", json!(["a", "((("]), "expressions[1] (((: "),
        ("condition", json!("a +"), "condition a +: "),
        ("then", json!("hold"), "a page that is held at its first halt has no second one"),
    ] {
        let mut args = json!({
            "file": SCRIPT, "line": MANY_ARE_MADE, "count": 3, "timeout_ms": 60_000,
            "request": {"method": "GET", "url": "Play-Many"},
        });
        args[name] = value;
        let refused = rpc.refused("capture", args);
        assert!(refused["error"].as_str().is_some_and(|it| it.contains(says)), "{refused}");
        assert_eq!(refused["code"], "invalid_args", "{refused}");
    }
    let refused = rpc.refused("capture", json!({"file": SCRIPT, "line": 999}));
    assert_eq!(refused["code"], "refused", "{refused}");
    assert_eq!(rpc.call("list_breakpoints", json!({})), json!({"breakpoints": []}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_capture_does_not_wait_for_what_a_page_that_is_here_could_not_bring() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    for (url, status) in [("Play-Nope", 404), ("Play-Walk", 200), ("Play-Fail", 500)] {
        let args = json!({
            "file": SCRIPT, "line": MANY_ARE_MADE, "timeout_ms": 3_600_000,
            "request": {"method": "GET", "url": url},
        });
        let captured = rpc.call("capture", args);
        assert_eq!((&captured["halted"], &captured["timed_out"]), (&json!(false), &json!(true)));
        assert_eq!(captured["request"]["status"], status, "{captured}");
    }
    assert_eq!(rpc.call("list_breakpoints", json!({})), json!({"breakpoints": []}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_a_script_s_error_ends_says_which_and_where() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.call("request", json!({"url": "Play-Fail"}));
    let finished = rpc.event("request_finished");
    let error = finished["script_error"].as_str().expect("a text");
    let place = format!("{SCRIPT}:{}", IN_FAIL + 1);
    assert!(error.starts_with("TypeError: ") && error.contains(&place), "{finished}");
    rpc.call("request", json!({"url": "Play-Walk"}));
    assert_eq!(rpc.event("request_finished").get("script_error"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_stop_that_was_told_is_told_to_end_once() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let (passed, stops) = (
        json!({"file": SCRIPT, "line": IN_LOOP, "condition": "i < 3", "log": "at {i}"}),
        json!({"file": SCRIPT, "line": BEHIND_THE_LOOP}),
    );
    rpc.breakpoints(json!([passed, stops]));
    let visit = world.visit("Loop");
    rpc.event("thread_stopped");
    rpc.call("continue", json!({}));
    assert_eq!(page(visit).await, "looped 1999000");
    rpc.event("thread_exited");
    let all = rpc.call("wait", json!({"timeout_ms": 0, "after": 0}))["events"].clone();
    let names: Vec<&str> = all
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|event| event["event"].as_str())
        .filter(|name| ["output", "thread_stopped", "thread_continued"].contains(name))
        .collect();
    let logged = ["output"; 3];
    assert_eq!(names, [&logged[..], &["thread_stopped", "thread_continued"]].concat());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_point_that_also_halts_says_so_and_is_set_again_as_it_was() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let place = |log: Value| json!({"file": "Play.js", "line": IN_ADD, "log": log});
    let both = rpc.breakpoints(json!([place(json!("at {a}")), place(json!(null))]));
    assert_eq!((&both[0]["log"], &both[0]["also_halts"]), (&json!("at {a}"), &json!(true)));
    let mut again = place(both[0]["log"].clone());
    again["also_halts"] = both[0]["also_halts"].clone();
    let set = rpc.breakpoints(json!([again]));
    assert_eq!((&set[0]["id"], &set[0]["also_halts"]), (&both[0]["id"], &json!(true)), "{set:?}");
    let visit = world.visit("Walk");
    rpc.event("thread_stopped");
    rpc.call("continue", json!({}));
    assert_eq!(page(visit).await, "sum 3");
    let pure = rpc.breakpoints(json!([place(json!("at {a}"))]));
    assert_eq!(pure[0].get("also_halts"), None, "{pure:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_objects_hold_is_compared() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.breakpoints(json!([{"file": SCRIPT, "line": RES_IS_MADE}]));
    let visit = world.visit("Change");
    let first = rpc.event("thread_stopped");
    rpc.call("get_variables", json!({"scope": "local"}));
    let second = rpc.call("step_over", json!({"wait_ms": 60_000}))["stopped"].clone();
    let halts = json!({"older": first["halt"], "newer": second["halt"]});
    let compared = rpc.call("compare", halts.clone());
    let view = json!([{"name": "local.res.view", "older": "null", "newer": "walk"}]);
    assert_eq!(compared["differences"], view);
    assert!(!compared["unread"].to_string().contains("local.res"), "{compared}");
    rpc.call("continue", json!({}));
    assert_eq!(page(visit).await, "view walk");
    assert_eq!(rpc.call("compare", halts)["differences"], view, "also later");
    let refused = rpc.refused("compare", json!({"older": 1, "newer": 99}));
    assert!(refused["error"].as_str().expect("a text").starts_with("there is no halt 99"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_getter_that_is_asked_for_runs_once() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.breakpoints(json!([{"file": SCRIPT, "line": RES_IS_MADE + 1}]));
    let visit = world.visit("Change");
    rpc.event("thread_stopped");
    let made = "res.own = { runs: 0, get part() { this.runs += 1; return { c: { d: 1 } }; } }";
    rpc.call("evaluate", json!({"expression": made}));
    for (runs, path, preview) in [
        (1, "res.own.part", json!("{c: {…}}")),
        (2, "res.own.part.c", json!("{d: 1}")),
        (3, "res.own.part.c.d", json!(null)),
    ] {
        let told = rpc.call("evaluate", json!({"expression": path}));
        assert_eq!(told["preview"], preview, "{told}");
        let ran = rpc.call("evaluate", json!({"expression": "res.own.runs"}));
        assert_eq!(ran["result"], runs.to_string(), "{path}");
    }
    rpc.call("continue", json!({}));
    page(visit).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expression_that_is_told_gives_the_same_value() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.breakpoints(json!([{"file": SCRIPT, "line": LISTS_ARE_MADE}]));
    let visit = world.visit("Lists");
    let stopped = rpc.event("thread_stopped");
    let made = "nothing.deep = { keyed: new Map([['k', { a: 1 }]]), listed: [{ b: 2 }] }";
    rpc.call("evaluate", json!({"expression": made}));
    for (path, told) in [
        ("map", json!([null, "map.empty", "map.length"])),
        (
            "list",
            json!(["list.empty", "list.first", "list.last", "list.length", "list[0]", "list[1]"]),
        ),
        ("oneOfAll", json!([null])),
        ("numbers", json!(["numbers[0]", "numbers[1]", "numbers[2]"])),
        ("nothing.deep.keyed", json!([null])),
        ("nothing.deep.keyed[0].value", json!([null])),
        ("nothing.deep.listed[0]", json!(["nothing.deep.listed[0].b"])),
    ] {
        let read = rpc.call("get_variables", json!({"object_path": path}));
        let list = read["variables"].as_array().expect("a list");
        let mut expressions: Vec<&Value> = list.iter().map(|it| &it["expression"]).collect();
        expressions.sort_by_key(ToString::to_string);
        expressions.sort_by_key(|it| it.is_string());
        assert_eq!(json!(expressions), told, "{path}");
        for member in list.iter().filter(|it| it["expression"].is_string()) {
            let args = json!({"expression": member["expression"]});
            assert_eq!(rpc.call("evaluate", args)["result"], member["value"], "{member}");
        }
    }
    let halt = rpc.call("get_halt", json!({"halt": stopped["halt"]}));
    let variables = halt["variables"].as_array().expect("a list");
    let at = |path: &str| variables.iter().find(|it| it["path"] == path).expect("it was read");
    assert_eq!(at("map[0]")["expression"], json!(null));
    assert_eq!(at("list[0]")["expression"], "list[0]");
    rpc.call("continue", json!({}));
    page(visit).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_meant_must_be_there_and_known() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    assert_eq!(rpc.refused("select_frame", json!({"index": 1}))["code"], "no_thread");
    let misspelt = json!([{"file": SCRIPT, "line": IN_WALK, "conditon": "false"}]);
    for command in ["set_breakpoints", "add_breakpoints"] {
        let refused = rpc.refused(command, json!({"breakpoints": misspelt}));
        let words = refused["error"].as_str().expect("a text");
        assert!(words.contains("breakpoints[0]") && words.contains("conditon"), "{refused}");
    }
    let misspelt = json!({"file": SCRIPT, "line": IN_WALK, "conditon": "false"});
    assert_eq!(rpc.refused("capture", misspelt)["code"], "invalid_args");
    assert_eq!(rpc.call("list_breakpoints", json!({})), json!({"breakpoints": []}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_capture_can_hold_and_other_requests_are_answered_meanwhile() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let request = json!({"method": "GET", "url": "Play-Walk"});
    let args = json!({"file": SCRIPT, "line": IN_WALK, "then": "hold", "request": request});
    let capture = rpc.send("capture", &args);
    let wait = rpc.send("wait", &json!({"timeout_ms": 600_000, "after": 1_000}));
    let status = rpc.send("status", &json!({}));
    let is_early = |line: &Value| line["id"] == capture || line["id"] == status;
    let answers = [rpc.program.until(is_early), rpc.program.until(is_early)];
    let captured = answers.iter().find(|it| it["id"] == capture).expect("one of the two");
    assert!(answers.iter().all(|it| it["id"] != wait), "that one still waits");
    let thread = &captured["result"]["halts"][0]["thread_id"];
    assert_eq!(captured["result"]["request"]["status"], json!(null), "it is held");
    assert_eq!(rpc.call("list_breakpoints", json!({})), json!({"breakpoints": []}));
    let threads = rpc.call("list_threads", json!({}));
    let held = &threads["threads"][0];
    assert_eq!((&held["thread_id"], &held["status"]), (thread, &json!("halted")));
    rpc.call("continue", json!({}));
    assert_eq!(rpc.event("request_finished")["status"], 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_capture_that_is_interrupted_leaves_no_thread_halted() {
    for how in ["input", "signal"] {
        let world = World::new().await;
        let mut rpc = Rpc::start(&world);
        let args = json!({"file": SCRIPT, "line": IN_WALK, "count": 99, "timeout_ms": 600_000});
        rpc.send("capture", &args);
        let first = world.visit("Walk");
        rpc.event("thread_stopped");
        let expected = if how == "input" {
            rpc.program.close();
            0
        } else {
            rpc.program.signal(Signal::INT);
            130
        };
        let (ended, _) = rpc.program.ended();
        assert_eq!(ended.code, Some(expected), "{how}: {}", ended.stderr);
        assert_eq!(page(first).await, "sum 3", "{how}");
        assert!(!world.has_client().await, "{how}");
        assert_eq!(page(world.visit("Walk")).await, "sum 3", "{how}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn breakpoints_go_out_as_a_difference_and_say_how_they_stand() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let first = rpc.breakpoints(json!([
        {"file": "Play.js", "line": IN_ADD},
        {"file": "Play.js", "line": 6},
        {"file": "Play.js", "line": 999},
        {"file": "Other.js", "line": 3},
        {"file": "Play.js", "line": IN_WALK, "condition": "a +"},
        {"file": "Play.js", "line": ONE_LINE_LOOP, "hit_count": 8, "once": true},
    ]));
    let told: Vec<_> =
        first.iter().map(|it| (it["line"].clone(), it["verified"].clone())).collect();
    let expected = [
        (IN_ADD, true),
        (6, true),
        (999, false),
        (3, false),
        (IN_WALK, false),
        (ONE_LINE_LOOP, true),
    ];
    assert_eq!(told, expected.map(|(line, verified)| (json!(line), json!(verified))), "{first:?}");
    let words = |at: usize| first[at]["message"].as_str().unwrap_or_default();
    assert!(words(1).contains("line 8") || words(1).contains("line 9"), "{}", words(1));
    assert!(words(3).contains("app_play"), "the known cartridges are named: {}", words(3));
    assert!(words(4).contains("parse"), "{}", words(4));
    assert_eq!((&first[5]["hit_count"], &first[5]["once"]), (&json!("8"), &json!(true)));

    let second = rpc
        .breakpoints(json!([{"file": SCRIPT, "line": IN_ADD}, {"file": SCRIPT, "line": IN_WALK}]));
    assert_eq!(second[0]["id"], first[0]["id"], "given again unchanged it keeps its id");
    assert_eq!(second[1]["verified"], true, "{second:?}");
    let added = rpc
        .call("add_breakpoints", json!({"breakpoints": [{"file": SCRIPT, "line": MANY_ARE_MADE}]}));
    let id = added["breakpoints"][0]["id"].clone();
    let left = rpc.call("remove_breakpoints", json!({"ids": [id, first[0]["id"]]}));
    assert_eq!(left["breakpoints"], json!([second[1]]));
    assert_eq!(rpc.refused("remove_breakpoints", json!({"ids": [77]}))["code"], "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_wait_for_their_stops_and_events_are_read_by_cursor() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.breakpoints(json!([{"file": SCRIPT, "line": IN_WALK}]));
    let sent = rpc.call("request", json!({"method": "GET", "url": "Play-Walk"}));
    let stopped = rpc.event("thread_stopped");
    assert_eq!(
        (&stopped["reason"], &stopped["breakpoint_ids"]),
        (&json!("breakpoint"), &json!([1]))
    );
    rpc.call("get_variables", json!({}));
    let step = rpc.call("step_into", json!({"wait_ms": 60_000}));
    assert_eq!(
        (&step["stopped"]["reason"], &step["stopped"]["location"]["line"]),
        (&json!("step"), &json!(IN_ADD))
    );
    let run =
        rpc.call("run_to", json!({"file": "Play.js", "line": IN_WALK + 1, "wait_ms": 60_000}));
    assert_eq!((&run["action"], &run["stopped"]["reason"]), (&json!("run_to"), &json!("run_to")));
    rpc.call("get_variables", json!({}));
    let compared = rpc.call("compare", json!({"older": 1, "newer": 3}));
    let one = compared["differences"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|it| it["name"] == "local.one");
    assert_eq!(one.map(|it| it["newer"].clone()), Some(json!("3")), "{compared}");
    let halt = rpc.call("get_halt", json!({"halt": 2}));
    assert_eq!((&halt["how"], &halt["stack"][0]["line"]), (&json!("into"), &json!(IN_ADD)));
    let end = rpc.call("continue", json!({"wait_ms": 60_000}));
    assert_eq!((&end["stopped"], &end["exited"]), (&json!(null), &json!("finished")));
    let finished = rpc.event("request_finished");
    assert_eq!((&finished["id"], &finished["status"]), (&sent["id"], &json!(200)));
    let all = rpc.call("wait", json!({"timeout_ms": 0, "after": 0}))["events"].clone();
    let all = all.as_array().expect("a list");
    for (at, event) in all.iter().enumerate() {
        assert_eq!(event["seq"], json!(at + 1), "without gaps");
    }
    let stops = all.iter().filter(|event| event["event"] == "thread_stopped").count();
    assert_eq!(stops, 3);
    let cursor = all[all.len() - 2]["seq"].clone();
    for _ in 0..2 {
        let again = rpc.call("wait", json!({"timeout_ms": 0, "after": cursor}));
        assert_eq!(again["events"], json!([all[all.len() - 1]]));
    }
    let none = rpc.call("wait", json!({"timeout_ms": 20}));
    assert_eq!(none["events"], json!([]));
    assert_eq!(rpc.refused("continue", json!({"thread_id": 99}))["code"], "unknown_thread");
    assert_eq!(rpc.refused("get_halt", json!({"halt": 99}))["code"], "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn halts_are_compared_whoever_has_read_their_variables() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let wanted = [IN_WALK, MANY_ARE_MADE].map(|line| json!({"file": "Play.js", "line": line}));
    rpc.breakpoints(json!(wanted));
    let many = world.visit("Many");
    rpc.event("thread_stopped");
    let walk = world.visit("Walk");
    let second = rpc.event("thread_stopped");
    // Nobody has asked for a variable of either thread.
    let compared = rpc.call("compare", json!({"older": 1, "newer": second["halt"]}));
    assert!(compared["differences"].to_string().contains("local.many"), "{compared}");
    let halt = rpc.call("get_halt", json!({"halt": second["halt"]}));
    assert!(halt["variables"].to_string().contains("\"one\""), "{halt}");
    let step = json!({"thread_id": second["thread_id"], "wait_ms": 60_000});
    let third = rpc.call("step_over", step)["stopped"]["halt"].clone();
    let compared = rpc.call("compare", json!({"older": second["halt"], "newer": third}));
    let one = json!([{"name": "local.one", "older": "undefined", "newer": "3"}]);
    assert_eq!(compared["differences"], one);
    rpc.call("continue_all", json!({}));
    assert_eq!((page(many).await, page(walk).await), ("many 1204".into(), "sum 3".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_and_endless_lines_get_errors_and_life_goes_on() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.program.write("");
    rpc.program.write("  \t");
    rpc.program.write("\u{1}\u{2} not JSON");
    assert_eq!(rpc.program.read()["code"], "invalid_json");
    rpc.program.write(&"x".repeat((8 << 20) + 1));
    assert_eq!(rpc.program.read()["code"], "line_too_long");
    let long = "y".repeat((8 << 20) - 100);
    rpc.program.write(&json!({"id": 1, "command": long}).to_string());
    assert_eq!(rpc.program.until(|line| line["id"] == 1)["code"], "unknown_command");
    let schema = rpc.call("schema", json!({}));
    let text = schema.to_string();
    for name in ["set_breakpoints", "capture", "thread_stopped", "request_finished", "invalid_json"]
    {
        assert!(text.contains(&format!("\"{name}\"")), "{name}");
    }
    let detached = rpc.call("detach", json!({}));
    assert_eq!(detached["detached"], true);
    let (ended, rest) = rpc.program.ended();
    assert_eq!((ended.code, rest.as_slice()), (Some(0), &[][..]), "{}", ended.stderr);
    assert!(!world.has_client().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_from_a_pipe_that_ends_at_once_are_answered() {
    let world = World::new().await;
    let mut program = Program::start(&world.url(), world.folder(), &["rpc"]);
    let breakpoints = json!([{"file": "Play.js", "line": IN_WALK}]);
    let set = json!({"id": 1, "command": "set_breakpoints", "args": {"breakpoints": breakpoints}});
    program.write(&set.to_string());
    program.write(&json!({"id": 2, "command": "status"}).to_string());
    program
        .write(&json!({"id": 3, "command": "wait", "args": {"timeout_ms": 600_000}}).to_string());
    program.close();
    let (ended, lines) = program.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let lines: Vec<Value> = lines.iter().filter_map(|it| serde_json::from_str(it).ok()).collect();
    let answer = |id: u64| lines.iter().find(|line| line["id"] == id);
    let set = answer(1).expect("answered");
    assert_eq!(set["result"]["breakpoints"][0]["verified"], true, "{set}");
    assert!(answer(2).is_some(), "{lines:?}");
    let given_up = answer(3).expect("every request has an answer");
    assert_eq!(given_up["code"], "ended", "nobody waits ten minutes for it: {given_up}");
    assert!(!world.has_client().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_input_waits_for_what_ends_by_itself() {
    let world = World::new().await;
    let mut program = Program::start(&world.url(), world.folder(), &["rpc"]);
    let capture = json!({
        "file": "Play.js", "line": IN_WALK, "timeout_ms": 30_000, "request": {"url": "Play-Walk"},
    });
    for (id, command, args) in
        [(2, "capture", capture), (4, "wait", json!({"timeout_ms": 300, "after": 9_999}))]
    {
        program.write(&json!({"id": id, "command": command, "args": args}).to_string());
    }
    program.close();
    let (ended, lines) = program.ended();
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let lines: Vec<Value> = lines.iter().filter_map(|it| serde_json::from_str(it).ok()).collect();
    let answer = |id: u64| lines.iter().find(|line| line["id"] == id).expect("an answer");
    assert_eq!(answer(2)["result"]["halted"], true, "{lines:?}");
    assert_eq!(answer(4)["result"], json!({"events": []}), "{lines:?}");
    assert!(!world.has_client().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_under_way_when_the_session_is_left_is_answered() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let wait = rpc.send("wait", &json!({"timeout_ms": 600_000}));
    assert_eq!(rpc.call("detach", json!({}))["detached"], true);
    let (_, rest) = rpc.program.ended();
    let rest = rest.iter().filter_map(|line| serde_json::from_str(line).ok());
    let mut lines = rpc.events.into_iter().chain(rest);
    let answer: Value = lines.find(|line: &Value| line["id"] == wait).expect("an answer");
    assert_eq!(answer["code"], "ended", "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_scripts_at_one_instance_have_clients_of_their_own() {
    let world = World::new().await;
    let mut first = Rpc::start(&world);
    let mut second = Rpc::start(&world);
    let ids = [first.call("status", json!({})), second.call("status", json!({}))]
        .map(|status| status["debugger_id"].clone());
    assert_eq!(ids, [json!("haltscope"), json!("haltscope-2")]);
    let mut third =
        Program::start(&world.url(), world.folder(), &["rpc", "--debugger-id", "haltscope"]);
    let (ended, lines) = third.ended();
    assert_eq!((ended.code, lines.len()), (Some(1), 0));
    assert!(
        ended.stderr.contains("in use") && ended.stderr.contains("--debugger-id"),
        "{}",
        ended.stderr
    );
}
