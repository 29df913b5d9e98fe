//! Hooks that keep failing are not called for a while.

use super::stand::{Cartridges, asset, attached_at, folder, point_name, wish};
use crate::{data::stand::Answer, sandbox::stand::id_of};
use serde_json::json;

const POINT: &str = "content.beforeCreate";
const SCRIPT: &str = "\
var Status = require('dw/system/Status');
exports.beforeCreate = function (library, create) {
    if (create.description.default === 'throw') { throw new Error('as wished'); }
    if (create.description.default === 'refuse') { return new Status(Status.ERROR, 'NO'); }
};
exports.beforeDelete = function () {};";

#[tokio::test]
async fn after_51_failures_of_100_a_point_is_answered_503_and_nothing_is_written() {
    let cartridges = Cartridges::one(&[POINT, "content.beforeDelete"], SCRIPT);
    let stand = cartridges.start().await;
    stand.put(&asset("kept"), wish("fine")).await.ok(201);
    for _ in 0..51 {
        stand.put(&asset("a"), wish("refuse")).await.fails(400, "HookStatus");
    }
    for _ in 0..51 {
        let answer = stand.put(&asset("a"), wish("throw")).await;
        answer.fails(500, "HookInternalServerError");
    }
    let refused = stand.put(&asset("a"), wish("fine")).await;
    refused.fault(503, "HookCircuitBreaker", json!({"extensionPoint": point_name(POINT)}));
    let seconds: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=60).contains(&seconds), "{seconds}");
    stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
    stand.put(&folder("f"), json!({})).await.ok(201);
    stand.send("DELETE", &asset("kept")).await.ok(204);
}

#[tokio::test]
async fn threads_that_a_developer_stops_dont_count() {
    let cartridges = Cartridges::one(&[POINT], SCRIPT);
    let stand = cartridges.start().await;
    let debugger = attached_at(&stand, "/app_own/cartridge/scripts/hooks.js", 3).await;
    for _ in 0..55 {
        let request = stand.ask("PUT", &asset("a")).json(&wish("fine"));
        let answer = tokio::spawn(Answer::of(request));
        let thread = id_of(&debugger.halted().await);
        debugger.post(&format!("/threads/{thread}/stop")).await.expect(204);
        answer.await.expect("no panic").fails(500, "HookInternalServerError");
    }
    debugger.delete("/breakpoints").await.expect(204);
    stand.put(&asset("a"), wish("fine")).await.ok(201);
}
