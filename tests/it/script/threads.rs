//! Threads under control: conditions, stopping, sleeping, many at once.

use super::calls::Stuck;
use super::support::{ME, Session, Shop, breakpoint, limits};
use crate::testkit::patience::{PATIENCE, evaluated};
use haltscope::script::{
    Gone, InspectError, Limits, Owner, Page, ScriptErrorKind, Step, ThreadState,
};
use serde_json::json;
use std::time::Duration;

const LOOP: &str = "var n = 0;
exports.run = function () {
  while (n >= 0) {
    n++;
  }
  return n;
};
";

#[tokio::test]
async fn a_breakpoint_set_on_a_running_loop_halts_it() {
    let session = Session::start(LOOP, &[]);
    session.shop.break_at(&[4]);
    assert_eq!(session.line().await, 4);
    // Where it was heard of between a round's beginning and its line, that round can't be read: the next one can.
    session.resume();
    assert_eq!(session.line().await, 4);
    let variables = session.variables(0).await;
    assert_eq!(variables[0], "local this: Object = [object Object]");
    assert_eq!(session.eval(0, "n = -5").await, "-5");
    session.shop.break_at(&[]);
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(-4)));
}

/// Breakpoints are heard of at any place of a round, also where nothing of it can be read any more.
#[tokio::test]
async fn a_running_loop_halts_where_its_variables_can_be_read() {
    // Whatever is heard of before the loop is known when line 7 is reached.
    let rounds = [
        "while (n >= 0) {\n    n++; if (n % 2) n++;",
        "for (;;) {\n    if (n < 0) break; n++;",
        "for (var m = 0; n >= 0; m++) {\n    n++; for (var l = 0; l < 5; l++);",
        "while (n >= 0) {\n    n++; next(n);",
        "for (var i of forever()) {\n    n++; if (n < 0) break;",
    ];
    for (round, moved) in rounds.iter().flat_map(|round| (0..6).map(move |moved| (round, moved))) {
        let source = format!(
            "function next(n) {{ return n > 5 ? n % 3 : n; }} function* forever() {{ for (;;) yield 1; }}
exports.run = function () {{ require('stuck').wait();
  for (var k = 0, n = 0; k < {moved}; k++);
  {round}
    if (n > 1000 || n < 0) {{
      n += 0;
    }}
  }}
  return n;
}};
"
        );
        let (shop, begun, release) = Stuck::shop(&source);
        release.send(()).expect("it will ask");
        let session = Session::of(shop, &[]);
        begun.notified().await;
        session.shop.break_at(&[7]);
        assert_eq!(session.line().await, 7, "{source}");
        let number = session.eval(0, "n").await;
        assert!(number.parse::<u64>().is_ok(), "{number} after {moved} in {source}");
        let variables = session.variables(0).await;
        assert!(variables.contains(&format!("local n: number = {number}")), "{variables:?}");
        assert_eq!(session.eval(0, "n = -5").await, "-5");
        session.shop.break_at(&[]);
        session.resume();
        session.script.outcome.await.expect("it ends");
    }
}

/// What a loop goes through once mustn't be missed, though it was entered before anybody wanted to know.
#[tokio::test]
async fn the_only_round_of_a_loop_halts_behind_a_long_call() {
    let script = "exports.run = function () {
  var { wait } = require('stuck');
  for (var i = 0; i < 1; i++) {
    wait();
    i += 0;
  }
  return i;
};";
    let (shop, begun, release) = Stuck::shop(script);
    shop.engine.control().attach(ME);
    let script = shop.start("a.js");
    begun.notified().await;
    shop.break_at(&[5]);
    release.send(()).expect("it waits");
    let session = Session { shop, script };
    assert_eq!(session.line().await, 5);
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(1)));
}

