//! Modules, platform modules, the host and errors, in plain form.

use super::support::{ME, Shop, limits};
use haltscope::script::{Cartridges, Files, ScriptErrorKind};
use serde_json::json;
use std::sync::Arc;

#[tokio::test]
async fn modules_share_exports_and_see_their_own_cartridge() {
    let shop = Shop::new(&[
        (
            "a.js",
            "#!/usr/bin/env node\nvar b = require('./b'); var data = require('~/data.json');\n\
                  exports.run = function () { return [b.name(), data.deep[1], module.id, \
                  b === require('app/b'), this === exports, module.superModule, arguments.length, module.cartridge]; };",
        ),
        (
            "b.js",
            "\u{feff}var a = require('./a');\r\nexports.name = function () { return typeof a.run; };",
        ),
        ("data.json", "{\"deep\": [1, 2]}"),
    ]);
    let outcome = shop.run("a.js").await.expect("the script ends well");
    assert_eq!(outcome, json!(["function", 2, "/app/a.js", true, true, null, 1, "app"]));
}

#[tokio::test]
async fn platform_modules_have_the_host() {
    let platform = [
        (
            "prelude.js",
            "host.global('shop', { get: function () { return host.cartridges; } });\
                        host.global('later', () => 7); host.global('empty', function (x) { return !x; });",
        ),
        (
            "dw/util/Box.js",
            "module.exports = { echo: function (x) { return host.call('echo', x); },\
                            bad: function () { return host.call('bad', 1); },\
                            find: function () { return host.find('a'); } };",
        ),
    ];
    let script = "var box = require('dw/util/Box');\nexports.run = function () {\n\
                  var refused; try { box.bad(); } catch (e) { refused = e.message; }\n\
                  var missing; try { require('dw/none/Such'); } catch (e) { missing = e.message; }\n\
                  return [box.echo({ a: [1, null] }), shop, later, empty(0), box.find(), refused,\
                  missing, typeof host]; };";
    let shop = Shop::with(&[("a.js", script)], &platform, limits());
    let outcome = shop.run("a.js").await.expect("the script ends well");
    assert_eq!(
        outcome,
        json!([{ "a": [1, null] }, ["app"], 7, true, "/app/a.js", "no call bad",
        "Cannot find module 'dw/none/Such'", "undefined"])
    );
}

#[tokio::test]
async fn a_module_that_was_not_compiled_is_told() {
    let script = "exports.run = function () {\n\
                  try { require('./b'); } catch (e) { return e.message; }\n};";
    let shop = Shop::new(&[("a.js", script), ("b.ts", "export const b = 1;")]);
    let outcome = shop.run("a.js").await.expect("the script ends well");
    assert_eq!(outcome, json!("Cannot find module './b': /app/b.ts has to be compiled first"));
}

#[tokio::test]
async fn a_module_of_a_cartridge_that_the_path_leaves_out_is_told() {
    let script = "exports.run = function () {\n\
                  return ['*/cartridge/b', 'int_x/cartridge/b', 'int_x/cartridge/c'].map(function (name) {\n\
                  try { require(name); } catch (e) { return e.message; } }); };";
    let mut shop = Shop::new(&[("a.js", script)]);
    let aside = Files::memory([("cartridge/b.js", b"".as_slice())]);
    shop.cartridges = Arc::new(Cartridges::clone(&shop.cartridges).with_aside("int_x", aside));
    let outcome = shop.run("a.js").await.expect("the script ends well");
    let aside = "int_x has it, which isn't in the cartridge path";
    let expected = [
        format!("Cannot find module '*/cartridge/b': {aside}"),
        format!("Cannot find module 'int_x/cartridge/b': {aside}"),
        "Cannot find module 'int_x/cartridge/c'".to_owned(),
    ];
    assert_eq!(outcome, json!(expected));
}

