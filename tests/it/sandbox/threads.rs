//! Steps, stops and the sleep of halted threads (section 3.1).

use super::stand::{Stand, id_of, line, location, until};
use crate::testkit::patience::PATIENCE;
use haltscope::sandbox::{Patience, SandboxOptions};
use serde_json::json;
use std::time::{Duration, Instant};

#[tokio::test]
async fn step_orders() {
    let stand = Stand::start().await;
    for (steps, expected) in [
        (
            &["over", "over", "over"][..],
            &[("Lines()", "call"), ("Lines()", "again"), ("Lines()", "print")][..],
        ),
        (
            &["over", "into", "over", "into"],
            &[("Lines()", "call"), ("add()", "add"), ("add()", "return"), ("Lines()", "again")],
        ),
        (
            &["over", "into", "out", "over"],
            &[("Lines()", "call"), ("add()", "add"), ("Lines()", "again"), ("Lines()", "print")],
        ),
        (
            &["over", "into", "into", "into", "into", "into"],
            &[
                ("Lines()", "call"),
                ("add()", "add"),
                ("add()", "return"),
                ("Lines()", "again"),
                ("add()", "add"),
                ("add()", "return"),
            ],
        ),
    ] {
        let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
        for (step, (function, mark)) in steps.iter().zip(expected) {
            let halted = debugger.step(thread, step).await;
            assert_eq!(location(&halted), ((*function).to_owned(), line(mark)), "{steps:?}");
        }
        debugger.delete("/client").await.expect(204);
        assert_eq!(page.await.expect("a page").expect(200).body, "total 3");
    }
}

#[tokio::test]
async fn stepping_over_the_end_of_a_function_resumes_the_thread() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "return").await;
    debugger.delete("/breakpoints").await.expect(204);
    assert_eq!(debugger.step(thread, "over").await["status"], "running");
    assert_eq!(page.await.expect("a page").expect(200).body, "total 3");
}

#[tokio::test]
async fn stepping_out_without_a_parent_resumes_the_thread() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "call").await;
    let document = debugger.step(thread, "out").await;
    assert_eq!(document, json!({"_v": "2.0", "id": thread, "status": "running"}));
    assert_eq!(page.await.expect("a page").expect(200).body, "total 3");
}

#[tokio::test]
async fn a_step_that_ends_the_script_answers_running_and_then_it_is_gone() {
    let stand = Stand::start().await;
    for step in ["into", "over", "out"] {
        let (debugger, thread, page) = stand.halted_at("Steps-Quick", "quick").await;
        let document = debugger.step(thread, step).await;
        assert_eq!(document, json!({"_v": "2.0", "id": thread, "status": "running"}), "{step}");
        debugger.gone(thread).await;
        assert!(debugger.threads().await.is_empty());
        debugger.post(&format!("/threads/{thread}/{step}")).await.expect(404);
        page.await.expect("a page").expect(200);
    }
}

#[tokio::test]
async fn a_step_that_takes_too_long_is_answered_with_running() {
    assert_eq!(Patience::default().step, Duration::from_secs(2));
    let step = Duration::from_millis(200);
    let stand = Stand::start_with(|options| SandboxOptions {
        patience: Patience { step, ..options.patience },
        ..options
    });
    let stand = stand.await;
    let (debugger, thread, page) = stand.halted_at("Steps-Slow", "wait").await;
    let start = Instant::now();
    let document = debugger.step(thread, "over").await;
    assert_eq!(document, json!({"_v": "2.0", "id": thread, "status": "running"}));
    assert!(start.elapsed() >= step, "{:?}", start.elapsed());
    debugger.release().await;
    let halted = debugger.halted().await;
    assert_eq!(location(&halted).1, line("waited"), "the step goes on meanwhile");
    debugger.step(thread, "resume").await;
    assert_eq!(page.await.expect("a page").expect(200).body, "before");
}

#[tokio::test]
async fn a_loop_is_halted_in_each_round() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Loop", "loop").await;
    for round in 1..10 {
        debugger.step(thread, "resume").await;
        let halted = debugger.halted().await;
        assert_eq!(location(&halted).1, line("loop"));
        assert_eq!(debugger.eval(thread, 0, "i").await, round.to_string());
    }
    debugger.step(thread, "resume").await;
    assert_eq!(page.await.expect("a page").expect(200).body, "loop 45");
}

#[tokio::test]
async fn stop_through_try_catch_and_finally() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Guarded", "guarded").await;
    debugger.post(&format!("/threads/{thread}/stop")).await.expect(204);
    debugger.get(&format!("/threads/{thread}")).await.expect(404);
    let body = page.await.expect("a page").expect(500).body;
    assert!(body.contains("ScriptDebuggerTerminate"), "{body}");
    assert!(!body.contains("finally"), "{body}");
}

#[tokio::test]
async fn stop_ends_a_running_loop() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let page = stand.visit("Steps-Endless");
    let thread = id_of(&until(async || debugger.threads().await.pop()).await);
    debugger.delete(&format!("/threads/{thread}/stop")).await.expect(204);
    debugger.get(&format!("/threads/{thread}")).await.expect(404);
    page.await.expect("a page").expect(500);
}

