//! Whose frames a halted stack tells of, and what can be read in them.

use super::support::{ME, Session, Shop, breakpoint, limits};
use crate::testkit::patience::PATIENCE;
use haltscope::script::{Limits, Step};
use std::time::Duration;

/// Halts in `f`, which returns its argument, and asks each frame for its own variables.
async fn check(name: &str, body: &str, expected: &[(usize, &str, &str)]) {
    let source = format!(
        "function f(x) {{\n  return x;\n}}\nclass B {{ constructor() {{ f(1); }} }}\nexports.run = function () {{\n  var own = 7;\n{body}\n}};\n"
    );
    let session = Session::start(&source, &[2]);
    assert_eq!(session.line().await, 2, "{name}");
    for (frame, text, value) in expected {
        let answer = session.eval(*frame, text).await;
        assert!(answer.starts_with(value), "{name}: {text} in frame {frame}: {answer}");
    }
}

const UNKNOWN: &str = "InternalError: the value of";

#[tokio::test]
async fn who_calls_an_arrow_at_once_shows_its_variables() {
    for (name, body, inner) in [
        ("a call", "return (x => f(x))(1);", "x"),
        ("a call without arguments", "return (x => f())(1);", "x"),
        ("an element", "var list = [f]; return (x => [f(x)][0])(1);", "x"),
        ("a getter", "var o = { get a() { return f(2); } }; return (x => o.a)(1);", "typeof o"),
        ("an object", "return (x => ({ a: f(x) }))(1);", "x"),
    ] {
        let innermost = if name == "a getter" { (1, inner, "object") } else { (1, inner, "1") };
        let caller = if name == "a getter" { 3 } else { 2 };
        check(name, body, &[innermost, (caller, "own", "7")]).await;
    }
}

#[tokio::test]
async fn what_runs_while_parameters_are_made_sees_what_is_around_it() {
    for (name, body) in [
        (
            "a pattern",
            "function g({ a, b = [1].map(x => f(x)) }) { return b; } return g({ a: 3 });",
        ),
        (
            "a default",
            "function g(a, b = (() => { let x = 1; return f(x); })()) { return b; } return g(3);",
        ),
        (
            "a constructor's",
            "class C { constructor(a, b = (x => f(x))(1)) { this.b = b; } } return new C(3).b;",
        ),
        ("a rest's", "function g(a, ...[b = (x => f(x))(1)]) { return b; } return g(3);"),
    ] {
        let expected = [(1, "x", "1"), (1, "own", "7"), (1, "a", "3")];
        check(name, body, &expected).await;
        let source = format!(
            "function f(x) {{\n  return x;\n}}\nexports.run = function () {{ var own = 7;\n{body}\n}};\n"
        );
        let late = "InternalError: ";
        let session = Session::start(&source, &[2]);
        assert_eq!(session.line().await, 2, "{name}");
        let answer = session.eval(1, "b").await;
        assert!(answer.starts_with("ReferenceError: ") || answer.starts_with(late), "{answer}");
    }
}

#[tokio::test]
async fn who_makes_an_instance_shows_its_variables() {
    for (name, body, expected) in [
        (
            "a derived class",
            "  class C extends B {\n    m() {}\n  }\n  return new C().own;",
            &[(2, "own", UNKNOWN), (3, "own", "7")][..],
        ),
        (
            "a derived class on one line",
            "  class C extends B { }\n  return new C().own;",
            &[(2, "own", UNKNOWN), (3, "own", "7")],
        ),
        (
            "a class without a name",
            "  var C = class extends B { };\n  return new C().own;",
            &[(2, "own", UNKNOWN), (3, "own", "7")],
        ),
        (
            "fields",
            "  class C {\n    m() {}\n    a = f(1);\n  }\n  return new C().own;",
            &[(1, "own", UNKNOWN), (2, "own", UNKNOWN), (3, "own", "7")],
        ),
        (
            "fields of a class with a constructor",
            "  class C {\n    a = f(1);\n    constructor() { this.b = 1; }\n  }\n  return new C().own;",
            &[(1, "own", UNKNOWN), (3, "own", "7")],
        ),
        (
            "a function of a field",
            "  class C {\n    a = (() => { var inner = 8; return f(inner); })();\n  }\n  return new C().own;",
            &[(1, "inner", "8"), (2, "own", UNKNOWN), (4, "own", "7")],
        ),
        (
            "static fields",
            "  class C {\n    static a = f(1);\n  }\n  return C.own;",
            &[(1, "own", UNKNOWN), (2, "own", "7")],
        ),
        (
            "static blocks",
            "  class C {\n    static { var inner = 8; f(inner); }\n  }\n  return C.own;",
            &[(1, "inner", "8"), (2, "own", "7")],
        ),
        (
            "what a class extends",
            "  class C extends (f(1), B) { }\n  return 1;",
            &[(1, "own", "7")],
        ),
        (
            "names of members",
            "  class C {\n    [f('m')]() {}\n  }\n  return 1;",
            &[(1, "own", "7")],
        ),
    ] {
        check(name, body, expected).await;
    }
}

