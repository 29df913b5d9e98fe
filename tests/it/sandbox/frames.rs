//! Looking into frames: scopes, members, evaluation, assignment.

use super::stand::{Stand, line, location, named, until};
use haltscope::sandbox::{Patience, SandboxOptions};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn eval_with_assignment_in_outer_frames() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Scopes", "inner").await;
    assert_eq!(debugger.eval(thread, 0, "local = 100").await, "100");
    assert_eq!(debugger.eval(thread, 0, "local").await, "100");
    assert_eq!(
        debugger.eval(thread, 1, "flag = false; outer = 'new ' + outer").await,
        "new outer text"
    );
    assert_eq!(debugger.eval(thread, 1, "outer").await, "new outer text");
    let variables = debugger.variables(thread, 1).await;
    assert_eq!(named(&variables, "flag")["value"], "false");
    debugger.step(thread, "resume").await;
    let body = page.await.expect("a page").expect(200).body;
    assert_eq!(body, "result 114 new outer text false");
}

#[tokio::test]
async fn each_frame_has_its_own_variables() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Scopes", "inner").await;
    let inner = debugger.variables(thread, 0).await;
    let outer = debugger.variables(thread, 1).await;
    assert_eq!(named(&inner, "outer")["scope"], "closure");
    assert_eq!(named(&outer, "outer")["scope"], "local");
    assert!(outer.iter().all(|variable| variable["name"] != "first"));
    assert_eq!(named(&outer, "result")["value"], "undefined");
    assert_eq!(named(&outer, "inner")["type"], "Function");
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn members_of_100_000_come_in_pages() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Members", "members").await;
    let list = debugger.members(thread, "object_path=list").await;
    assert_eq!((&list["count"], &list["start"]), (&json!(200), &json!(0)), "the default page");
    let total = list["total"].as_u64().expect("a total");
    assert!(total >= 100_000, "{total}");
    let end = debugger.members(thread, "object_path=list&start=99990&count=10").await;
    assert_eq!((&end["count"], &end["start"]), (&json!(10), &json!(99_990)));
    for (offset, member) in end["object_members"].as_array().expect("members").iter().enumerate() {
        assert_eq!(member["name"], format!("[{}]", 99_990 + offset));
        assert_eq!(member["parent"], "list");
    }
    let deep = debugger.members(thread, "object_path=list[99999]").await;
    assert_eq!(named(deep["object_members"].as_array().expect("members"), "id")["value"], "99999");
    for start in ["100001", "9007199254740991"] {
        let past = debugger.members(thread, &format!("object_path=list&start={start}")).await;
        assert_eq!((&past["count"], &past["object_members"]), (&json!(0), &json!([])));
    }
    let all = debugger.members(thread, "object_path=list&count=2147483647").await;
    assert_eq!(all["count"].as_u64(), Some(total));
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn members_without_a_path_are_the_variables_without_scope() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Members", "members").await;
    for query in ["", "object_path="] {
        let page = debugger.members(thread, query).await;
        let members = page["object_members"].as_array().expect("members");
        assert!(members.iter().all(|member| member.get("scope").is_none()));
        assert_eq!(named(members, "nested")["type"], "Object");
    }
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn object_paths_are_read_in_all_their_forms() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Members", "members").await;
    let member = async |path: &str| {
        let members = debugger.members(thread, &format!("object_path={path}")).await;
        members["object_members"][0].clone()
    };
    for path in ["nested.a.b[0]", "nested.a.b.[0]", "nested.a.b%5B0%5D"] {
        let member = member(path).await;
        assert_eq!((&member["name"], &member["value"]), (&json!("c"), &json!("deep")), "{path}");
    }
    let leaf = member("nested.text").await;
    let expected =
        json!({"name": "text", "parent": "nested", "type": "string", "value": "some text"});
    assert_eq!(leaf, expected);
    let dead = member("nested.x.y").await;
    let expected =
        json!({"name": "y", "parent": "nested.x", "type": "undefined", "value": "unresolved"});
    assert_eq!(dead, expected);
    assert_eq!(member("nested.a.b[1][1]").await["value"], "2");
    assert_eq!(member("nested.n").await["value"], "null");
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

