//! A hook's thread halts, is inspected, changed, stepped and stopped like any other.

use super::stand::{SCRIPT, asset, attached, folder, start, start_with, wish};
use crate::{
    data::stand::{Answer, BASE, Stand},
    sandbox::stand::{id_of, until},
};
use haltscope::sandbox::SandboxOptions;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::task::JoinHandle;

const FOLDER_SCRIPT: &str = "/app_hooks/cartridge/scripts/hooks/folder.js";
const POINT: &str = "dw.ocapi.data.content.content.beforeCreate";

/// Sends a PUT that arrives in the background.
fn put(stand: &Stand, id: &str, body: &Value) -> JoinHandle<Answer> {
    let request = stand.ask("PUT", &asset(id)).json(body);
    tokio::spawn(Answer::of(request))
}

#[tokio::test]
async fn a_field_that_is_changed_while_a_put_is_halted_is_stored() {
    let stand = start().await;
    let debugger = attached(&stand).await;
    let answer = put(&stand, "a", &json!({"name": {"default": "sent"}}));
    let halted = debugger.halted().await;
    let thread = id_of(&halted);
    assert_eq!(halted["call_stack"][0]["location"]["script_path"], SCRIPT);
    assert_eq!(debugger.eval(thread, 0, "library").await, "[Library id=SharedLibrary]");
    assert_eq!(debugger.eval(thread, 0, "create.name.default").await, "sent");
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
    debugger.eval(thread, 0, "create.name = {default: 'from the debugger'}").await;
    debugger.step(thread, "over").await;
    assert_ne!(debugger.eval(thread, 0, "create.c_before").await, "undefined", "it was stepped");
    debugger.step(thread, "resume").await;
    let created = answer.await.expect("no panic").ok(201);
    assert_eq!(created["name"], json!({"default": "from the debugger"}));
    assert_eq!(stand.get(&asset("a")).await, created);
}

#[tokio::test]
async fn a_stopped_hook_fails_its_request() {
    let stand = start().await;
    let debugger = attached(&stand).await;
    let answer = put(&stand, "a", &json!({}));
    let thread = id_of(&debugger.halted().await);
    debugger.post(&format!("/threads/{thread}/stop")).await.expect(204);
    let answer = answer.await.expect("no panic");
    answer.fault(500, "HookInternalServerError", json!({"extensionPoint": POINT}));
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
}

#[tokio::test]
async fn a_reset_ends_a_halted_hook_and_nothing_is_written() {
    let stand = start().await;
    let debugger = attached(&stand).await;
    let answer = put(&stand, "a", &json!({}));
    debugger.halted().await;
    let mut own = debugger.clone();
    "/-/sandbox".clone_into(&mut own.base);
    assert_eq!(own.post("/reset").await.expect(200).json(), json!({"threads_ended": 1}));
    let answer = answer.await.expect("no panic");
    answer.fault(500, "HookInternalServerError", json!({"extensionPoint": POINT}));
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
    assert_eq!(own.get("/health").await.expect(200).json()["threads"]["halted"], 0);
}

#[tokio::test]
async fn a_hook_that_runs_on_and_on_is_stopped() {
    let stand = start().await;
    let debugger = attached(&stand).await;
    let answer = put(&stand, "a", &wish("loop"));
    let thread = id_of(&debugger.halted().await);
    debugger.step(thread, "resume").await;
    debugger.post(&format!("/threads/{thread}/stop")).await.expect(204);
    answer.await.expect("no panic").fails(500, "HookInternalServerError");
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
}

#[tokio::test]
async fn a_hook_that_sleeps_too_long_fails_its_request() {
    let halt_timeout = Duration::from_millis(300);
    let stand = start_with(|options| SandboxOptions { halt_timeout, ..options }).await;
    let debugger = attached(&stand).await;
    let answer = stand.put(&asset("a"), json!({})).await;
    answer.fault(500, "HookInternalServerError", json!({"extensionPoint": POINT}));
    debugger.delete("/client").await.expect(204);
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
}

#[tokio::test]
async fn a_write_past_a_halted_hook_is_a_conflict() {
    let stand = start().await;
    let debugger = attached(&stand).await;
    let answer = put(&stand, "a", &json!({"name": {"default": "first"}}));
    let first = id_of(&debugger.halted().await);
    debugger.delete("/breakpoints").await.expect(204);
    stand.put(&asset("a"), json!({"name": {"default": "second"}})).await.ok(201);
    debugger.step(first, "resume").await;
    answer.await.expect("no panic").fails(409, "ConcurrentModification");
    assert_eq!(stand.get(&asset("a")).await["name"], json!({"default": "second"}));
}

#[tokio::test]
async fn a_request_is_done_whole_when_its_client_hangs_up_at_a_halted_hook() {
    let stand = start().await;
    let debugger = attached(&stand).await;
    let answer = put(&stand, "a", &json!({}));
    let thread = id_of(&debugger.halted().await);
    answer.abort();
    assert_eq!(debugger.eval(thread, 0, "library.root.ID").await, "root", "it can be looked at");
    debugger.step(thread, "resume").await;
    until(async || (stand.send("GET", &asset("a")).await.status == 200).then_some(())).await;
    let kept = stand.get(&asset("a")).await;
    assert!(kept["c_before"].is_string() && kept["c_after"].is_string(), "both hooks ran: {kept}");
}

#[tokio::test]
async fn a_connection_that_is_reset_at_a_halted_hook_ends_nothing() {
    let stand = start().await;
    let debugger = attached(&stand).await;
    let body = "{}";
    let request = format!(
        "PUT {BASE}{} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {}\r\n\
        content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        folder("f"),
        stand.token,
        body.len(),
    );
    let breakpoint = json!({"script_path": FOLDER_SCRIPT, "line_number": 1});
    debugger.post_json("/breakpoints", json!({"breakpoints": [breakpoint]})).await.expect(200);
    let mut stream =
        tokio::net::TcpStream::connect(stand.sandbox.http_addr()).await.expect("connects");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let thread = id_of(&debugger.halted().await);
    stream.set_zero_linger().expect("the next close is a reset");
    drop(stream);
    assert_eq!(debugger.eval(thread, 0, "1 + 1").await, "2", "it can be looked at");
    debugger.delete("/breakpoints").await.expect(204);
    debugger.step(thread, "resume").await;
    until(async || (stand.send("GET", &folder("f")).await.status == 200).then_some(())).await;
}