#[tokio::test]
async fn an_uncaught_error_tells_its_place() {
    let script = "function inner() {\n  null.x;\n}\nexports.run = function run() {\n  inner();\n};";
    let shop = Shop::new(&[("a.js", script), ("bad.js", "var a = 1;\nvar b = ;\n")]);
    let error = shop.run("a.js").await.expect_err("it throws");
    assert_eq!(error.kind, ScriptErrorKind::Thrown);
    assert_eq!(error.name, "TypeError");
    assert_eq!(error.stack, "    at inner (/app/a.js:2)\n    at run (/app/a.js:5)");
    let error = shop.run("bad.js").await.expect_err("it doesn't parse");
    assert_eq!(
        (error.kind, error.file.as_deref(), error.line),
        (ScriptErrorKind::Syntax, Some("/app/bad.js"), Some(2))
    );
}

#[tokio::test]
async fn an_error_behind_this_is_told_where_it_stands() {
    let script = "function first() { return this.a.b; }\nfunction second() {\n  first.name;\n\
                  \n  return this.a.b;\n}\nfunction third() {\n  if ('x'\n    .a.b) return 1;\n}\n\
                  exports.run = function () {\n  return [first, second, third].map(function (one) {\n\
                  try { one.call({}); } catch (e) { return e.stack.split('\\n')[0].trim() + ' ' + one; }\n\
                  });\n};";
    let shop = Shop::new(&[("a.js", script)]);
    let told = shop.run("a.js").await.expect("the script ends well");
    assert_eq!(
        told,
        json!([
            "at first (/app/a.js:1:27) function first() { return this.a.b; }",
            "at second (/app/a.js:5:10) function second() {\n  first.name;\n\n  return this.a.b;\n}",
            "at third (/app/a.js:8:7) function third() {\n  if ('x'\n    .a.b) return 1;\n}",
        ])
    );
}

/// As on the platform, where strict functions know no difference.
#[tokio::test]
async fn what_lays_one_object_over_another_leaves_what_cannot_be_set() {
    let script = "'use strict';\nfunction extend(to, from) {\n  for (var name in from) {\n    \
                  if (typeof from[name] === 'object') this.extend(to[name], from[name]);\n    \
                  else to[name] = from[name];\n  }\n  return to;\n}\n\
                  exports.run = function () {\n  var line = Object.defineProperty({ n: 1 }, 'uuid', { value: 'a' });\n  \
                  return [extend({ line: line }, { line: { uuid: 'b', n: 2 } }).line.n, line.uuid];\n};";
    let shop = Shop::new(&[("a.js", script)]);
    assert_eq!(shop.run("a.js").await, Ok(json!([2, "a"])));
    shop.engine.control().attach(ME);
    assert_eq!(shop.run("a.js").await, Ok(json!([2, "a"])));
}

#[tokio::test]
async fn what_sets_properties_is_strict_otherwise() {
    let script = "'use strict';\nvar told = [];\nfunction kind(a) { a = 2; return [this === undefined, arguments[0]]; }\n\
                  function set(to, name, value) {\n  try { return (to[name] = value); } catch (e) { return e.message; }\n}\n\
                  class Box { set(to, name) { to[name] = 7; return to[name]; } }\n\
                  exports.run = function () {\n  var fixed = Object.freeze({ a: 1 });\n  \
                  var odd = { set bad(v) { throw new Error('bad ' + v); }, get read() { return 5; }, set kept(v) { told.push([this === heir, v]); } };\n  \
                  var heir = Object.create(odd);\n  var throws = new Proxy({}, { set: function () { throw new Error('trap'); } });\n  \
                  var refuses = new Proxy({}, { set: function () { told.push('refused'); return false; } });\n  \
                  return [kind(1), set(fixed, 'a', 2), fixed.a, set(fixed, 'b', 2), set(odd, 'bad', 3), set(heir, 'read', 4), heir.read,\n    \
                  set(heir, 'kept', 6), set(heir, 'own', 8), Object.keys(heir), set(throws, 'x', 1), set(refuses, 'x', 1), told,\n    \
                  new Box().set(fixed, 'a'), new Box().set([], 3), set(null, 'x', 1), set(undefined, 'x', 1), set(Box, 'x', 1), Box.x];\n};";
    let shop = Shop::new(&[("a.js", script)]);
    let expected = json!([
        [true, 1],
        2,
        1,
        "object is not extensible",
        "bad 3",
        4,
        5,
        6,
        8,
        ["own"],
        "trap",
        "proxy: cannot set property",
        [[true, 6], "refused"],
        1,
        7,
        "cannot set property 'x' of null",
        "cannot set property 'x' of undefined",
        1,
        1
    ]);
    assert_eq!(shop.run("a.js").await, Ok(expected.clone()));
    shop.engine.control().attach(ME);
    assert_eq!(shop.run("a.js").await, Ok(expected));
}

