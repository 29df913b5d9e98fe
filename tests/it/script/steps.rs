//! The order of lines that stepping shows, construct by construct.

use super::support::Session;
use haltscope::script::Step;

/// Halts at `first`, then steps until the script ends, and compares the lines.
async fn check(name: &str, source: impl AsRef<str>, first: u32, step: Step, expected: &[u32]) {
    let session = Session::start(source.as_ref(), &[first]);
    let mut lines = vec![session.line().await];
    session.shop.break_at(&[]);
    while *lines.last().expect("there is a first line") != 0 && lines.len() < 300 {
        lines.push(session.step(step).await);
    }
    lines.pop();
    assert_eq!(lines, expected, "{name}");
}

/// Wraps lines 2… into the function that runs.
fn run(body: &str) -> String {
    format!("exports.run = function () {{\n{body}\n}};\n")
}

macro_rules! step_orders {
    ($($name:ident: $step:ident from $first:literal, $source:expr => $lines:expr;)*) => {
        $(#[tokio::test]
        async fn $name() {
            check(stringify!($name), $source, $first, Step::$step, &$lines).await;
        })*
    };
}

step_orders! {
    over_multi_line_expressions: Over from 2,
        run("var a = [\n1,\n2\n].map(function (x) {\nreturn x;\n});\na =\n  a.length +\n  1;\nreturn a;")
        => [2, 8, 11];
    over_unbraced_if_else: Over from 2,
        run("var a = 0;\nif (a)\na = 1;\nelse if (a === 0)\na = 2;\nelse\na = 3;\nreturn a;")
        => [2, 3, 5, 6, 9];
    over_a_for_loop: Over from 2,
        run("for (var i = 0; i < 2; i++) {\nvar x = i;\n}\nreturn x;") => [2, 3, 2, 3, 2, 5];
    over_a_for_loop_with_let: Over from 2,
        run("for (let i = 0; i < 2; i++) {\nlet x = i;\n}\nreturn 1;") => [2, 3, 2, 3, 2, 5];
    over_a_for_loop_without_update: Over from 2,
        run("for (let i = 0; i < 2;) {\ni++;\n}\nreturn 1;") => [2, 3, 2, 3, 5];
    over_a_while_loop: Over from 2,
        run("var i = 0;\nwhile (i < 2) {\ni++;\n}\nreturn i;") => [2, 3, 4, 3, 4, 3, 6];
    over_a_do_while_loop: Over from 2,
        run("var i = 0;\ndo {\ni++;\n} while (i < 2);\nreturn i;") => [2, 4, 5, 4, 5, 6];
    over_a_for_of_loop: Over from 2,
        run("for (const x of [1, 2]) {\nvar y = x;\n}\nreturn y;") => [2, 3, 2, 3, 5];
    over_a_for_in_loop: Over from 2,
        run("for (var k in { a: 1, b: 2 }) {\nvar y = k;\n}\nreturn y;") => [2, 3, 2, 3, 5];
    over_a_switch_with_fall_through: Over from 2,
        run("var s = 0;\nswitch (2) {\ncase 1:\ns += 1;\ncase 2:\ns += 2;\ncase 3:\ns += 3;\nbreak;\ndefault:\ns = 9;\n}\nreturn s;")
        => [2, 3, 7, 9, 10, 14];
    over_try_catch_finally: Over from 3,
        run("try {\nnull.x;\nvar never = 1;\n} catch (e) {\nvar m = e.name;\n} finally {\nm += '!';\n}\nreturn m;")
        => [3, 6, 8, 10];
    over_a_name_that_is_missing_where_it_is_returned: Over from 3,
        run("try {\nreturn missing;\n} catch (e) {\nvar m = e.name;\n}\nreturn m;") => [3, 5, 7];
    over_a_comment_and_blank_lines: Over from 2,
        run("var a = 1;\n\n// nothing\n\nvar b = a;\nreturn b;") => [2, 6, 7];
    over_a_call_stays_in_its_function: Over from 2,
        "exports.run = function () {\nvar a = f();\nreturn a;\n};\nfunction f() {\nreturn 1;\n}\n"
        => [2, 3];
    over_a_recursion_stays_in_its_activation: Over from 6,
        "exports.run = function () {\nreturn f(3);\n};\nfunction f(n) {\nif (n < 0) return 0;\nvar below = f(n - 1);\nreturn below + 1;\n}\n"
        => [6, 7];
    over_at_the_end_of_a_function_resumes: Over from 6,
        "exports.run = function () {\nvar a = f();\nreturn a;\n};\nfunction f() {\nreturn 1;\n}\n"
        => [6];
    into_at_the_end_of_a_function_halts_in_the_caller: Into from 6,
        "exports.run = function () {\nvar a = f();\nreturn a;\n};\nfunction f() {\nreturn 1;\n}\n"
        => [6, 3];
    out_halts_in_the_parent: Out from 6,
        "exports.run = function () {\nvar a = f();\nreturn a;\n};\nfunction f() {\nvar x = 1;\nreturn x;\n}\n"
        => [6, 3];
    out_without_a_parent_resumes: Out from 2, run("var a = 1;\nreturn a;") => [2];
    into_functions_and_back: Into from 2,
        "exports.run = function () {\nvar a = f(1);\nreturn a;\n};\nfunction f(x) {\nvar y = x;\nreturn y;\n}\n"
        => [2, 6, 7, 3];
    into_expression_arrows: Into from 2,
        run("var f = x =>\nx + 1;\nvar a = f(1);\nreturn a;") => [2, 4, 3, 5];
    into_array_callbacks: Into from 2,
        run("var a = [1, 2].map(function (x) {\nreturn x;\n});\nreturn a;") => [2, 3, 3, 5];
    into_getters: Into from 5,
        run("var o = { get x() {\nreturn 1;\n} }; \nvar a = o.x;\nreturn a;") => [5, 3, 6];
    into_class_methods: Into from 8,
        "class A {\nconstructor(x) {\nthis.x = x;\n}\nget() { return this.x; }\n}\nexports.run = function () {\nvar a = new A(1);\nvar b = a.get();\nreturn b;\n};\n"
        => [8, 3, 9, 5, 10];
    into_default_parameters: Into from 5,
        "function d() {\nreturn 1;\n}\nexports.run = function () {\nvar a = f();\nreturn a;\n};\nfunction f(x = d()) {\nreturn x;\n}\n"
        => [5, 2, 9, 6];
    over_a_yield_comes_to_the_caller: Over from 2,
        "function* g() {\nvar a = yield 1;\nreturn a;\n}\nexports.run = function () {\nvar it = g();\nvar x = it.next();\nvar y = it.next(2);\nreturn y.value;\n};\n"
        => [2, 8, 9];
    into_generators: Into from 6,
        "function* g() {\nyield 1;\nyield 2;\n}\nexports.run = function () {\nvar it = g();\nvar x = it.next();\nvar y = it.next();\nreturn y.value;\n};\n"
        => [6, 7, 2, 8, 3, 9];
    into_what_a_generator_delegates_to: Into from 9,
        "var i = { n: 0, [Symbol.iterator]() { return this; }, next() {\nthis.n += 1;\nreturn { done: this.n > 1 };\n} };\nfunction* g() {\nyield* i;\nreturn 1;\n}\nexports.run = function () { var it = g();\nit.next();\nit.next();\nreturn 1;\n};\n"
        => [9, 9, 10, 6, 1, 2, 3, 11, 2, 3, 7, 12];
    over_what_a_generator_delegates_to: Over from 6,
        "var i = { n: 0, [Symbol.iterator]() { return this; }, next() {\nthis.n += 1;\nreturn { done: this.n > 1 };\n} };\nfunction* g() {\nyield* i;\nreturn 1;\n}\nexports.run = function () { var it = g();\nit.next();\nit.next();\nreturn 1;\n};\n"
        => [6, 11, 12];
    out_of_what_a_generator_delegates_to: Out from 2,
        "var i = { [Symbol.iterator]() { return this; }, next() {\nreturn { done: true };\n} };\nfunction* g() {\nyield* i;\nreturn 1;\n}\nexports.run = function () { var it = g();\nit.next();\nreturn 1;\n};\n"
        => [2, 6, 10];
    out_of_what_a_loop_waits_for: Out from 3,
        "var n = 0;\nvar i = { [Symbol.asyncIterator]() { return this; }, next() {\nreturn { done: n++ > 0 };\n} };\nexports.run = async function () {\nfor await (var x of i) {\nx;\n}\nreturn 1;\n};\n"
        => [3, 6];
    over_a_loop_that_waits: Over from 6,
        "var n = 0;\nvar i = { [Symbol.asyncIterator]() { return this; }, next() {\nreturn { done: n++ > 0 };\n} };\nexports.run = async function () {\nfor await (var x of i) {\nx;\n}\nreturn 1;\n};\n"
        => [6, 7, 9];
    over_an_exception_through_frames: Over from 9,
        "exports.run = function () {\ntry {\nf();\n} catch (e) {\nvar m = e.message;\n}\nreturn m;\n};\nfunction f() { throw new Error('x'); }\n"
        => [9, 5, 7];
    into_an_exception_through_frames: Into from 3,
        "exports.run = function () {\ntry {\nf();\n} catch (e) {\nvar m = e.message;\n}\nreturn m;\n};\nfunction f() {\nthrow new Error('x');\n}\n"
        => [3, 10, 5, 7];
    over_a_labelled_loop: Over from 2,
        run("outer: for (var i = 0; i < 2; i++) {\nfor (;;) {\ncontinue outer;\n}\n}\nreturn i;")
        => [2, 3, 4, 2, 3, 4, 2, 7];
    over_an_await: Over from 2,
        "exports.run = async function () {\nvar a = await 1;\nvar b = await a;\nreturn b;\n};\n"
        => [2, 3, 4];
}

