//! What assistants can do, and what they can't run into.

use super::assistant::Assistant;
use crate::dap::editor::{program, steps};
use crate::sandbox::stand::{Stand, line, until};
use serde_json::{Value, json};
use tempfile::TempDir;

struct Attached {
    assistant: Assistant,
    session: Value,
    _home: TempDir,
}

impl Attached {
    async fn to(stand: &Stand) -> Self {
        let home = TempDir::new().expect("a folder");
        let mut command = program(&["mcp"], stand, &home);
        command.env("SFCC_PASSWORD", "haltscope-demo");
        let assistant = Assistant::of(command).await;
        let started = assistant.done("debug_start_session", json!({})).await;
        assert_eq!(started["cartridges"], json!(["app_test"]));
        Self { assistant, session: started["session_id"].clone(), _home: home }
    }

    async fn call(&self, tool: &str, mut arguments: Value) -> Result<Value, String> {
        arguments["session_id"] = self.session.clone();
        self.assistant.call(tool, arguments).await
    }

    async fn done(&self, tool: &str, arguments: Value) -> Value {
        self.call(tool, arguments).await.unwrap_or_else(|error| panic!("{tool}: {error}"))
    }
}

#[tokio::test]
async fn tools_are_listed_with_the_names_that_assistants_know() {
    let stand = Stand::start().await;
    let home = TempDir::new().expect("a folder");
    let assistant = Assistant::of(program(&["mcp"], &stand, &home)).await;
    let tools = assistant.tools().await;
    for name in [
        "debug_start_session",
        "debug_end_session",
        "debug_list_sessions",
        "debug_set_breakpoints",
        "debug_wait_for_stop",
        "debug_get_stack",
        "debug_get_variables",
        "debug_evaluate",
        "debug_continue",
        "debug_step_over",
        "debug_step_into",
        "debug_step_out",
        "debug_capture_at_breakpoint",
        "debug_run_to",
        "debug_stop_thread",
        "debug_history",
        "debug_compare_halts",
        "debug_request",
        "debug_reattach",
    ] {
        assert!(tools.iter().any(|tool| tool.name == name), "{name}");
    }
    let error = assistant.call("debug_get_stack", json!({"session_id": "x", "thread_id": 1})).await;
    assert!(error.expect_err("no session").contains("debug_start_session"));
    assistant.leave().await;
}

#[tokio::test]
async fn who_wants_a_second_session_of_the_same_client_is_led_to_the_first() {
    let stand = Stand::start().await;
    let home = TempDir::new().expect("a folder");
    let mut command = program(&["mcp", "--debugger-id", "mine"], &stand, &home);
    command.env("SFCC_PASSWORD", "haltscope-demo");
    let assistant = Assistant::of(command).await;
    let first = assistant.done("debug_start_session", json!({})).await;
    let id = first["session_id"].as_str().expect("an id").to_owned();
    let error = assistant.call("debug_start_session", json!({})).await.expect_err("in use");
    let said = format!("the session {id} is attached there under that debugger id: use it");
    assert!(error.contains(&said), "{error}");
    assistant.done("debug_end_session", json!({"session_id": id})).await;
    assistant.done("debug_start_session", json!({})).await;
    assistant.leave().await;
}

