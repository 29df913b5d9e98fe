//! Each endpoint of section 4.6, by name, and `/client` and `/breakpoints` beyond it.

use super::stand::{STEPS, Stand, id_of, line, location, named};
use serde_json::{Value, json};

#[tokio::test]
async fn get_threads_lists_the_script_threads() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let answer = debugger.get("/threads").await.expect(200);
    assert_eq!(answer.header("x-haltscope-site"), stand.sandbox.site());
    let empty = answer.json();
    assert_eq!(empty, json!({"_v": "2.0", "script_threads": []}));
    debugger.break_at("call").await;
    let page = stand.visit("Steps-Lines");
    let thread = debugger.halted().await;
    assert_eq!(debugger.threads().await, std::slice::from_ref(&thread));
    let frame = |index: u64, function: &str| {
        json!({"index": index, "location":
            {"function_name": function, "line_number": line("call"), "script_path": STEPS}})
    };
    let expected =
        json!({"id": id_of(&thread), "status": "halted", "call_stack": [frame(0, "Lines()")]});
    assert_eq!(thread, expected);
    debugger.step(id_of(&thread), "resume").await;
    assert_eq!(page.await.expect("a page").expect(200).body, "total 3");
    debugger.gone(id_of(&thread)).await;
    assert_eq!(debugger.threads().await, [] as [Value; 0]);
}

#[tokio::test]
async fn post_threads_reset_restarts_the_counters_of_all_halted_threads() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    let answer = debugger.post("/threads/reset").await.expect(204);
    assert_eq!(answer.body, "");
    assert_eq!(id_of(&debugger.halted().await), thread, "it stays halted");
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn get_thread_shows_one_thread() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Scopes", "inner").await;
    let document = debugger.get(&format!("/threads/{thread}")).await.expect(200).json();
    assert_eq!((&document["_v"], &document["id"]), (&json!("2.0"), &json!(thread)));
    assert_eq!(document["status"], "halted");
    let frames: Vec<_> = document["call_stack"].as_array().expect("a stack").iter().collect();
    assert_eq!(frames.len(), 2);
    assert_eq!(frames[0]["location"]["function_name"], "inner()");
    assert_eq!(frames[1]["location"]["function_name"], "Scopes()");
    assert_eq!((&frames[0]["index"], &frames[1]["index"]), (&json!(0), &json!(1)));
    assert_eq!(frames[1]["location"]["line_number"], line("outer"));
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn get_eval_evaluates_an_expression() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Scopes", "inner").await;
    let path = format!("/threads/{thread}/frames/0/eval?expr=first+%2B+second");
    let document = debugger.get(&path).await.expect(200).json();
    assert_eq!(document, json!({"_v": "2.0", "expression": "first + second", "result": "25"}));
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn get_members_shows_an_object() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Members", "members").await;
    let document = debugger.members(thread, "object_path=nested.a.b").await;
    assert_eq!(
        (&document["_v"], &document["count"], &document["start"], &document["total"]),
        (&json!("2.0"), &json!(2), &json!(0), &json!(2))
    );
    let first = &document["object_members"][0];
    assert_eq!((&first["name"], &first["parent"]), (&json!("[0]"), &json!("nested.a.b")));
    assert_eq!((&first["type"], &first["value"]), (&json!("Object"), &json!("[object Object]")));
    assert!(first.get("scope").is_none(), "scopes are for variables");
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn get_variables_shows_all_scopes() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Scopes", "inner").await;
    let path = format!("/threads/{thread}/frames/0/variables");
    let document = debugger.get(&path).await.expect(200).json();
    let members = document["object_members"].as_array().expect("an array");
    assert_eq!(document["count"], members.len());
    assert_eq!((&document["start"], &document["total"]), (&json!(0), &document["count"]));
    for (name, type_name, value, scope) in [
        ("first", "number", "20", "local"),
        ("second", "number", "5", "local"),
        ("local", "number", "25", "local"),
        ("outer", "string", "outer text", "closure"),
        ("flag", "boolean", "true", "closure"),
        ("visits", "number", "0", "closure"),
    ] {
        let expected = json!({
            "name": name, "parent": "", "type": type_name, "value": value, "scope": scope,
        });
        assert_eq!(*named(members, name), expected);
    }
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn post_into_steps_into_a_function() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "call").await;
    let document = debugger.step(thread, "into").await;
    assert_eq!((&document["_v"], &document["status"]), (&json!("2.0"), &json!("halted")));
    assert_eq!(location(&document), ("add()".to_owned(), line("add")));
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn post_over_steps_to_the_next_line() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "call").await;
    let document = debugger.step(thread, "over").await;
    assert_eq!((&document["_v"], &document["status"]), (&json!("2.0"), &json!("halted")));
    assert_eq!(location(&document), ("Lines()".to_owned(), line("again")));
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn post_out_returns_to_the_parent() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "add").await;
    let document = debugger.step(thread, "out").await;
    assert_eq!((&document["_v"], &document["status"]), (&json!("2.0"), &json!("halted")));
    assert_eq!(location(&document).0, "Lines()");
    debugger.delete("/breakpoints").await.expect(204);
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn post_resume_lets_the_thread_run() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    let document = debugger.step(thread, "resume").await;
    assert_eq!(document, json!({"_v": "2.0", "id": thread, "status": "running"}));
    assert_eq!(page.await.expect("a page").expect(200).body, "total 3");
    debugger.gone(thread).await;
}