#[tokio::test]
async fn a_one_line_loop_halts_once_a_round() {
    for source in [
        "for (var i = 0, s = 0; i < 50; i++) s += i;\nreturn s;",
        "var i = 0, s = 0; while (i < 50) { s += i; i++; }\nreturn s;",
        "var i = 0; do i++; while (i < 50);\nreturn i;",
        "for (var x of Array(50).fill(1)) s = x; var s;\nreturn s;",
        "for (let i = 0; i < 50;) { i++; }\nreturn 1;",
    ] {
        let session = Session::start(&run(source), &[2]);
        let mut halts = u32::from(session.line().await == 2);
        session.shop.break_at(&[]);
        while session.step(Step::Over).await == 2 {
            halts += 1;
        }
        assert!((50..=52).contains(&halts), "{halts} halts in {source}");
    }
}

#[tokio::test]
async fn a_breakpoint_fires_on_the_first_statement_of_its_line() {
    let source = run("var s = 0; s += 1; s += 2;\nfor (var i = 0; i < 3; i++) s += i;\nreturn s;");
    let session = Session::start(&source, &[2, 3]);
    assert_eq!(session.eval_line().await, (2, "undefined".to_owned()));
    session.resume();
    assert_eq!(session.eval_line().await, (3, "3".to_owned()));
    session.resume();
    assert_eq!(session.line().await, 0);
}

impl Session {
    async fn eval_line(&self) -> (u32, String) {
        let line = self.line().await;
        (line, self.eval(0, "s").await)
    }
}

#[tokio::test]
async fn breakpoints_slide_to_code() {
    let source = "exports.run = function () {\nvar a = 1;\n\n// comment\nvar b = {\nx: a,\ny: 2\n};\n\nreturn [1].map(function (z) {\n\nreturn z;\n\n});\n};\n";
    for (line, expected) in
        [(1, 1), (3, 5), (4, 5), (6, 5), (7, 5), (8, 5), (9, 10), (11, 12), (13, 0)]
    {
        let session = Session::start(source, &[line]);
        let found = session.line().await;
        assert!(found == expected || (line == 13 && found == 10), "line {line} slid to {found}");
    }
}