#[tokio::test]
async fn a_capture_tells_everything_and_puts_everything_back() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let capture = json!({
        "file": steps(), "line": line("again"), "expressions": ["total", "total + 1", "nope.x"],
        "trigger_url": "Steps-Lines", "auto_continue": true, "timeout_ms": 120_000,
    });
    let told = at.done("debug_capture_at_breakpoint", capture.clone()).await;
    assert_eq!((&told["halted"], &told["auto_continued"]), (&json!(true), &json!(true)));
    assert_eq!(told["breakpoint"]["verified"], true, "{told}");
    assert_eq!(told["location"]["line"], line("again"));
    assert_eq!(told["source"].as_array().expect("lines").len(), 5);
    assert_eq!(told["source"][2]["current"], true);
    assert_eq!(told["evaluations"][0], json!({"expression": "total", "result": "1"}));
    assert_eq!(told["evaluations"][1]["ran_in_live_request"], true);
    assert_eq!(told["evaluations"][2]["failed"], true);
    assert_eq!(told["trigger_status"], 200);
    assert!(told["expires_in_ms"].as_u64().is_some(), "{told}");
    stand.visit("Steps-Lines").await.expect("answered").expect(200);
    let mut never = capture;
    never["trigger_url"] = json!("Steps-Quick");
    let told = at.done("debug_capture_at_breakpoint", never.clone()).await;
    let (halted, timed_out) = (&told["halted"], &told["timed_out"]);
    assert_eq!((halted, timed_out), (&json!(false), &json!(false)), "the page was here: {told}");
    never["trigger_url"] = Value::Null;
    never["timeout_ms"] = json!(100);
    let told = at.done("debug_capture_at_breakpoint", never.clone()).await;
    assert_eq!((&told["halted"], &told["timed_out"]), (&json!(false), &json!(true)), "{told}");
    never["condition"] = json!("nope.x");
    let told = at.done("debug_capture_at_breakpoint", never.clone()).await;
    let may_throw = "halts where nope.x is true: where it throws, it counts as false";
    assert_eq!(told["breakpoint"]["message"], may_throw);
    assert!(told["hint"].as_str().is_some_and(|it| it.ends_with(may_throw)), "{told}");
    for (name, value, says) in [
        ("expressions", json!(["total", "((("]), "expressions[1] (((: "),
        ("expressions", json!([" "]), "expressions[0] is empty"),
        ("condition", json!("1 +"), "condition 1 +: "),
        ("line", json!(-1), "line: invalid value: integer `-1`, expected a whole number from 1"),
    ] {
        let mut faulty = never.clone();
        faulty[name] = value;
        let error = at.call("debug_capture_at_breakpoint", faulty).await.expect_err("refused");
        assert!(error.contains(says), "{error}");
    }
    at.assistant.leave().await;
}

#[tokio::test]
async fn what_changed_is_told_within_a_function_alone() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let given = json!({"breakpoints": [{"file": steps(), "line": line("call")}]});
    at.done("debug_set_breakpoints", given).await;
    at.done("debug_request", json!({"url": "Steps-Lines"})).await;
    let first = at.done("debug_wait_for_stop", json!({"timeout_ms": 120_000})).await;
    let asked = json!({"thread_id": first["thread_id"], "timeout_ms": 120_000});
    let inside = at.done("debug_step_into", asked.clone()).await;
    assert_ne!(inside["location"]["function_name"], first["location"]["function_name"]);
    assert_eq!(inside["changed"], json!([]), "nothing is known of an earlier stop there");
    let outside = at.done("debug_step_out", asked).await;
    assert_eq!(outside["location"]["function_name"], first["location"]["function_name"]);
    for change in outside["changed"].as_array().expect("changes") {
        assert!(change["older"].is_string() && change["newer"].is_string(), "{change}");
    }
    at.assistant.leave().await;
}

