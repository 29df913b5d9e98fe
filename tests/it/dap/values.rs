//! Long lists, and how many questions a stop costs.

use super::editor::{Editor, at};
use crate::sandbox::stand::Stand;
use crate::testkit::instance::{ITEMS, Part, Scripted};
use serde_json::{Value, json};

/// The text of a variable.
fn text<'a>(list: &'a [Value], name: &str) -> &'a str {
    let variable = list.iter().find(|it| it["name"] == name);
    variable.and_then(|it| it["value"].as_str()).unwrap_or_else(|| panic!("{name} in {list:?}"))
}

/// An editor marks what isn't the text that it was told before: the first answer is the whole one.
#[tokio::test]
async fn objects_are_told_at_once_by_what_they_hold() {
    for client in [json!({}), json!({ "supportsInvalidatedEvent": true })] {
        let stand = Stand::start().await;
        let mut editor = Editor::start(&stand);
        editor.initialize(client).await;
        editor.done("attach", json!({})).await;
        editor.break_at(json!([at("members")])).await;
        editor.done("configurationDone", json!({})).await;
        let page = stand.visit("Steps-Members");
        let stopped = editor.event("stopped").await;
        let top = editor.top(&stopped["threadId"]).await;
        let local = editor.scope(&top, "Local").await;
        let whole = "{n: null, text: \"some text\", a: {…}, u: undefined}";
        assert_eq!(text(&local, "nested"), whole);
        for context in ["hover", "watch", "repl"] {
            assert_eq!(editor.evaluate(&top, "nested", context).await["result"], whole);
        }
        let nested = local.iter().find(|it| it["name"] == "nested").expect("there");
        let members = editor.children(&nested["variablesReference"]).await;
        assert!(text(&members, "a").starts_with("{b: "), "{members:?}");
        editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
        page.await.expect("answered").expect(200);
        assert_eq!(editor.unasked("invalidated"), 0, "nothing has run");
        editor.leave().await;
    }
}

