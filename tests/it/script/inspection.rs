//! What a halted frame shows: variables, members, values, evaluation.

use super::support::{ME, Session, Shop, breakpoint, limits};
use haltscope::script::{Breakpoint, InspectError, Limits, Member, Page};
use serde_json::json;
use std::time::Duration;

const SCOPES: &str = "var outer = 'o';
function make(a, b) {
  var inner = a + b;
  return function show(c, a) {
    var first = 1;
    let later;
    if (c) {
      const deep = [first, c];
      let never = 1;
      deep.push(never); let last = 2;
    }
    return first + inner.length;
  };
}
madeByScript = 5;
exports.run = function () {
  return make('x', 'y')(7, 'shadow');
};
";

/// The head that bundlers write.
#[tokio::test]
async fn who_calls_what_an_immediately_called_function_has_made_shows_its_variables() {
    let script = "exports.run = function (input) {
  var own = 1;
  return (function () { function load(parts) {
    return parts[0](2); } return load })()([function (part) {
      return part;
    }]);
};
";
    let session = Session::start(script, &[5]);
    assert_eq!(session.line().await, 5);
    assert_eq!(session.eval(1, "parts.length").await, "1");
    assert_eq!(session.eval(2, "own").await, "1");
    let variables = session.variables(2).await;
    assert!(variables.contains(&"local own: number = 1".to_owned()), "{variables:#?}");
}

#[tokio::test]
async fn variables_come_in_order_and_by_scope() {
    let session = Session::start(SCOPES, &[9]);
    assert_eq!(session.line().await, 9);
    let variables = session.variables(0).await;
    assert_eq!(
        variables,
        [
            "local this: Object = [object global]",
            "local arguments: Object = [object Arguments]",
            "local c: number = 7",
            "local a: string = shadow",
            "local first: number = 1",
            "local later: undefined = undefined",
            "local deep: Array = 1,7",
            "local never: undefined = <not initialised>",
            "local last: undefined = <not initialised>",
            "closure b: string = y",
            "closure inner: string = xy",
            "closure exports: Object = [object Object]",
            "closure require: Function = function require() {",
            "closure module: Module = [object Object]",
            "closure outer: string = o",
            "closure make: Function = function make(a, b) {",
            "global madeByScript: number = 5",
        ]
    );
    let caller = session.variables(1).await;
    assert_eq!(
        caller[..2],
        ["local this: Object = [object Object]", "local arguments: Object = [object Arguments]"]
    );
    assert_eq!(
        session.control().variables(session.script.id, 9, Page::ALL).await,
        Err(InspectError::NoFrame)
    );
    let page = Page { start: 2, count: 2 };
    let part = session.control().variables(session.script.id, 0, page).await.expect("halted");
    assert_eq!(
        (part.members.len(), part.start, part.total, part.members[0].name.as_str()),
        (2, 2, 17, "c")
    );
    let stack = session.halted().await.expect("halted").stack;
    let names: Vec<_> = stack.iter().map(|frame| (frame.function.as_str(), frame.line)).collect();
    assert_eq!(
        names,
        [("show", 9), ("", 17)]
            .map(|(name, line)| (if line == 17 { stack[1].function.as_str() } else { name }, line))
    );
}

