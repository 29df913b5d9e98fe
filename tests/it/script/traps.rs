//! The traps that the engine must not fall into, one test for each.

use super::support::{ME, Session, Shop, breakpoint, limits};
use haltscope::script::{Limits, ScriptErrorKind};
use serde_json::json;
use std::time::Duration;

async fn both(
    source: &str,
    limits: Limits,
) -> Vec<Result<serde_json::Value, haltscope::script::ScriptError>> {
    let mut all = Vec::new();
    for attached in [false, true] {
        let shop = Shop::with(&[("a.js", source)], &[], limits.clone());
        if attached {
            shop.engine.control().attach(ME);
        }
        all.push(shop.run("a.js").await);
    }
    all
}

#[tokio::test]
async fn deep_nesting_is_a_clear_error() {
    let deep = format!(
        "exports.run = function () {{ return {}1{}; }};",
        "(".repeat(30_000),
        ")".repeat(30_000)
    );
    let blocks =
        format!("exports.run = function () {{ {} {} }};", "{".repeat(30_000), "}".repeat(30_000));
    for source in [deep, blocks] {
        for outcome in both(&source, limits()).await {
            let error = outcome.expect_err("nobody nests like that");
            assert_eq!(error.kind, ScriptErrorKind::Syntax);
            assert_eq!(error.file.as_deref(), Some("/app/a.js"));
        }
    }
}

#[tokio::test]
async fn nothing_nests_too_deeply_for_the_parser() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{ a: ", "}"),
        ("!", ""),
        ("x => ", ""),
        ("new ", ""),
        ("1 ? ", ": 1"),
        ("function () { return ", "}"),
        ("`${", "}`"),
        ("class { static { x = ", "} }"),
    ] {
        let times = 190_000 / (open.len() + close.len());
        let (open, close) = (open.repeat(times), close.repeat(times));
        for outcome in both(&format!("exports.run = {open}1{close};"), limits()).await {
            let error = outcome.expect_err("nobody nests like that");
            assert_eq!(error.kind, ScriptErrorKind::Syntax, "{open:.20}");
        }
    }
}

#[tokio::test]
async fn what_is_refused_is_refused_with_a_debugger_as_well() {
    for text in [
        "while (0) function f() {}",
        "do function f() {} while (0);",
        "for (;0;) function f() {}",
        "for (var k in {}) function f() {}",
        "if (1) function* f() {}",
        "if (1) class C {}",
        "if (1) let x = 1;",
        "if (1) const x = 1;",
        "if (1) a: function f() {}",
        "while (0) a: b: function f() {}",
        "function f(a) { const a = 1; try {} finally {} }",
        "let exports; try {} finally {}",
        "let a; let a;",
        "let a; var a;",
        "break;",
        "a: while (1) { (function () { break a; }); }",
        "'use strict'; with (a) b;",
        "'use strict'; 010;",
        "'use strict'; nobodys = 1; 010;",
        "function f() { 'use strict'; eval = 1; }",
        "for (let a; 0;) { var a; }",
        "try {} catch (e) { let e; }",
        "(a, a) => 1;",
        "({ a = 1 });",
        "class A { constructor() { super(); } }",
        "({ __proto__: 1, __proto__: 2 });",
    ] {
        let source = format!("{text}\nexports.run = function () {{ return 1; }};");
        let outcomes = both(&source, limits()).await;
        assert!(outcomes[0].is_err(), "{text}");
        assert_eq!(outcomes[0], outcomes[1], "{text}");
    }
}

#[tokio::test]
async fn long_chains_are_no_nesting() {
    let chain = format!("exports.run = function () {{ return 0{}; }};", " + 1".repeat(20_000));
    for outcome in both(&chain, limits()).await {
        assert_eq!(outcome, Ok(json!(20_000)));
    }
}

#[tokio::test]
async fn a_huge_script_is_refused() {
    let huge = format!("exports.run = 1; //{}", "x".repeat(3 << 20));
    for outcome in both(&huge, limits()).await {
        assert!(outcome.expect_err("too long").message.contains("longer than"));
    }
}