/// "Beyond the specification", 1.5: a dead path is no malformed one.
#[tokio::test]
async fn an_object_path_that_is_no_text_leads_nowhere() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Members", "members").await;
    for (path, name, parent) in [
        ("%ff", "\u{fffd}", ""),
        ("nested.%ff", "\u{fffd}", "nested"),
        ("nested.%c3%28.x", "x", "nested.\u{fffd}("),
        ("%ED%A0%80", "\u{fffd}\u{fffd}\u{fffd}", ""),
    ] {
        let answer = debugger.members(thread, &format!("object_path={path}")).await;
        let expected =
            json!({"name": name, "parent": parent, "type": "undefined", "value": "unresolved"});
        assert_eq!(answer["object_members"], json!([expected]), "{path}");
    }
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn an_object_path_is_never_run_as_code() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Members", "members").await;
    for path in ["nested.text%3D1", "(nested.text='x')", "list.push(1)", "nested[list.length=0]"] {
        debugger.members(thread, &format!("object_path={path}")).await;
    }
    assert_eq!(debugger.eval(thread, 0, "nested.text + list.length").await, "some text100000");
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn variables_come_in_pages_too() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Scopes", "inner").await;
    let all = debugger.variables(thread, 0).await;
    let path = format!("/threads/{thread}/frames/0/variables?start=1&count=2");
    let part = debugger.get(&path).await.expect(200).json();
    assert_eq!(part["object_members"], json!(all[1..3]));
    assert_eq!((&part["start"], &part["count"]), (&json!(1), &json!(2)));
    assert_eq!(part["total"], all.len());
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn errors_of_an_expression_are_its_result() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    for (expression, expected) in [
        ("missing", "ReferenceError: "),
        ("(", "SyntaxError: "),
        ("null.x", "TypeError: "),
        ("throw new Error('mine')", "Error: mine ("),
    ] {
        let result = debugger.eval(thread, 0, expression).await;
        let text = result.as_str().expect("text");
        assert!(text.starts_with(expected), "{expression}: {text}");
        assert!(text.contains("[DEBUGGER EXPR: "), "{expression}: {text}");
    }
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn values_of_expressions_are_texts() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    for (expression, expected) in [
        ("", "undefined"),
        ("null", "null"),
        ("1 + 1", "2"),
        ("'text'", "text"),
        ("({})", "[object Object]"),
        ("[1, 2]", "1,2"),
        ("var x = 5; x * 2", "10"),
        ("'100%' + '+&=#ö'", "100%+&=#ö"),
    ] {
        assert_eq!(debugger.eval(thread, 0, expression).await, expected, "{expression}");
    }
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn an_expression_that_never_ends_is_ended() {
    let eval_time = Duration::from_millis(200);
    let stand = Stand::start_with(|options| SandboxOptions { eval_time, ..options }).await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    let result = debugger.eval(thread, 0, "for (;;) {}").await;
    assert!(result.as_str().is_some_and(|text| text.starts_with("InternalError: ")), "{result}");
    assert_eq!(location(&debugger.halted().await).1, line("start"), "the thread is as it was");
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn an_expression_that_native_code_holds_up_is_answered_all_the_same() {
    let evaluation = Duration::from_millis(100);
    let stand = Stand::start_with(|options| SandboxOptions {
        patience: Patience { evaluation, ..options.patience },
        ..options
    });
    let stand = stand.await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    let result = debugger.eval(thread, 0, "new Array(300000000).join()").await;
    let text = result.as_str().expect("text");
    assert!(text.starts_with("InternalError: the expression still runs"), "{text}");
    debugger.delete("/client").await.expect(204);
    // The native call goes on for as long as it takes; nobody waits for its page.
    page.abort();
}

#[tokio::test]
async fn an_expression_behind_another_one_has_its_own_time() {
    let evaluation = Duration::from_millis(100);
    let stand = Stand::start_with(|options| SandboxOptions {
        patience: Patience { evaluation, ..options.patience },
        eval_time: Duration::from_secs(1),
        ..options
    });
    let stand = stand.await;
    let (debugger, thread, page) = stand.halted_at("Steps-Scopes", "inner").await;
    let result = debugger.eval(thread, 0, "for (;;) {}").await;
    let text = result.as_str().expect("text");
    assert!(text.starts_with("InternalError: the expression still runs"), "{text}");
    // It is asked while that goes on, waits longer than the first one was waited for, and is told.
    assert_eq!(debugger.eval(thread, 0, "local = 100").await, "100");
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn an_expression_that_was_told_not_to_have_begun_never_runs() {
    let stand = Stand::start_with(|options| SandboxOptions {
        patience: Patience {
            evaluation: Duration::from_millis(50),
            turn: Duration::from_millis(50),
            ..options.patience
        },
        eval_time: Duration::from_secs(1),
        ..options
    });
    let stand = stand.await;
    let (debugger, thread, page) = stand.halted_at("Steps-Scopes", "inner").await;
    debugger.eval(thread, 0, "for (;;) {}").await;
    let result = debugger.eval(thread, 0, "local = 100").await;
    assert_eq!(
        result,
        "InternalError: not begun: the thread is busy with what it was asked before \
         ([DEBUGGER EXPR: local = 100]#1)"
    );
    let value = until(async || {
        let value = debugger.eval(thread, 0, "local").await;
        let text = value.as_str().expect("text").to_owned();
        (!text.starts_with("InternalError: ")).then_some(text)
    });
    assert_ne!(value.await, "100");
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn platform_objects_are_reached_by_name_but_not_listed() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    let variables: Vec<Value> = debugger.variables(thread, 0).await;
    for name in ["request", "session", "customer", "response", "dw"] {
        assert!(variables.iter().all(|variable| variable["name"] != name), "{name}");
        assert_eq!(debugger.eval(thread, 0, &format!("typeof {name}")).await, "object", "{name}");
        let members = debugger.members(thread, &format!("object_path={name}")).await;
        assert_ne!(members["object_members"][0]["value"], "unresolved", "{name}");
    }
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}
