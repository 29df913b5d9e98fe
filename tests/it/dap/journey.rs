//! Whole sessions in the order in which editors ask, against the sandbox, through the program.

use super::editor::{Editor, at, cartridges, steps};
use crate::sandbox::stand::{STEPS, Stand, line, until};
use serde_json::{Value, json};

/// Everything of ours is gone from the instance.
async fn nothing_remains(stand: &Stand) {
    let debugger = stand.debugger("haltscope");
    until(async || (debugger.get("/threads").await.status == 412).then_some(())).await;
}

fn named<'a>(list: &'a [Value], name: &str) -> &'a Value {
    list.iter().find(|it| it["name"] == name).unwrap_or_else(|| panic!("{name} in {list:?}"))
}

/// Visual Studio Code: configuration before `attach` is answered for, everything of a stop at once.
#[tokio::test]
async fn a_session_as_visual_studio_code_asks() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand);
    let capabilities = editor
        .initialize(json!({
            "clientID": "vscode", "supportsVariablePaging": true, "supportsProgressReporting": true,
            "supportsInvalidatedEvent": true, "supportsMemoryEvent": true, "locale": "en",
        }))
        .await;
    assert_eq!(capabilities["supportsConditionalBreakpoints"], true);
    assert_eq!(capabilities.get("supportsStepBack"), None);
    let attaching = editor
        .send(
            "attach",
            json!({ "type": "haltscope", "request": "attach", "name": "Shop", "__sessionId": "x" }),
        )
        .await;
    editor.event("progressStart").await;
    editor.event("progressEnd").await;
    editor.event("initialized").await;
    let set = editor.break_at(json!([{ "line": line("call"), "condition": "total === 0" }])).await;
    assert_eq!((&set[0]["verified"], &set[0]["line"]), (&json!(true), &json!(line("call"))));
    editor.done("configurationDone", json!({})).await;
    assert_eq!(editor.answer(attaching).await["success"], true);
    editor.done("threads", json!({})).await;
    let page = stand.visit("Steps-Lines");
    let stopped = editor.event("stopped").await;
    assert_eq!(stopped["reason"], "breakpoint", "{stopped}");
    assert_eq!(stopped["hitBreakpointIds"], json!([set[0]["id"]]));
    assert_eq!(stopped["allThreadsStopped"], false);
    let thread = &stopped["threadId"];
    let threads = editor.done("threads", json!({})).await;
    assert_eq!(threads["threads"][0]["id"], *thread);
    let stack = editor
        .done("stackTrace", json!({ "threadId": thread, "startFrame": 0, "levels": 20 }))
        .await;
    let top = stack["stackFrames"][0].clone();
    assert_eq!((&top["line"], &top["source"]["path"]), (&json!(line("call")), &json!(steps())));
    assert_eq!(stack["totalFrames"], stack["stackFrames"].as_array().expect("frames").len());
    let total = named(&editor.scope(&top, "Local").await, "total").clone();
    assert_eq!((&total["value"], &total["evaluateName"]), (&json!("0"), &json!("total")));
    assert_eq!(editor.evaluate(&top, "total", "hover").await["result"], "0");
    editor.done("next", json!({ "threadId": thread, "granularity": "statement" })).await;
    let stopped = editor.event("stopped").await;
    assert_eq!(stopped["reason"], "step");
    let top = editor.top(thread).await;
    assert_eq!(top["line"], line("again"));
    assert_eq!(named(&editor.scope(&top, "Local").await, "total")["value"], "1");
    let answer = editor.done("continue", json!({ "threadId": thread })).await;
    assert_eq!(answer["allThreadsContinued"], false);
    page.await.expect("answered").expect(200);
    let exited =
        editor.wait_for(|it| it["event"] == "thread" && it["body"]["reason"] == "exited").await;
    assert_eq!(exited["body"]["threadId"], *thread);
    editor.leave().await;
    nothing_remains(&stand).await;
}