#[tokio::test]
async fn a_condition_is_evaluated_in_the_frame() {
    let source = "exports.run = function () {\n  var s = 0;\n  for (let i = 0; i < 100; i++) {\n    s += i;\n  }\n  return s;\n};\n";
    let shop = Shop::new(&[("a.js", source)]);
    shop.engine.control().attach(ME);
    let conditions = ["i === 42", "nowhere.at.all", "for (;;) {}", "syntax error"];
    let breakpoints = (1..).zip(conditions).map(|(id, text)| breakpoint(id, 4, Some(text)));
    let limits = breakpoints.take(2).collect();
    shop.engine.control().set_breakpoints(ME, limits);
    let script = shop.start("a.js");
    let session = Session { shop, script };
    assert_eq!(session.line().await, 4);
    assert_eq!(session.eval(0, "i").await, "42");
    session.shop.engine.control().set_breakpoints(
        ME,
        vec![breakpoint(9, 6, Some("for (;;) {}")), breakpoint(8, 6, Some("(("))],
    );
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(4950)));
}

#[tokio::test]
async fn a_condition_means_the_same_in_every_activation() {
    let source = "function visit(item, again) {\n  for (var i = 0; i < again; i++) {\n    item += 0;\n  }\n}\nexports.run = function () {\n  for (var n = 1; n < 9; n++) visit(n, n % 3);\n};\n";
    for (condition, items) in [
        ("item > 6 // the last", &["7", "8", "8"][..]),
        ("if (item === 2) i === 1; else item === 5 && i === 0", &["2", "5"]),
        ("{ item: 1 }", &["1", "2"]),
    ] {
        let shop = Shop::new(&[("a.js", source)]);
        shop.engine.control().attach(ME);
        let breakpoints = vec![breakpoint(1, 3, Some(condition))];
        shop.engine.control().set_breakpoints(ME, breakpoints);
        let script = shop.start("a.js");
        let session = Session { shop, script };
        for item in items {
            assert_eq!(session.line().await, 3, "{condition}");
            assert_eq!(session.eval(0, "item").await, *item, "{condition}");
            session.resume();
        }
    }
}

#[tokio::test]
async fn stopping_passes_catch_and_finally() {
    for body in [
        "for (;;) { try { for (;;) {} } catch (e) { leaked = 1; } finally { leaked = 2; } }",
        "[3, 2, 1].sort(function () { for (;;) { try { for (;;) {} } catch (e) {} } });",
        "var o = { get x() { try { for (;;) {} } finally { for (;;) {} } } }; return o.x;",
        "new Promise(function () { for (;;) {} }); for (;;) { try { throw 1; } catch (e) {} }",
        "return (async function () { try { for (;;) {} } catch (e) { return 1; } })();",
        "return Promise.resolve().then(function () { for (;;) {} }).catch(function () { for (;;) {} });",
        "(function* () { try { for (;;) {} } finally { yield 1; } })().next(); for (;;) {}",
        "JSON.stringify({ toJSON: function () { for (;;) {} } });",
        "for (;;);",
        "/(a+)+b/.test('a'.repeat(60));",
    ] {
        for attached in [false, true] {
            let source = format!("exports.run = function () {{\n{body}\n}};\n");
            let shop = Shop::new(&[("a.js", &source)]);
            if attached {
                shop.engine.control().attach(ME);
            }
            let script = shop.start("a.js");
            shop.engine.control().stop(script.id, PATIENCE).await.expect("it runs");
            let error = script.outcome.await.expect_err("it was stopped");
            assert_eq!(
                (error.kind, error.name.as_str()),
                (ScriptErrorKind::Terminated, "ScriptDebuggerTerminate"),
                "{body}"
            );
            assert_eq!(shop.engine.control().thread(script.id), Err(Gone));
        }
    }
}

#[tokio::test]
async fn a_halted_script_can_be_stopped() {
    let source = "exports.run = function () {\n  try {\n    return 1;\n  } catch (e) {\n    return 2;\n  } finally {\n    return 3;\n  }\n};\n";
    let session = Session::start(source, &[3, 5, 7]);
    assert_eq!(session.line().await, 3);
    session.control().stop(session.script.id, PATIENCE).await.expect("it is halted");
    assert_eq!(
        session.script.outcome.await.expect_err("stopped").kind,
        ScriptErrorKind::Terminated
    );
}

