//! Whatever comes in is answered, and the next request is served.

use super::editor::Editor;
use crate::testkit::instance::{Asked, Instead, Part, Scripted};
use serde_json::json;
use std::time::Duration;

/// Nobody is attached, and nobody has to be.
fn idle() -> Editor {
    Editor::in_process("http://127.0.0.1:9")
}

async fn check(bytes: &[u8], told: &str) {
    let mut editor = idle();
    editor.raw(bytes).await;
    // Half a message is known to be one when the next one comes.
    editor.initialize(json!({})).await;
    let answer = editor.wait_for(|it| it["success"] == false).await;
    assert_eq!(answer["request_seq"], i32::MAX);
    assert!(answer["body"]["error"]["variables"]["text"].to_string().contains(told), "{answer}");
}

#[tokio::test]
async fn garbage_half_messages_and_headers_of_100_megabytes_are_answered() {
    check(b"hello\r\n", "no header").await;
    check(b"Content-Length: 5\r\n\r\n{abc}", "no JSON").await;
    check(b"Content-Length: 2000\r\nX: y\r\n\r\n{\"seq\": ", "shorter than").await;
    check(b"Content-Length: 104857600\r\n\r\n", "104857600").await;
    let mut endless = b"X-Long: ".to_vec();
    endless.resize(100 << 20, b'a');
    check(&endless, "header of more than").await;
}

#[tokio::test]
async fn what_is_no_request_or_comes_too_early_is_refused() {
    let mut editor = idle();
    for message in ["{}", "[1]", "7", "{\"seq\":3,\"type\":\"event\",\"event\":\"x\"}"] {
        let framed = format!("Content-Length: {}\r\n\r\n{message}", message.len());
        editor.raw(framed.as_bytes()).await;
        let answer = editor.wait_for(|it| it["type"] == "response").await;
        assert_eq!(answer["success"], false, "{message}: {answer}");
    }
    assert!(editor.fails("attach", json!({})).await.contains("initialize"));
    assert!(editor.fails("initialize", json!({"adapterID": 7})).await.contains("expected a text"));
    editor.initialize(json!({})).await;
    assert!(editor.fails("threads", json!({})).await.contains("attached"));
    assert!(editor.fails("restart", json!({})).await.contains("attached"));
    let told = editor.fails("gotoTargets", json!({"source": {}, "line": 1})).await;
    assert!(told.contains("gotoTargets is no request of this adapter"), "{told}");
    assert!(editor.fails("initialize", json!({"adapterID": "x"})).await.contains("once"));
}

#[tokio::test]
async fn a_password_among_the_arguments_is_refused_and_not_repeated() {
    let mut editor = idle();
    editor.initialize(json!({})).await;
    let answer = editor.ask("attach", json!({"password": "hunter2"})).await;
    assert_eq!(answer["body"]["error"]["showUser"], true);
    assert!(!answer.to_string().contains("hunter2"), "{answer}");
    editor.event("terminated").await;
}

#[tokio::test]
async fn a_name_that_means_nothing_is_told_in_the_console() {
    let server = Scripted::start(Part::default()).await;
    let mut editor = Editor::in_process(&server.url());
    editor.initialize(json!({})).await;
    editor
        .done("attach", json!({"type": "haltscope", "usernmae": "ada", "__sessionId": "1"}))
        .await;
    let told = editor.event("output").await;
    assert_eq!(told["category"], "console");
    let words =
        "\"usernmae\" in the launch configuration is not used: did you mean \"username\"?\n";
    assert_eq!(told["output"], words);
    editor.leave().await;
}

#[tokio::test]
async fn an_instance_that_is_not_there_fails_the_attachment_for_the_user_to_see() {
    let mut editor = idle();
    editor.initialize(json!({})).await;
    let answer = editor.ask("attach", json!({})).await;
    assert_eq!(
        (&answer["success"], &answer["body"]["error"]["showUser"]),
        (&json!(false), &json!(true))
    );
    editor.event("terminated").await;
    assert_eq!(editor.unasked("output"), 0, "it is said once");
}