#[tokio::test]
async fn setting_a_property_of_nothing_is_told_where_it_stands() {
    let script = "'use strict';\nfunction set(to, name) {\n  var a = 1;\n  to[name] = a;\n}\n\
                  exports.run = function run() { set(null, 'x'); };";
    let shop = Shop::new(&[("a.js", script)]);
    let check = async || {
        let error = shop.run("a.js").await.expect_err("it throws");
        let told = (error.message.as_str(), error.file.as_deref(), error.line);
        assert_eq!(told, ("cannot set property 'x' of null", Some("/app/a.js"), Some(4)));
        assert_eq!(error.stack, "    at set (/app/a.js:4)\n    at run (/app/a.js:6)");
    };
    check().await;
    shop.engine.control().attach(ME);
    check().await;
}

#[tokio::test]
async fn setting_a_constant_is_told_where_it_stands() {
    let script = "const limit = 1;\nfunction first(a) {\n  limit = 2;\n\n  return a.b.c;\n}\n\
                  function second(a) {\n  a\n  limit++\n  a = 1\n  return a.b\n}\n\
                  exports.run = function () {\n  return [first, second].map(function (one) {\n\
                  try { one({}); } catch (e) { return e + e.stack.split('\\n')[0]; }\n\
                  });\n};";
    let shop = Shop::new(&[("a.js", script)]);
    let expected = json!([
        "TypeError: 'limit' is read-only    at first (/app/a.js:3:3)",
        "TypeError: 'limit' is read-only    at second (/app/a.js:9:3)",
    ]);
    assert_eq!(shop.run("a.js").await, Ok(expected.clone()));
    shop.engine.control().attach(ME);
    assert_eq!(shop.run("a.js").await, Ok(expected));
}

#[tokio::test]
async fn a_promise_is_followed_to_its_end() {
    let shop = Shop::new(&[
        ("a.js", "exports.run = async function () { await null; return 5; };"),
        ("b.js", "exports.run = async function () { await null; throw new TypeError('late'); };"),
    ]);
    assert_eq!(shop.run("a.js").await, Ok(json!(5)));
    assert_eq!(shop.run("b.js").await.expect_err("it rejects").message, "late");
}

/// The runtime says "not a function" of whatever it is.
#[tokio::test]
async fn an_error_names_what_is_no_function() {
    let script =
        |body: &str| format!("exports.run = function () {{\n  var a = {{}}, o = a;\n  {body}\n}};");
    let cases = [
        ("for (var n = 0; n < 2; n++) { o\n.foo(n); }", "o.foo is not a function"),
        ("return [1].map(a.nothing);", "not a function"),
        ("for (var n in a.none()) { n; }", "a.none is not a function"),
        ("for each (var n in a.none()) { n; }", "a.none is not a function"),
        ("delete a.none().b;", "a.none is not a function"),
        ("return (function () { return null; })()(1);", "not a function"),
        ("return [...a.none(1)];", "not a function"),
        ("var e = new o.Fault(1);", "o.Fault is not a function"),
        ("throw new TypeError('not a function');", "not a function"),
        ("return a.b.c();", "cannot read property 'c' of undefined"),
    ];
    for (body, expected) in cases {
        let shop = Shop::new(&[("a.js", &*script(body))]);
        for _ in ["plain", "attached"] {
            let error = shop.run("a.js").await.expect_err("it throws");
            assert_eq!(
                (error.name.as_str(), error.message.as_str()),
                ("TypeError", expected),
                "{body}"
            );
            shop.engine.control().attach(ME);
        }
    }
}