#[tokio::test]
async fn who_goes_through_an_iterator_of_the_script_s_shows_its_variables() {
    let own = "var own = 8;";
    let iterator = |step: &str| {
        format!(
            "{{ [Symbol.iterator]() {{ return this; }}, next() {{ f(3); return {{ done: {step} }}; }} }}"
        )
    };
    for (name, body, caller) in [
        (
            "yield*",
            format!(
                "  function* g() {{ {own} yield* {}; }}\n  return g().next();",
                iterator("true")
            ),
            true,
        ),
        (
            "yield* that begins",
            format!(
                "  function* g() {{ {own} yield* {{ [Symbol.iterator]() {{ f(3); return []; }} }}; }}\n  try {{ return g().next(); }} catch (e) {{}}"
            ),
            true,
        ),
        (
            "yield* of a generator of the script's",
            format!(
                "  function* h() {{ f(3); }}\n  function* g() {{ {own} yield* h(); }}\n  return g().next();"
            ),
            true,
        ),
        (
            "yield* that is left",
            format!(
                "  function* g() {{ {own} yield* {{ [Symbol.iterator]() {{ return this; }}, next() {{ return {{}}; }}, return() {{ f(3); return {{}}; }} }}; }}\n  var i = g(); i.next(); return i.return(1);"
            ),
            true,
        ),
        (
            "for await",
            format!(
                "  async function g() {{ {own} for await (var x of {}) x; }}\n  g();",
                iterator("true")
            ),
            true,
        ),
        (
            "for await that comes round",
            format!(
                "  var n = 0;\n  async function g() {{ {own} for await (var x of {{ [Symbol.asyncIterator]() {{ return this; }}, next() {{ if (n++) f(3); return {{ done: n > 1 }}; }} }}) {{\n    x;\n  }} }}\n  return g();"
            ),
            false,
        ),
        (
            "for await that is left",
            format!(
                "  async function g() {{ {own} for await (var x of {{ [Symbol.asyncIterator]() {{ return this; }}, next() {{ return {{}}; }}, return() {{ f(3); return {{}}; }} }}) {{ switch (1) {{ case 1: break; }} break; }} return own; }}\n  return g();"
            ),
            false,
        ),
    ] {
        let below = [(2, "own", "8"), (3, "own", "7")];
        check(name, &body, &below[..if caller { 2 } else { 1 }]).await;
    }
}

#[tokio::test]
async fn a_function_whose_parameters_are_made_is_taken_for_no_other_activation_of_it() {
    check(
        "parameters",
        "  function g(a, b = f(a), c = () => a) { return a < 5 ? g(5) : own; }\n  return g(1);",
        &[(1, "a", UNKNOWN), (2, "own", "7")],
    )
    .await;
    let source = "function f(x) {\n  return x;\n}\nfunction g(a, b = a > 1 && f(a)) {\n  return a > 1 ? b : g(a + 1);\n}\nexports.run = function () {\n  return g(1);\n};\n";
    let session = Session::start(source, &[2]);
    assert_eq!(session.line().await, 2);
    let answer = session.eval(1, "a").await;
    assert!(answer.contains(": parameters that are being made, "), "{answer}");
    assert_eq!(session.eval(2, "a").await, "1");
    let unknown =
        "<unknown: parameters that are being made, fields of classes and bodies of with hide it>";
    let shown = session.variables(1).await;
    assert!(shown.contains(&format!("local a: undefined = {unknown}")), "{shown:#?}");
}

