//! Where and when scripts halt.

use super::stand::{STEPS, Stand, id_of, line, location};
use serde_json::json;

#[tokio::test]
async fn a_condition_is_evaluated_in_the_frame() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    debugger.break_when("loop", Some("i === 7")).await;
    let page = stand.visit("Steps-Loop");
    let thread = id_of(&debugger.halted().await);
    assert_eq!(debugger.eval(thread, 0, "i").await, "7");
    assert_eq!(debugger.eval(thread, 0, "hits").await, "21");
    debugger.step(thread, "resume").await;
    assert_eq!(page.await.expect("a page").expect(200).body, "loop 45");
}

#[tokio::test]
async fn conditions_that_are_false_or_fail_never_halt() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    for condition in ["false", "i > 100", "nothing.here", "(", "throw 1", "''", "0"] {
        debugger.break_when("loop", Some(condition)).await;
    }
    assert_eq!(stand.visit("Steps-Loop").await.expect("a page").expect(200).body, "loop 45");
}

#[tokio::test]
async fn a_condition_that_never_ends_does_not_halt() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    debugger.break_when("after", Some("(function () { for (;;) {} })()")).await;
    assert_eq!(stand.visit("Steps-Loop").await.expect("a page").expect(200).body, "loop 45");
}

#[tokio::test]
async fn a_blank_condition_is_none() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let id = debugger.break_when("after", Some(" \t")).await;
    let breakpoint = debugger.get(&format!("/breakpoints/{id}")).await.expect(200).json();
    assert!(breakpoint.get("condition").is_none());
    let page = stand.visit("Steps-Loop");
    let thread = id_of(&debugger.halted().await);
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn several_breakpoints_on_a_line_halt_once() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    debugger.break_at("print").await;
    debugger.break_when("print", Some("false")).await;
    debugger.break_when("print", Some("total === 3")).await;
    let page = stand.visit("Steps-Lines");
    let thread = id_of(&debugger.halted().await);
    debugger.step(thread, "resume").await;
    assert_eq!(page.await.expect("a page").expect(200).body, "total 3");
}

#[tokio::test]
async fn unknown_files_and_lines_are_accepted_and_never_halt() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let body = json!({"breakpoints": [
        {"line_number": 1, "script_path": "/nowhere/cartridge/x.js"},
        {"line_number": 100_000, "script_path": STEPS},
        {"line_number": 2_147_483_647, "script_path": STEPS},
        {"line_number": line("start"), "script_path": STEPS.to_lowercase()},
    ]});
    let answer = debugger.post_json("/breakpoints", body.clone()).await.expect(200).json();
    for index in 0..4 {
        let (asked, answered) = (&body["breakpoints"][index], &answer["breakpoints"][index]);
        assert_eq!(asked["line_number"], answered["line_number"]);
    }
    assert_eq!(stand.visit("Steps-Lines").await.expect("a page").expect(200).body, "total 3");
}

#[tokio::test]
async fn a_line_without_code_slides_to_the_next_statement() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    // The line of the function's head comes before its first statement.
    let blank = line("return") + 2;
    let body = json!({"breakpoints": [{"line_number": blank, "script_path": STEPS}]});
    let answer = debugger.post_json("/breakpoints", body).await.expect(200).json();
    assert_eq!(answer["breakpoints"][0]["line_number"], blank, "the answer keeps the line");
    let page = stand.visit("Steps-Lines");
    let thread = debugger.halted().await;
    assert!(location(&thread).1 > blank, "the frame shows the true one: {thread}");
    debugger.delete("/breakpoints").await.expect(204);
    debugger.step(id_of(&thread), "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn a_breakpoint_takes_effect_on_a_running_thread() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let page = stand.visit("Steps-Endless");
    let thread = super::stand::until(async || debugger.threads().await.pop()).await;
    debugger.break_at("endless").await;
    let halted = debugger.halted().await;
    assert_eq!((id_of(&halted), location(&halted).1), (id_of(&thread), line("endless")));
    debugger.post(&format!("/threads/{}/stop", id_of(&thread))).await.expect(204);
    page.await.expect("a page").expect(500);
}

#[tokio::test]
async fn unknown_keys_are_ignored() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let breakpoint = json!({
        "line_number": line("start"), "script_path": STEPS, "id": 99, "enabled": false, "condition": null,
    });
    let body = json!({"_v": "2.0", "breakpoints": [breakpoint], "more": [1]});
    let answer = debugger.post_json("/breakpoints", body).await.expect(200).json();
    let expected = json!([{"id": 1, "line_number": line("start"), "script_path": STEPS}]);
    assert_eq!(answer["breakpoints"], expected);
}

#[tokio::test]
async fn a_line_number_may_be_written_with_a_fraction_of_nothing() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    for number in ["3.0", "0.3e1"] {
        let body = format!(
            "{{\"breakpoints\":[{{\"line_number\":{number},\"script_path\":\"{STEPS}\"}}]}}"
        );
        let body: serde_json::Value = serde_json::from_str(&body).expect("JSON");
        let answer = debugger.post_json("/breakpoints", body).await.expect(200).json();
        assert_eq!(answer["breakpoints"][0]["line_number"], 3, "{number}");
    }
    let body = json!({"breakpoints": [{"line_number": 2_147_483_648_u64, "script_path": STEPS}]});
    let answer = debugger.post_json("/breakpoints", body).await.expect(400).json();
    let message = answer["fault"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("from 1 to 2147483647"), "{answer}");
}