#[tokio::test]
async fn memory_and_recursion_end_in_javascript_errors() {
    let limits = Limits { memory: 24 << 20, ..limits() };
    let hungry =
        "exports.run = function () { var a = []; for (;;) a.push(new Array(10000).fill(1)); };";
    for outcome in both(hungry, limits.clone()).await {
        assert_eq!(outcome.expect_err("too much").kind, ScriptErrorKind::OutOfMemory);
    }
    let deep = "exports.run = function () { return f(); }; function f() { return f() + 1; }";
    for outcome in both(deep, limits).await {
        let error = outcome.expect_err("too deep");
        assert!(error.message.contains("stack"), "{error}");
    }
}

#[tokio::test]
async fn function_declarations_that_cant_stand_in_a_block() {
    let source = "exports.run = function () {\n  var f;\n  function f(n) {\n    if (n) return n;\n    throw new Error('left');\n  }\n  var f;\n  var r = f(1);\n  try { f(0); } catch (e) {\n    r += e.message;\n  }\n  return r;\n};\n";
    let session = Session::start(source, &[4, 10, 12]);
    for (line, depth) in [(4, 2), (4, 2), (10, 1), (12, 1)] {
        let halt = session.halted().await.expect("it halts");
        assert_eq!((halt.stack[0].line, halt.stack.len()), (line, depth));
        assert_eq!(session.eval(depth - 1, "typeof f").await, "function");
        session.resume();
        let mut changes = session.control().changes();
        while session
            .control()
            .thread(session.script.id)
            .is_ok_and(|info| info.state == haltscope::script::ThreadState::Halted(halt.clone()))
        {
            changes.changed().await.expect("the engine is there");
        }
    }
    assert_eq!(session.script.outcome.await, Ok(json!("1left")));
}

#[tokio::test]
async fn internals_are_invisible_to_scripts() {
    let source = "exports.run = function () { return [own, $h, Object.keys(globalThis).filter(k => k[0] === '$'), String(exports.run).indexOf('$h' + '<')]; };\nvar own = arguments.length, $h = 'mine';\n";
    for outcome in both(source, limits()).await {
        assert_eq!(outcome, Ok(json!([3, "mine", [], -1])));
    }
}

#[tokio::test]
async fn functions_know_how_they_were_written() {
    let written = [
        "function (a) { return '🍵' + a; }",
        "function named() {}",
        "a => a + 1",
        "async (b) => b",
        "function* ones() { yield 1; }",
        "class A { m() {} static n() {} }",
        "class B { constructor() { this.b = 1; } }",
    ];
    let list = written.join(",\n  ");
    let source = format!(
        "var first = ['🍵', function () {{ return 1; }}], all = [\n  {list}];\n\
         var o = {{ get g() {{ return 1; }}, m(a) {{}}, f: function () {{}} }};\n\
         var getter = Object.getOwnPropertyDescriptor(o, 'g').get;\n\
         exports.run = function () {{ return [first[1], ...all, o.m, o.f, getter, all[5].n, eval('(x) => x'), Math.max].map(String); }};\n"
    );
    let own = ["m(a) {}", "function () {}", "get g() { return 1; }", "n() {}", "(x) => x"];
    let expected = ["function () { return 1; }"].into_iter().chain(written).chain(own);
    let expected: Vec<_> = expected.chain(["function max() {\n    [native code]\n}"]).collect();
    for outcome in both(&source, limits()).await {
        assert_eq!(outcome, Ok(json!(expected)));
    }
}

#[tokio::test]
async fn platform_code_hides_its_text_and_its_frames() {
    let source = "var kit = require('kit');\nexports.run = function () {\n  try { kit.fail(); } catch (e) {\n    return [String(kit.fail), e.stack.indexOf('platform:') === -1 && e.stack.indexOf('/app/a.js:3') > 0, String(exports.run).slice(0, 11)];\n  }\n};\n";
    let platform = [("kit.js", "exports.fail = function fail() {\n  throw new Error('no');\n};")];
    for attached in [false, true] {
        let shop = Shop::with(&[("a.js", source)], &platform, limits());
        if attached {
            shop.engine.control().attach(ME);
        }
        let native = "function fail() {\n    [native code]\n}";
        assert_eq!(shop.run("a.js").await, Ok(json!([native, true, "function ()"])));
    }
}