#[tokio::test]
async fn stops_are_told_by_cursor_with_what_changed() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let given = json!({"breakpoints": [{"file": steps(), "line": line("call"), "hit_count": 1}]});
    at.done("debug_set_breakpoints", given).await;
    let request = at.done("debug_request", json!({"url": "Steps-Lines"})).await;
    assert_eq!(request["status"], Value::Null);
    let wait = json!({"timeout_ms": 120_000, "after": request["cursor"]});
    let first = at.done("debug_wait_for_stop", wait).await;
    assert_eq!(first["reason"], "breakpoint");
    let thread = first["thread_id"].clone();
    let old = json!({"timeout_ms": 0, "after": first["cursor"]});
    let told = at.done("debug_wait_for_stop", old).await;
    assert_eq!((&told["halted"], &told["timed_out"]), (&json!(false), &json!(true)), "{told}");
    let thread_asked = json!({"thread_id": thread, "timeout_ms": 120_000});
    let after_step = at.done("debug_step_over", thread_asked.clone()).await;
    assert_eq!(after_step["location"]["line"], line("again"));
    let changed = after_step["changed"].as_array().expect("changes");
    let total = changed.iter().find(|it| it["name"] == "local.total").expect("it changed");
    assert_eq!((&total["older"], &total["newer"]), (&json!("0"), &json!("1")));
    let compared = json!({"older": first["halt"], "newer": after_step["halt"]});
    let compared = at.done("debug_compare_halts", compared).await;
    assert!(compared["differences"].to_string().contains("local.total"), "{compared}");
    assert_eq!(at.done("debug_history", json!({})).await["total"], 2);
    let to =
        json!({"thread_id": thread, "file": steps(), "line": line("print"), "timeout_ms": 120_000});
    let run = at.done("debug_run_to", to).await;
    assert_eq!(
        (&run["location"]["line"], &run["reason"]),
        (&json!(line("print")), &json!("run_to"))
    );
    let nothing = json!({"thread_id": thread, "expression": "  "});
    let error = at.call("debug_evaluate", nothing).await.expect_err("refused");
    assert!(error.contains("nothing to evaluate"), "{error}");
    let beyond = json!({"thread_id": thread, "expression": "1 + 1", "frame_index": 99});
    let error = at.call("debug_evaluate", beyond).await.expect_err("refused");
    assert!(error.contains("has no frame 99"), "{error}");
    for (expression, has_run) in [("((", false), ("JSON.parse('x')", true)] {
        let asked = json!({"thread_id": thread, "expression": expression});
        let told = at.done("debug_evaluate", asked).await;
        assert_eq!(told["failed"], true, "{told}");
        assert_eq!(told.get("ran_in_live_request").is_some(), has_run, "{told}");
    }
    let nope = json!({"thread_id": thread, "object_path": "nope.x"});
    let error = at.call("debug_get_variables", nope).await.expect_err("refused");
    assert!(error.contains("no value nope.x in this frame"), "{error}");
    let stopped = at.done("debug_stop_thread", thread_asked.clone()).await;
    assert_eq!((&stopped["status"], &stopped["how"]), (&json!("exited"), &json!("stopped")));
    assert!(
        at.call("debug_step_over", thread_asked)
            .await
            .expect_err("it is gone")
            .contains("not halted")
    );
    at.done("debug_end_session", json!({})).await;
    at.assistant.leave().await;
}

#[tokio::test]
async fn calls_that_are_made_at_once_take_effect_as_they_stand() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let given = json!({"breakpoints": [{"file": steps(), "line": line("call")}]});
    let (_, _, first) = tokio::join!(
        at.done("debug_set_breakpoints", given),
        at.done("debug_request", json!({"url": "Steps-Lines"})),
        at.done("debug_wait_for_stop", json!({"timeout_ms": 120_000})),
    );
    let thread = first["thread_id"].clone();
    let asked = |expression: &str| json!({"thread_id": thread, "expression": expression});
    let slow = "(function () { for (var end = Date.now() + 300; Date.now() < end;) {} \
        total = 40; return total; })()";
    let (one, other, step, read) = tokio::join!(
        at.done("debug_evaluate", asked(slow)),
        at.done("debug_evaluate", asked("total = total + 1")),
        at.done("debug_step_over", json!({"thread_id": thread, "timeout_ms": 120_000})),
        at.done("debug_get_variables", json!({"thread_id": thread, "scope": "local"})),
    );
    assert_eq!((&one["result"], &other["result"]), (&json!("40"), &json!("41")));
    assert_eq!(step["location"]["line"], line("again"));
    let read = read["variables"].as_array().expect("a list");
    assert!(read.iter().any(|it| it["name"] == "total" && it["value"] == "42"), "{read:?}");
    let getter = "helper.own = { runs: 0, get part() { this.runs += 1; return { c: 1 }; } }";
    at.done("debug_evaluate", asked(getter)).await;
    assert_eq!(at.done("debug_evaluate", asked("helper.own.part")).await["preview"], "{c: 1}");
    assert_eq!(at.done("debug_evaluate", asked("helper.own.runs")).await["result"], "1", "one run");
    at.done("debug_continue", json!({"thread_id": thread})).await;
    at.assistant.leave().await;
}