/// Neovim: `attach` answered first, then each buffer's breakpoints, then exception breakpoints.
#[tokio::test]
async fn a_session_as_neovim_asks() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand);
    editor.initialize(json!({ "clientID": "neovim", "supportsRunInTerminalRequest": true })).await;
    editor.done("attach", json!({ "type": "haltscope", "request": "attach" })).await;
    editor.event("initialized").await;
    let log = json!({ "line": line("loop"), "logMessage": "i is {i}", "hitCondition": "= 3" });
    let set = editor.break_at(json!([log, at("after")])).await;
    assert_eq!([&set[0]["verified"], &set[1]["verified"]], [true, true]);
    editor.done("setExceptionBreakpoints", json!({ "filters": [] })).await;
    editor.done("configurationDone", json!({})).await;
    let page = stand.visit("Steps-Loop");
    let stopped = editor.event("stopped").await;
    let thread = &stopped["threadId"];
    let top = editor.top(thread).await;
    assert_eq!(top["line"], line("after"));
    let logged = editor.wait_for(|it| {
        it["event"] == "output" && it["body"]["output"].to_string().contains("i is ")
    });
    assert!(logged.await["body"]["output"].to_string().contains("i is 2"));
    assert_eq!(editor.evaluate(&top, "hits", "repl").await["result"], "45");
    editor.done("terminateThreads", json!({ "threadIds": [thread] })).await;
    editor.event("thread").await;
    assert_ne!(page.await.expect("answered").status, 200);
    editor.leave().await;
    nothing_remains(&stand).await;
}

/// Whoever shares an instance halts in requests of one's own alone.
#[tokio::test]
async fn breakpoints_may_be_for_certain_requests_alone() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand);
    editor.initialize(json!({ "clientID": "neovim" })).await;
    let only = json!({ "header": "X-Debug: mine" });
    editor.done("attach", json!({ "request": "attach", "only": only })).await;
    editor.event("initialized").await;
    let set = editor.break_at(json!([{ "line": line("quick"), "condition": "visits > 0" }])).await;
    assert_eq!(set[0]["verified"], true, "{set}");
    let known = set[0]["message"].as_str().unwrap_or_default();
    assert!(known.ends_with("is true: where it throws, it counts as false"), "{set}");
    editor.done("configurationDone", json!({})).await;
    stand.visit("Steps-Quick").await.expect("not meant").expect(200);
    let mine = stand.visit_with("Steps-Quick", ("X-Debug", "mine"));
    let stopped = editor.event("stopped").await;
    assert_eq!(stopped["hitBreakpointIds"], json!([set[0]["id"]]));
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    mine.await.expect("answered").expect(200);
    editor.leave().await;
    nothing_remains(&stand).await;
}

#[tokio::test]
async fn a_template_halts_as_a_script_does() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    let path = cartridges().join("app_test/cartridge/templates/default/greeting.isml");
    let source = json!({ "path": path });
    let set = json!({ "source": source, "breakpoints": [{ "line": 3 }] });
    let set = editor.done("setBreakpoints", set).await["breakpoints"][0].clone();
    assert_eq!((&set["verified"], &set["line"]), (&json!(true), &json!(3)), "{set}");
    let page = stand.visit("Steps-Greeting");
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    assert_eq!((&top["line"], &top["source"]["path"]), (&json!(3), &json!(path)));
    assert_eq!(editor.evaluate(&top, "who", "watch").await["result"], "Ada");
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn a_log_point_and_a_breakpoint_of_one_line_do_both() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    let log = json!({ "line": line("add"), "logMessage": "b={b}", "condition": "b === 2" });
    let halts = json!({ "line": line("add"), "condition": "b === 2" });
    let set = editor.break_at(json!([log, halts])).await;
    assert_eq!([&set[0]["verified"], &set[1]["verified"]], [&json!(true); 2], "{set}");
    let page = stand.visit("Steps-Lines");
    let stopped = editor.event("stopped").await;
    assert_eq!(stopped["reason"], "breakpoint");
    let top = editor.top(&stopped["threadId"]).await;
    assert_eq!(editor.evaluate(&top, "b", "watch").await["result"], "2");
    let said = editor.event("output").await;
    assert!(said["output"].to_string().contains("b=2"), "{said}");
    let always = json!({ "line": line("add"), "logMessage": "{a}" });
    let set = editor.break_at(json!([at("add"), always, halts])).await;
    assert!(set[0]["message"].to_string().contains("a line has one breakpoint"), "{set}");
    assert!(set[1]["message"].to_string().contains("a line has one breakpoint"), "{set}");
    assert_eq!(set[2]["verified"], true, "{set}");
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn a_call_of_the_line_is_stepped_into_by_its_name() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("again")])).await;
    let page = stand.visit("Steps-Lines");
    let stopped = editor.event("stopped").await;
    let thread = stopped["threadId"].clone();
    let top = editor.top(&thread).await;
    let targets = editor.done("stepInTargets", json!({ "frameId": top["id"] })).await;
    assert_eq!(targets["targets"].as_array().map(Vec::len), Some(1), "{targets}");
    assert_eq!(targets["targets"][0]["label"], "add", "{targets}");
    let no_target = json!({ "threadId": thread, "targetId": top["id"] });
    assert!(editor.fails("stepIn", no_target).await.contains("no target"));
    let into = json!({ "threadId": thread, "targetId": targets["targets"][0]["id"] });
    editor.done("stepIn", into.clone()).await;
    let stopped = editor.event("stopped").await;
    assert_eq!(stopped["threadId"], thread);
    assert_eq!(editor.top(&thread).await["line"], line("add"));
    assert!(editor.fails("stepIn", into).await.contains("moved on"), "of another place");
    editor.done("continue", json!({ "threadId": thread })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
    nothing_remains(&stand).await;
}