/// The class stands in the module, whose `this` is another one.
#[tokio::test]
async fn what_sets_the_fields_of_a_class_takes_no_other_s_this_for_its_own() {
    let source = "var own = 7;\nfunction f(x) {\n  return x;\n}\nclass C {\n  a = f(own);\n  constructor() {\n    this.b = 1;\n  }\n}\nexports.run = function () {\n  return new C().a;\n};\n";
    let session = Session::start(source, &[3]);
    assert_eq!(session.line().await, 3);
    for frame in [1, 2] {
        let answer = session.eval(frame, "this").await;
        assert!(answer.contains("the value of this is out of reach here"), "{answer}");
        assert_eq!(session.eval(frame, "own").await, "7");
        let shown = session.variables(frame).await;
        assert!(shown.contains(&"closure own: number = 7".to_owned()), "{shown:#?}");
        assert!(shown[0].starts_with("local this: undefined = <unknown: "), "{shown:#?}");
    }
}

#[tokio::test]
async fn a_variable_without_a_value_is_told_by_its_own_name() {
    check(
        "let",
        "  let a = 1; let x = f(2); let y = 3; const z = 4;\n  return x + y + z;",
        &[
            (1, "a", "1"),
            (1, "x", "ReferenceError: x is not initialized"),
            (1, "y", "ReferenceError: y is not initialized"),
            (1, "y = 5", "ReferenceError: y is not initialized"),
            (1, "typeof z", "ReferenceError: z is not initialized"),
        ],
    )
    .await;
}

#[tokio::test]
async fn no_stack_tells_of_the_engine_s_own_scripts() {
    let source = "exports.run = function () {\n  return new Error('x').stack;\n};\n";
    let session = Session::start(source, &[2]);
    assert_eq!(session.line().await, 2);
    let told = session.eval(0, "new Error('y').stack").await;
    assert!(told.contains("<input>:1:") && !told.contains("haltscope:"), "{told}");
    assert_eq!(session.step(Step::Over).await, 0);
    let told = session.script.outcome.await.expect("it ends");
    let told = told.as_str().expect("a text");
    assert!(told.contains("/app/a.js:2:") && !told.contains("haltscope:"), "{told}");
}

#[tokio::test]
async fn an_error_whose_stack_never_ends_is_told_in_time() {
    let limits = Limits { display_time: Duration::from_millis(50), ..limits() };
    let limits = Limits { eval_time: Duration::from_hours(1), ..limits };
    let source = "exports.run = function () {\n  return 1;\n};\n";
    let session = Session::of(Shop::with(&[("a.js", source)], &[], limits), &[2]);
    assert_eq!(session.line().await, 2);
    let endless = "throw { name: 'Own', message: 'no', get stack() { for (;;) {} } }";
    let answer = tokio::time::timeout(PATIENCE, session.eval(0, endless)).await;
    let answer = answer.expect("it is told");
    assert!(answer.starts_with("Own: no ([DEBUGGER EXPR: ") && answer.ends_with("#1)"), "{answer}");
}

#[tokio::test]
async fn a_generator_that_is_about_to_yield_is_said_to_yield() {
    let source = "function f(x) {\n  return x;\n}\nfunction* g() {\n  var own = 7;\n  yield* { [Symbol.iterator]() { return this; }, next() { return { get done() { return f(own); } }; } };\n}\nexports.run = function () {\n  return g().next();\n};\n";
    let session = Session::start(source, &[2]);
    assert_eq!(session.line().await, 2);
    let why = "the function waits or yields there, or was entered before there was a breakpoint";
    let answer = session.eval(2, "own").await;
    assert!(answer.contains(&format!("out of reach here: {why}")), "{answer}");
    assert!(
        session.variables(2).await.contains(&format!("local own: undefined = <unknown: {why}>"))
    );
}

