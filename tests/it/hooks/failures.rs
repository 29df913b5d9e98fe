//! Hooks that refuse or fail: the request has its fault, and nothing is written.

use super::stand::{asset, folder, start, start_with, wish};
use haltscope::sandbox::SandboxOptions;
use serde_json::{Value, json};
use std::time::Duration;

const BEFORE: &str = "dw.ocapi.data.content.content.beforeCreate";
const AFTER: &str = "dw.ocapi.data.content.content.afterCreate";

#[tokio::test]
async fn an_error_status_is_a_fault_with_its_arguments() {
    let stand = start().await;
    for (text, point) in [("refuse", BEFORE), ("refuse after", AFTER)] {
        let arguments = json!({
            "extensionPoint": point, "statusCode": "NO_GOOD", "statusMsg": "no tea for you",
            "statusDetails": {"cups": 3},
        });
        stand.put(&asset("a"), wish(text)).await.fault(400, "HookStatus", arguments);
        stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
    }
}

#[tokio::test]
async fn a_status_without_a_message_has_one_all_the_same() {
    let stand = start().await;
    let arguments = json!({
        "extensionPoint": "dw.ocapi.data.content.folder.beforeCreate", "statusCode": "NO_FOLDER",
        "statusMsg": Value::Null, "statusDetails": {},
    });
    let answer = stand.put(&folder("f"), json!({"c_refuse": true})).await;
    answer.fault(400, "HookStatus", arguments);
    stand.send("GET", &folder("f")).await.fails(404, "FolderNotFound");
}

#[tokio::test]
async fn a_delete_that_is_refused_deletes_nothing() {
    let stand = start().await;
    stand.put(&asset("kept"), json!({})).await.ok(201);
    stand.send("DELETE", &asset("kept")).await.fails(400, "HookStatus");
    stand.get(&asset("kept")).await;
}

#[tokio::test]
async fn a_throwing_hook_fails_the_request_without_telling_why() {
    let stand = start().await;
    let answer = stand.put(&asset("a"), wish("throw")).await;
    answer.fault(500, "HookInternalServerError", json!({"extensionPoint": BEFORE}));
    assert!(!answer.text.contains("as wished"), "{}", answer.text);
    let answer = stand.put(&asset("a"), wish("number")).await;
    answer.fault(500, "HookInternalServerError", json!({"extensionPoint": AFTER}));
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
}

#[tokio::test]
async fn a_hook_that_runs_too_long_fails_its_request() {
    let run_time = Duration::from_millis(500);
    let stand = start_with(|options| SandboxOptions { run_time, ..options }).await;
    let answer = stand.put(&asset("a"), wish("loop")).await;
    answer.fault(500, "HookInternalServerError", json!({"extensionPoint": BEFORE}));
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
}

#[tokio::test]
async fn a_script_without_the_function_is_skipped() {
    let stand = start().await;
    stand.put(&asset("a"), json!({})).await.ok(201);
    let updated = stand.patch(&asset("a"), json!({"template": "x"})).await.ok(200);
    assert!(updated["c_before"].is_string(), "the next script had its turn: {updated}");
}

#[tokio::test]
async fn an_asynchronous_hook_is_waited_for() {
    let stand = start().await;
    let created = stand.put(&asset("a"), wish("later")).await.ok(201);
    assert_eq!(created["c_later"], "done");
    let answer = stand.put(&asset("b"), wish("throw later")).await;
    answer.fault(500, "HookInternalServerError", json!({"extensionPoint": BEFORE}));
    stand.send("GET", &asset("b")).await.fails(404, "ContentNotFound");
}

#[tokio::test]
async fn what_a_hook_makes_of_the_document_is_checked() {
    let stand = start().await;
    stand.put(&asset("a"), wish("invalid")).await.fails(400, "TypeDecoding");
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
}