#[tokio::test]
async fn expressions_read_and_write_any_frame() {
    let source = "function inner(n) {\n  var local = n;\n  return local;\n}\nexports.run = function () {\n  var kept = 1; const fixed = 2;\n  var got = inner(kept + 1);\n  return [got, kept];\n};\n";
    let session = Session::start(source, &[3]);
    assert_eq!(session.line().await, 3);
    for (frame, text, expected) in [
        (0, "local", "2"),
        (0, "local = 40; local + 2", "42"),
        (1, "kept", "1"),
        (1, "kept = 'changed'", "changed"),
        (1, "[typeof local, typeof inner, typeof exports]", "undefined,function,object"),
        (0, "arguments.length + ':' + arguments[0]", "1:2"),
        (0, "null", "null"),
        (0, "", "undefined"),
        (0, "({})", "[object Object]"),
        (0, "Symbol('s')", "Symbol(s)"),
        (0, "10n", "10"),
        (0, "if (true) { 'last' }", "last"),
        (0, "(function () { return 1; })", "(function () { return 1; })"),
        (0, "nowhere", "ReferenceError: nowhere is not defined ([DEBUGGER EXPR: nowhere]#1)"),
        (1, "fixed = 3", "TypeError: 'fixed' is read-only ([DEBUGGER EXPR: fixed = 3]#1)"),
        (
            0,
            "1 +\n\nnull.x",
            "TypeError: cannot read property 'x' of null ([DEBUGGER EXPR: 1 +\n\nnull.x]#3)",
        ),
        (0, "throw 'text'", "Error: text ([DEBUGGER EXPR: throw 'text']#1)"),
        (0, "throw {}", "Error: [object Object] ([DEBUGGER EXPR: throw {}]#1)"),
    ] {
        assert_eq!(
            session.eval(frame, text).await,
            if text == "(function () { return 1; })" {
                "function () { return 1; }"
            } else {
                expected
            },
            "{text}"
        );
    }
    assert!(session.eval(0, "var = 1").await.starts_with("SyntaxError: "));
    assert_eq!(session.eval(7, "1").await, InspectError::NoFrame.to_string());
    session.resume();
    let outcome = session.script.outcome.await.expect("it ends well");
    assert_eq!(outcome, serde_json::json!([40, "changed"]));
}

#[tokio::test]
async fn breakpoints_inside_an_expression_are_ignored() {
    let source = "function f() {\n  return 5;\n}\nexports.run = function () {\n  var a = 1;\n  return a;\n};\n";
    let session = Session::start(source, &[2, 5]);
    assert_eq!(session.line().await, 5);
    assert_eq!(session.eval(0, "f() + f()").await, "10");
    assert_eq!(session.line().await, 5);
}

#[tokio::test]
async fn an_endless_expression_gets_its_deadline() {
    let limits = Limits {
        eval_time: Duration::from_millis(100),
        display_time: Duration::from_millis(50),
        ..limits()
    };
    let source = "exports.run = function () {\n  var bad = { toString: function () { for (;;) {} } }; var ugly = { toString: function () { throw new Error('no'); } };\n  return 1;\n};\n";
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits), &[3]);
    assert_eq!(session.line().await, 3);
    let endless = session.eval(0, "for (;;) { try { for (;;) {} } catch (e) {} }").await;
    assert!(endless.starts_with("InternalError: "), "{endless}");
    let shown = session.variables(0).await;
    assert!(
        shown.contains(&"local bad: Object = <no answer within 50 ms>".to_owned()),
        "{shown:?}"
    );
    assert!(shown.contains(&"local ugly: Object = <Error: no>".to_owned()), "{shown:?}");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!(1)));
}

#[tokio::test]
async fn what_nobody_waits_for_any_more_is_not_begun() {
    let limits = Limits { eval_time: Duration::from_millis(200), ..limits() };
    let source = "exports.run = function () {\n  var n = 1; var shy = { toString: function () { n = 3; return ''; } };\n  return n;\n};\n";
    let shop = Shop::with(&[("a.js", source)], &[], limits);
    let session = Session::of(shop, &[3]);
    assert_eq!(session.line().await, 3);
    let mut endless = Box::pin(session.eval(0, "for (;;) {}"));
    let mut given_up = Box::pin(session.eval(0, "n = 2"));
    let mut look = Box::pin(session.variables(0));
    // All are asked in this order, none is answered yet.
    assert!(futures::poll!(&mut endless).is_pending());
    assert!(futures::poll!(&mut given_up).is_pending());
    assert!(futures::poll!(&mut look).is_pending());
    drop((given_up, look));
    assert_eq!(session.eval(0, "n").await, "1");
    assert!(endless.await.starts_with("InternalError: "));
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(1)));
}