async fn stand_with_timeout(halt_timeout: Duration) -> Stand {
    Stand::start_with(|options| SandboxOptions { halt_timeout, ..options }).await
}

#[tokio::test]
async fn timeout_of_a_halted_thread_terminates_the_script() {
    let timeout = Duration::from_secs(1);
    let stand = stand_with_timeout(timeout).await;
    let debugger = stand.attached("a").await;
    debugger.break_at("guarded").await;
    let start = Instant::now();
    let body = stand.visit("Steps-Guarded").await.expect("a page").expect(500).body;
    assert!(start.elapsed() >= timeout, "{:?}", start.elapsed());
    assert!(body.contains("ScriptDebuggerTerminate"), "{body}");
    until(async || debugger.threads().await.is_empty().then_some(())).await;
}

#[tokio::test]
async fn reset_renews_the_sleep_of_every_thread() {
    // Who can't be sure to come in time for a short sleep tries a longer one.
    for seconds in [1, 2, 4, 8, 16, 32] {
        if outlives_three_sleeps(Duration::from_secs(seconds)).await {
            return;
        }
    }
    panic!("no reset came in time");
}

/// Renews until three sleeps are over; whether each renewal came before the last one's sleep was.
async fn outlives_three_sleeps(sleep: Duration) -> bool {
    let stand = stand_with_timeout(sleep).await;
    let bystander = stand.attached("bystander").await;
    let debugger = stand.attached("halted").await;
    debugger.break_at("start").await;
    let page = stand.visit("Steps-Lines");
    let (mut seen, mut renewed) = (None::<Instant>, Instant::now());
    while seen.is_none_or(|seen| seen.elapsed() < 3 * sleep) {
        let last = std::mem::replace(&mut renewed, Instant::now());
        bystander.post("/threads/reset").await.expect(204);
        let is_halted = !debugger.halted_threads().await.is_empty();
        if last.elapsed() >= sleep {
            page.abort();
            return false;
        }
        assert!(is_halted || seen.is_none(), "it outlives {sleep:?}");
        seen = seen.or_else(|| is_halted.then(Instant::now));
    }
    page.await.expect("a page").expect(500);
    until(async || debugger.threads().await.is_empty().then_some(())).await;
    true
}

#[tokio::test]
async fn only_reset_renews_the_sleep() {
    let stand = stand_with_timeout(Duration::from_secs(1)).await;
    let debugger = stand.attached("halted").await;
    debugger.break_at("start").await;
    let page = stand.visit("Steps-Lines");
    let asking = async {
        while !page.is_finished() {
            for thread in debugger.threads().await {
                let path = format!("/threads/{}/frames/0/variables", id_of(&thread));
                debugger.get(&path).await;
            }
        }
    };
    tokio::time::timeout(PATIENCE, asking).await.expect("who asks renews nothing");
    page.await.expect("a page").expect(500);
}

#[tokio::test]
async fn two_threads_at_once() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    debugger.break_at("start").await;
    debugger.break_at("loop").await;
    let lines = stand.visit("Steps-Lines");
    let first = id_of(&debugger.halted().await);
    let looped = stand.visit("Steps-Loop");
    let second = until(async || {
        let threads = debugger.halted_threads().await;
        threads.iter().map(id_of).find(|id| *id != first)
    })
    .await;
    let ids: Vec<_> = debugger.threads().await.iter().map(id_of).collect();
    assert_eq!(ids, [first, second]);
    assert_eq!(debugger.eval(second, 0, "hits = 1000").await, "1000");
    assert_eq!(location(&debugger.step(first, "over").await).1, line("call"));
    let other = debugger.get(&format!("/threads/{second}")).await.expect(200).json();
    assert_eq!(location(&other).1, line("loop"), "the other one stays where it is");
    debugger.step(first, "resume").await;
    assert_eq!(lines.await.expect("a page").expect(200).body, "total 3");
    debugger.gone(first).await;
    assert_eq!(debugger.halted_threads().await.len(), 1);
    debugger.delete("/breakpoints").await.expect(204);
    debugger.step(second, "resume").await;
    assert_eq!(looped.await.expect("a page").expect(200).body, "loop 1045");
}

#[tokio::test]
async fn thread_ids_are_never_used_again() {
    let stand = Stand::start().await;
    let mut seen = Vec::new();
    for _ in 0..3 {
        let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
        debugger.delete("/client").await.expect(204);
        page.await.expect("a page").expect(200);
        assert!(!seen.contains(&thread), "{seen:?}, {thread}");
        seen.push(thread);
    }
}

#[tokio::test]
async fn a_visitor_who_leaves_does_not_take_the_thread_along() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    page.abort();
    assert_eq!(location(&debugger.step(thread, "over").await).1, line("call"));
    debugger.post(&format!("/threads/{thread}/stop")).await.expect(204);
    debugger.gone(thread).await;
}