#[tokio::test]
async fn a_variable_of_a_loop_that_has_not_begun_is_not_said_to_be_older_than_the_breakpoint() {
    let source = "function f(x) {\n  return x;\n}\nexports.run = function () {\n  var own = 7;\n  for (const each of [f(own)]) f(each);\n};\n";
    let session = Session::start(source, &[2]);
    assert_eq!(session.line().await, 2);
    let why = "its block was not seen to begin, or the function does not use it";
    let answer = session.eval(1, "each").await;
    assert!(answer.contains(&format!("out of reach here: {why}")), "{answer}");
    let shown = session.variables(1).await;
    assert!(shown.contains(&format!("local each: undefined = <unknown: {why}>")), "{shown:#?}");
    assert_eq!(session.eval(1, "own").await, "7");
    session.resume();
    assert_eq!(session.line().await, 2);
    assert_eq!(session.eval(1, "each + own").await, "14");
}

#[tokio::test]
async fn variables_with_the_names_of_words_are_read_and_set() {
    check(
        "words",
        "  var await = 1, yield = 2, let = 3, static = 4, async = 5, of = 6, get = 8, set = 9;\n  return (function (package) { return f(await + let); })(0) + yield;",
        &[
            (1, "await", "1"),
            (1, "yield", "2"),
            (1, "let", "3"),
            (1, "await + yield * let", "7"),
            (1, "typeof let", "number"),
            (1, "({ await, yield: let }).yield", "3"),
            (1, "eval('let + yield')", "5"),
            (1, "[await, yield] = [yield, await], await", "2"),
            (1, "let = 12", "12"),
            (1, "yield++ + let", "13"),
            (1, "[static, async, of, get, set, package].join()", "4,5,6,8,9,0"),
            (2, "[await, yield, let].join()", "2,2,12"),
        ],
    )
    .await;
    check(
        "strict code below",
        "  var let = 1, static = 2, eval = 3;\n  return (function () { 'use strict'; return f(own); })() + let + static + eval;",
        &[(1, "own", "7"), (2, "let + static", "3"), (2, "own", "7")],
    )
    .await;
    check(
        "generators and waiting functions",
        "  var yield = 1, await = 2;\n  function* g() { var inner = 3; yield f(inner); }\n  g().next();\n  async function h() { var inner = 4; return f(inner); }\n  return h().then(function () { return yield + await; });",
        &[(1, "inner", "3"), (1, "own", "7"), (2, "yield + await", "3")],
    )
    .await;
}

#[tokio::test]
async fn conditions_know_variables_with_the_names_of_words() {
    let source = "exports.run = function () {\n  for (var let = 0, await = 5; let < 3; let++) {\n    await += let;\n  }\n};\n";
    let shop = Shop::new(&[("a.js", source)]);
    shop.engine.control().attach(ME);
    shop.engine.control().set_breakpoints(ME, vec![breakpoint(1, 3, Some("let === 2 && await"))]);
    let script = shop.start("a.js");
    let session = Session { shop, script };
    assert_eq!(session.line().await, 3);
    assert_eq!(session.eval(0, "let + await").await, "8");
}

/// Halts on a line of a script and asks the innermost frame.
async fn ask(source: &str, line: u32, expected: &[(&str, &str)]) {
    let session = Session::start(source, &[line]);
    assert_eq!(session.line().await, line);
    for (text, value) in expected {
        let answer = session.eval(0, text).await;
        assert!(answer.starts_with(value), "line {line}: {text}: {answer}");
    }
}

