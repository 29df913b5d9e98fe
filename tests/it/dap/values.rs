//! Long lists, and how many questions a stop costs.

use super::editor::Editor;
use crate::support::scripted::{ITEMS, Part, Scripted};
use serde_json::json;

#[tokio::test]
async fn a_long_list_is_parted_for_clients_that_do_not_page() {
    let server = Scripted::start(Part::default()).await;
    let mut editor = Editor::in_process(&server.url()).attached().await;
    server.halt(7, 10);
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let items = editor.evaluate(&top, "items", "watch").await;
    assert_eq!(items["indexedVariables"], ITEMS);
    let parts = editor.children(&items["variablesReference"]).await;
    assert_eq!((parts.len(), &parts[6]["name"]), (7, &json!("[1200..1203]")));
    let last = editor.children(&parts[6]["variablesReference"]).await;
    assert_eq!((last.len(), &last[3]["evaluateName"]), (4, &json!("items[1203]")));
    editor.leave().await;
}

#[tokio::test]
async fn a_step_costs_the_step_one_list_and_one_read() {
    let server = Scripted::start(Part::default()).await;
    let mut editor = Editor::in_process(&server.url()).attached().await;
    server.halt(7, 10);
    let stopped = editor.event("stopped").await;
    let thread = stopped["threadId"].clone();
    let top = editor.top(&thread).await;
    editor.scope(&top, "Local").await;
    let variables = server.count("GET /threads/7/frames/0/variables");
    editor.done("next", json!({"threadId": thread})).await;
    assert_eq!(editor.event("stopped").await["reason"], "step");
    for _ in 0..3 {
        let top = editor.top(&thread).await;
        assert!(!editor.scope(&top, "Local").await.is_empty());
    }
    assert_eq!(server.count("GET /threads/7/frames/0/variables"), variables + 1);
    assert_eq!(editor.unasked("stopped"), 0, "one stop is told once");
    editor.leave().await;
}