#[tokio::test]
async fn browsers_globals_are_missing() {
    let source =
        "exports.run = function () { return [typeof performance, typeof atob, typeof WeakRef]; };";
    for outcome in both(source, limits()).await {
        assert_eq!(outcome, Ok(json!(["undefined", "undefined", "function"])));
    }
}

#[tokio::test]
async fn rhino_only_syntax_is_named() {
    for (line, name) in [("var x = <a>b</c>;", "E4X"), ("var y = x.function::id;", "E4X")] {
        for outcome in both(&format!("var ok = 1;\n{line}\n"), limits()).await {
            let error = outcome.expect_err("not JavaScript");
            assert!(error.message.contains(name), "{error}");
            assert_eq!((error.file.as_deref(), error.line), (Some("/app/a.js"), Some(2)), "{line}");
        }
    }
}

#[tokio::test]
async fn scripts_of_the_older_engine_do_the_same_in_both_forms() {
    let source = "function sum(list : Array) : Number {\n  var all : Number = 0, n = 1;\n  for each (var x : Number in list) {\n    all += x;\n  }\n  return all;\n}\n\
        exports.run = function () {\n  var seen = [sum([1, 2]), sum({a: 3, b: 4}), sum(null), [1, 2].map(function (x) x * 2).join()];\n\
          try { null.x; } catch (e if e instanceof RangeError) { seen.push('range'); } catch (e if e instanceof TypeError) { seen.push(e.lineNumber || 'type'); }\n\
          try { try { throw new Error('on'); } catch (e if false) { } } catch (e) { seen.push(e.message); }\n  let (a = 1, b = 2) { seen.push(a + b); }\n  return seen;\n};";
    for outcome in both(source, limits()).await {
        assert_eq!(outcome, Ok(json!([3, 7, 0, "2,4", "type", "on", 3])));
    }
}

#[tokio::test]
async fn scripts_cant_blind_the_debugger() {
    let source = "Error.prepareStackTrace = function () { throw 1; }; Error.stackTraceLimit = 0; Object.freeze(Error); Object.defineProperty(Array.prototype, 3, { set: function () { throw 2; } }); Array = Object = JSON = Map = Reflect = null;\nObject.prototype; exports.run = 1;\n".replace("Object.prototype; ", "");
    let source = format!(
        "{source}String.prototype.slice = Function.prototype.call = null;\nexports.run = function () {{\n  var a = [1];\n  return a;\n}};\n"
    );
    let session = Session::start(&source, &[6]);
    let halt = session.halted().await.expect("it halts");
    assert_eq!(halt.stack.first().map(|frame| frame.line), Some(6));
    assert!(session.variables(0).await.contains(&"local a: Array = 1".to_owned()));
    assert_eq!(session.members("a[0]").await[0].value, "1");
}

#[tokio::test]
async fn host_callbacks_time_out_too() {
    let limits = Limits { run_time: Duration::from_millis(200), ..limits() };
    let source = "exports.run = function () { [2, 1].sort(function () { for (;;) { try { for (;;) {} } catch (e) {} } }); return 1; };";
    for outcome in both(source, limits).await {
        assert_eq!(outcome.expect_err("too long").kind, ScriptErrorKind::TimedOut);
    }
}