#[tokio::test]
async fn members_whose_names_are_no_identifiers_are_written_in_brackets() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("members")])).await;
    let page = stand.visit("Steps-Members");
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let odd = r#"nested.odd = { "x-y": 5, "a.b": 6, "two\nlines": 7, "quo\"te": 8, two: 2 }"#;
    editor.evaluate(&top, odd, "repl").await;
    let local = editor.scope(&top, "Local").await;
    let of = |list: &[Value], name: &str| {
        list.iter()
            .find(|it| it["name"] == name)
            .unwrap_or_else(|| panic!("{name}: {list:?}"))
            .clone()
    };
    let nested = editor.children(&of(&local, "nested")["variablesReference"]).await;
    let reference = of(&nested, "odd")["variablesReference"].clone();
    let members = editor.children(&reference).await;
    for (name, expression, value) in [
        ("x-y", r#"nested.odd["x-y"]"#, "5"),
        ("a.b", r#"nested.odd["a.b"]"#, "6"),
        ("two\nlines", r#"nested.odd["two\nlines"]"#, "7"),
        ("quo\"te", r#"nested.odd["quo\"te"]"#, "8"),
    ] {
        assert_eq!(of(&members, name)["evaluateName"], expression);
        assert_eq!(editor.evaluate(&top, expression, "watch").await["result"], value);
        let set = json!({ "variablesReference": reference, "name": name, "value": "41" });
        assert_eq!(editor.done("setVariable", set).await["value"], "41", "{name}");
        assert_eq!(editor.evaluate(&top, expression, "watch").await["result"], "41");
    }
    assert_eq!(editor.evaluate(&top, "nested.odd.two", "watch").await["result"], "2", "as it was");
    let begun = json!({ "text": "nested.odd.x", "column": 13, "frameId": top["id"] });
    let offered = editor.done("completions", begun).await["targets"][0].clone();
    let (label, text) = (&offered["label"], &offered["text"]);
    assert_eq!((label, text), (&json!("x-y"), &json!(r#"["x-y"]"#)), "{offered}");
    assert_eq!((&offered["start"], &offered["length"]), (&json!(11), &json!(2)), "of the dot");
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn values_are_copied_whole_and_assigned_to() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("members")])).await;
    let page = stand.visit("Steps-Members");
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let scopes = editor.done("scopes", json!({ "frameId": top["id"] })).await;
    let told = scopes["scopes"].as_array().into_iter().flatten();
    let told: Vec<_> = told.map(|it| json!([it["name"], it["expensive"]])).collect();
    let expected =
        json!([["Local", false], ["Closure", false], ["Global", true], ["Platform", true],]);
    assert_eq!(json!(told), expected);
    assert!(!text(&editor.scope(&top, "Platform").await, "session").is_empty());
    let begun = json!({ "text": "nested.te", "column": 10, "frameId": top["id"] });
    let offered = editor.done("completions", begun).await;
    assert_eq!(offered["targets"][0]["label"], "text", "{offered}");
    let copied = editor.evaluate(&top, "nested", "clipboard").await;
    let copied: Value =
        serde_json::from_str(copied["result"].as_str().expect("a text")).expect("JSON");
    assert_eq!(copied["a"]["b"][1], json!([1, 2]), "all of it");
    assert_eq!(editor.evaluate(&top, "nested.text", "variables").await["result"], "some text");
    let assign = |expression: &str, value: &str| json!({ "expression": expression, "value": value, "frameId": top["id"] });
    let set = editor.done("setExpression", assign("nested.text", "'another'")).await;
    assert_eq!(set["value"], "another");
    let failed = editor.fails("setExpression", assign("nested.text", "nobody.there")).await;
    assert_eq!(failed, "ReferenceError: nobody is not defined; a text is written in quotes");
    let failed = editor.fails("setExpression", assign("nested.text", "some words")).await;
    assert!(failed.ends_with("; a text is written in quotes"), "{failed}");
    let failed = editor.fails("setExpression", assign("nested.text", "'a' +")).await;
    assert!(failed.starts_with("SyntaxError") && !failed.contains("quotes"), "{failed}");
    for cut in ["1 +", "[1,\n2", "f("] {
        let failed = editor.fails("setExpression", assign("list", cut)).await;
        assert_eq!(failed, "SyntaxError: the value is no whole expression", "{cut}");
    }
    let set = editor.done("setExpression", assign("nested.text", "'another' // one")).await;
    assert_eq!(set["value"], "another");
    let answer = editor.evaluate(&top, "nested.text", "watch").await;
    assert_eq!(answer["result"], "another");
    editor.evaluate(&top, "nested.map = new Map([[1, 2]])", "repl").await;
    for silent in ["nested.map", "nested.map.set", "session"] {
        let shown = editor.evaluate(&top, silent, "repl").await;
        let copied = editor.evaluate(&top, silent, "clipboard").await;
        assert_eq!(copied["result"], shown["result"], "{silent}");
        assert_ne!(copied["result"], "{}", "{silent}");
    }
    let method = editor.evaluate(&top, "nested.map.set", "hover").await;
    assert_eq!(method["result"], "function set()");
    editor.evaluate(&top, "nested.late = { get part() { return { c: 1 }; } }", "repl").await;
    let given = editor.evaluate(&top, "nested.late.part", "watch").await;
    assert_eq!(given["result"], "{c}", "not <getter>");
    let made = "nested.late = { runs: 0, get part() { this.runs += 1; return { c: { d: 1 } }; } }";
    editor.evaluate(&top, made, "repl").await;
    let behind = editor.evaluate(&top, "nested.late.part.c", "watch").await;
    assert_eq!(behind["result"], "{d}");
    assert_eq!(editor.evaluate(&top, "nested.late.runs", "watch").await["result"], "1", "one run");
    let given = editor.evaluate(&top, "(function () { return nested; })()", "repl").await;
    let given = given["result"].as_str().expect("a text");
    assert!(given.starts_with("{n: null, text: \"another\", "), "{given}");
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn what_changes_a_thread_takes_effect_in_the_order_in_which_it_came() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("members")])).await;
    let page = stand.visit("Steps-Members");
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let asked = |expression: &str, context: &str| json!({ "expression": expression, "frameId": top["id"], "context": context });
    let slow = "(function () { for (var end = Date.now() + 300; Date.now() < end;) {} \
        nested.n = 'slow'; return nested.n; })()";
    let first = editor.send("evaluate", asked(slow, "repl")).await;
    let second = editor.send("evaluate", asked("nested.n = nested.n + ' later'", "repl")).await;
    let read = editor.send("evaluate", asked("nested.n", "watch")).await;
    let moved = editor.send("continue", json!({ "threadId": stopped["threadId"] })).await;
    let pause = editor.send("pause", json!({ "threadId": stopped["threadId"] })).await;
    let numbers = [first, second, read, moved];
    let (mut answers, mut paused) = (Vec::new(), 0);
    while answers.len() + paused < numbers.len() + 1 {
        let is_answer = |it: &Value| {
            it["request_seq"] == pause || numbers.iter().any(|seq| it["request_seq"] == *seq)
        };
        let answer = editor.wait_for(is_answer).await;
        if answer["request_seq"] == pause {
            paused += 1;
        } else {
            answers.push(answer);
        }
    }
    let order: Vec<_> = answers.iter().map(|it| it["request_seq"].as_i64()).collect();
    assert_eq!((order, paused), (numbers.map(Some).to_vec(), 1), "{answers:?}");
    let result = |at: usize| answers[at]["body"]["result"].as_str().unwrap_or_default();
    assert_eq!([0, 1, 2].map(result), ["slow", "slow later", "slow later"]);
    assert_eq!(answers[3]["success"], true);
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn a_number_below_a_getter_is_no_expression() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("members")])).await;
    let page = stand.visit("Steps-Members");
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let made = "nested.own = { get part() { return new Map([['a', { b: 1 }]]); } }";
    editor.evaluate(&top, made, "repl").await;
    for (path, expression) in [("nested.own.part", None), ("list", Some("list[0]"))] {
        let found = editor.evaluate(&top, path, "watch").await;
        let of =
            json!({ "variablesReference": found["variablesReference"], "start": 0, "count": 1 });
        let members = editor.done("variables", of).await;
        let first = &members["variables"][0];
        assert_eq!((&first["name"], first["evaluateName"].as_str()), (&json!("[0]"), expression));
    }
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn hovering_runs_no_getter() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("members")])).await;
    let page = stand.visit("Steps-Members");
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let made = "nested.own = { get part() { nested.n = 'run'; return { c: 1 }; } }, \
        nested.heir = Object.create(nested.own), nested.heir.plain = { deep: 5 }";
    editor.evaluate(&top, made, "repl").await;
    let getter = editor.evaluate(&top, "nested.own.part", "hover").await;
    assert_eq!(getter["result"], "<getter>");
    assert_eq!(editor.evaluate(&top, "nested.heir.part", "hover").await["result"], "<getter>");
    let behind =
        json!({ "expression": "nested.own.part.c", "frameId": top["id"], "context": "hover" });
    let told = editor.fails("evaluate", behind).await;
    assert_eq!(told, "nested.own.part is a getter; hovering runs no code");
    for (path, value) in
        [("nested.heir.plain.deep", "5"), ("list[7].id", "7"), ("nested.text.length", "9")]
    {
        assert_eq!(editor.evaluate(&top, path, "hover").await["result"], value, "{path}");
    }
    let more = "nested.bare = Object.create({ get part() { nested.n = 'run'; } }), \
        nested.made = new (class Low extends (class High { get part() { nested.n = 'run'; } }) {})(), \
        nested.bound = Object.defineProperty({}, 'part', \
            { get: function () { nested.n = 'run'; }.bind(null) }), \
        nested.map = new Map([[1, 2], [3, 4]]), nested.bytes = new Uint8Array(3), \
        nested.pattern = /a/gi";
    editor.evaluate(&top, more, "repl").await;
    for (path, value) in [
        ("nested.bare.part", "<getter>"),
        ("nested.made.part", "<getter>"),
        ("nested.bound.part", "<getter>"),
        ("nested.map.size", "2"),
        ("nested.bytes.byteLength", "3"),
        ("nested.pattern.flags", "gi"),
        ("dw.system", "{AgentUserStatusCodes, Cache, CacheMgr, HookMgr, …}"),
    ] {
        assert_eq!(editor.evaluate(&top, path, "hover").await["result"], value, "{path}");
    }
    let site = editor.evaluate(&top, "dw.system.Site.current.ID", "hover").await;
    assert_eq!(site["result"], stand.sandbox.site(), "{site}");
    assert_eq!(editor.evaluate(&top, "nested.n", "hover").await["result"], "null", "none has run");
    let given = editor.children(&getter["variablesReference"]).await;
    assert_eq!(given[0]["value"], "{c: 1}", "who opens it runs it");
    assert_eq!(editor.evaluate(&top, "nested.n", "hover").await["result"], "run");
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn hovering_changes_nothing_of_the_platform() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("members")])).await;
    let page = stand.visit("Steps-Members");
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let made = "nested.reader = new dw.io.Reader('one\\ntwo'), \
        nested.file = new (class extends dw.io.Reader {})('three'), \
        nested.xml = new dw.io.XMLStreamReader(new dw.io.Reader('<a>b</a>')), nested.xml.next(), \
        nested.told = { set part(value) { nested.n = value; } }";
    editor.evaluate(&top, made, "repl").await;
    for (path, value) in [
        ("nested.reader.lines", "<getter>"),
        ("nested.reader.string", "<getter>"),
        ("nested.file.string", "<getter>"),
        ("nested.xml.elementText", "<getter>"),
        ("nested.xml.XMLObject", "<getter>"),
        ("nested.xml.localName", "a"),
        ("dw.order.BasketMgr.currentOrNewBasket", "<getter>"),
        ("dw.order.BasketMgr.currentBasket", "null"),
        ("nested.told.part", "undefined"),
    ] {
        assert_eq!(editor.evaluate(&top, path, "hover").await["result"], value, "{path}");
    }
    let behind = json!({ "expression": "nested.reader.string.length", "frameId": top["id"], "context": "hover" });
    let told = editor.fails("evaluate", behind).await;
    assert_eq!(told, "nested.reader.string is a getter; hovering runs no code");
    let reader = editor.evaluate(&top, "nested.reader", "watch").await;
    let members = editor.children(&reader["variablesReference"]).await;
    assert_eq!((text(&members, "lines"), text(&members, "string")), ("<getter>", "<getter>"));
    let string = members.iter().find(|it| it["name"] == "string").expect("there");
    let given = editor.children(&string["variablesReference"]).await;
    assert_eq!(given[0]["value"], "one\ntwo", "who opens it runs it");
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

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

