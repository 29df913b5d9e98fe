//! The rest of what scripts can say and hear over `haltscope rpc`.

use super::rpc::Rpc;
use crate::behaviours::world::{
    IN_ADD, IN_WALK, MANY_ARE_MADE, ONE_LINE_LOOP, SCRIPT, World, page,
};
use jsonschema::Validator;
use serde_json::{Value, json};

#[tokio::test(flavor = "multi_thread")]
async fn a_capture_tells_what_objects_hold() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let args = json!({
        "file": SCRIPT, "line": MANY_ARE_MADE, "expressions": ["mug", "mug.name"], "depth": 2,
        "request": {"method": "GET", "url": "Play-Many"}, "timeout_ms": 60_000,
    });
    let captured = rpc.call("capture", args);
    let halt = &captured["halts"][0];
    let preview = json!("{ID: \"KM01001\", name: \"Heron Mug\", glaze: {…}}");
    let named = |list: &Value, name: &str| {
        let found = list.as_array().into_iter().flatten().find(|it| it["name"] == name);
        found.unwrap_or_else(|| panic!("{name}: {list}")).clone()
    };
    let mug = named(&halt["variables"], "mug");
    assert_eq!((&mug["value"], &mug["preview"]), (&json!("[object Object]"), &preview));
    assert_eq!(named(&mug["members"], "glaze")["preview"], "{colour: \"green\"}");
    assert_eq!(halt["evaluations"][0]["preview"], preview);
    assert_eq!(halt["evaluations"][1], json!({"expression": "mug.name", "result": "Heron Mug"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn variables_and_evaluated_paths_tell_what_they_hold() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.breakpoints(json!([{"file": SCRIPT, "line": MANY_ARE_MADE}]));
    let many = world.visit("Many");
    rpc.event("thread_stopped");
    let preview = "{ID: \"KM01001\", name: \"Heron Mug\", glaze: {…}}";
    let mug = |rpc: &mut Rpc, args: Value| {
        let answer = rpc.call("get_variables", args);
        let list = answer["variables"].as_array().cloned().unwrap_or_default();
        let found = list.into_iter().find(|it| it["name"] == "mug");
        found.unwrap_or_else(|| panic!("{answer}"))
    };
    let told = mug(&mut rpc, json!({}));
    let names = rpc.call("get_variables", json!({"scope": "local", "previews": false}));
    let names = names["variables"].as_array().into_iter().flatten().map(|it| &it["name"]);
    let place = |name: &str| names.clone().position(|it| it == name);
    assert!(place("mug") < place("this"), "what a script has made comes first");
    assert_eq!((&told["value"], &told["preview"]), (&json!("[object Object]"), &json!(preview)));
    let bare = mug(&mut rpc, json!({"previews": false}));
    assert_eq!(bare.get("preview"), None, "nobody wants to wait for them");
    let evaluated = rpc.call("evaluate", json!({"expression": "mug"}));
    let expected = json!({"expression": "mug", "result": "[object Object]", "preview": preview});
    assert_eq!(evaluated, expected);
    let made = "(function () { return [mug, 'a', { b: null }]; })();";
    let evaluated = rpc.call("evaluate", json!({"expression": made}));
    let preview = "[3] {…}, \"a\", {…}";
    assert_eq!((&evaluated["expression"], &evaluated["preview"]), (&json!(made), &json!(preview)));
    assert_eq!(evaluated["result"], "[object Object],a,[object Object]");
    let fails = "nobody(\n1)";
    let failed = rpc.call("evaluate", json!({"expression": fails}));
    assert_eq!(
        failed["result"], "ReferenceError: nobody is not defined",
        "what was typed is beside it"
    );
    let sum = rpc.call("evaluate", json!({"expression": "1 + 1"}));
    assert_eq!(sum, json!({"expression": "1 + 1", "result": "2"}));
    rpc.call("continue", json!({}));
    assert_eq!(page(many).await, "many 1204");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_expression_gives_is_told_without_running_anything_else() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    rpc.breakpoints(json!([{"file": SCRIPT, "line": MANY_ARE_MADE}]));
    let many = world.visit("Many");
    rpc.event("thread_stopped");
    let counts = "(globalThis.count = 0, { get lazy() { count += 1; }, a: 1, \
                  own: { toString: function () { count += 10; return 'own'; } } })";
    let shadows = "(function (JSON, String, Array, Object) { return eval('({ a: [1] })'); })()";
    for (expression, result, preview) in [
        (counts, "[object Object]", Some("{lazy: …, a: 1, own: {…}}")),
        ("count", "0", None),
        (shadows, "[object Object]", Some("{a: […]}")),
        (
            "new Map([['k', 1], [{}, 'v']])",
            "[object Map]",
            Some("{k: 1, \"[object Object]\": \"v\"}"),
        ),
        ("new Set([1, 'b'])", "[object Set]", Some("[2] 1, \"b\"")),
        ("Object.assign(Object.create(null), { k: 1 })", "[object Object]", Some("{k: 1}")),
        (
            "[new TypeError('x'), 'y is not defined']",
            "TypeError: x,y is not defined",
            Some("[2] TypeError: x, \"y is not defined\""),
        ),
        (
            "({ 'a b': 'says \"\\\\\"', '': Symbol('s') })",
            "[object Object]",
            Some("{\"a b\": \"says \\\"\\\\\\\"\", \"\": Symbol(s)}"),
        ),
        ("/* first */ ({ a: 1 })", "[object Object]", Some("{a: 1}")),
        ("/* first */ var q = { a: 1 }; q.a", "1", None),
        ("(function () { return Promise.resolve(1); })()", "[object Promise]", None),
        ("'\\u0001' + 3", "\u{1}3", None),
        ("[1, 2].concat(3)", "1,2,3", Some("[3] 1, 2, 3")),
    ] {
        let told = rpc.call("evaluate", json!({"expression": expression}));
        let mut expected = json!({"expression": expression, "result": result});
        if let Some(preview) = preview {
            expected["preview"] = preview.into();
        }
        assert_eq!(told, expected);
    }
    rpc.call("continue", json!({}));
    assert_eq!(page(many).await, "many 1204");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_becomes_of_a_breakpoint_without_a_request_is_told() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let set = rpc.breakpoints(json!([{"file": SCRIPT, "line": IN_WALK, "once": true}]));
    let walk = world.visit("Walk");
    rpc.event("thread_stopped");
    let gone = json!({"id": set[0]["id"], "removed": true});
    assert_eq!(rpc.event("breakpoint_changed")["breakpoint"], gone);
    rpc.call("continue", json!({}));
    assert_eq!(page(walk).await, "sum 3");
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_are_selected_listed_and_stopped() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let wanted = [IN_WALK, MANY_ARE_MADE].map(|line| json!({"file": SCRIPT, "line": line}));
    rpc.breakpoints(json!(wanted));
    let walk = world.visit("Walk");
    let first = rpc.event("thread_stopped")["thread_id"].clone();
    let many = world.visit("Many");
    let second = rpc.event("thread_stopped")["thread_id"].clone();
    let current = |rpc: &mut Rpc| rpc.call("status", json!({}))["thread_id"].clone();
    assert_eq!(current(&mut rpc), second, "the one that halted last");
    rpc.call("select_thread", json!({"thread_id": first}));
    assert_eq!(current(&mut rpc), first);
    assert_eq!(rpc.call("get_stack", json!({}))["frames"][0]["line"], IN_WALK);
    assert_eq!(rpc.refused("select_thread", json!({"thread_id": 99}))["code"], "unknown_thread");
    let halts = rpc.call("history", json!({"count": 1}))["halts"].clone();
    assert_eq!((&halts[0]["halt"], &halts[0]["thread_id"]), (&json!(2), &second), "{halts}");
    assert_eq!(halts.as_array().map(Vec::len), Some(1), "the newest");
    let stopped = rpc.call("stop", json!({"thread_id": first, "wait_ms": 60_000}));
    assert_eq!(stopped["exited"], "stopped", "{stopped}");
    assert!(!page(walk).await.contains("sum"), "its page failed");
    // The other one is left halted: it is stopped, too.
    assert_eq!(rpc.call("detach", json!({"threads": "stop"}))["detached"], true);
    assert!(!page(many).await.contains("many"), "its page failed");
    assert!(!world.has_client().await);
}

/// The schema is made from the types; here it is held against lines as they come and go.
#[tokio::test(flavor = "multi_thread")]
async fn the_schema_describes_what_is_said() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let schema = rpc.call("schema", json!({}));
    let (input, output) = (of(&schema, "input"), of(&schema, "output"));
    let fits = |validator: &Validator, line: &Value| {
        let mistakes: Vec<String> = validator.iter_errors(line).map(|it| it.to_string()).collect();
        assert!(mistakes.is_empty(), "{line}: {mistakes:?}");
    };
    let log = json!({"file": SCRIPT, "line": IN_ADD, "log": "at {a}", "condition": "a > 0"});
    let once = json!({"file": SCRIPT, "line": IN_WALK, "once": true, "hit_count": 1});
    let loops = json!({"file": SCRIPT, "line": ONE_LINE_LOOP, "hit_count": "= 3 per request"});
    for (command, args) in [
        ("set_breakpoints", json!({"breakpoints": [log, once, loops]})),
        ("request", json!({"url": "Play-Walk"})),
        ("wait", json!({"timeout_ms": 60_000, "after": 1})),
        ("step_over", json!({"wait_ms": 60_000})),
        ("get_variables", json!({"scope": "local", "previews": true})),
        ("evaluate", json!({"expression": "nope()"})),
        ("evaluate", json!({"expression": "this"})),
        ("list_threads", json!({})),
        ("nothing", json!({})),
        ("continue", json!({"thread_id": 99})),
        ("continue", json!({"wait_ms": 60_000})),
        ("keep_alive", json!({"mode": "off"})),
    ] {
        let (line, answer) = rpc.exchange(command, args);
        if command != "nothing" {
            fits(&input, &line);
        }
        fits(&output, &answer);
    }
    let events = rpc.call("wait", json!({"timeout_ms": 0, "after": 0}))["events"].clone();
    let events = events.as_array().expect("a list");
    assert!(events.len() > 4, "{events:?}");
    for event in events {
        fits(&output, event);
    }
    let wrong = json!({"id": 1, "command": "wait", "args": {"timeout_ms": "long"}});
    assert!(!input.is_valid(&wrong), "it tells wrong lines from right ones");
}

/// The part of the whole schema that describes one direction.
fn of(schema: &Value, direction: &str) -> Validator {
    let mut part = schema["properties"][direction].clone();
    part["$defs"] = schema["$defs"].clone();
    jsonschema::validator_for(&part).expect("a schema")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_script_that_only_the_server_has_is_halted_in_and_captured() {
    let world = World::new().await;
    let other = tempfile::tempdir().expect("a folder");
    let controllers = other.path().join("c/cartridge/controllers");
    std::fs::create_dir_all(&controllers).expect("folders");
    std::fs::write(controllers.join("C.js"), "exports.a = 1;\n").expect("a script");
    let mut rpc = Rpc::start_in(&world, other.path());
    let set = rpc.breakpoints(json!([{"file": SCRIPT, "line": IN_WALK}]));
    assert_eq!(set[0]["verified"], true, "{set:?}");
    let message = set[0]["message"].as_str().unwrap_or_default();
    assert!(
        message.contains("no cartridge app_play is here"),
        "it is said all the same: {message}"
    );
    rpc.breakpoints(json!([]));
    let args = json!({
        "file": SCRIPT, "line": IN_WALK, "request": {"url": "Play-Walk"}, "timeout_ms": 60_000,
    });
    assert_eq!(rpc.call("capture", args)["halted"], true);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_breakpoints_on_a_line_the_one_that_is_not_set_says_so() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    let set = rpc.breakpoints(json!([
        {"file": SCRIPT, "line": IN_ADD, "log": "a={a}", "hit_count": 2},
        {"file": "Play.js", "line": IN_ADD, "condition": "a === 2"},
    ]));
    assert_eq!((&set[0]["id"], &set[0]["verified"]), (&Value::Null, &json!(false)), "{set:?}");
    let message = set[0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("a line has one breakpoint"), "{message}");
    assert_eq!((&set[1]["verified"], &set[1]["condition"]), (&json!(true), &json!("a === 2")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_refused_is_told_once_and_under_its_id() {
    let world = World::new().await;
    let mut rpc = Rpc::start(&world);
    for (url, words) in [("", "names no page"), ("https://elsewhere.example.com/", "")] {
        let refused = rpc.refused("request", json!({"url": url}));
        assert_eq!(refused["code"], "invalid_args", "{refused}");
        assert!(refused["error"].as_str().is_some_and(|it| it.contains(words)), "{refused}");
    }
    rpc.call("status", json!({}));
    let told = rpc.call("wait", json!({"timeout_ms": 0, "after": 0}));
    let events = told["events"].as_array().expect("a list");
    assert!(events.iter().all(|it| it["event"] != "output"), "{events:?}");
}