#[tokio::test]
async fn a_module_that_a_question_has_no_time_to_load_is_loaded_anew() {
    let limits = Limits { eval_time: Duration::from_millis(100), ..limits() };
    let source = "var kit = require('kit'), ready = false;\nexports.run = function () {\n  return ready && kit.value();\n};\n";
    let platform = [
        ("kit.js", "const slow = require('slow');\nexports.value = () => slow.value;"),
        ("slow.js", "while (!globalThis.isReady) {}\nexports.value = 7;"),
    ];
    let session = Session::of(Shop::with(&[("a.js", source)], &platform, limits), &[3]);
    assert_eq!(session.line().await, 3);
    let endless = session.eval(0, "kit.value()").await;
    assert!(endless.starts_with("InternalError: "), "{endless}");
    assert_eq!(session.eval(0, "ready = isReady = true").await, "true");
    assert_eq!(session.eval(0, "kit.value()").await, "7");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!(7)));
}

#[tokio::test]
async fn a_page_of_endless_texts_has_one_deadline() {
    let limits = Limits {
        display_time: Duration::from_millis(50),
        page_time: Duration::from_millis(100),
        ..limits()
    };
    let source = "exports.run = function () {\n  function Bad() {} Bad.prototype.toString = function () { for (;;) {} };\n  var list = []; for (var i = 0; i < 300; i++) list.push(new Bad(), i);\n  var good = [new Date(0)];\n  return 1;\n};\n";
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits), &[5]);
    assert_eq!(session.line().await, 5);
    let shown = session.members("list").await;
    assert_eq!(shown.len(), 600);
    assert_eq!(shown[0].value, "<no answer within 50 ms>");
    assert_eq!(shown[1].value, "0");
    assert_eq!(shown[598].value, "<not asked: the others took too long>");
    assert_eq!(session.members("good").await[0].type_name, "Date", "each answer begins anew");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!(1)));
}

#[tokio::test]
async fn long_texts_need_no_memory_of_the_script() {
    let limits = Limits { memory: 24 << 20, ..limits() };
    let source = "exports.run = function () {\n  var s = 'x'.repeat(1 << 20); var list = new Array(100).fill(s);\n  return list.length;\n};\n";
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits), &[3]);
    assert_eq!(session.line().await, 3);
    let shown = session.members("list").await;
    assert_eq!(shown.len(), 100);
    assert_eq!(shown[0].value.len(), 1 << 20);
    assert_eq!(shown[99].value.len(), 1 << 10, "a page isn't endless either");
    let exhausted = session.eval(0, "'y'.repeat(1 << 25)").await;
    assert!(exhausted.starts_with("InternalError: out of memory"), "{exhausted}");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!(100)));
}

#[tokio::test]
async fn a_number_of_very_many_digits_is_told_in_those_that_take_no_time() {
    let source = "exports.run = function () {\n  var many = 2n ** 500000n - 1n, below = -(2n ** 40000n), few = -(2n ** 64n);\n  return 1;\n};\n";
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits()), &[3]);
    assert_eq!(session.line().await, 3);
    let many = format!("0x{}", "f".repeat(125_000));
    let below = format!("-0x1{}", "0".repeat(10_000));
    let shown = session.variables(0).await;
    let expected = [("many", many.as_str()), ("below", &below), ("few", "-18446744073709551616")];
    for (name, value) in expected {
        let line = format!("local {name}: bigint = {value}");
        assert!(
            shown.contains(&line),
            "{name} in {:?}",
            shown.iter().map(|it| &it[..it.len().min(60)])
        );
    }
    assert_eq!(session.eval(0, "many").await, many);
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!(1)));
}

const VALUES: &str = "var Box = require('dw/util/Box');
class Point { constructor() { this.x = 1; this.y = 'two'; } get sum() { return 1; } move() {} }
exports.run = function () {
  var called = 0;
  var o = { a: 1, 'b.c': 2, get danger() { called++; return 1; }, set told(value) { called++; }, n: { deep: [{ b: 'found' }, 2] }, u: undefined, z: null, f: function f() { return 1; } };
  var list = ['x', 'y']; list.extra = true; var sparse = [1, , 3];
  var map = new Map([['k', 1], [{}, 'v']]); var set = new Set(['s']);
  var bytes = new Uint8Array([7, 8]); var point = new Point(); var box = new Box(3); var bare = Object.create(null);
  var long = new Array(100000).fill(0).map(function (_, i) { return i; });
  var big = 'x'.repeat(2000000); var error = new TypeError('bad'); var date = new Date(0);
  return called;
};
";

