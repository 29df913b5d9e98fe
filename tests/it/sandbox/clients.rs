//! Debugger clients side by side.

use super::stand::{STEPS, Stand, id_of, line, location, until};
use serde_json::json;

#[tokio::test]
async fn creating_a_client_again_keeps_its_state() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    debugger.post("/client").await.expect(204);
    assert_eq!(id_of(&debugger.halted().await), thread);
    let list = debugger.get("/breakpoints").await.expect(200).json();
    assert_eq!(list["breakpoints"][0]["id"], 1);
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn deleting_a_client_drops_its_breakpoints_and_resumes_its_threads() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    debugger.delete("/client").await.expect(204);
    assert_eq!(page.await.expect("a page").expect(200).body, "total 3");
    debugger.post("/client").await.expect(204);
    debugger.get(&format!("/threads/{thread}")).await.expect(404);
    let list = debugger.get("/breakpoints").await.expect(200).json();
    assert_eq!(list, json!({"_v": "2.0", "breakpoints": []}));
    assert_eq!(stand.visit("Steps-Lines").await.expect("a page").expect(200).body, "total 3");
}

#[tokio::test]
async fn a_client_that_never_was_can_be_deleted() {
    let stand = Stand::start().await;
    stand.debugger("nobody").delete("/client").await.expect(204);
}

#[tokio::test]
async fn breakpoints_and_their_ids_are_each_clients_own() {
    let stand = Stand::start().await;
    let (a, b) = (stand.attached("a").await, stand.attached("b").await);
    assert_eq!(a.break_at("start").await, 1);
    assert_eq!(a.break_at("print").await, 2);
    assert_eq!(b.break_at("call").await, 1);
    a.delete("/breakpoints/2").await.expect(204);
    assert_eq!(a.break_at("print").await, 3, "ids are never used again");
    a.delete("/breakpoints").await.expect(204);
    assert_eq!(a.break_at("print").await, 4);
    let of_b = b.get("/breakpoints").await.expect(200).json();
    let expected = json!([{"id": 1, "line_number": line("call"), "script_path": STEPS}]);
    assert_eq!(of_b["breakpoints"], expected);
    b.get("/breakpoints/4").await.expect(404);
}

#[tokio::test]
async fn a_thread_that_another_client_holds_reads_as_running() {
    let stand = Stand::start().await;
    let b = stand.attached("b").await;
    let (a, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    let running = json!({"id": thread, "status": "running"});
    assert_eq!(b.threads().await, [running]);
    let shown = b.get(&format!("/threads/{thread}")).await.expect(200).json();
    assert_eq!(shown, json!({"_v": "2.0", "id": thread, "status": "running"}));
    for endpoint in ["eval?expr=1", "members", "variables"] {
        let answer = b.get(&format!("/threads/{thread}/frames/0/{endpoint}")).await;
        answer.expect_fault(400, "InvalidFrameIndexException");
    }
    for step in ["into", "over", "out", "resume"] {
        assert_eq!(b.step(thread, step).await["status"], "running");
    }
    assert_eq!(location(&a.halted().await).1, line("start"), "nothing has moved it");
    a.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn each_client_halts_at_its_own_breakpoints() {
    let stand = Stand::start().await;
    let (a, b) = (stand.attached("a").await, stand.attached("b").await);
    a.break_at("start").await;
    b.break_at("print").await;
    let page = stand.visit("Steps-Lines");
    let thread = id_of(&a.halted().await);
    assert!(b.halted_threads().await.is_empty());
    a.step(thread, "resume").await;
    assert_eq!(location(&b.halted().await).1, line("print"));
    assert!(a.halted_threads().await.is_empty());
    b.step(thread, "resume").await;
    assert_eq!(page.await.expect("a page").expect(200).body, "total 3");
}

#[tokio::test]
async fn several_clients_get_the_thread_one_after_the_other_the_oldest_first() {
    let stand = Stand::start().await;
    let (old, young) = (stand.attached("z").await, stand.attached("a").await);
    let other = stand.attached("m").await;
    young.break_at("start").await;
    other.break_when("start", Some("false")).await;
    old.break_at("start").await;
    let page = stand.visit("Steps-Lines");
    let thread = id_of(&old.halted().await);
    assert!(young.halted_threads().await.is_empty());
    old.step(thread, "resume").await;
    assert_eq!(location(&young.halted().await).1, line("start"));
    assert!(old.halted_threads().await.is_empty());
    young.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
    assert!(other.halted_threads().await.is_empty(), "its condition doesn't hold");
}

#[tokio::test]
async fn a_step_goes_on_once_others_have_had_the_thread_on_its_line() {
    let stand = Stand::start().await;
    let (a, b) = (stand.attached("a").await, stand.attached("b").await);
    a.break_at("start").await;
    b.break_at("start").await;
    b.break_at("call").await;
    let page = stand.visit("Steps-Lines");
    let thread = id_of(&a.halted().await);
    let same = a.clone();
    let step = tokio::spawn(async move { same.step(thread, "over").await });
    assert_eq!(location(&b.halted().await).1, line("start"));
    b.step(thread, "resume").await;
    assert_eq!(step.await.expect("an answer")["status"], "running", "another one holds it");
    assert_eq!(location(&a.halted().await).1, line("call"));
    a.step(thread, "resume").await;
    assert_eq!(location(&b.halted().await).1, line("call"), "where it was stepped to, too");
    b.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn the_name_of_a_client_is_any_text() {
    let stand = Stand::start().await;
    for name in ["a b", "aaaaaaaa-bbbb", "{}", "\"", "%41", "ümlaut"] {
        let debugger = stand.attached(name).await;
        debugger.break_at("start").await;
        debugger.get("/breakpoints/2").await.expect(404);
    }
    stand.debugger("A").get("/threads").await.expect(412);
}

#[tokio::test]
async fn a_client_that_leaves_while_its_step_runs_gets_its_answer() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Slow", "wait").await;
    let same = debugger.clone();
    let step = tokio::spawn(async move { same.step(thread, "over").await });
    until(async || debugger.halted_threads().await.is_empty().then_some(())).await;
    debugger.delete("/client").await.expect(204);
    stand.attached("other").await.release().await;
    assert_eq!(step.await.expect("an answer")["status"], "running");
    assert_eq!(page.await.expect("a page").expect(200).body, "before");
}