#[tokio::test]
async fn breakpoints_are_for_certain_requests_once_or_after_another() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let given = json!({"breakpoints": [
        {"file": steps(), "line": line("quick"), "only": {"url": "Steps-Quick?mine=1"}, "once": true},
        {"file": steps(), "line": line("print"), "after": {"file": steps(), "line": line("start")}},
        {"file": steps(), "line": line("inner"), "only": {}},
    ]});
    let set = at.done("debug_set_breakpoints", given).await;
    let verified = |at: usize| set["breakpoints"][at]["verified"].clone();
    assert_eq!([verified(0), verified(2)], [json!(true), json!(false)], "{set}");
    assert!(set["breakpoints"][2]["message"].is_string(), "{set}");
    for page in ["Steps-Quick?mine=2", "Steps-Lines"] {
        stand.visit(page).await.expect("answered").expect(200);
    }
    let mine = stand.visit("Steps-Quick?mine=1");
    let stop = at.done("debug_wait_for_stop", json!({"timeout_ms": 120_000})).await;
    assert_eq!(stop["location"]["line"], line("quick"));
    at.done("debug_continue", json!({"thread_id": stop["thread_id"]})).await;
    mine.await.expect("answered").expect(200);
    stand.visit("Steps-Quick?mine=1").await.expect("it was for one halt").expect(200);
    at.done("debug_end_session", json!({})).await;
    at.assistant.leave().await;
}

#[tokio::test]
async fn what_objects_hold_is_compared() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let given = json!({"breakpoints": [{"file": steps(), "line": line("holds")}]});
    at.done("debug_set_breakpoints", given).await;
    let request = at.done("debug_request", json!({"url": "Steps-Holds"})).await;
    let wait = json!({"timeout_ms": 120_000, "after": request["cursor"]});
    let first = at.done("debug_wait_for_stop", wait).await;
    let asked = json!({"thread_id": first["thread_id"], "timeout_ms": 120_000});
    let second = at.done("debug_step_over", asked.clone()).await;
    let view = json!([{"name": "local.res.view", "older": "null", "newer": "walk"}]);
    assert_eq!(second["changed"], view);
    let halts = json!({"older": first["halt"], "newer": second["halt"]});
    assert_eq!(at.done("debug_compare_halts", halts).await["differences"], view);
    at.done("debug_continue", asked).await;
    let never = at.call("debug_compare_halts", json!({"older": 1, "newer": 99})).await;
    assert!(never.expect_err("there is none").starts_with("there is no halt 99"));
    at.assistant.leave().await;
}

#[tokio::test]
async fn a_capture_does_not_wait_for_what_its_page_could_not_bring() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let capture = json!({
        "file": steps(), "line": line("again"), "trigger_url": "Steps-Nope", "timeout_ms": 120_000,
    });
    let told = at.done("debug_capture_at_breakpoint", capture).await;
    assert_eq!((&told["halted"], &told["trigger_status"]), (&json!(false), &json!(404)), "{told}");
    assert!(told["hint"].to_string().contains("answered without a halt"), "{told}");
    at.assistant.leave().await;
}

#[tokio::test]
async fn a_page_that_is_not_answered_yet_may_still_come_by() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let capture = json!({
        "file": steps(), "line": line("waited"), "trigger_url": "Steps-Slow", "timeout_ms": 300,
    });
    let told = at.done("debug_capture_at_breakpoint", capture).await;
    assert_eq!(told["timed_out"], true, "{told}");
    assert!(told["hint"].to_string().contains("Steps-Slow is not answered yet"), "{told}");
    let faulty = json!({"file": steps(), "line": line("start"), "condition": "1 +"});
    at.done("debug_set_breakpoints", json!({"breakpoints": [faulty]})).await;
    let told = at.done("debug_wait_for_stop", json!({"timeout_ms": 100})).await;
    let hint = told["hint"].to_string();
    for words in ["Steps-Slow is not answered yet", "; but Steps.js:", "doesn't parse"] {
        assert!(hint.contains(words), "{told}");
    }
    stand.attached("other").await.release().await;
    at.assistant.leave().await;
}

