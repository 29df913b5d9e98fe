//! Breakpoints that tell requests apart, against the real sandbox: hits of each request, one armed
//! by another, only those of somebody.

use super::rpc::Rpc;
use crate::behaviours::world::{IN_ADD, IN_LOOP, IN_WALK, MANY_ARE_MADE, World, page};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn hits_are_counted_in_each_request_anew() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let third = json!({
        "file": "Play.js", "line": IN_LOOP, "condition": "i < 4", "hit_count": "= 3 per request",
    });
    let set = rpc.breakpoints(json!([third]));
    assert_eq!(set[0]["hit_count"], "= 3 per request");
    for _ in 0..2 {
        let visit = world.visit("Loop");
        let stopped = rpc.event("thread_stopped");
        let thread = &stopped["thread_id"];
        let value = rpc.call("evaluate", json!({"thread_id": thread, "expression": "i"}));
        assert_eq!(value["result"], "2", "the third hit of this request");
        rpc.call("continue", json!({"thread_id": thread}));
        assert_eq!(page(visit).await, "looped 1999000");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_breakpoint_is_armed_by_another_in_its_request_alone() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let after = |line: u32| json!({"file": "Play.js", "line": IN_ADD, "after": {"file": "Play.js", "line": line}});
    let many = json!({"file": "Play.js", "line": MANY_ARE_MADE});
    let set = rpc.breakpoints(json!([many, after(MANY_ARE_MADE)]));
    assert_eq!(
        (&set[1]["verified"], &set[1]["after"]["line"]),
        (&json!(true), &json!(MANY_ARE_MADE))
    );
    let message = set[1]["message"].as_str().unwrap_or_default();
    assert!(message.contains(&format!("Play.js:{MANY_ARE_MADE} was hit")), "{message}");
    assert_eq!(page(world.visit("Walk")).await, "sum 3", "nothing armed it");

    rpc.breakpoints(json!([{"file": "Play.js", "line": IN_WALK}, after(IN_WALK)]));
    for _ in 0..2 {
        let visit = world.visit("Walk");
        let first = rpc.event("thread_stopped");
        assert_eq!(first["location"]["line"], IN_WALK, "{first}");
        // At once: it waits until the server has the other one.
        rpc.call("continue", json!({"thread_id": first["thread_id"]}));
        let second = rpc.event("thread_stopped");
        assert_eq!(second["location"]["line"], IN_ADD, "{second}");
        rpc.call("continue", json!({"thread_id": second["thread_id"]}));
        assert_eq!(page(visit).await, "sum 3");
        rpc.event("thread_exited");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_requests_that_are_meant_halt() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let mine = ("Walk?who=ann%20b&x=1", "me=1; who=ann", "ann");
    let others = [
        ("Walk?who=bob", "me=1; who=ann b", "Ann"),
        ("Walk", "", ""),
        ("Walk?x=1", "whom=ann", "b"),
    ];
    for only in [
        json!({"url": "Play-Walk?who=ann%20b"}),
        json!({"cookie": "who=ann"}),
        json!({"header": "X-Dev: ann"}),
        json!({"url": "?who=ann+b", "cookie": "me", "header": "x-dev"}),
    ] {
        let breakpoint = json!({"file": "Play.js", "line": IN_WALK, "only": only});
        let set = rpc.breakpoints(json!([breakpoint]));
        assert_eq!(set[0]["verified"], true, "{set:?}");
        for (path, cookie, header) in others {
            let other = world.visit_as(path, cookie, header);
            assert_eq!(page(other).await, "sum 3", "{only} {path}");
        }
        let visit = world.visit_as(mine.0, mine.1, mine.2);
        let stopped = rpc.event("thread_stopped");
        rpc.call("continue", json!({"thread_id": stopped["thread_id"]}));
        assert_eq!(page(visit).await, "sum 3", "{only}");
    }
    let nothing = json!({"file": "Play.js", "line": IN_WALK, "only": {}});
    let told = rpc.breakpoints(json!([nothing]));
    assert_eq!((&told[0]["verified"], &told[0]["id"]), (&json!(false), &json!(null)));
}