/// The platform's lists have members before their entries, and neither these nor those of a map are set as an array's are.
#[tokio::test]
async fn lists_of_the_platform_are_parted_by_their_entries_and_set_by_their_own_methods() {
    let stand = Stand::start().await;
    let mut editor = Editor::start(&stand).attached().await;
    editor.break_at(json!([at("members")])).await;
    let page = stand.visit("Steps-Members");
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let made = "nested.long = new (require('dw/util/ArrayList'))(list.slice(0, 1204)); nested.map = new Map([['a', 1]]); 1";
    editor.evaluate(&top, made, "repl").await;
    let long = editor.evaluate(&top, "nested.long", "watch").await;
    let parts = editor.children(&long["variablesReference"]).await;
    let names: Vec<_> = parts.iter().filter_map(|it| it["name"].as_str()).collect();
    let first = names.iter().position(|it| *it == "[0..199]").expect("a part");
    assert!(names[..first].contains(&"length"), "{names:?}");
    assert_eq!(names.last(), Some(&"[1200..1203]"), "{names:?}");
    let last = parts.last().expect("a part")["variablesReference"].clone();
    let entries = editor.children(&last).await;
    assert_eq!((entries.len(), &entries[0]["name"]), (4, &json!("[1200]")));
    let set = json!({ "variablesReference": last, "name": "[1200]", "value": "1" });
    let why = editor.fails("setVariable", set).await;
    assert!(why.ends_with("evaluate nested.long.set(index, value)"), "{why}");
    for (expression, value) in
        [("nested.long[1200].id", "7"), ("arguments[0]", "8"), ("nested.a.b[1][0]", "9")]
    {
        let set = json!({ "expression": expression, "value": value, "frameId": top["id"] });
        assert_eq!(editor.done("setExpression", set).await["value"], value, "{expression}");
    }
    let size = editor.evaluate(&top, "nested.long.length", "watch").await;
    assert_eq!(size["result"], "1204", "as it was");
    let map = editor.evaluate(&top, "nested.map", "watch").await["variablesReference"].clone();
    let set = json!({ "variablesReference": map, "name": "[0]", "value": "5" });
    assert!(editor.fails("setVariable", set).await.ends_with("nested.map.set(key, value)"));
    editor.done("continue", json!({ "threadId": stopped["threadId"] })).await;
    page.await.expect("answered").expect(200);
    editor.leave().await;
}

