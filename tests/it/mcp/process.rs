//! Assistants that go without a word.

use super::assistant::Assistant;
use crate::dap::editor::{program, steps};
use crate::sandbox::stand::{Stand, line, until};
use crate::testkit::attached::session_parts;
use crate::testkit::patience::PATIENCE;
use haltscope::mcp::Opened;
use haltscope::runtime::{Clock, Desk, WhenInUse};
use haltscope::session::{Options, Saved, Session};
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

/// Not halted, not attached: seen on the server.
async fn nothing_remains(stand: &Stand) {
    let debugger = stand.debugger("haltscope");
    until(async || (debugger.get("/threads").await.status == 412).then_some(())).await;
}

/// What of a client's ends goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gone {
    Writer,
    Reader,
}

#[tokio::test]
async fn a_killed_client_leaves_no_thread_halted() {
    goes(Gone::Writer).await;
}

#[tokio::test]
async fn a_client_that_does_not_read_any_more_leaves_no_thread_halted() {
    goes(Gone::Reader).await;
}

#[tokio::test]
async fn what_is_wrong_with_where_to_begin_is_told_by_the_arguments_names() {
    let stand = Stand::start().await;
    let home = TempDir::new().expect("a folder");
    let assistant = Assistant::of(program(&["mcp"], &stand, &home)).await;
    for (arguments, told) in [
        (json!({"instance": "none"}), "\"instance\": there is no dw.json"),
        (json!({"projectDirectory": "/none/such"}), "\"projectDirectory\": there is no folder"),
        (json!({"cartridgeDirectory": "none"}), "\"cartridgeDirectory\": there is no folder"),
    ] {
        let refused = assistant.call("debug_start_session", arguments).await.expect_err("refused");
        assert!(refused.contains(told) && !refused.contains("--"), "{refused}");
    }
    assistant.leave().await;
}

async fn goes(gone: Gone) {
    let stand = Stand::start().await;
    let home = TempDir::new().expect("a folder");
    let mut child = program(&["mcp"], &stand, &home).spawn().expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    let call = |id: u64, name: &str, arguments: serde_json::Value| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name, "arguments": arguments}});
    let set =
        json!({"session_id": "debug-1", "breakpoints": [{"file": steps(), "line": line("quick")}]});
    let initialize = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
    });
    let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    for message in [initialize, begun, call(2, "debug_start_session", json!({}))] {
        input.write_all(format!("{message}\n").as_bytes()).await.expect("written");
    }
    let debugger = stand.debugger("haltscope");
    until(async || (debugger.get("/threads").await.status == 200).then_some(())).await;
    // The session is there soon after its client; its answer is not waited for.
    let armed = async || {
        let held = debugger.get("/breakpoints").await.json();
        held["breakpoints"].as_array().is_some_and(|all| !all.is_empty())
    };
    let mut id = 3;
    while !armed().await {
        let message = call(id, "debug_set_breakpoints", set.clone());
        id += 1;
        input.write_all(format!("{message}\n").as_bytes()).await.expect("written");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let page = stand.visit("Steps-Quick");
    debugger.halted().await;
    let kept = match gone {
        Gone::Writer => {
            drop(input);
            None
        }
        Gone::Reader => {
            drop(child.stdout.take());
            Some(input)
        }
    };
    let status = timeout(PATIENCE, child.wait()).await.expect("in time").expect("ended");
    assert_eq!(status.code(), Some(0));
    drop(kept);
    page.await.expect("answered").expect(200);
    nothing_remains(&stand).await;
}

#[tokio::test]
async fn a_session_that_nobody_uses_lets_its_threads_go() {
    let stand = Stand::start().await;
    let url = format!("http://{}", stand.sandbox.http_addr());
    let assistant = Assistant::served_by(move |_| {
        let (session, parts) = session_parts(&url, Saved::default(), Clock::system());
        let options =
            Options { idle_limit: Duration::from_millis(300), ..session.options().clone() };
        let desk = Desk::start(Session::new(options, Saved::default()), parts);
        let (when_in_use, folder, secrets) = (WhenInUse::Refuse, "/".into(), Vec::new());
        let (cartridges, close) = (PathBuf::from("/"), Box::pin(async {}));
        Ok(Opened { desk, when_in_use, folder, cartridges, secrets, close })
    })
    .await;
    let started = assistant.done("debug_start_session", json!({})).await;
    nothing_remains(&stand).await;
    let gone = json!({"session_id": started["session_id"]});
    assert!(
        assistant.call("debug_wait_for_stop", gone).await.expect_err("gone").contains("nobody")
    );
    assistant.leave().await;
}