const BOX: &str = "function Box(size) { this.hidden = size; }
Box.prototype.toString = function () { return '[Box size=' + this.hidden + ']'; };
Object.defineProperty(Box.prototype, 'size', { get: function () { return this.hidden; } });
Object.defineProperty(Box.prototype, 'broken', { get: function () { throw new Error('broken'); } });
Object.defineProperty(Box.prototype, 'taken', { get: function () { this.hidden = 0; return 1; } });
host.define(Box, { type: 'dw.util.Box', getters: ['size', 'broken'], alters: ['taken'], size: function (b) { return b.hidden; },
  at: function (b, i) { return i === 0 ? { key: 'k', value: 'v' } : i * 10; } });
module.exports = Box;";

fn show(members: &[Member]) -> Vec<String> {
    let one = |member: &Member| {
        format!("{}|{}: {} = {}", member.parent, member.name, member.type_name, member.value)
    };
    members.iter().map(one).collect()
}

/// Halted where all of them are in view.
async fn halted_among_values() -> Session {
    let platform = [
        ("dw/util/Box.js", BOX),
        ("prelude.js", "host.global('session', { get: function () { return { id: 's1' }; } });"),
    ];
    let session = Session::of(Shop::with(&[("a.js", VALUES)], &platform, limits()), &[11]);
    assert_eq!(session.line().await, 11);
    session
}

#[tokio::test]
async fn members_follow_object_paths() {
    let session = halted_among_values().await;
    for (path, expected) in [
        (
            "o",
            vec![
                "o|a: number = 1",
                "o|b.c: number = 2",
                "o|danger: accessor = <getter>",
                "o|told: undefined = <setter>",
                "o|n: Object = [object Object]",
                "o|u: undefined = undefined",
                "o|z: null = null",
                "o|f: Function = function f() { return 1; }",
            ],
        ),
        ("o.n.deep", vec!["o.n.deep|[0]: Object = [object Object]", "o.n.deep|[1]: number = 2"]),
        ("o.n.deep[0]", vec!["o.n.deep[0]|b: string = found"]),
        ("o.n.deep.[0]", vec!["o.n.deep.[0]|b: string = found"]),
        ("o.n.deep[0].b", vec!["o.n.deep[0]|b: string = found"]),
        ("o.n.deep.[0].b", vec!["o.n.deep.[0]|b: string = found"]),
        ("o.none.x", vec!["o.none|x: undefined = unresolved"]),
        ("nothing", vec!["|nothing: undefined = unresolved"]),
        ("o.z", vec!["o|z: null = null"]),
        ("sparse[1]", vec!["sparse|[1]: undefined = undefined"]),
        ("called++", vec!["|called++: undefined = unresolved"]),
        (
            "list",
            vec!["list|[0]: string = x", "list|[1]: string = y", "list|extra: boolean = true"],
        ),
        ("map", vec!["map|[0]: Object = k = 1", "map|[1]: Object = [object Object] = v"]),
        ("map[0]", vec!["map[0]|key: string = k", "map[0]|value: number = 1"]),
        ("set", vec!["set|[0]: string = s"]),
        ("set[0]", vec!["set|[0]: string = s"]),
        ("bytes", vec!["bytes|[0]: number = 7", "bytes|[1]: number = 8"]),
        ("point", vec!["point|x: number = 1", "point|y: string = two"]),
        (
            "box",
            vec![
                "box|size: number = 3",
                "box|broken: undefined = <Error: broken>",
                "box|taken: accessor = <getter>",
                "box|[0]: Object = k = v",
                "box|[1]: number = 10",
                "box|[2]: number = 20",
            ],
        ),
        ("box[0].value", vec!["box[0]|value: string = v"]),
        ("bare", vec![]),
        ("session", vec!["session|id: string = s1"]),
        ("this.run", vec!["this.run|length: number = 0"]),
    ] {
        let members = show(&session.members(path).await);
        if path == "this.run" {
            assert_eq!(members[0], expected[0], "{path}");
        } else {
            assert_eq!(members, expected, "{path}");
        }
    }
    assert_eq!(session.eval(0, "called").await, "0", "no accessor was called");
    let variables = session.variables(0).await;
    for expected in [
        "local point: Point = [object Object]",
        "local box: dw.util.Box = [Box size=3]",
        "local bare: Object = [object Object]",
        "closure Box: function = [JavaClass dw.util.Box]",
        "local error: TypeError = TypeError: bad",
        "local map: Map = [object Map]",
    ] {
        assert!(variables.iter().any(|shown| shown == expected), "{expected} in {variables:#?}");
    }
    assert!(
        !variables.iter().any(|shown| shown.contains(" session:")),
        "platform globals aren't listed"
    );
}

