//! Errors are told at the same places in every form of a script, whatever throws and wherever it stands.

use super::same::same;

/// What throws, of `o`, an object, and `n`, a number.
const THROWING: &[&str] = &[
    "o.a.b",
    "o\n.a\n.b",
    "o.f()",
    "o\n.f(\n1)",
    "o.x.f(n)",
    "o[n]\n[n]",
    "o[n](\nn)",
    "new o.x()",
    "new\no\n.x(n)",
    "f(o.a.b)",
    "f(\nn,\no.a.b)",
    "n + o.a.b",
    "n +\no.a\n.b",
    "-o.a.b",
    "`x${n}\n${o.a.b}`",
    "[n,\no.a.b]",
    "({ k: n,\nv: o.a.b })",
    "(n, o.a.b)",
    "n ? o.a.b : 1",
    "n && o\n.a.b",
    "o.z ?? o.a\n.b",
    "o?.a.b",
    "this.q.r",
    "this\n.q\n.r",
    "delete o.a.b",
    "o.a.b = 1",
    "o.a\n.b = n",
    "o.a.b += 1",
    "o.a.b++",
    "missing",
    "missing\n.x",
    "missing(n)",
    "f`a${o.a.b}`",
    "o.f`x`",
    "(() => o.a.b)()",
    "(function () {\nreturn o.a.b; })()",
    "[...o.a]",
    "f(...o\n.a)",
    "({ ...n, [o.a.b]: 1 })",
    "o.a.b in o",
    "'q' in n",
    "n instanceof n",
    "(x => x.y.z)(n)",
    "Symbol() + ''",
    "n.toFixed(\n500)",
    "new Array(\n-1)",
    "null[n]",
    "undefined\n.x",
    "JSON.parse(\n'{')",
    "o.thrower()",
    "o.getter",
    "o.setter = 1",
    "[n] = o.a",
    "({ p: { q } } = o).x, q",
    "1n + n",
    "new (class { x = o.a.b })",
    "(class { static [o.a.b]() {} })",
    "(class extends o.a.b {})",
    "`${{ toString() { return o.a.b } }}`",
    "[1].map(x => o.a.b)",
    "[2, 1].sort((a, b) =>\no.a.b)",
    "n = o\n.a.b",
    "(o.a).b",
    "(class { constructor() {} })()",
    "(class {\nconstructor() { ; } })()",
    "(class { m() {}\nconstructor() { 'use strict' } })()",
    "new (class extends Object { constructor() {\n} })",
    "new (class extends Object {\nconstructor() {\nreturn 1 } })",
    "new (class extends Object { constructor() {\nf(1)\n} })",
    "new (class extends Object { constructor(x) { if (x) super()\n} })",
    "new (class extends Object { constructor() { 'use strict'\n} })",
];

/// Functions in which that stands, in the place of `@`.
const CONTEXTS: &[&str] = &[
    "function (o, n) { return @; }",
    "function (o, n) { @; }",
    "function (o, n) { n\n;@\nn }",
    "(o, n) =>\n (@)",
    "function (o, n) { var v = @;\nreturn v }",
    "function (o, n) { if (@) return 1; else return 2 }",
    "function (o, n) { if (n) @\nelse n }",
    "function (o, n) { while (@) { break } }",
    "function (o, n) { for (var i = 0; @; i++) break }",
    "function (o, n) { for (var x of [@]) n }",
    "function (o, n) { for (var x in @) n }",
    "function (o, n) { switch (@) { case 1: } }",
    "function (o, n) { switch (n) { case @: return 2 } }",
    "function (o, n) { throw @ }",
    "function (o, n) { try { n; @ } finally { n++ } }",
    "function (o, n) { try { null.x } catch (e) { return (@) } }",
    "function (o, n) { let b = n; { let c = b; @; } }",
    "function (o, n) { return f(n, @) }",
    "function (o, n) { n = n + 1;\nn = (@) }",
    "function (o, n) { n++; f(n); return (@) }",
    "function (o, n) { l: { n; if (n) { @ } break l; } }",
    "function (o, n, d = (@)) { return d }",
    "function (o, n) { return [...(function* () { n++; yield (@) })()] }",
    "async function (o, n) { await n; return (@) }",
    "({ m(o, n) { this.k = 1; return (@) } }).m",
    "function (o, n) { do { @ } while (0) }",
    "function (o, n) { 'use strict';\n return (@) }",
    "function (o, n) { with ({ w: n }) { return (@) } }",
    "function (o, n) { class X { static y = (@) } }",
    "function (o, n) { f(n); class X { static { @ } } }",
    "function (o, n) { f(n); var X = class { static y = (@) } }",
    "function (o, n) { f(n); return class { static y = (@) } }",
];

const BEFORE: &str = "var f = x => x;
var made = () => ({ x: {}, thrower() { throw new Error('t') }, get getter() { return this.p.q }, set setter(v) { this.p.q = v } });
var all = [
";
const AFTER: &str = "];
var place = error => [error.message, ...error.stack.split('\\n').slice(0, 2)].join('|');
var told = all.map(g => { try { var r = g.call({}, made(), 1); return r && r.then ? r.then(Boolean, place) : Boolean(r); } catch (e) { return place(e); } });
return Promise.all(told);";

#[tokio::test]
async fn errors_are_told_at_the_same_places() {
    for context in CONTEXTS {
        let function = |throwing: &&str| format!("{}\n,\n", context.replace('@', throwing));
        let all: String = THROWING.iter().map(function).collect();
        let source = format!("exports.run = function () {{\n{BEFORE}{all}{AFTER}\n}};\n");
        let (told, _) = same(context, &source).await;
        assert!(told.contains("cannot read property 'b' of undefined|"), "{context}: {told}");
    }
}

#[tokio::test]
async fn what_is_no_object_is_told_where_it_is_entered() {
    let all = "function (o, n) { with (null) { n } },\nfunction (o, n) { f(n);\nf(o); with (null) { n } }\n";
    let source = format!("exports.run = function () {{\n{BEFORE}{all}{AFTER}\n}};\n");
    let (told, _) = same("with", &source).await;
    assert_eq!(told.matches("Cannot convert undefined or null to object|").count(), 2, "{told}");
}