#[tokio::test]
async fn the_folder_of_cartridges_is_told_as_it_was_given() {
    let stand = Stand::start().await;
    let home = TempDir::new().expect("a folder");
    let mut command = program(&["mcp"], &stand, &home);
    command.env("SFCC_PASSWORD", "haltscope-demo");
    let assistant = Assistant::of(command).await;
    let folder = crate::dap::editor::cartridges().join("app_test");
    let given = json!({"cartridgeDirectory": "app_test"});
    let started = assistant.done("debug_start_session", given).await;
    assert_eq!(started["cartridgeDirectory"], json!(folder), "{started}");
    let refused = assistant.call("debug_start_session", json!({"server": 5})).await;
    assert!(refused.expect_err("it is unknown").contains("unknown field `server`"));
    assistant.leave().await;
}

#[tokio::test]
async fn halts_that_nobody_waited_for_are_compared() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let given = json!({"breakpoints": [
        {"file": steps(), "line": line("call")}, {"file": steps(), "line": line("members")},
    ]});
    at.done("debug_set_breakpoints", given).await;
    for url in ["Steps-Lines", "Steps-Members"] {
        at.done("debug_request", json!({"url": url})).await;
        let known = url == "Steps-Lines";
        until(async || {
            let history = at.done("debug_history", json!({})).await;
            (history["total"] == if known { 1 } else { 2 }).then_some(())
        })
        .await;
    }
    let compared = at.done("debug_compare_halts", json!({"older": 1, "newer": 2})).await;
    assert!(compared["differences"].to_string().contains("local.list"), "{compared}");
    at.assistant.leave().await;
}

#[tokio::test]
async fn values_are_paged_and_secrets_are_masked() {
    let stand = Stand::start().await;
    let at = Attached::to(&stand).await;
    let capture = json!({
        "file": steps(), "line": line("members"), "trigger_url": "Steps-Members",
        "timeout_ms": 120_000, "expressions": ["'key ' + 'haltscope' + '-demo'", "'4111 1111 1111 1111'", "nested",
            "Object({ authorization: 'so and so', key: 'haltscope' + '-demo' })",
        ],
    });
    let told = at.done("debug_capture_at_breakpoint", capture).await;
    assert_eq!(told["evaluations"][0]["result"], "key ***");
    assert_eq!(told["evaluations"][1]["result"], "***1111");
    let holds = "{n: null, text: \"some text\", a: {…}, u: undefined}";
    assert_eq!(told["evaluations"][2]["preview"], holds);
    assert_eq!(told["evaluations"][3]["preview"], "{key: \"***\", authorization: \"***\"}");
    let thread = told["thread_id"].clone();
    let page = json!({"thread_id": thread, "object_path": "list", "start": 99_990, "count": 50});
    let page = at.done("debug_get_variables", page).await;
    assert_eq!(
        (&page["count"], &page["total"], &page["left_out"]),
        (&json!(10), &json!(100_000), &json!(0))
    );
    let first = json!({"thread_id": thread, "object_path": "list"});
    assert_eq!(at.done("debug_get_variables", first).await["left_out"], 99_900);
    let locals = json!({"thread_id": thread, "scope": "local"});
    let locals = at.done("debug_get_variables", locals).await;
    let nested = locals["variables"].as_array().into_iter().flatten();
    let nested = nested.into_iter().find(|it| it["name"] == "nested").expect("there");
    assert_eq!(nested["value"], "[object Object]");
    assert_eq!(nested["preview"], holds);
    let cut = json!({"thread_id": thread, "scope": "local", "max_value_length": 3});
    let cut = at.done("debug_get_variables", cut).await;
    assert!(cut.to_string().contains("left_out"), "{cut}");
    at.assistant.leave().await;
}