#[tokio::test]
async fn post_stop_ends_the_script() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    let answer = debugger.post(&format!("/threads/{thread}/stop")).await.expect(204);
    assert_eq!(answer.body, "");
    debugger.get(&format!("/threads/{thread}")).await.expect(404);
    page.await.expect("a page").expect(500);
}

#[tokio::test]
async fn delete_stop_ends_the_script_too() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    debugger.delete(&format!("/threads/{thread}/stop")).await.expect(204);
    debugger.get(&format!("/threads/{thread}")).await.expect(404);
    page.await.expect("a page").expect(500);
}

#[tokio::test]
async fn post_client_creates_the_client() {
    let stand = Stand::start().await;
    let debugger = stand.debugger("new");
    debugger.get("/threads").await.expect(412);
    assert_eq!(debugger.post("/client").await.expect(204).body, "");
    debugger.get("/threads").await.expect(200);
}

#[tokio::test]
async fn delete_client_removes_the_client() {
    let stand = Stand::start().await;
    let debugger = stand.attached("old").await;
    assert_eq!(debugger.delete("/client").await.expect(204).body, "");
    debugger.get("/threads").await.expect(412);
    debugger.delete("/client").await.expect(204);
}

#[tokio::test]
async fn post_breakpoints_answers_the_new_ones() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let body = json!({"breakpoints": [
        {"line_number": 3, "script_path": "/app/cartridge/a.js"},
        {"line_number": 3, "script_path": "/app/cartridge/a.js", "condition": "x > 1"},
    ]});
    let answer = debugger.post_json("/breakpoints", body).await.expect(200).json();
    let expected = json!({"_v": "2.0", "breakpoints": [
        {"id": 1, "line_number": 3, "script_path": "/app/cartridge/a.js"},
        {"id": 2, "line_number": 3, "script_path": "/app/cartridge/a.js", "condition": "x > 1"},
    ]});
    assert_eq!(answer, expected);
}

#[tokio::test]
async fn get_breakpoints_lists_all_of_the_clients() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let empty = debugger.get("/breakpoints").await.expect(200).json();
    assert_eq!(empty, json!({"_v": "2.0", "breakpoints": []}));
    debugger.break_at("start").await;
    debugger.break_at("print").await;
    let list = debugger.get("/breakpoints").await.expect(200).json();
    let breakpoint =
        |id: u64, mark: &str| json!({"id": id, "line_number": line(mark), "script_path": STEPS});
    let expected =
        json!({"_v": "2.0", "breakpoints": [breakpoint(1, "start"), breakpoint(2, "print")]});
    assert_eq!(list, expected);
}

#[tokio::test]
async fn delete_breakpoints_removes_all() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    debugger.delete("/breakpoints").await.expect(204);
    debugger.break_at("start").await;
    debugger.delete("/breakpoints").await.expect(204);
    let list = debugger.get("/breakpoints").await.expect(200).json();
    assert_eq!(list["breakpoints"], json!([]));
    assert_eq!(stand.visit("Steps-Lines").await.expect("a page").expect(200).body, "total 3");
}

#[tokio::test]
async fn get_breakpoint_shows_one() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let id = debugger.break_when("start", Some("total")).await;
    let document = debugger.get(&format!("/breakpoints/{id}")).await.expect(200).json();
    let expected = json!({
        "_v": "2.0", "id": id, "line_number": line("start"), "script_path": STEPS, "condition": "total",
    });
    assert_eq!(document, expected);
}

#[tokio::test]
async fn delete_breakpoint_removes_one() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let first = debugger.break_at("start").await;
    let second = debugger.break_at("print").await;
    debugger.delete(&format!("/breakpoints/{first}")).await.expect(204);
    debugger.get(&format!("/breakpoints/{first}")).await.expect(404);
    debugger.get(&format!("/breakpoints/{second}")).await.expect(200);
    let page = stand.visit("Steps-Lines");
    let thread = debugger.halted().await;
    assert_eq!(location(&thread).1, line("print"));
    debugger.step(id_of(&thread), "resume").await;
    page.await.expect("a page").expect(200);
}
