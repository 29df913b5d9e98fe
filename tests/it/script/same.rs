//! Instrumented scripts do exactly what plain ones do.

use super::support::{ME, Shop, breakpoint};
use crate::testkit::patience::PATIENCE;
use haltscope::script::{Step, ThreadInfo, ThreadState};
use proptest::prelude::*;
use serde_json::Value;

/// Each runs as the body of a function; its value is compared.
const CORPUS: &[(&str, &str)] = &[
    (
        "hoisting",
        "return [typeof f, f(), typeof v, g === undefined]; var v = 1; function f() { return 1; } var g;",
    ),
    (
        "var and function of one name",
        "var f; function f() { return 1; } var out = f(); f = 2; return [out, f]; ",
    ),
    (
        "duplicate functions",
        "'use strict'; function f() { return 1; } function f() { return 2; } return f();",
    ),
    (
        "parameter and function of one name",
        "return (function (a) { function a() { return 2; } return a(); })(1);",
    ),
    ("strict this", "return (function () { 'use strict'; return this === undefined; })();"),
    ("sloppy this", "return (function () { return this === globalThis; })();"),
    (
        "arguments",
        "return (function (a) { arguments[0] = 5; return [a, arguments.length, typeof arguments.callee]; })(1, 2);",
    ),
    (
        "arguments in arrows",
        "return (function () { return (() => arguments.length)(); })(1, 2, 3);",
    ),
    (
        "names and lengths",
        "var f = function (a, b) {}, g = (a) => a, h = { m(a, b, c) {} }; return [f.name, f.length, g.name, g.length, h.m.name, h.m.length];",
    ),
    (
        "names of what has none",
        "var n = x => String(x && x.name), k = 0;\nvar a = () => (function (b) { n(b); return function (c) { return n(c); }; })(1);\nvar b = () => function () { return n(1); }, c = () => class { static x = n(2); }, d = () => (class { [n('m')]() {} });\nfunction e() { return n(k) ? function () { n(1); } : 0; }\nfunction f() { return (n(k), () => n(1)); }\nfunction* g() { n((yield function () { n(1); })); yield class { static y = n(3); }; yield* [() => n(1)]; }\nreturn [a(), b(), c(), d(), e(), f(), ...g()].map(n);",
    ),
    (
        "text of functions",
        "function f(a) { if (a) return 1; else { for (;;) { break; } } }\nvar g = x => x + 1, h = async (y) => await y; class A { m() { return 1; } }\nreturn [f, g, h, A, A.prototype.m].map(String);",
    ),
    (
        "labels",
        "var n = 0; a: for (var i = 0; i < 3; i++) { b: for (;;) { n++; if (n > 5) break a; continue a; } } c: { n += 10; break c; } return n;",
    ),
    ("with", "var o = { x: 1 }; with (o) x = 5; with (o) { x += 1; } return o.x;"),
    ("eval", "var x = 1; eval('var y = x + 1; x = 7'); return [x, y, (0, eval)('typeof x')];"),
    (
        "new.target",
        "function F() { this.t = new.target === F; } return [new F().t, F.call({}) === undefined];",
    ),
    (
        "super",
        "class A { constructor(x) { this.x = x; } m() { return this.x; } static s() { return 's'; } }\nclass B extends A { constructor() { super(3); } m() { return super.m() + 1; } static s() { return super.s() + 't'; } }\nvar o = { __proto__: { q() { return 9; } }, q() { return super.q(); } };\nreturn [new B().m(), B.s(), o.q()];",
    ),
    (
        "derived constructors",
        "class A {} class B extends A { constructor(f) { const g = () => super(); g(); this.v = f; } } class C extends A {} return [new B(1).v, new C() instanceof A];",
    ),
    (
        "private fields",
        "class A { #x = 1; static #n = 5; get x() { return this.#x; } set x(v) { this.#x = v; } #p() { return this.#x * 2; } q() { return #x in this ? this.#p() : 0; } static n() { return A.#n; } } var a = new A(); a.x = 4; return [a.x, a.q(), A.n()];",
    ),
    (
        "static blocks",
        "var out = []; class A { static x = 1; static { out.push(this.x); let y = 2; for (var i = 0; i < 2; i++) out.push(y + i); } static z = out.length; } out.push(A.z); return out;",
    ),
    (
        "fields",
        "var n = 0; class A { a = ++n; b = () => this.a; ['c' + n] = 3; } var x = new A(); return [x.a, x.b(), x.c0];",
    ),
    (
        "getters in literals",
        "var o = { _v: 1, get v() { return this._v; }, set v(x) { this._v = x * 2; } }; o.v = 4; return o.v;",
    ),
    (
        "destructuring defaults",
        "var f = ({ a = 1, b: { c = a + 1 } = {} } = {}, [d = c, ...e] = [undefined, 3, 4], ...r) => [a, c, d, e, r]; return [f(), f({ a: 5 }, [6], 7, 8)];",
    ),
    (
        "default parameters",
        "var x = 'outer'; function f(a = x, b = () => a) { var x = 'inner'; a = 'set'; return [b(), x]; } return f();",
    ),
    (
        "closures per iteration",
        "var fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); for (const k of [7, 8]) fs.push(() => k); for (var v = 0; v < 2; v++) fs.push(() => v); for (let k in { p: 1, q: 1 }) fs.push(() => k); return fs.map(f => f());",
    ),
    (
        "let changed in the update",
        "var fs = []; for (let i = 0; i < 3; fs.push(() => i), i++); return fs.map(f => f());",
    ),
    (
        "switch",
        "function f(x) { switch (x) { case 1: let y = 'one'; return y; default: return 'other'; case 2: case 3: y = 'few'; return y; } } return [f(1), f(2), f(9)];",
    ),
    ("switch without statements", "switch (1) { case 1: case 2: } switch (2) { } return 1;"),
    (
        "try",
        "function f(n) { try { if (n === 1) return 'r'; if (n === 2) throw new Error('t'); return 'n'; } catch ({ message }) { return message; } finally { if (n === 3) return 'f'; } } return [1, 2, 3, 4].map(f);",
    ),
    ("catch without a name", "try { null.x; } catch { return 'caught'; }"),
    (
        "nested finally",
        "var out = []; function f() { for (var i = 0; i < 3; i++) { try { try { if (i === 1) continue; out.push(i); } finally { out.push('a'); } } finally { out.push('b'); } } } f(); return out;",
    ),
    (
        "generators",
        "function* g(a) { try { var b = yield a; var c = yield* h(b); return c; } finally { yield 'f'; } } function* h(x) { yield x + 1; return x + 2; } var it = g(1); return [it.next(), it.next(5), it.next(), it.next(), it.next()];",
    ),
    (
        "generator throw and return",
        "function* g() { for (;;) { try { yield 1; } catch (e) { yield 'c' + e; } } } var it = g(); it.next(); return [it.throw('x'), it.next(), it.return(9), it.next()];",
    ),
    (
        "yields in expressions",
        "function* g() { return (yield 1) + (yield (yield 2) * 2) + [yield, yield 3].length; } var it = g(), out = [], x; while (!(x = it.next(out.length)).done) out.push(x.value); out.push(x.value); return out.map(v => v === undefined ? 'u' : v);",
    ),
    (
        "async",
        "async function f(n) { if (n === 0) throw new Error('zero'); const x = await n; return x + (await g()); } async function g() { return 1; } var a = async x => await x * 2; return (async () => { var out = [await f(1), await a(4)]; try { await f(0); } catch (e) { out.push(e.message); } for await (const x of [g(), 2]) out.push(x); return out; })();",
    ),
    (
        "async generators",
        "async function* g() { yield 1; try { yield await 2; } finally { log.push('f'); } } var log = []; return (async () => { for await (var x of g()) log.push(x); return log; })();",
    ),
    (
        "promise order",
        "var log = []; Promise.resolve().then(() => log.push(1)); queue(); async function queue() { log.push(2); await 0; log.push(3); } return Promise.resolve().then(() => 0).then(() => 0).then(() => log);",
    ),
    (
        "no semicolons",
        "var a = 1\nvar b = a\n++b\nvar c = function () { return b }\nif (a) b = 5\nelse b = 6\ndo b++; while (b < 8) c = c()\nreturn [a, b, c]",
    ),
    (
        "unbraced bodies",
        "var n = 0; if (n) n = 1; else if (!n) n = 2; else n = 3; for (var i = 0; i < 3; i++) if (i) n += i; else for (var k in { a: 1 }) n += 10; while (n < 30) n++; with ({}) n++; return n;",
    ),
    ("unbraced function", "if (true) function f() { return 1; } return f();"),
    (
        "unbraced functions of both branches",
        "if (0) function f() { return 1; } else function f() { return 2; } if (1) function g() { return 3; } else ; return [f(), g()];",
    ),
    (
        "functions in blocks",
        "var before = typeof f; { function f() { return 1; } } return [before, f()];",
    ),
    (
        "comma and regex",
        "var a = (1, 2), r = /[/}'\"]/g.test('}'), t = `a${[1].map(x => `${x}`)}b`; return [a, r, t];",
    ),
    (
        "tagged templates",
        "function tag(s, ...v) { return s.raw.join('|') + v.join(','); } return tag`a\\n${1}b${2}c`;",
    ),
    (
        "optional chaining",
        "var o = { f() { return { g: null }; } }; return [o?.f()?.g?.h, o.x?.y.z, o.x?.(), o?.['f']?.().g ?? 'd'];",
    ),
    (
        "deletes and typeof",
        "var o = { a: 1 }; delete o.a; return [typeof undeclared, Object.keys(o), void 0 === undefined];",
    ),
    (
        "sorting",
        "return [3, 1, 2].sort((a, b) => a - b).concat([1, 2, 3].reduce((s, x) => s + x, 0), [5].find(x => x > 4));",
    ),
    (
        "errors",
        "function f() { throw new RangeError('r'); }\nfunction g() {\n  f();\n}\ntry { g(); } catch (e) { return [e.name, e.stack.split('\\n').filter(l => l.indexOf('/app') > 0).map(l => l.replace(/:\\d+\\)?$/, '').trim()).slice(0, 2)]; }",
    ),
    (
        "recursion",
        "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } return fib(12);",
    ),
    (
        "deep recursion",
        "function f() { f(); } try { f(); } catch (e) { return e.message.length > 0; }",
    ),
    (
        "unicode",
        "var größe = 'ß', 名 = '𝒳', \\u0061b = 1; return [größe, 名, 名.length, ab]; // ünï",
    ),
    (
        "directive without a semicolon",
        "return (function () { 'use strict'\n return (function () { return this === undefined })() })();",
    ),
    (
        "immediately invoked",
        "(function () { n = 1 })(); var n; (() => { n++ })(); !function () { n++ }(); return n;",
    ),
    (
        "property names",
        "var o = { if: 1, get: 2, set: 3, async: 4, static: 5, await: 6, of: 7 }; for (var of of [1]) o.x = of; return o;",
    ),
    (
        "getter on the prototype",
        "function P() {} Object.defineProperty(P.prototype, 'x', { get: function () { return this.y; } }); var p = new P(); p.y = 3; return p.x;",
    ),
    (
        "changed intrinsics",
        "Array.prototype.push = null; Object.defineProperty = null; String.prototype.slice = null; Map = null; JSON.parse = 1; Error = null; return [1].map(x => x);",
    ),
    (
        "exported counter",
        "var m = module; m.exports.c = (m.exports.c || 0) + 1; return [m.exports.c, typeof m.id];",
    ),
    (
        "names of function expressions",
        "return [(function n(n) { return n + 1; })(5), (function n(...n) { return n.length; })(5, 6), (function n() { var n = 3; return n; })(), (function n({ n }) { return n; })({ n: 7 }), (function n() { n = 1; return typeof n; })()];",
    ),
    (
        "functions in blocks",
        "var before = typeof q; { function q() { return 1; } } if (true) { function r() { return 2; } } switch (1) { case 1: function s() { return 3; } } return [before, q(), r(), s()];",
    ),
    (
        "a function in a block of a function with a finally",
        "return (function () { try { { function q() { return 1; } } return q(); } finally { q = null; } })();",
    ),
    (
        "arguments of one's own",
        "return [(function (arguments) { return arguments; })(4), (function () { function arguments() { return 9; } return arguments(); })(), (function () { var arguments; return arguments.length; })(1, 2), (function () { let arguments = 6; return arguments; })()];",
    ),
    (
        "with a proxy",
        "var asked = []; var p = new Proxy({ a: 1 }, { has: function (o, key) { asked.push(String(key)); return key in o; } }); with (p) { a; a = 2; if (a) { (function () { return a; })(); } } return asked;",
    ),
    (
        "eval of one's own",
        "var eval = function (text) { return 'mine ' + text; }; return [eval('1'), (function (eval) { return eval('2'); })(x => x)];",
    ),
    (
        "texts of methods and classes",
        "class A { static   s /* of */ () { return 1; } constructor(x) { this.x = x; } get  g() { return 2; } async *m() {} 'a b'() {} }\nvar o = { get  a() { return 1; }, async b() {}, ['c' + 1]() {}, d: function () {}, e: (x) => x };\nreturn [A, A.s, A.prototype.m, A.prototype['a b'], class extends A { y = 1; }, o.b, o.c1, o.d, o.e, Object.getOwnPropertyDescriptor(o, 'a').get, Object.getOwnPropertyDescriptor(A.prototype, 'g').get].map(String);",
    ),
    (
        "places in stacks",
        "function thrower() { if (true) { for (let i = 0; i < 1; i++) { null.x; } } }\ntry { [1].map(function (x) { return thrower(x); }); } catch (e) { return e.stack; }",
    ),
    (
        "no semicolons before this and literals",
        "var f = function () { return 5 }\nthis.x = f\nthis.y = 1\nvar g = f\n'abc'.length\nif (g) this.z = g\nelse this.z = 0\nvar h = f\nthis.y++\nreturn [typeof this.x, this.y, f(), typeof this.z, g === f, h === f, new this.x().a, [this.y][0].toFixed(1)]",
    ),
    (
        "places of what has no name",
        "function A() {}\nA.prototype.one = function () {\n  return this.a.b;\n};\nA.prototype.two = function () {\n  A();\n  return this.a.b;\n};\nfunction three() {\n  var x = 1;\n  return 'a'.b.c;\n}\nfunction four() {\n  if (x)\n    return [].a.b;\n}\nfunction five(o) {\n  return -o.a +\n    o.a.b;\n}\nfunction six() {\n  for (var x of this.a) x();\n}\nfunction seven() {\n  A();\n  throw this.a.b;\n}\nvar x = 1, eight = () =>\n  this.a.b.c;\nvar a = new A();\nreturn [() => a.one(), () => a.two(), three, four, () => five({}), () => six.call({}), () => seven.call({}), eight].map(function (f) { try { f(); } catch (e) { return e.stack.split('\\n')[0]; } });",
    ),
    (
        "places that are asked for",
        "var o = {}; Error.captureStackTrace(o); Error.prepareStackTrace = (e, list) => list.map(one => [one.getLineNumber(), one.getColumnNumber(), one.getFunctionName()]); function f() { return new Error('x').stack; }\nvar asked = f(); Error.prepareStackTrace = undefined; return [o.stack, asked, Object.keys(o), String(Error.captureStackTrace)];",
    ),
    (
        "places in functions that are over soon",
        "function one(o) {\n  if (o.b) return o.b\n    .c.d;\n  return o\n    .x.y(\n      1);\n}\nvar two = o => o.a.b, three = function (o) {\n  'use strict'\n  throw this.x + o.a.b\n}, four = o => (o, o.f(\n  o.a.b)), five = (o, b = o.a) => { b ? b.c.d : o.e\n++o.n\n; null.x };\nclass A { constructor(o) { o.f(this).g } get m() { return this.n.o } static s(o) {\n return new o.f(\n ~o.g) } }\nfunction Six(o) { this.o = o, o.f(o)\n}\nvar all = [() => one({ b: {} }), () => one({}), () => one({ x: 1 }), () => two({}), () => three.call({}, {}), () => four({}), () => four({ f: 1, a: {} }), () => five({ n: 1 }), () => new A({ f() {} }), () => A.prototype.m, () => A.s({}), () => new Six({ f: 1 }), () => String(new Six({ f() { return 1; } }).o.f())];\nvar asked = all.map(it => { try { return it(); } catch (e) { return e.stack; } });\nError.prepareStackTrace = (e, list) => list.map(one => [one.getLineNumber(), one.getColumnNumber()]);\nreturn [asked, all.map(it => { try { return it(); } catch (e) { return e.stack; } }), String(one), String(two), String(three)];",
    ),
    (
        "places of what is taken apart",
        "function one(a) {\n  var b = 1\n  var { c } = a\n  return c; }\nfunction two(a) { let b = 1;\n const [d, { e }] = a;\n return d; }\nvar three = a => { var { f: { g } } = a, h = 1; return h; };\nfunction four(a) { var { b } = a.c.d; return b }\nfunction five(a) {\n  var n = 1\n  if (!a)\n    var { b } = a\n  else\n    for (;;) var { c } = a.d\n}\nfunction six(a) { var n = 1;\n l: var { b: { c } } = a; return n }\nfunction seven(a) { if (a)\n var { b: { c } } = a; else var { d } = a; return c }\nreturn [one, two, three, four, five, six, seven].map(f => { try { return f(null); } catch (e) { return e.stack; } }).concat([two, three, four, five, six, seven].map(f => { try { return f([{}]); } catch (e) { return e.stack; } }));",
    ),
    (
        "places of what is taken apart in expressions",
        "function one(a) {\n  var n = 1, b\n  ;[n] = a.b\n  return n }\nfunction two(a) { var n = 1;\n  return ({ n } =\n a.b) }\nvar three = (a, n) =>\n  [n] = a.b, four = (a, n) => n || (\n { n } = a.b);\nfunction five(a, n) { if ([n] = a.b)\n n; else return 1 }\nfunction six(a, n) {\n n = { n } = a.b }\nfunction seven(a, n) { for ([n] = a.b; ;\n ) n }\nfunction eight(a, n) {\n  if (a)\n    [n] = a.b\n  else n }\nreturn [one, two, three, four, five, six, seven, eight].map(f => { try { return f({}); } catch (e) { return e.stack; } });",
    ),
    (
        "lines of what reads a variable that was just set",
        "function one(a) {\n  a = a.x;\n  return a.y;\n}\nfunction two(a, b) {\n  b = b || {};\n  return b.x.y;\n}\nfunction three(a) {\n  var b = 1; b++;\n b.x.y;\n}\nfunction four(a) { if (a) {\n a = a.x\n a.y } }\nreturn [one, two, three, four].map(f => { try { return f({}); } catch (e) { return e.stack.split('\\n')[0].split(':')[1]; } });",
    ),
    (
        "lines of what loops go through",
        "function one() {\n  var x, y = 1;\n  for (x of 5) y;\n}\nfunction two() {\n  'use strict'\n  var y = 1;\n  for (var x of this) y;\n}\nreturn [one, two].map(f => { try { return f(); } catch (e) { return e.stack.split('\\n')[0].split(':')[1]; } });",
    ),
    (
        "lines of what classes extend",
        "function one() {\n  var n = 1;\n  class A\n    extends 5 { m() {} }\n}\nfunction two() {\n  var n = 1;\n  return class extends (this) {}\n}\nclass Nothing extends null { static m() { return 1; } }\nreturn [one, two].map(f => { try { return f.call({}); } catch (e) { return e.stack.split('\\n')[0].split(':')[1]; } }).concat(Nothing.m());",
    ),
    (
        "places of what classes make of functions and keys",
        "function one() {\n  var n = 1;\n  class A\n    extends (() => 1) { m() {} }\n}\nfunction two() { var n = 1; n++;\n  return class extends (async function () {}) {} }\nfunction three() {\n  var n = 1;\n  class A { m() {}\n   static\n    ['prototype']() {} } }\nreturn [one, two, three].map(f => { try { return f(); } catch (e) { return e.stack; } });",
    ),
    (
        "places where private names are set that can't be",
        "class A { get #p() { return 1; } set #q(v) {} #m() {} get #b() { return 2; } set #b(v) { this.v = v; }\n one() { var n = 1;\n  this.#p = 1;\n }\n two() { var n = 2;\n  n + (this.#m = 3); }\n three() { var n = 1;\n  this.#p++;\n  return n; }\n four() { var n = 1;\n  [this.#p] = [1];\n  n; }\n five() { var n = 1;\n  n = this.#p = n;\n  n; }\n six() { var n = 1;\n  if (n) this.#m = 3\n  else n = 2; }\n seven() { return this.#p ||= 0, this.#p &&= 2; }\n eight(o) { var n = 1;\n  return o.#q; }\n nine(o) { this.#b = 4\n return this.v + o.#p }\n}\nvar a = new A(); return ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map(k => { try { return a[k](a); } catch (e) { return e.message + e.stack; } });",
    ),
    (
        "places of what is called that a function has made",
        "function stack() { return new Error('x').stack; }\nvar one = (function () {\n  function inner() { return stack(); }\n  return inner\n})()(\n  { a: 1 }, [2]);\nvar two = (function () { return function () { return stack(); } }\n)()(x => x, 1), three = (() => () => (a) => stack())()()(this.x);\nreturn [one, two, three];",
    ),
    (
        "places where constants are set",
        "const c = 1; var n = 0;\nfunction one() {\n  var a = 1\n  c = 2\n\n  return a.b.c\n}\nfunction two() { n++; return n\n  + (c += 3) }\nvar three = () => c++ && n, four = () => { for (;; --c) { n = 1; } n = 2; };\nclass D { static m() { D = 1;\n return n } }\nfunction six() { var c, e; e = c = x => x.y + 1; return [c, c = e ? x => x : 0].map(String); }\nfunction five() { var c = 1, d = 0; for (c = 0; c < 3; c++) d += c; return d; }\nreturn [one, two, three, four, D.m, five, six].map(f => { try { return f(); } catch (e) { return e.name + e.stack; } });",
    ),
    (
        "variables with names of words in strict functions",
        "var static = 1, public = 2, eval = 3, yield = 4, let = 5; return [(function () { 'use strict'; return [1].map(x => x); })(), new (class { m() { return 6; } })().m(), static + public + eval + yield + let, (function* () { return [4].map(x => x); })().next()];",
    ),
    (
        "what generators delegate to",
        "var log = [], n = 0;\nvar seen = (name, o) => new Proxy(o, { get(t, k, r) { log.push(name + '.' + String(k)); return Reflect.get(t, k, r); }, getOwnPropertyDescriptor() { log.push('own'); } });\nvar it = seen('it', { [Symbol.iterator]() { return it; }, next() { log.push(arguments.length); n++; return seen('r', { value: n, done: n > 2 }); }, return(x) { log.push('return' + arguments.length); return seen('r', { value: x, done: true }); } });\nfunction* g() { try { return yield* it; } finally { log.push('f'); } }\nvar i = g(); log.push(i.next(), i.next(4), i.next());\nn = 0; i = g(); i.next(); try { i.throw(new Error('q')); } catch (e) { log.push(e.name, e.message); }\nn = 0; i = g(); i.next(); log.push(i.return(4));\nfunction* h() { yield* 5; } try { h().next(); } catch (e) { log.push(e.message); }\nfunction* k() { yield* { [Symbol.iterator]() { return 5; } }; } try { k().next(); } catch (e) { log.push(e.message); }\nreturn log;",
    ),
    (
        "places of what generators and loops that wait go through",
        "var boom = { [Symbol.iterator]() { throw new Error('x'); } }, o = { p: boom }, late = { [Symbol.iterator]() { return this; }, next() { null.x; } };\nfunction fn() { return boom; }\nfunction* a() { var n = 1;\n yield* o\n .p; }\nfunction* b() { var n = 1; yield* fn(); }\nfunction* c() { var n = 1; n = yield* fn(n,\n 2); }\nfunction* d() { var n = 1; n++\n yield* 5; }\nfunction* e() { return [1, yield* late]; }\nfunction* f() { yield*\n this; }\nasync function g(n) { n++\n for await (const x of { [Symbol.asyncIterator]() { return this; }, next() { if (n++ > 3) null.x; return { value: 1 }; } }) {\n  n;\n  n++;\n } }\nasync function h(n) { n++\n for await (n\n of 5) ; }\nasync function i(n) { for await (n of boom)\n n++; }\nvar all = [a, b, c, d, e, f].map(f => { try { f().next(); } catch (e) { return e.stack; } });\nreturn Promise.all([g(1), h(1), i(1)].map(p => p.catch(e => e.stack))).then(later => all.concat(later));",
    ),
    (
        "places that a script formats itself",
        "Error.stackTraceLimit = 50; Error.prepareStackTrace = (e, list) => list.map(it => [it.getFunctionName(), it.getFileName(), it.getLineNumber(), it.isNative()].join());\nfunction* g() { yield* { [Symbol.iterator]() { return this; }, next() { throw new Error('x'); } }; }\nfunction* h() { yield new Error('x').stack; } function* k() { yield* h(); }\nvar all = [() => [3].flatMap(x => new Error('x').stack), () => new Error('x').stack, () => k().next().value];\nvar told = all.map(f => f()); try { g().next(); } catch (e) { told.push(e.stack); }\nreturn [told, String(told).indexOf('haltscope'), typeof Error.prepareStackTrace];",
    ),
    (
        "names that are words elsewhere",
        "var await = 1, yield = 2, let = 3, async = 4, of = 5, static = 6; return (function () { return await + yield + let + async + of + static; })();",
    ),
    (
        "arguments are no word in initializers",
        "class A { a = () => 1; static b = [1].map((x) => x + 1); static { this.c = [2].map((x) => { return x * 2; }); } } return [new A().a(), A.b, A.c];",
    ),
    (
        "labels and rounds",
        "var out = []; a: for (var i = 0; i < 3; i++) { b: while (true) { do { if (i === 1) continue a; if (i === 2) break a; out.push(i); } while (false); continue a; } } c: do { out.push('d'); continue c; } while (false); return out;",
    ),
    (
        "one-line loops without semicolons",
        "var n = 0; for (var i = 0; i < 3; i++) n += i\nwhile (n < 9) n++\ndo n++; while (n < 12)\nreturn n",
    ),
    (
        "a static block behind a comment",
        "class A { static /* { */ { this.x = 1; } static // {\n { this.y = 2; } } return [A.x, A.y];",
    ),
    (
        "yield in a head",
        "function* g() { var { a = yield 1 } = {}; for (var [b = yield 2] of [[]]) a += b; return a; } var it = g(); return [it.next().value, it.next(5).value, it.next(6).value];",
    ),
    (
        "two loops that wait at once",
        "async function walk(list, out) { for await (const one of list) { out.push(one); } return out; } var out = []; await_all(walk([1, 2], out), walk([3, 4], out)); function await_all() {} return Promise.resolve().then(() => 0).then(() => 0).then(() => 0).then(() => 0).then(() => 0).then(() => 0).then(() => out);",
    ),
];