#[tokio::test]
async fn members_come_by_the_page_and_cut() {
    let session = halted_among_values().await;
    let page = session
        .control()
        .members(session.script.id, 0, Some("long"), Page { start: 99_998, count: 200 })
        .await;
    let page = page.expect("halted");
    assert_eq!(
        (page.total, show(&page.members)),
        (
            100_000,
            vec![
                "long|[99998]: number = 99998".to_owned(),
                "long|[99999]: number = 99999".to_owned()
            ]
        )
    );
    let big = session.members("big").await;
    assert_eq!(big[0].value.len(), 1 << 20);
    let frame = session
        .control()
        .members(session.script.id, 0, None, Page { start: 0, count: 1 })
        .await
        .expect("halted");
    assert_eq!((frame.members[0].name.as_str(), frame.members[0].scope), ("this", None));
}

#[tokio::test]
async fn callers_show_the_block_they_are_in() {
    let source = "function inner() {
  return 1;
}
exports.run = function () {
  var sum = 0;
  { let early = 1; sum += early; }
  for (let i = 0; i < 2; i++) { let ü = 'ö'; if (i) { const seen = i; sum += inner(); } let late = sum; }
  switch (sum) { case 2: let chosen = 'one'; sum += inner(); }
  try { throw { code: 7 }; } catch ({ code }) { sum += inner(); }
  return [1].map(x => x + inner());
};
";
    let session = Session::start(source, &[2]);
    let locals = async |session: &Session| {
        let mut names: Vec<String> = session.variables(1).await;
        names.retain(|name| {
            name.starts_with("local") && !name.contains(" this:") && !name.contains(" arguments:")
        });
        names
    };
    for expected in [
        vec![
            "local sum: number = 1",
            "local i: number = 1",
            "local ü: string = ö",
            "local late: undefined = <not initialised>",
            "local seen: number = 1",
        ],
        vec!["local sum: number = 2", "local chosen: string = one"],
        vec!["local sum: number = 3", "local code: number = 7"],
        vec!["local x: number = 1"],
    ] {
        assert_eq!(session.line().await, 2);
        assert_eq!(locals(&session).await, expected);
        session.resume();
    }
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!([2])));
}

#[tokio::test]
async fn a_function_whose_return_was_caught_is_read_like_any_other() {
    let source = "exports.run = function (input) {
  try {
    if (input) return later;
    return missing;
  } catch (error) {
    let caught = error.name;
    return caught;
  }
  let later = 1;
};
";
    let session = Session::start(source, &[7]);
    assert_eq!(session.line().await, 7);
    for (text, expected) in [
        ("caught + typeof input", "ReferenceErrorundefined"),
        ("this === undefined || arguments.length", "1"),
    ] {
        assert_eq!(session.eval(0, text).await, expected, "{text}");
    }
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!("ReferenceError")));
}

#[tokio::test]
async fn generators_keep_their_variables_over_a_yield() {
    let source = "function* g(a) {
  let kept = a;
  const sent = yield kept;
  kept += sent;
  return kept;
}
exports.run = function () {
  const it = g(1);
  it.next();
  return it.next(41).value;
};
";
    let session = Session::start(source, &[5]);
    assert_eq!(session.line().await, 5);
    assert_eq!(session.eval(0, "kept + ':' + sent").await, "42:41");
    assert_eq!(session.eval(1, "typeof it").await, "object");
    assert_eq!(session.eval(0, "kept = 'set'").await, "set");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!("set")));
}