#[tokio::test]
async fn who_pages_gets_the_entries_that_were_counted() {
    let server = Scripted::start(Part::default()).await;
    let mut editor = Editor::in_process(&server.url());
    editor.initialize(json!({ "supportsVariablePaging": true })).await;
    editor.done("attach", json!({})).await;
    editor.event("initialized").await;
    editor.done("configurationDone", json!({})).await;
    server.halt(7, 10);
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let items = editor.evaluate(&top, "items", "watch").await;
    assert_eq!((&items["indexedVariables"], &items["namedVariables"]), (&json!(ITEMS), &json!(0)));
    let wanted = |more: Value| {
        let mut wanted = json!({ "variablesReference": items["variablesReference"] });
        for (key, value) in more.as_object().expect("an object") {
            wanted[key] = value.clone();
        }
        wanted
    };
    for (more, count, first) in [
        (json!({ "filter": "named" }), 0, None),
        (json!({}), ITEMS, Some("[0]")),
        (json!({ "filter": "indexed" }), ITEMS, Some("[0]")),
        (json!({ "filter": "indexed", "start": 1_200, "count": 100 }), 4, Some("[1200]")),
    ] {
        let body = editor.done("variables", wanted(more.clone())).await;
        let list = body["variables"].as_array().expect("a list");
        assert_eq!(list.len() as u64, count, "{more}");
        assert_eq!(list.first().and_then(|it| it["name"].as_str()), first, "{more}");
    }
    editor.leave().await;
}

#[tokio::test]
async fn names_of_a_long_list_are_no_ranges() {
    let server = Scripted::start(Part::default()).await;
    let mut editor = Editor::in_process(&server.url()).attached().await;
    server.halt(7, 10);
    let stopped = editor.event("stopped").await;
    let top = editor.top(&stopped["threadId"]).await;
    let items = editor.evaluate(&top, "items", "watch").await;
    let named = json!({ "variablesReference": items["variablesReference"], "filter": "named" });
    assert_eq!(editor.done("variables", named).await["variables"], json!([]));
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