/// How a script is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Plain,
    /// With a debugger that wants nothing.
    Attached,
    /// With a breakpoint in another script.
    Armed,
    /// Halted at its first line, then stepped into everything for a while.
    Stepped,
}

const FORMS: [Form; 4] = [Form::Plain, Form::Attached, Form::Armed, Form::Stepped];

/// The outcome of a script in one form, and whether it halted.
async fn outcome(source: &str, form: Form) -> (String, bool) {
    let shop = Shop::new(&[("a.js", source)]);
    let control = shop.engine.control();
    if form != Form::Plain {
        control.attach(ME);
    }
    if form == Form::Armed {
        let mut elsewhere = breakpoint(1, 1, None);
        "/app/other.js".clone_into(&mut elsewhere.path);
        control.set_breakpoints(ME, vec![elsewhere]);
    }
    if form == Form::Stepped {
        control.set_breakpoints(ME, vec![breakpoint(1, 1, None)]);
    }
    let script = shop.start("a.js");
    let mut halted = false;
    if form == Form::Stepped && shop.halted(script.id).await.is_some() {
        halted = true;
        control.set_breakpoints(ME, Vec::new());
        for _ in 0..250 {
            let after = control.step(script.id, Step::Into, PATIENCE).await;
            if !matches!(after, Ok(ThreadInfo { state: ThreadState::Halted(_), .. })) {
                break;
            }
        }
        control.detach(ME);
    }
    let outcome = match script.outcome.await {
        Ok(value) => value.to_string(),
        Err(error) => format!("{:?} {} {} {:?}", error.kind, error.name, error.message, error.line),
    };
    (outcome, halted)
}