#[tokio::test]
async fn a_sleep_ends_with_termination() {
    let limits = Limits { halt_timeout: Duration::from_millis(300), ..limits() };
    let session = Session::of(Shop::with(&[("a.js", LOOP)], &[], limits), &[4]);
    assert_eq!(
        session.script.outcome.await.expect_err("it slept too long").kind,
        ScriptErrorKind::Terminated
    );
}

#[tokio::test]
async fn a_renewed_sleep_lasts_longer() {
    let session = Session::start(LOOP, &[4]);
    let first = session.halted().await.expect("halted").until;
    session.control().renew();
    assert!(session.halted().await.expect("halted").until > first);
}

/// Whenever nobody asks anything, all is packed that the script has.
#[tokio::test]
async fn what_is_halted_is_whole_after_a_rest() {
    let source = "var kept = [];\nexports.run = function () {\n  var map = new Map();\n  for (let i = 0; i < 300; i++) {\n    map.set('k' + i, { i, text: 'x'.repeat(i * 10) });\n    kept.push(map);\n  }\n  return map.get('k299').text.length + kept.length;\n};\n";
    let limits = Limits { pack_after: Duration::ZERO, ..limits() };
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits), &[6]);
    for round in 0..20 {
        assert_eq!(session.line().await, 6);
        let variables = session.variables(0).await;
        assert!(variables.contains(&format!("local i: number = {round}")), "{variables:?}");
        let asked = format!("map.size + ' ' + map.get('k{round}').text.length");
        assert_eq!(session.eval(0, &asked).await, format!("{} {}", round + 1, round * 10));
        assert!(session.members("map").await.len() > round);
        assert_eq!(session.step(Step::Over).await, 4);
        session.resume();
    }
    assert_eq!(session.line().await, 6);
    session.control().renew();
    session.control().set_breakpoints(ME, Vec::new());
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(3290)));
}

#[tokio::test]
async fn the_clock_stands_still_while_halted() {
    let limits = Limits {
        run_time: Duration::from_millis(500),
        eval_time: Duration::from_millis(600),
        ..limits()
    };
    let source = "exports.run = function () {\n  var a = 1;\n  return a;\n};\n";
    let shop = Shop::with(
        &[
            ("a.js", source),
            (
                "b.js",
                "exports.run = function () { for (;;) { try { for (;;) {} } catch (e) {} } };",
            ),
        ],
        &[],
        limits,
    );
    let endless = shop.start("b.js");
    let session = Session::of(shop, &[2]);
    assert_eq!(session.line().await, 2);
    let late = endless.outcome.await.expect_err("too long");
    assert_eq!(late.kind, ScriptErrorKind::TimedOut, "{late}");
    let endless = session.eval(0, "for (;;) {}").await;
    assert!(endless.starts_with("InternalError: "), "{endless}");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(1)));
}

const NOTHING: &str = "exports.nothing = function () {};\n";

/// What runs once the entry function has returned ends at its own place.
#[tokio::test]
async fn what_a_script_has_queued_is_ended_with_its_place() {
    let endless = "for (;;) { a = a.concat(a.length); a.length = 1; }";
    let hungry = "for (;;) { a.push(new Array(1e5).join('x') + a.length); }";
    let late = (ScriptErrorKind::TimedOut, endless);
    let full = (ScriptErrorKind::OutOfMemory, hungry);
    for (kind, end) in [late, full] {
        let queued = format!(
            "var a = [];\nexports.run = function () {{\n  return Promise.resolve().then(function () {{\n    {end}\n  }});\n}};\n{NOTHING}"
        );
        let awaited = format!(
            "var a = [];\nexports.run = async function () {{\n  await null;\n  {end}\n}};\n{NOTHING}"
        );
        let limits = Limits { run_time: Duration::from_millis(300), memory: 8 << 20, ..limits() };
        let shop = Shop::with(&[("a.js", &queued), ("b.js", &awaited)], &[], limits);
        for attached in [false, true] {
            if attached {
                shop.engine.control().attach(ME);
            }
            for script in ["/app/a.js", "/app/b.js"] {
                // To wait until it is prepared is the script's time too, which may be over then.
                let prepared = shop.start_with(json!({ "script": script, "name": "nothing" }));
                prepared.outcome.await.expect("it does nothing");
            }
            let ended = [shop.run("a.js").await, shop.run("b.js").await];
            let places = ended.map(|outcome| {
                let error = outcome.expect_err("it has no end");
                (error.kind, error.file.unwrap_or_default(), error.line)
            });
            let at = |path: &str| (kind, format!("/app/{path}"), Some(4));
            assert_eq!(places, [at("a.js"), at("b.js")], "{attached}");
        }
    }
}