#[tokio::test]
async fn what_a_line_of_a_template_calls_and_includes_is_stepped_into() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    let templates = cartridges().join("app_test/cartridge/templates/default");
    let path = templates.join("framed.isml");
    let lines = [7, 8, 9].map(|line| json!({ "line": line }));
    let set = json!({ "source": { "path": path }, "breakpoints": lines });
    editor.done("setBreakpoints", set).await;
    let page = stand.visit("Steps-Framed");
    for (label, file, line) in [
        ("twice", "framed.isml", 4),
        ("template greeting", "greeting.isml", 1),
        ("template frame", "frame.isml", 2),
    ] {
        let thread = editor.event("stopped").await["threadId"].clone();
        let top = editor.top(&thread).await;
        let targets = editor.done("stepInTargets", json!({ "frameId": top["id"] })).await;
        let targets = targets["targets"].as_array().expect("a list").clone();
        assert_eq!(targets.iter().map(|it| &it["label"]).collect::<Vec<_>>(), [label]);
        let into = json!({ "threadId": thread, "targetId": targets[0]["id"] });
        editor.done("stepIn", into).await;
        editor.event("stopped").await;
        let top = editor.top(&thread).await;
        let path = top["source"]["path"].as_str().expect("a path");
        assert_eq!(
            (path, &top["line"]),
            (templates.join(file).to_str().expect("text"), &json!(line))
        );
        editor.done("continue", json!({ "threadId": thread })).await;
    }
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn calls_through_members_and_callbacks_are_stepped_into_by_their_names() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("made"), at("methods"), at("each")])).await;
    let page = stand.visit("Steps-Targets");
    let mut thread = editor.event("stopped").await["threadId"].clone();
    for (labels, chosen, end) in [
        (&["new Shape"][..], 0, "shape"),
        (&["require('~/cartridge/scripts/helper').touch", "shape.area"], 1, "area"),
        (&["callback of forEach"], 0, "handed"),
    ] {
        let top = editor.top(&thread).await;
        let targets = editor.done("stepInTargets", json!({ "frameId": top["id"] })).await;
        let targets = targets["targets"].as_array().expect("a list").clone();
        assert_eq!(targets.iter().map(|it| &it["label"]).collect::<Vec<_>>(), labels);
        let into = json!({ "threadId": thread, "targetId": targets[chosen]["id"] });
        editor.done("stepIn", into).await;
        thread = editor.event("stopped").await["threadId"].clone();
        let top = editor.top(&thread).await;
        assert_eq!(top["line"], line(end), "{labels:?}");
        editor.done("continue", json!({ "threadId": thread })).await;
        if end != "handed" {
            thread = editor.event("stopped").await["threadId"].clone();
        }
    }
    page.await.expect("answered").expect(200);
    editor.break_at(json!([at("methods")])).await;
    let page = stand.visit("Steps-Targets");
    let thread = editor.event("stopped").await["threadId"].clone();
    let top = editor.top(&thread).await;
    let targets = editor.done("stepInTargets", json!({ "frameId": top["id"] })).await;
    let into = json!({ "threadId": thread, "targetId": targets["targets"][0]["id"] });
    editor.done("stepIn", into).await;
    editor.event("stopped").await;
    let path = editor.top(&thread).await["source"]["path"].to_string();
    assert!(path.contains("helper.js"), "{path}");
    editor.done("continue", json!({ "threadId": thread })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

/// Each step of a loop in one line is a stop, though nothing of the place changes.
#[tokio::test]
async fn what_editors_need_beyond_the_first_stop() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    let blank = json!({ "line": 2 });
    let set = editor.break_at(json!([at("inner"), blank])).await;
    assert_eq!(set[1]["line"], 3, "moved to the next line with code: {set}");
    assert!(set[1]["message"].is_string(), "{set}");
    let elsewhere =
        json!({ "source": { "path": "/tmp/none/x.js" }, "breakpoints": [{ "line": 1 }] });
    let refused = editor.done("setBreakpoints", elsewhere).await;
    assert_eq!(refused["breakpoints"][0]["verified"], false, "{refused}");
    let zero = editor.break_at(json!([at("inner"), { "line": 0 }])).await;
    assert_eq!(zero[1]["verified"], false, "{zero}");
    assert_eq!(zero[1]["message"], "lines are counted from 1");
    let gone = editor.fails("terminateThreads", json!({ "threadIds": [4_711] })).await;
    assert_eq!(gone, "there is no thread 4711 any more");
    let bad =
        editor.break_at(json!([at("inner"), { "line": line("outer"), "hitCondition": "x" }])).await;
    assert!(bad[1]["message"].to_string().contains("hit count"), "{bad}");
    let here = json!({ "source": { "path": steps() }, "line": 1, "endLine": 9 });
    let lines = editor.done("breakpointLocations", here).await;
    let lines: Vec<u64> = lines["breakpoints"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|it| it["line"].as_u64())
        .collect();
    assert!(lines.contains(&line("add")) && !lines.contains(&2), "{lines:?}");
    let page = stand.visit("Steps-Scopes");
    let stopped = editor.event("stopped").await;
    let thread = stopped["threadId"].clone();
    let top = editor.top(&thread).await;
    assert_eq!(named(&editor.scope(&top, "Closure").await, "outer")["value"], "outer text");
    let caller = editor
        .done("stackTrace", json!({ "threadId": thread, "startFrame": 1, "levels": 1 }))
        .await;
    let caller = caller["stackFrames"][0].clone();
    assert_eq!(editor.evaluate(&caller, "flag", "watch").await["result"], "true", "an outer frame");
    let hover = json!({ "expression": "first++", "frameId": top["id"], "context": "hover" });
    assert!(editor.fails("evaluate", hover).await.contains("hover"));
    let scopes = editor.done("scopes", json!({ "frameId": top["id"] })).await;
    let local = scopes["scopes"][0]["variablesReference"].clone();
    let set = json!({ "variablesReference": local, "name": "first", "value": "40 + 1" });
    assert_eq!(editor.done("setVariable", set).await["value"], "41");
    assert_eq!(named(&editor.scope(&top, "Local").await, "first")["value"], "41");
    let completions = json!({ "text": "sec", "column": 4, "frameId": top["id"] });
    let completions = editor.done("completions", completions).await;
    assert_eq!(completions["targets"][0]["label"], "second");
    assert!(editor.fails("pause", json!({ "threadId": thread })).await.contains("can't pause"));
    let modules = editor.done("modules", json!({})).await;
    assert_eq!(modules["modules"][0]["name"], "app_test");
    let loaded = editor.done("loadedSources", json!({})).await;
    assert!(loaded["sources"].as_array().expect("sources").iter().any(|it| it["path"] == steps()));
    editor.done("continue", json!({ "threadId": thread })).await;
    page.await.expect("answered").expect(200);
    let stale = json!({ "frameId": top["id"] });
    assert_eq!(editor.ask("scopes", stale).await["message"], "notStopped");
    editor.leave().await;
}