#[tokio::test]
async fn expressions_name_what_only_code_of_a_class_can_name() {
    let source = "class Base { y = 3;
  get x() { return 'x' + this.y; }
  m(a) { return 'm' + this.y + a; }
  static t() { return 't'; }
}
class Own extends Base {
  #p = 1; y = 2; #none_yet; #K = Base;
  static #s = 's';
  #m(a) { return 'p' + this.#p + a; }
  get #g() { return 'g' + this.#p; }
  set #g(value) { this.#p = value; }
  constructor(v) {
    super();
    this.v = v;
  }
  go(other) {
    return this.#p;
  }
  inner() {
    return [1].map(() => {
      return this.y;
    });
  }
  static all() {
    return this;
  }
}
var plain = { __proto__: { hi() { return 'hi' + this.n; }, z: 9 }, n: 5, go() {
  return this.n;
} };
exports.run = function () {
  new Own(1).go({}); new Own(2).inner(); Own.all(); plain.go();
};
";
    let of_object = [
        ("this.#p", "1"),
        ("this.#p += 4", "5"),
        ("[this.#p] = [3], this.#p++", "3"),
        ("this.#m('!') + this.#m`a`", "p4!p4a"),
        ("this.#g", "g4"),
        ("this.#g = 7", "7"),
        ("eval('this.#p') + [1].map(it => this.#p + it)[0]", "15"),
        ("Own.#s + typeof this.#m", "sfunction"),
        ("#p in this", "true"),
        ("#p in {}", "false"),
        ("null?.#p", "undefined"),
        ("({}).#p", "TypeError"),
        ("this.#none", "SyntaxError"),
        ("super.x + super['x']", "x2x2"),
        ("super.m(1) + super['m'](this.#p)", "m21m27"),
        ("(() => super.m)() === Base.prototype.m", "true"),
        ("(super.v = 8, this.v)", "8"),
        ("new (class { #p = 6; get() { return this.#p; } })().get()", "6"),
        ("new.target", "undefined"),
        ("new this.#K(3).y + new (this.#K)(4).y", "6"),
        ("(this.#m)('?') + (super.m)(1)", "p7?m21"),
        ("typeof super.none?.(1) + typeof this.#none_yet?.(1)", "undefinedundefined"),
        ("(it => it?.b.#p)(null)", "undefined"),
        ("(class { static { this.hit = 1; } }).hit + typeof this.hit", "1undefined"),
        ("new (class { z = 5; x = this.z; })().x", "5"),
    ];
    ask(source, 17, &of_object).await;
    ask(source, 21, &of_object).await;
    ask(source, 17, &[("arguments.length + typeof arguments[0]", "1object")]).await;
    let of_class = [("Own.#s", "s"), ("super.t()", "t"), ("#s in this", "true")];
    ask(source, 25, &of_class).await;
    let of_plain = [("super.hi()", "hi5"), ("super.z", "9"), ("this.#p", "SyntaxError")];
    ask(source, 29, &of_plain).await;
    let early = [
        ("new.target === Own", "true"),
        ("this.#p", "ReferenceError: this is not initialized"),
        ("super.x", "ReferenceError: this is not initialized"),
        ("v + arguments.length", "2"),
    ];
    ask(source, 13, &early).await;
    ask(source, 14, &[("[new.target === Own, this.#p, super.x].join()", "true,1,x2")]).await;
    let shop = Shop::new(&[("a.js", source)]);
    shop.engine.control().attach(ME);
    let condition = Some("this.#p === 1 && super.x === 'x2'");
    shop.engine.control().set_breakpoints(ME, vec![breakpoint(1, 17, condition)]);
    let script = shop.start("a.js");
    assert_eq!(Session { shop, script }.line().await, 17);
}

#[tokio::test]
async fn expressions_make_instances_and_show_functions_as_they_are_written() {
    let source = "function Thing(a) { this.a = a; }\nvar ns = { Thing: Thing };\nexports.run = function () {\n  var b = 2;\n  return b;\n};\n";
    let expected = [
        ("new Thing(b).a", "2"),
        ("new ns.Thing(b + 1).a", "3"),
        ("new (Thing)(4).a", "4"),
        ("(new Thing).constructor === Thing", "true"),
        ("new (Thing.bind(null, b))().a", "2"),
        ("() => b + Thing(b)", "() => b + Thing(b)"),
        ("String(function () { b = 1; })", "function () { b = 1; }"),
        ("delete b", "false"),
        ("delete ns.Thing && b", "2"),
    ];
    ask(source, 5, &expected).await;
}

#[tokio::test]
async fn expressions_know_whom_new_has_called() {
    let source = "function Old(a) {\n  this.a = a;\n  return (() => {\n    return this;\n  })();\n}\nexports.run = function () {\n  new Old(1);\n};\n";
    let expected = [("new.target === Old", "true"), ("new.target.name + arguments[0]", "Old1")];
    ask(source, 2, &expected).await;
    ask(source, 4, &expected).await;
    ask(source, 8, &[("new.target", "undefined")]).await;
}