/// It is ended where it goes round, not where something was called before.
#[tokio::test]
async fn an_endless_loop_is_ended_at_its_place() {
    let loops = [
        "for (;;) {}",
        "for (var i = 0; ; i++) {}",
        "while (true) {}",
        "do {} while (true);",
        "for (;;) { if (a) continue; }",
        "while (1) { let b = 1; }",
        "if (a) for (;;) {}",
        "while ((!0)) {}",
        "for (; !0; ) {}",
        "b: for (;;) { for (;;) continue b; }",
        "if (a) b: c: for (;;) { if (a) continue c; }",
    ];
    let limits = Limits { run_time: Duration::from_millis(300), ..limits() };
    for text in loops {
        let source = format!(
            "exports.run = function () {{\n  var a = [].concat(1);\n  {text}\n}};\n{NOTHING}"
        );
        let shop = Shop::with(&[("a.js", &source)], &[], limits.clone());
        for attached in [false, true] {
            if attached {
                shop.engine.control().attach(ME);
            }
            let nothing = json!({ "script": "/app/a.js", "name": "nothing" });
            shop.start_with(nothing).outcome.await.expect("it does nothing");
            let error = shop.run("a.js").await.expect_err("it has no end");
            assert_eq!((error.kind, error.line), (ScriptErrorKind::TimedOut, Some(3)), "{text}");
        }
    }
}

/// To tell of a deep stack takes longer than the script may run, halt after halt.
#[tokio::test]
async fn a_deep_stack_is_told_in_nobodys_time() {
    let source = "function f(n) {\n  if (n > 0) return f(n - 1);\n  for (var i = 0; i < 200; i++) {\n    n += i;\n  }\n  return n;\n}\nexports.run = function () { return f(1500); };\n";
    let limits = Limits { run_time: Duration::from_secs(2), ..limits() };
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits), &[4]);
    for _ in 0..100 {
        assert_eq!(session.line().await, 4);
        session.resume();
    }
    assert_eq!(session.line().await, 4);
    session.control().set_breakpoints(ME, Vec::new());
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(19900)));
}

#[tokio::test]
async fn there_are_only_so_many_threads_at_a_time() {
    let limits = Limits { threads: 1, ..limits() };
    let source = "exports.run = function () {\n  var a = 1;\n  return a;\n};\n";
    let shop = Shop::with(&[("a.js", source), ("b.js", source)], &[], limits);
    let session = Session::of(shop, &[2]);
    assert_eq!(session.line().await, 2);
    let refused = session.shop.start("b.js").outcome.await.expect_err("one is halted");
    assert_eq!(refused.kind, ScriptErrorKind::Busy);
    assert!(refused.message.contains("1 script"), "{refused}");
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(1)));
    assert_eq!(session.shop.start("b.js").outcome.await, Ok(json!(1)));
}

#[tokio::test]
async fn detaching_resumes_and_forgets() {
    let session =
        Session::start("exports.run = function () {\n  var a = 1;\n  return a;\n};\n", &[2, 3]);
    assert_eq!(session.line().await, 2);
    session.control().detach(ME);
    assert_eq!(session.script.outcome.await, Ok(json!(1)));
}