#[tokio::test]
async fn a_restart_attaches_again_with_the_breakpoints() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("quick")])).await;
    stand.debugger("haltscope").delete("/client").await.expect(204);
    let told =
        editor.wait_for(|it| it["body"]["output"].to_string().contains("restart the session"));
    told.await;
    let changed = editor.event("breakpoint").await;
    assert_eq!(
        (&changed["reason"], &changed["breakpoint"]["verified"]),
        (&json!("changed"), &json!(false))
    );
    editor.done("restart", json!({})).await;
    let page = stand.visit("Steps-Quick");
    let stopped = editor.event("stopped").await;
    assert_eq!(editor.top(&stopped["threadId"]).await["line"], line("quick"));
    // Halted threads run on.
    editor.leave().await;
    page.await.expect("answered").expect(200);
}

#[tokio::test]
async fn a_restart_says_of_halted_threads_that_they_are_gone() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("quick")])).await;
    let page = stand.visit("Steps-Quick");
    let stopped = editor.event("stopped").await;
    editor.done("restart", json!({})).await;
    let gone = editor.wait_for(|it| it["event"] == "thread" && it["body"]["reason"] == "exited");
    assert_eq!(gone.await["body"]["threadId"], stopped["threadId"]);
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn an_editor_is_told_that_another_debugger_has_its_id() {
    let stand = Stand::start().await;
    let first = Editor::start(&stand).attached().await;
    let mut second = Editor::start(&stand).attached().await;
    let told = second.wait_for(|it| it["body"]["output"].to_string().contains("attached as"));
    let told = told.await["body"]["output"].to_string();
    assert!(told.contains("another debugger is attached as haltscope"), "{told}");
    second.leave().await;
    first.leave().await;
}