/// Whether the last form halted; all have the same outcome.
pub async fn same(name: &str, source: &str) -> (String, bool) {
    let (plain, _) = outcome(source, Form::Plain).await;
    let mut halted = false;
    for form in &FORMS[1..] {
        let (found, stopped) = outcome(source, *form).await;
        assert_eq!(plain, found, "{name}, {form:?}:\n{source}");
        halted |= stopped;
    }
    (plain, halted)
}

#[tokio::test]
async fn the_corpus_has_the_same_results() {
    for (name, body) in CORPUS {
        let source = format!("exports.run = function () {{\n{body}\n}};\n");
        let (outcome, halted) = same(name, &source).await;
        assert!(!outcome.starts_with("Syntax"), "{name}: {outcome}");
        assert!(halted, "{name} can be halted");
    }
}

#[tokio::test]
async fn module_code_has_the_same_results() {
    for source in [
        "'use strict'; exports.run = function () { return this === undefined; };",
        "#!/bin/sh\r\n'use strict'\r\nvar x = 1\r\nexports.run = () => x\r\n",
        "\u{feff}/* c */ 'use strict'; let a = 1; const b = 2; class C {} exports.run = () => [a, b, C.name];",
        "if (true) { exports.run = function () { return 1; }; return; } exports.run = null;",
        "module.exports = { run() { return arguments.length; } };",
        "exports.run = () => { throw new TypeError('late'); };\n",
        "throw { message: 'odd' };",
        "exports.run = function () {\n  var none = null;\n  return none\n    .x;\n};",
        "exports.run = () => new.target === undefined;",
        "var await = 1, f = async () => { await 0; return await1; }, await1 = 2; exports.run = () => f();",
        "exports.run = function () { return typeof exports.run; };\n//# sourceMappingURL=x.js.map",
        "",
    ] {
        same("module code", source).await;
    }
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("a".to_owned()),
        Just("b".to_owned()),
        Just("i".to_owned()),
        (0..9u8).prop_map(|n| n.to_string())
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(x, y)| format!("({x} + {y})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(x, y, z)| format!("({x} % 2 ? {y} : {z})")),
            inner.clone().prop_map(|x| format!("f(x => x + {x})")),
            inner.clone().prop_map(|x| format!("f(function (x) {{ let q = {x}; return q + x; }})")),
            inner.clone().prop_map(|x| format!("[...g({x})].length")),
            inner.prop_map(|x| format!("(a = {x})")),
        ]
    })
}