#[tokio::test]
async fn the_first_to_attach_holds_the_halt() {
    let shop = Shop::new(&[("a.js", "exports.run = function () {\n  return 1;\n};\n")]);
    let control = shop.engine.control();
    control.attach(Owner(7));
    control.attach(ME);
    control.set_breakpoints(ME, vec![breakpoint(1, 2, None)]);
    control.set_breakpoints(Owner(7), vec![breakpoint(1, 2, None)]);
    let script = shop.start("a.js");
    assert_eq!(shop.halted(script.id).await.expect("halted").owner, Owner(7));
}

#[tokio::test]
async fn a_running_thread_refuses_questions() {
    let session = Session::start(LOOP, &[]);
    let id = session.script.id;
    assert_eq!(evaluated(session.control(), id, 0, "1").await, Err(InspectError::NotHalted));
    assert_eq!(session.control().resume(id), Ok(()));
    let info = session.control().step(id, Step::Over, Duration::ZERO).await.expect("it runs");
    assert_eq!(info.state, ThreadState::Running);
    session.control().stop(id, PATIENCE).await.expect("it runs");
    assert_eq!(session.control().variables(id, 0, Page::ALL).await, Err(InspectError::Gone));
}

#[tokio::test]
async fn dropping_the_engine_ends_its_threads() {
    let shop = Shop::new(&[("a.js", LOOP)]);
    let plain = shop.start("a.js");
    let session = Session::of(shop, &[4]);
    assert_eq!(session.line().await, 4);
    drop(session.shop);
    assert_eq!(plain.outcome.await.expect_err("ended").kind, ScriptErrorKind::Terminated);
    assert_eq!(session.script.outcome.await.expect_err("ended").kind, ScriptErrorKind::Terminated);
}

#[tokio::test]
async fn five_hundred_threads_halt_at_once() {
    let source = "exports.run = function (n) {\n  var mine = n * 2;\n  return mine;\n};\n";
    let shop = Shop::new(&[("a.js", source)]);
    let control = shop.engine.control().clone();
    control.attach(ME);
    shop.break_at(&[3]);
    let scripts: Vec<_> = (0..500)
        .map(|n| shop.start_with(json!({ "script": "/app/a.js", "argument": n })))
        .collect();
    for script in &scripts {
        assert_eq!(shop.halted(script.id).await.expect("halted").stack[0].line, 3);
    }
    assert_eq!(control.threads().len(), 500);
    for (n, script) in scripts.iter().enumerate() {
        assert_eq!(evaluated(&control, script.id, 0, "mine").await, Ok((n * 2).to_string()));
        assert!(control.variables(script.id, 0, Page::ALL).await.expect("halted").total > 3);
        control.resume(script.id).expect("halted");
    }
    for (n, script) in scripts.into_iter().enumerate() {
        assert_eq!(script.outcome.await, Ok(json!(n * 2)));
    }
}

#[tokio::test]
async fn a_function_that_began_unseen_shows_its_variables() {
    let source = "var go = true;
exports.run = function () {
  var before = 'b';
  for (var i = 0; go; i++) {
    before = 'c';
  }
  return before;
};
";
    let session = Session::start(source, &[]);
    session.shop.break_at(&[5, 7]);
    assert_eq!(session.line().await, 5);
    assert_eq!(session.eval(0, "go = false; typeof before").await, "string");
    session.resume();
    assert_eq!(session.line().await, 7);
    assert!(session.variables(0).await.contains(&"local before: string = c".to_owned()));
}

#[tokio::test]
async fn module_code_halts_across_scripts() {
    let shop = Shop::new(&[
        (
            "a.js",
            "var one = require('./b');\nexports.run = function () {\n  return one.two();\n};\n",
        ),
        ("b.js", "var made = 1;\nexports.two = function two() {\n  return made + 1;\n};\n"),
    ]);
    shop.engine.control().attach(ME);
    let at = |id, line| haltscope::script::Breakpoint {
        path: "/app/b.js".to_owned(),
        ..breakpoint(id, line, None)
    };
    shop.engine.control().set_breakpoints(ME, vec![at(1, 1), at(2, 3)]);
    let script = shop.start("a.js");
    let session = Session { shop, script };
    let frames = |halt: haltscope::script::Halt| -> Vec<String> {
        halt.stack
            .iter()
            .map(|frame| format!("{} {}:{}", frame.function, frame.path, frame.line))
            .collect()
    };
    assert_eq!(frames(session.halted().await.expect("halts")), [" /app/b.js:1", " /app/a.js:1"]);
    session.resume();
    assert_eq!(frames(session.halted().await.expect("halts")), ["two /app/b.js:3", " /app/a.js:3"]);
    session.resume();
    assert_eq!(session.script.outcome.await, Ok(json!(2)));
}