#[tokio::test]
async fn hostile_objects_dont_reach_the_script() {
    let source = "Object.prototype.toJSON = Array.prototype.toJSON = function () { throw new Error('json'); };
exports.run = function () {
  var f = new Proxy(function () {}, { getOwnPropertyDescriptor: function () { throw new Error('trap'); } });
  var o = new Proxy({}, { getPrototypeOf: function () { for (;;) {} }, ownKeys: function () { throw new Error('keys'); } });
  var tagged = { get [Symbol.toStringTag]() { throw new Error('tag'); } }; var lone = '\\ud800';
  return 'fine';
};
";
    let limits = Limits { display_time: Duration::from_millis(50), ..limits() };
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits), &[6]);
    assert_eq!(session.line().await, 6);
    let variables = session.variables(0).await;
    for expected in [
        "local f: Function = ",
        "local o: Object = ",
        "local tagged: Object = <Error: tag>",
        "local lone: string = \u{fffd}",
    ] {
        assert!(
            variables.iter().any(|shown| shown.starts_with(expected)),
            "{expected} in {variables:#?}"
        );
    }
    for path in ["f", "o", "o.x", "tagged"] {
        let id = session.script.id;
        session.control().members(id, 0, Some(path), Page::ALL).await.expect("it is halted");
    }
    let of_o = session.members("o").await;
    let told: Vec<_> = of_o.iter().map(|it| (it.name.as_str(), it.value.as_str())).collect();
    assert_eq!(told, [("<members>", "<Error: keys>")], "nobody knows them");
    session
        .control()
        .members(session.script.id, 0, Some("lone"), Page::ALL)
        .await
        .expect("it is halted");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!("fine")));
}

/// A frame as `name:line`.
async fn stack(session: &Session) -> Vec<String> {
    let halt = session.halted().await.expect("it halts");
    halt.stack.iter().map(|frame| format!("{}:{}", frame.function, frame.line)).collect()
}

#[tokio::test]
async fn who_calls_with_a_callback_is_read_like_any_other() {
    let source = "function wrap(fn) {
  return fn('got');
}
exports.run = function () {
  var own = 'mine';
  [1].forEach(function (item) {
    var inner = item;
    return inner;
  });
  wrap(
    function (x) {
      var other = x;
      return other;
    });
  (function () {
    var direct = 1;
    return direct;
  })();
  (function () {
    var within = 1;
    return within;
  }());
  return own;
};
";
    let session = Session::start(source, &[8, 13, 17, 21]);
    for (expected, theirs) in [
        (vec![":8", ":6"], "inner"),
        (vec![":13", "wrap:2", ":10"], "other"),
        (vec![":17", ":18"], "direct"),
        (vec![":21", ":22"], "within"),
    ] {
        assert_eq!(stack(&session).await, expected);
        let caller = expected.len() - 1;
        let shown = session.variables(caller).await;
        assert!(shown.contains(&"local own: string = mine".to_owned()), "{shown:#?}");
        assert!(!shown.iter().any(|line| line.contains(theirs)), "{shown:#?}");
        assert_eq!(session.eval(caller, "own + '!'").await, "mine!");
        session.resume();
    }
}

#[tokio::test]
async fn a_call_over_several_lines_stands_on_its_first_one() {
    let source = "function f(a, b) {
  return a + b;
}
exports.run = function () {
  var q = 1, o = { m: f };
  f(
    q,
    q
  );
  o.m(
    q,
    q);
  return new f(
    q,
    q);
};
";
    let session = Session::start(source, &[2]);
    for expected in [":6", ":10", ":13"] {
        assert_eq!(stack(&session).await[1], expected);
        session.resume();
    }
}

#[tokio::test]
async fn a_deep_stack_is_told_whole_and_each_frame_can_be_read() {
    let source = "function deep(n) {
  if (n === 0) {
    return leaf();
  }
  return [n].map(function (m) {
    return deep(m - 1);
  })[0];
}
function leaf() {
  return 'end';
}
exports.run = function () {
  return deep(100);
};
";
    let session = Session::start(source, &[10]);
    let frames = stack(&session).await;
    assert_eq!(frames.len(), 1 + 101 + 100 + 1);
    assert_eq!(frames[..4], ["leaf:10", "deep:3", ":6", "deep:5"]);
    assert_eq!(frames[201..], ["deep:5", ":13"]);
    for frame in [1, 61, 101, 121, 201] {
        assert_eq!(session.eval(frame, "n").await, ((frame - 1) / 2).to_string());
    }
    assert_eq!(session.eval(100, "m").await, "50");
}