fn statement() -> impl Strategy<Value = String> {
    let simple = prop_oneof![
        expression().prop_map(|x| format!("log({x});")),
        expression().prop_map(|x| format!("b = {x}")),
        expression().prop_map(|x| format!("var v = {x};")),
        expression().prop_map(|x| format!("{{ let a = {x}; const c = a; log(c); }}")
            .replace("let a = ", "let t = ")
            .replace("c = a", "c = t")),
        Just(";".to_owned()),
        expression().prop_map(|x| format!("if ({x} > 50) throw new Error('big');")),
    ];
    simple.prop_recursive(4, 24, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4).prop_map(|list| list.join("\n"));
        prop_oneof![
            (expression(), inner.clone(), inner.clone())
                .prop_map(|(x, s, t)| format!("if ({x} % 2)\n{s}\nelse {{ {t}\n}}")),
            list.clone()
                .prop_map(|s| format!("for (let i = 0; i < 2; i++) {{ {s}\nif (i) continue; }}")),
            inner.clone().prop_map(|s| format!("for (var j = 0; j < 2; j++) {{ {s} }}")),
            list.clone().prop_map(|s| format!("for (const i of [1, 2]) {{ {s}\n}}")),
            list.clone().prop_map(|s| format!("var n{{}} = 0;\nwhile (w++ < 9) {{ {s}\nbreak; }}")
                .replace("var n{} = 0;\n", "")),
            (list.clone(), list.clone(), list.clone()).prop_map(|(s, t, u)| format!(
                "try {{ {s}\n}} catch (e) {{ log('c'); {t}\n}} finally {{ {u}\n}}"
            )),
            (expression(), list.clone(), list.clone()).prop_map(|(x, s, t)| format!(
                "switch ({x} % 3) {{ case 0: {s}\ncase 1: {t}\nbreak; default: log('d'); }}"
            )),
            list.prop_map(|s| format!("(function (i) {{ {s}\nlog(arguments.length); }})(1, 2);")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]
    #[test]
    fn generated_programs_have_the_same_results(body in prop::collection::vec(statement(), 1..6)) {
        let source = format!(
            "exports.run = function () {{\nvar out = [], a = 1, b = 2, i = 3, w = 0, steps = 0;\n\
             function log(x) {{ if (++steps < 500) out.push(x); return x; }}\n\
             function f(g) {{ return g(1); }}\nfunction* g(n) {{ for (var k = 0; k < n % 4; k++) yield k; }}\n\
             try {{\n{}\n}} catch (e) {{ out.push(e.message); }}\nreturn [out, a, b];\n}};\n", body.join("\n"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let (outcome, halted) = runtime.block_on(same("generated", &source));
        prop_assert!(halted, "{}", source);
        prop_assert!(serde_json::from_str::<Value>(&outcome).is_ok(), "{}\n{}", outcome, source);
    }
}