#[tokio::test]
async fn every_kind_of_literal_survives_being_compiled() {
    let source = r"exports.run = function () {
  function tag(parts, value) { return [parts[0], parts.raw[0], parts[1], value, Object.isExtensible(parts)]; }
  function same() { return (parts => parts)`x`; }
  class Kit { #hidden = 3; static #made = 0; static { Kit.#made = 7; } get [`see${1}`]() { return this.#hidden + Kit.#made; } static has(it) { return #hidden in it; } }
  var found = /(?<word>b+)\/\u{1f600}?/giu;
  return [
    Object.is(-0, 0), 1e21, 0.1, -2147483648, 4294967296, 0x7fffffff, 1 / 0 > 0,
    String(123456789012345678901234567890n), String(-0xffn),
    '\ud800x'.charCodeAt(0), 'ü\u{1f600}\0'.length, 'a' + `b${'c'}\n`,
    tag`one\n${2}`, same() === same(), same()[0],
    found.source, found.flags, 'xBb/'.match(found), /[\p{L}--[a-z]]/v.test('A'),
    new Kit().see1, Kit.has(new Kit()), Kit.has({}),
    { __proto__: null, get a() { return 1; }, 'b-c': [, 2], ['d' + 1]: null }, (a, { b = 2, ...c } = {}, ...d) => [a, b, c, d],
    (function (a, b = 1, c) {}).length, Symbol.for('s').description, [...'ab', ...[1]], typeof new.target, null ?? 5, ({})?.x?.y,
  ].map(value => typeof value === 'function' ? value(0, { e: 1 }, 3) : value);
};
";
    for attached in [false, true] {
        let shop = Shop::new(&[("a.js", source)]);
        if attached {
            shop.engine.control().attach(ME);
        }
        let expected = json!([
            false, 1e21, 0.1, -2_147_483_648_i64, 4_294_967_296_i64, 2_147_483_647, true,
            "123456789012345678901234567890", "-255",
            55_296, 4, "abc\n",
            ["one\n", "one\\n", "", 2, false], true, "x",
            "(?<word>b+)\\/\\u{1f600}?", "giu", ["Bb/"], true,
            10, true, false,
            { "a": 1, "b-c": [null, 2], "d1": null }, [0, 2, { "e": 1 }, [3]],
            1, "s", ["a", "b", 1], "undefined", 5, null,
        ]);
        let outcome = shop.run("a.js").await.expect("it runs");
        for (index, value) in expected.as_array().into_iter().flatten().enumerate() {
            assert_eq!(&outcome[index], value, "literal {index}, attached: {attached}");
        }
        assert_eq!(outcome.as_array().map(Vec::len), expected.as_array().map(Vec::len));
    }
}

#[tokio::test]
async fn half_a_character_leaves_a_script_as_a_replacement() {
    for (body, expected) in [
        ("return 'Tee 🍵'.substring(0, 5);", json!("Tee \u{fffd}")),
        ("return { ['🍵'[1]]: ['\\\\ud83c'] };", json!({"\u{fffd}": ["\\ud83c"]})),
    ] {
        for outcome in both(&format!("exports.run = function () {{ {body} }};"), limits()).await {
            assert_eq!(outcome, Ok(expected.clone()), "{body}");
        }
    }
    let thrown = "exports.run = function () { throw new Error('🍵'[0] + ' it is'); };";
    for outcome in both(thrown, limits()).await {
        assert!(outcome.expect_err("it throws").message.ends_with(" it is"));
    }
}

#[tokio::test]
async fn errors_of_syntax_that_a_script_throws_are_its_own() {
    for own in [
        "JSON.parse('{')",
        "new RegExp('(')",
        "new Function('a b')",
        "[1].map(JSON.parse.bind(null, '{'))",
    ] {
        let source = format!("exports.run = function () {{\n  return {own};\n}};");
        for outcome in both(&source, limits()).await {
            let error = outcome.expect_err("it throws");
            assert_eq!((error.kind, error.line), (ScriptErrorKind::Thrown, Some(2)), "{own}");
        }
    }
}

#[tokio::test]
async fn the_wrapper_of_a_script_cant_be_left() {
    for text in [
        "}), x, (function () {",
        "}); (function () {",
        "}, function () {",
        "}\nx();\nfunction y() {",
        "}: function () {",
        "}: 0; 1 ? function () {",
    ] {
        for outcome in both(text, limits()).await {
            assert_eq!(outcome.expect_err("no script").kind, ScriptErrorKind::Syntax, "{text}");
        }
    }
}

#[tokio::test]
async fn a_false_condition_never_reaches_the_script() {
    let source = "exports.run = function () {
  var eval = null, Error = null, Function = null;
  return (function (arguments) {
    var here = arguments;
    return here;
  })(7);
};
";
    for condition in ["here === 8", "eval", "nowhere", "(", "this.x.y", "here = 0"] {
        let shop = Shop::new(&[("a.js", source)]);
        shop.engine.control().attach(ME);
        shop.engine.control().set_breakpoints(ME, vec![breakpoint(1, 5, Some(condition))]);
        let expected = if condition == "here = 0" { 0 } else { 7 };
        assert_eq!(shop.run("a.js").await, Ok(json!(expected)), "{condition}");
    }
}