#[tokio::test]
async fn an_editor_that_leaves_can_end_what_it_halted() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("quick")])).await;
    let page = stand.visit("Steps-Quick");
    editor.event("stopped").await;
    editor.done("disconnect", json!({ "terminateDebuggee": true })).await;
    assert_ne!(page.await.expect("answered").status, 200, "its script was ended");
    nothing_remains(&stand).await;
}

#[tokio::test]
async fn a_launch_and_its_restart_send_the_request_when_the_breakpoints_are_armed() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand);
    editor.initialize(json!({})).await;
    let launch = json!({ "request": "launch", "trigger": "Steps-Quick", "cartridges": ["."] });
    editor.done("launch", launch).await;
    editor.event("initialized").await;
    editor.break_at(json!([at("quick")])).await;
    editor.done("configurationDone", json!({})).await;
    let stopped = editor.event("stopped").await;
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    let answered =
        editor.wait_for(|it| it["body"]["output"].to_string().contains("was answered: 200"));
    answered.await;
    editor.done("restart", json!({})).await;
    let again = editor.event("stopped").await;
    assert_ne!(again["threadId"], stopped["threadId"], "the page is asked for again");
    editor.leave().await;
    nothing_remains(&stand).await;
}

#[tokio::test]
async fn another_frame_than_the_fixtures_has_a_source_with_the_reason() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand);
    editor.initialize(json!({})).await;
    let empty = tempfile::tempdir().expect("a folder");
    editor.done("attach", json!({ "cwd": empty.path() })).await;
    editor.event("initialized").await;
    let source = json!({ "path": STEPS });
    let set = json!({ "source": source, "breakpoints": [at("quick")] });
    assert_eq!(editor.done("setBreakpoints", set).await["breakpoints"][0]["verified"], true);
    editor.done("configurationDone", json!({})).await;
    let _page = stand.visit("Steps-Quick");
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let reference = &top["source"]["sourceReference"];
    assert!(reference.as_u64().is_some_and(|it| it > 0), "{top}");
    let text = editor.done("source", json!({ "sourceReference": reference })).await;
    assert!(text["content"].to_string().contains("not on this machine"), "{text}");
    editor.leave().await;
}

/// Whoever steps on at once loses no log point.
#[tokio::test]
async fn log_points_that_are_stepped_over_at_once_speak_all_the_same() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    let log = |mark: &str| json!({ "line": line(mark), "logMessage": format!("{mark} {{total}}") });
    editor.break_at(json!([at("call"), log("again"), log("print")])).await;
    let page = stand.visit("Steps-Lines");
    let stopped = editor.event("stopped").await;
    let thread = json!({ "threadId": stopped["threadId"] });
    let mut stops = Vec::new();
    for _ in ["again", "print"] {
        editor.done("next", thread.clone()).await;
        stops.push(editor.event("stopped").await);
    }
    editor.done("continue", thread).await;
    for stop in stops {
        assert_eq!((&stop["reason"], stop.get("hitBreakpointIds")), (&json!("step"), None));
    }
    for text in ["again 1", "print 3"] {
        editor.wait_for(|it| it["body"]["output"].to_string().contains(text)).await;
    }
    page.await.expect("answered").expect(200);
    editor.leave().await;
}