#[tokio::test]
async fn a_halt_while_a_stack_is_told_has_a_place() {
    let source = "Error.prepareStackTrace = function (error, list) {
  var count = list.length;
  return String(count > 0);
};
exports.run = function () {
  var here = 1;
  return new Error('x').stack + here;
};
";
    let session = Session::start(source, &[3]);
    assert_eq!(stack(&session).await[0], ":3");
    assert_eq!(session.eval(0, "count > 0").await, "true");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!("true1")));
}

#[tokio::test]
async fn lines_are_counted_as_the_runtime_counts_them() {
    let source = "exports.run = function () {\n  var text = 'a\u{2028}b\u{2029}c'; /* \u{2028} */\n  var own = text.length;\n  return own;\n};\n";
    let session = Session::start(source, &[4]);
    assert_eq!(session.line().await, 4);
    assert_eq!(session.eval(0, "own").await, "5");
}

#[tokio::test]
async fn expressions_mean_the_frame_wherever_names_stand() {
    let source = "'use strict';
exports.run = function (input) {
  var a = 1; let b = { a: 2 };
  const f = function () { return this === undefined; };
  return a;
};
";
    let session = Session::start(source, &[5]);
    assert_eq!(session.line().await, 5);
    for (text, expected) in [
        ("JSON.stringify({ a, b, c: a })", "{\"a\":1,\"b\":{\"a\":2},\"c\":1}"),
        ("f()", "true"),
        ("[a, b.a] = [3, 4]; a + ':' + b.a", "3:4"),
        ("a++ + ++a", "8"),
        ("(function (a) { return a; })(9)", "9"),
        ("[7].map(x => x + a)[0]", "12"),
        ("eval('a + 1')", "6"),
        ("`${a}${b.a}`", "54"),
        ("for (a of [1, 2]) ; a", "2"),
        ("typeof nothing + typeof a", "undefinednumber"),
        ("var a = 'own'; a", "own"),
        ("a", "2"),
        ("this === exports", "true"),
        ("input", "undefined"),
    ] {
        assert_eq!(session.eval(0, text).await, expected, "{text}");
    }
    let undeclared = session.eval(0, "undeclared = 1").await;
    assert!(undeclared.starts_with("ReferenceError"), "{undeclared}");
}

#[tokio::test]
async fn an_expression_that_wants_too_much_memory_says_so_and_the_script_goes_on() {
    let limits = Limits { memory: 24 << 20, ..limits() };
    let source = "exports.run = function () {\n  var a = 1;\n  return a;\n};\n";
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits), &[3]);
    assert_eq!(session.line().await, 3);
    let text = "var all = []; for (;;) { var one = { all: all, more: [1, 2, 3] }; all.push(one); }";
    let answer = session.eval(0, text).await;
    assert!(answer.starts_with("InternalError: out of memory"), "{answer}");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!(1)));
}

#[tokio::test]
async fn functions_with_many_variables_are_read_and_written_like_others() {
    let variable = |n: usize| format!("var v{n} = {n}; ");
    let function = |n: usize| format!("function f{n}() {{ return v{n}; }} ");
    let declared: String = (0..200).map(variable).collect();
    let functions: String = (0..100).map(function).collect();
    let source = format!(
        "exports.run = function () {{\n{declared}\n{functions}\n  var sum = f99() + v150;\n  return v150;\n}};\n"
    );
    let session = Session::start(&source, &[5]);
    assert_eq!(session.line().await, 5);
    assert_eq!(session.eval(0, "v0 + v63 + v64 + v199").await, "326");
    assert_eq!(session.eval(0, "v150 = 'set'; v150 + sum").await, "set249");
    let shown = session.variables(0).await;
    assert!(shown.contains(&"local v199: number = 199".to_owned()));
    session.shop.break_at(&[3]);
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!("set")));
}