#[tokio::test]
async fn a_script_ends_also_when_nobody_waits_for_it() {
    let session = Session::start("exports.run = function () {\n  return 1;\n};\n", &[2]);
    assert_eq!(session.line().await, 2);
    let Session { shop, script } = session;
    let id = script.id;
    drop(script.outcome);
    shop.engine.control().resume(id).expect("it is halted");
    assert_eq!(shop.halted(id).await, None);
}

#[tokio::test]
async fn a_script_that_runs_for_too_long_is_told_where_it_was() {
    let limits = Limits { run_time: Duration::from_millis(100), ..limits() };
    let source = "function spin() { for (;;) {} }\n\nexports.run = function () {\n  spin();\n};\n";
    for attached in [false, true] {
        let shop = Shop::with(&[("a.js", source)], &[], limits.clone());
        if attached {
            shop.engine.control().attach(ME);
        }
        let error = shop.run("a.js").await.expect_err("it runs for ever");
        assert_eq!(error.kind, ScriptErrorKind::TimedOut);
        assert_eq!((error.file.as_deref(), error.line), (Some("/app/a.js"), Some(1)), "{error:?}");
        assert!(error.stack.contains("a.js:4"), "the caller too: {}", error.stack);
    }
}

#[tokio::test]
async fn what_a_script_leaves_may_be_larger_than_any_text() {
    let source = "function text(count) { return 'x'.repeat(count); }
exports.run = function () {
  var many = [text(9e6), null, undefined, text(9e6), { inner: [1, undefined] }];
  return { many: many, one: text(9e6), none: undefined, when: new Date(0) };
};
exports.date = function () { return new Date(0); };
exports.list = function () { return [1, undefined]; };
exports.cyclic = function () { var a = {}; a.a = a; return { fine: 1, cyclic: a }; };
exports.large = function () { return { many: ['', { a: text(9e6), b: text(9e6) }] }; };
";
    for attached in [false, true] {
        let shop = Shop::new(&[("a.js", source)]);
        if attached {
            shop.engine.control().attach(ME);
        }
        let left = shop.run("a.js").await.expect("it is left");
        let length = |text: &serde_json::Value| text.as_str().map(str::len);
        let [one, two] = [&left["many"][0], &left["many"][3]].map(length);
        assert_eq!([one, two, length(&left["one"])], [Some(9_000_000); 3]);
        assert_eq!(left["many"].as_array().map(Vec::len), Some(5));
        assert_eq!([&left["many"][1], &left["many"][2]], [&json!(null); 2]);
        assert_eq!(left["many"][4], json!({ "inner": [1, null] }));
        assert_eq!((left.get("none"), &left["when"]), (None, &json!("1970-01-01T00:00:00.000Z")));
        let call = async |name: &str| {
            shop.start_with(json!({ "script": "/app/a.js", "name": name })).outcome.await
        };
        assert_eq!(call("date").await, Ok(json!("1970-01-01T00:00:00.000Z")));
        assert_eq!(call("list").await, Ok(json!([1, null])));
        let error = call("cyclic").await.expect_err("JSON has nothing for it");
        assert_eq!((error.kind, error.name.as_str()), (ScriptErrorKind::Thrown, "TypeError"));
        let error = call("large").await.expect_err("it is too large");
        assert_eq!(error.kind, ScriptErrorKind::OutOfMemory);
        assert!(error.message.contains("many[1] of what the script leaves"), "{error:?}");
    }
}