#[tokio::test]
async fn requests_that_make_no_sense_to_an_attached_adapter_fail_alone() {
    let server = Scripted::start(Part::default()).await;
    let mut editor = Editor::in_process(&server.url()).attached().await;
    for (command, arguments) in [
        ("stackTrace", json!({"threadId": 99})),
        ("scopes", json!({"frameId": 12})),
        ("variables", json!({"variablesReference": 12})),
        ("variables", json!({"variablesReference": -1})),
        ("evaluate", json!({"expression": "1 + 1"})),
        ("next", json!({"threadId": 99})),
        ("continue", json!({})),
        ("setVariable", json!({"variablesReference": 1, "name": "a", "value": "1"})),
        ("source", json!({"sourceReference": 44})),
        ("gotoTargets", json!({"source": {}, "line": 1})),
        ("reverseContinue", json!({"threadId": 7})),
    ] {
        editor.fails(command, arguments).await;
    }
    editor.leave().await;
}

#[tokio::test]
async fn a_request_that_is_cancelled_is_answered_so() {
    let server = Scripted::start(Part::default()).await;
    let mut editor = Editor::in_process(&server.url()).attached().await;
    server.halt(7, 10);
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    server.play(|part| part.held = Some("eval"));
    let arguments = json!({"expression": "f()", "frameId": top["id"], "context": "repl"});
    let waiting = editor.send("evaluate", arguments).await;
    editor.done("cancel", json!({"requestId": waiting})).await;
    assert_eq!(editor.answer(waiting).await["message"], "cancelled");
    server.play(|part| part.held = None);
    editor.leave().await;
}

/// What would be sent then never leaves; an editor that is told otherwise shows a thread that runs.
#[tokio::test]
async fn nothing_moves_while_there_is_no_connection() {
    let server = Scripted::start(Part::default()).await;
    let mut editor = Editor::in_process(&server.url()).attached().await;
    server.halt(7, 10);
    let thread = editor.event("stopped").await["threadId"].clone();
    server.play(|part| part.instead = Some(("GET /threads", Instead::Empty)));
    let is_told = |it: &serde_json::Value| {
        let text = it["body"]["output"].as_str().unwrap_or_default();
        it["event"] == "output" && text.starts_with("no connection")
    };
    editor.wait_for(is_told).await;
    for command in ["next", "stepIn", "stepOut", "continue"] {
        let told = editor.fails(command, json!({"threadId": thread})).await;
        assert!(told.contains("no connection"), "{command}: {told}");
    }
    let told = editor.fails("terminateThreads", json!({"threadIds": [thread]})).await;
    assert!(told.contains("no connection"), "{told}");
    server.play(|part| part.instead = None);
    editor.wait_for(|it| it["body"]["output"] == "the connection is back\n").await;
    editor.done("next", json!({"threadId": thread})).await;
    assert_eq!(editor.event("stopped").await["reason"], "step");
    assert!(editor.fails("terminateThreads", json!({})).await.contains("names no thread"));
    editor.leave().await;
}

/// What goes on behind the answer is not to halt at what was taken away.
#[tokio::test]
async fn removed_breakpoints_are_forgotten_before_the_editor_hears_of_it() {
    let server = Scripted::start(Part::default()).await;
    let mut editor = Editor::in_process(&server.url()).attached().await;
    editor.break_at(json!([{ "line": 10 }])).await;
    assert_eq!(server.count("POST /breakpoints"), 1, "{:?}", server.asked());
    server.play(|part| part.latency = Duration::from_millis(200));
    editor.break_at(json!([])).await;
    let is_done = |it: &Asked| it.what.starts_with("DELETE /breakpoints/") && it.answered.is_some();
    assert!(server.asked().iter().any(is_done), "{:?}", server.asked());
    editor.leave().await;
}