#[tokio::test]
async fn callers_are_read_however_what_halts_was_called() {
    let reader = "var late = require;
function make() {
  return function (shop) { var own = 'of a factory'; return shop.price + own; };
}
var made = make();
exports.run = function () {
  function read(shop) { var own = 'of a reader'; return shop.price + own; }
  var shop = late('./shop');
  return [read(shop), made(shop), rounded(shop)];
};
function rounded(shop) { var own = 'of a rounder', list = []; list.push(Math.round(shop.price)); return list; }
";
    let shop = "module.exports = {
  get price() {
    return 1;
  }
};
";
    let shop = Shop::new(&[("a.js", reader), ("shop.js", shop)]);
    shop.engine.control().attach(ME);
    let path = "/app/shop.js".to_owned();
    let getter = Breakpoint { path, ..breakpoint(1, 3, None) };
    shop.engine.control().set_breakpoints(ME, vec![getter]);
    let script = shop.start("a.js");
    let session = Session { shop, script };
    for expected in ["of a reader", "of a factory", "of a rounder"] {
        assert_eq!(session.line().await, 3);
        assert_eq!(session.eval(1, "own").await, expected);
        session.resume();
    }
}

#[tokio::test]
async fn callers_are_read_where_an_object_became_a_primitive() {
    let maker = "exports.run = function () {
  var late = require('./shop'), price = late.price;
  return [sum(price), text(price), below(price), number(price), up(price)];
};
function sum(a) { var own = 'of a sum'; return a + own; }
function text(a) { var own = 'of a text'; return `${a}`; }
function below(a) { var own = 'of a comparison'; return a < 5; }
function number(a) { var own = 'of a number'; return parseInt(a); }
function up(a) { var own = 'of a count'; a++; return a; }
";
    let shop = "exports.price = {
  valueOf: function () {
    return 1;
  },
  toString: function () {
    return '1';
  }
};
";
    let shop = Shop::new(&[("a.js", maker), ("shop.js", shop)]);
    shop.engine.control().attach(ME);
    let halts = [(1, 3), (2, 6)].map(|(id, line)| {
        let path = "/app/shop.js".to_owned();
        Breakpoint { path, ..breakpoint(id, line, None) }
    });
    shop.engine.control().set_breakpoints(ME, halts.into());
    let script = shop.start("a.js");
    let session = Session { shop, script };
    for (line, expected) in [
        (3, "of a sum"),
        (6, "of a text"),
        (3, "of a comparison"),
        (6, "of a number"),
        (3, "of a count"),
    ] {
        assert_eq!(session.line().await, line);
        assert_eq!(session.eval(1, "own").await, expected);
        session.resume();
    }
}

#[tokio::test]
async fn callers_are_read_where_scripts_have_methods_that_the_language_has_as_well() {
    let caller = "exports.run = function () {
  var late = require('./lists');
  return [mapped(late), joined(late), given([1])];
};
function mapped(a) { var own = 'of a map'; return a.map(1); }
function joined(a) { var own = 'of a join'; return a.join(','); }
function given(a) { var own = 'of a callback'; return a.b.c.map(function (x) {
  return x; }); }
Object.prototype.b = { c: [1] };
";
    let lists = "exports.map = function (all) {
  return all;
};
exports.join = function () {
  return 'j';
};
";
    let shop = Shop::new(&[("a.js", caller), ("lists.js", lists)]);
    shop.engine.control().attach(ME);
    let in_lists = [(1, 2), (2, 5)].map(|(id, line)| {
        let path = "/app/lists.js".to_owned();
        Breakpoint { path, ..breakpoint(id, line, None) }
    });
    let halts = in_lists.into_iter().chain([breakpoint(3, 8, None)]).collect();
    shop.engine.control().set_breakpoints(ME, halts);
    let script = shop.start("a.js");
    let session = Session { shop, script };
    for (line, expected) in [(2, "of a map"), (5, "of a join"), (8, "of a callback")] {
        assert_eq!(session.line().await, line);
        assert_eq!(session.eval(1, "own").await, expected);
        session.resume();
    }
    assert_eq!(session.script.outcome.await, Ok(serde_json::json!([1, "j", [1]])));
}
