//! Nothing that a script does ends the process or outlives its limits.
//!
//! The attacks run in a process of their own, one after another: it tells which one killed it, and
//! its processor time tells how long each has taken, also on a machine that is busy.

use super::calls::Stuck;
use super::support::{ME, Session, Shop, breakpoint, limits};
use crate::testkit::patience::{EVER, PATIENCE};
use haltscope::script::{Limits, ScriptErrorKind};
use rustix::time::{ClockId, clock_gettime};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Where the process of the attacks writes what it has done; set only for that process.
pub const RECORD: &str = "HALTSCOPE_ATTACKS";
/// How long an attack may run.
const LIMIT: Duration = Duration::from_millis(60);
/// What it may take beyond its limit, in processor time of the whole process.
const GRACE: Duration = Duration::from_millis(1_300);
const GOES: usize = 3;

/// Bodies of functions that recurse in native code. `same` is its argument.
const DEEP: &[(&str, &str)] = &[
    (
        "what can't format stacks",
        "Error.prepareStackTrace = { a: {} }; for (var k = 0; k < 10; k++) try { null.x; } catch (e) {} return Error.prepareStackTrace.a;",
    ),
    (
        "iterator helpers",
        "var i = [1].values(); for (var k = 0; k < 100000; k++) i = i.take(1); return i.next().value;",
    ),
    (
        "mapped iterators",
        "var i = [1].values(); for (var k = 0; k < 100000; k++) i = i.map(same); return i.next().value;",
    ),
    (
        "dropped iterators",
        "var i = [1].values(); for (var k = 0; k < 100000; k++) i = i.drop(0); return i.next().value;",
    ),
    (
        "wrapped iterators",
        "var i = { next: function () { return { done: true }; } }; for (var k = 0; k < 100000; k++) { i = Iterator.from({ next: i.next.bind(i) }); } return i.next().done;",
    ),
    (
        "iterators of one method",
        "var i = [1].values(); for (var k = 0; k < 300000; k++) i = Iterator.from({ __proto__: i, [Symbol.iterator]: undefined, next: i.next }); return i.next().done;",
    ),
    (
        "concatenated iterators",
        "var i = [1]; for (var k = 0; k < 100000; k++) { let j = i; i = { [Symbol.iterator]: function () { return Iterator.concat(j); } }; } return Iterator.concat(i).next().done;",
    ),
    (
        "bound functions",
        "var f = same; for (var k = 0; k < 300000; k++) f = f.bind(null); return f(1);",
    ),
    (
        "bound functions that there is no memory for",
        "var l = [], a = []; for (var k = 0; k < 60000; k++) a.push(k); for (;;) try { l.push(same.bind.apply(same, a)); } catch (e) { if (k++ > 60100) return l.length; }",
    ),
    (
        "small bound functions that there is no memory for",
        "var l = []; for (;;) try { for (;;) l.push(same.bind(l)); } catch (e) { if (l.k++ > 100) return l.length; }",
    ),
    (
        "constructing bound functions",
        "var f = function () {}; for (var k = 0; k < 300000; k++) f = f.bind(null); return new f();",
    ),
    (
        "realm of bound functions",
        "var f = function () {}; f.prototype = 1; for (var k = 0; k < 1000000; k++) f = f.bind(null); return Reflect.construct(Array, [], f);",
    ),
    (
        "instance of bound functions",
        "var f = same; for (var k = 0; k < 300000; k++) f = f.bind(null); return {} instanceof f;",
    ),
    (
        "proxies",
        "var p = {}; for (var k = 0; k < 300000; k++) p = new Proxy(p, {}); return [p.x, 'x' in p, p.x = 1, delete p.x];",
    ),
    (
        "array of proxies",
        "var p = []; for (var k = 0; k < 300000; k++) p = new Proxy(p, {}); return Array.isArray(p);",
    ),
    (
        "called proxies",
        "var p = same; for (var k = 0; k < 300000; k++) p = new Proxy(p, {}); return p(1);",
    ),
    (
        "realm of proxies",
        "var p = function () {}; for (var k = 0; k < 300000; k++) p = new Proxy(p, {}); return Reflect.construct(Array, [], p);",
    ),
    (
        "prototype of proxies",
        "var p = {}; for (var k = 0; k < 300000; k++) p = new Proxy(p, {}); Object.setPrototypeOf(p, null); Object.preventExtensions(p); return [Object.getPrototypeOf(p), Object.isExtensible(p), Object.keys(p)];",
    ),
    (
        "text of proxies",
        "var p = {}; for (var k = 0; k < 300000; k++) p = new Proxy(p, {}); return JSON.stringify(p) + p;",
    ),
    (
        "prototypes with proxies",
        "var p = {}; for (var k = 0; k < 100000; k++) p = Object.create(new Proxy(p, {})); p.x = 1; for (var n in p) {} return p.y;",
    ),
    (
        "prototypes",
        "var p = {}; for (var k = 0; k < 500000; k++) p = Object.create(p); var n = 0; for (var x in p) n++; return [p.y, p instanceof Array];",
    ),
    (
        "getters",
        "var o = { get x() { return 1; } }; for (var k = 0; k < 100000; k++) { let q = o; o = { get x() { return q.x; } }; } return o.x;",
    ),
    (
        "toString of nested arrays",
        "var a = []; for (var k = 0; k < 300000; k++) a = [a]; return String(a);",
    ),
    (
        "flattened arrays",
        "var a = []; for (var k = 0; k < 300000; k++) a = [a]; return a.flat(Infinity);",
    ),
    (
        "JSON of nested arrays",
        "var a = []; for (var k = 0; k < 300000; k++) a = [a]; return JSON.stringify(a);",
    ),
    ("JSON text", "return JSON.parse('['.repeat(1000000) + ']'.repeat(1000000));"),
    ("JSON objects", "return JSON.parse('{\"a\":'.repeat(500000) + '1' + '}'.repeat(500000));"),
    (
        "revived JSON",
        "return JSON.parse('['.repeat(20000) + ']'.repeat(20000), function (k, v) { return v; });",
    ),
    ("nested parentheses", "return eval('('.repeat(500000));"),
    ("nested blocks", "return eval('{'.repeat(500000));"),
    ("nested functions", "return eval('(function(){'.repeat(20000) + '})'.repeat(20000));"),
    ("nested arrows", "return eval('a=>'.repeat(200000) + '1');"),
    (
        "nested classes",
        "return eval('(class extends '.repeat(50000) + 'Object' + '{})'.repeat(50000));",
    ),
    ("nested templates", "return eval('`${'.repeat(100000) + '1' + '}`'.repeat(100000));"),
    (
        "nested patterns",
        "return eval('var ' + '['.repeat(100000) + 'a' + ']'.repeat(100000) + ' = 1');",
    ),
    ("nested awaits", "return eval('(async function(){' + 'await '.repeat(500000) + '1})');"),
    ("nested new", "return eval('new '.repeat(500000) + 'Object');"),
    ("nested conditions", "return eval('1?'.repeat(200000) + '1' + ':1'.repeat(200000));"),
    ("nested powers", "return eval('1**'.repeat(200000) + '1');"),
    ("nested if", "return eval('if(1)'.repeat(200000) + ';');"),
    (
        "nested labels",
        "var t = ''; for (var k = 0; k < 100000; k++) t += 'a' + k + ':'; return eval(t + ';');",
    ),
    ("long sums", "return eval('1+'.repeat(500000) + '1');"),
    ("long member chains", "return eval('a' + '?.a'.repeat(500000));"),
    ("longer member chains", "return eval('a' + '?.a'.repeat(4000000));"),
    (
        "long member chains at the end of the memory",
        "var a = [], s = 'a' + '?.a'.repeat(100000); for (;;) try { a.push(new Function(s), s + a.length); } catch (e) {}",
    ),
    ("many choices", "var a = 1; return eval('a&&'.repeat(300000) + 'a');"),
    ("nested evals", "var n = 0; function f() { n++; return eval('f()'); } return f();"),
    ("nested Function", "function f(g) { return Function('g', 'return g(g)')(g); } return f(f);"),
    ("groups of a pattern", "return new RegExp('('.repeat(500000) + ')'.repeat(500000));"),
    (
        "lookaheads of a pattern",
        "return new RegExp('(?='.repeat(500000) + ')'.repeat(500000)).test('a');",
    ),
    (
        "lookaheads that fit",
        "return new RegExp('(?='.repeat(5000) + 'a' + ')'.repeat(5000)).test('a');",
    ),
    ("classes of a pattern", "return new RegExp('['.repeat(500000) + ']'.repeat(500000), 'v');"),
    ("a pattern that tracks back", "return /(?:a|b)*c/.test('ab'.repeat(3000000));"),
    ("sorts in sorts", "function f() { return [2, 1].sort(f); } return f();"),
    ("replacements in replacements", "function f() { return 'a'.replace(/a/, f); } return f();"),
    ("conversions", "var o = { toString: function () { return '' + o; } }; return '' + o;"),
    (
        "generators",
        "function* g(n) { if (n > 0) yield* g(n - 1); else yield 1; } return g(100000).next().value;",
    ),
    (
        "delegating generators",
        "function* one(i) { yield* i; } var i = [1, 2]; for (var k = 0; k < 100000; k++) i = one(i); return Array.from(i);",
    ),
    ("async functions", "async function f(n) { return n ? f(n - 1) : 1; } f(100000); return 1;"),
    (
        "promises",
        "var p = Promise.resolve(1); for (var k = 0; k < 300000; k++) { let q = p; p = { then: function (f) { q.then(f); } }; } Promise.resolve(p); return 1;",
    ),
    (
        "resolved promises",
        "var p = Promise.resolve(1); for (var k = 0; k < 300000; k++) p = p.then(same); return 1;",
    ),
    (
        "causes",
        "var e = new Error('a'); for (var k = 0; k < 300000; k++) e = new Error('b', { cause: e }); throw e;",
    ),
    (
        "ropes",
        "var s = 'a'; for (var k = 0; k < 1000000; k++) s = k % 2 ? s + 'bcdefghijklmnopqrstuvwxyz'.repeat(3) : 'x' + s; return s.length + s.indexOf('zz');",
    ),
    (
        "many ropes",
        "var s = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'; var list = []; for (var k = 0; k < 500000; k++) { s = s + k; if (k % 1000 === 0) list.push(s); } return list.length;",
    ),
    (
        "freed lists",
        "var l = null; for (var k = 0; k < 1500000; k++) l = { l: l }; l = null; return 1;",
    ),
    (
        "freed closures",
        "var f = null; for (var k = 0; k < 500000; k++) f = (function (g) { return function () { return g; }; })(f); f = null; return 1;",
    ),
    (
        "freed maps",
        "var m = null; for (var k = 0; k < 200000; k++) { var n = new Map(); n.set(m, m); m = n; } m = null; return 1;",
    ),
    (
        "freed weak maps",
        "var m = {}; for (var k = 0; k < 200000; k++) { var n = new WeakMap(); n.set(m, n); m = n; } m = null; return 1;",
    ),
    (
        "freed generators",
        "function* g(x) { yield x; } var i = null; for (var k = 0; k < 200000; k++) { i = g(i); i.next(); } i = null; return 1;",
    ),
    (
        "freed bound functions",
        "var f = same; for (var k = 0; k < 500000; k++) f = f.bind(f); f = null; return 1;",
    ),
    (
        "classes that extend",
        "var C = class {}; for (var k = 0; k < 20000; k++) C = class extends C {}; return typeof new C();",
    ),
    ("default parameters", "function f(a = f()) { return a; } return f();"),
    ("tagged recursion", "function t() { return t`a`; } return t();"),
    ("accessors", "var o = Object.create({ set x(v) { this.x = v; } }); o.x = 1; return 1;"),
    (
        "species",
        "class A extends Array { static get [Symbol.species]() { return A; } constructor(n) { super(); return new A(n).slice(); } } return new A(1);",
    ),
    (
        "symbols of conversion",
        "var o = { [Symbol.toPrimitive]: function () { return +o; } }; return +o;",
    ),
    ("reflected calls", "function f() { return Reflect.apply(f, null, []); } return f();"),
    ("applied calls", "function f() { return f.apply(null, arguments); } return f();"),
    ("static blocks", "function f() { class A { static { f(); } } } return f();"),
    (
        "disposed",
        "var e; for (var k = 0; k < 300000; k++) e = new AggregateError([e]); return String(e);",
    ),
    (
        "finished generators",
        "function* g() { try { yield 1; } finally { h(); } } function h() { var i = g(); i.next(); i.return(1); } return h();",
    ),
];

/// Bodies of functions that run in native code for long, or for ever.
const LONG: &[(&str, &str)] = &[
    ("sort", "var a = []; a[4294967290] = 1; a.sort(); return 1;"),
    ("reverse", "var a = []; a[4294967290] = 1; a.reverse(); return 1;"),
    ("join", "var a = []; a[4294967290] = 1; return a.join('').length;"),
    (
        "errors whose stacks scripts format, for which there is no memory",
        "Error.prepareStackTrace = function (e, s) { return s; }; for (;;) try { 'a'.padEnd(15000000); } catch (e) {}",
    ),
    (
        "the same with errors of their own",
        "Error.prepareStackTrace = function (e, s) { return s; }; for (;;) try { throw new Error('x'); } catch (e) {}",
    ),
    (
        "toString",
        "var a = []; a[4294967290] = 1; a.join = a.toLocaleString; return String(a).length;",
    ),
    ("join of what isn't an array", "return [].join.call({ length: 2 ** 53 - 1 }, '');"),
    ("copyWithin", "var a = []; a[4294967290] = 1; a.copyWithin(0, 1); return 1;"),
    ("splice", "var a = []; a[4294967290] = 1; a.splice(1, 1); return 1;"),
    (
        "splice of what isn't an array",
        "[].splice.call({ length: 2 ** 53 - 3 }, 0, 1, 1); return 1;",
    ),
    ("shift", "var a = []; a[4294967290] = 1; a.shift(); return 1;"),
    ("unshift", "var a = []; a[4294967290] = 1; a.unshift(1); return 1;"),
    ("unshift of what isn't an array", "[].unshift.call({ length: 2 ** 53 - 3 }, 1); return 1;"),
    ("slice", "var a = []; a[4294967290] = 1; return a.slice().length;"),
    ("concat", "var a = []; a[4294967290] = 1; return [].concat(a).length;"),
    (
        "concat of what isn't an array",
        "return [].concat({ length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true }).length;",
    ),
    ("flat", "var a = []; a[4294967290] = 1; return a.flat().length;"),
    (
        "flat of what is again and again inside",
        "var a = []; for (var k = 0; k < 64; k++) a = [a, a]; return a.flat(Infinity).length;",
    ),
    (
        "union of sets",
        "var s = new Set(); for (var k = 0; k < 200000; k++) s.add(k); for (;;) s.union(s);",
    ),
    ("flatMap", "var a = []; a[4294967290] = 1; return a.flatMap(Object).length;"),
    ("fill", "[].fill.call({ length: 2 ** 53 - 1 }, 1); return 1;"),
    ("fill with the same", "new Array(4294967295).fill(1); return 1;"),
    (
        "fill of a proxy",
        "[].fill.call(new Proxy({ length: 2 ** 53 - 1 }, { set: Object }), 1); return 1;",
    ),
    ("indexOf", "return [].indexOf.call({ length: 2 ** 53 - 1 }, 1);"),
    ("lastIndexOf", "return [].lastIndexOf.call({ length: 2 ** 53 - 1 }, 1);"),
    ("includes", "return [].includes.call({ length: 2 ** 53 - 1 }, 1);"),
    ("forEach", "[].forEach.call({ length: 2 ** 53 - 1 }, Object); return 1;"),
    ("every", "return [].every.call({ length: 2 ** 53 - 1 }, Object);"),
    ("map", "return [].map.call({ length: 4294967295 }, Object).length;"),
    ("find", "return [].find.call({ length: 2 ** 53 - 1 }, Math.sin);"),
    ("findLast", "return [].findLast.call({ length: 2 ** 53 - 1 }, Math.sin);"),
    ("reduce", "return [].reduce.call({ length: 2 ** 53 - 1 }, Math.max, 1);"),
    ("reduceRight", "return [].reduceRight.call({ length: 2 ** 53 - 1 }, Math.max, 1);"),
    ("toSorted", "return [].toSorted.call({ length: 4294967295 }).length;"),
    ("toReversed", "return [].toReversed.call({ length: 4294967295 }).length;"),
    ("toSpliced", "return [].toSpliced.call({ length: 4294967295 }, 1, 1).length;"),
    ("with", "return [].with.call({ length: 4294967295 }, 1, 1).length;"),
    ("toLocaleString", "return [].toLocaleString.call({ length: 2 ** 53 - 1 });"),
    ("from", "return Array.from({ length: 1e9 }).length;"),
    (
        "from into a proxy",
        "return Array.from.call(function () { return new Proxy({}, { defineProperty: Object }); }, { length: 2 ** 53 - 1 });",
    ),
    (
        "length set",
        "var a = []; for (var k = 0; k < 200000; k++) a[k * 4000] = 1; a.length = 0; return 1;",
    ),
    ("length of an array with gaps", "var a = []; a[4294967290] = 1; a.length = 1; return 1;"),
    ("apply", "return Math.max.apply(null, { length: 2 ** 53 - 1 });"),
    ("fromCharCode", "return String.fromCharCode.apply(null, { length: 1e9 });"),
    ("construct", "return Reflect.construct(Array, { length: 1e9 });"),
    ("raw", "return String.raw({ raw: { length: 2 ** 53 - 1 } });"),
    (
        "raw without text",
        "return String.raw({ raw: new Proxy({ length: 2 ** 53 - 1 }, { get: Reflect.get, has: Object }) });",
    ),
    (
        "raw of empty texts",
        "var e = []; Array.prototype[0] = ''; return String.raw({ raw: new Proxy([], { get: function (t, k) { return k === 'length' ? 2 ** 53 - 1 : ''; } }) });",
    ),
    ("normalize", "return 'a\\u0316\\u0301'.repeat(2000000).normalize('NFD').length;"),
    (
        "normalize of marks",
        "return ('a' + '\\u0301\\u0316'.repeat(1000000)).normalize('NFC').length;",
    ),
    (
        "localeCompare of marks",
        "var s = 'a' + '\\u0301\\u0316'.repeat(1000000); return s.localeCompare(s + 'a');",
    ),
    ("replace with a pattern", "return 'x'.repeat(15000000).replace(/x/g, '').length;"),
    (
        "replace with a pattern that grows",
        "return 'x'.repeat(15000000).replace(/x/g, 'yy').length;",
    ),
    ("match", "return 'x'.repeat(15000000).match(/x/g).length;"),
    ("matchAll", "return Array.from('x'.repeat(15000000).matchAll(/x/g)).length;"),
    ("split by a pattern", "return 'x'.repeat(15000000).split(/x/).length;"),
    ("split by a pattern that never fits", "return 'x'.repeat(15000000).split(/y/).length;"),
    ("split", "return 'x'.repeat(15000000).split('').length;"),
    ("replaceAll", "return 'x'.repeat(15000000).replaceAll('x', '').length;"),
    ("indexOf of a text", "return ('a'.repeat(8000000)).indexOf('a'.repeat(4000000) + 'b');"),
    (
        "lastIndexOf of a text",
        "return ('a'.repeat(8000000)).lastIndexOf('b' + 'a'.repeat(4000000));",
    ),
    ("includes of a text", "return ('a'.repeat(8000000)).includes('a'.repeat(4000000) + 'b');"),
    ("split by a text", "return ('a'.repeat(8000000)).split('a'.repeat(4000000) + 'b').length;"),
    (
        "replace of a text",
        "return ('a'.repeat(8000000)).replace('a'.repeat(4000000) + 'b', '').length;",
    ),
    (
        "replaceAll of a text",
        "return ('a'.repeat(8000000)).replaceAll('a'.repeat(4000000) + 'b', '').length;",
    ),
    ("a pattern that tries everything", "return /^(a+)+$/.test('a'.repeat(40) + 'b');"),
    ("a pattern that is long", "return new RegExp('(?:a|b)?'.repeat(1000000)).test('x');"),
    (
        "a pattern of sets of texts",
        "return new RegExp('[\\\\p{RGI_Emoji}&&\\\\p{L}]'.repeat(100000), 'iv').test('x');",
    ),
    (
        "a pattern of sets that are empty",
        "return new RegExp('[\\\\p{Lu}&&\\\\p{Ll}]'.repeat(100000), 'iv').test('x');",
    ),
    (
        "a pattern of sets",
        "return new RegExp('[\\\\p{L}--\\\\p{Lu}]'.repeat(100000), 'v').test('x');",
    ),
    (
        "a pattern of sets without case",
        "return new RegExp('[^\\\\p{Lu}\\\\p{L}]'.repeat(100000), 'iu').test('x');",
    ),
    (
        "a pattern of counts",
        "return new RegExp('(?:'.repeat(300) + 'a' + '){100}'.repeat(300)).test('a'.repeat(1000));",
    ),
    ("toUpperCase", "return '\\u00df\\u0149'.repeat(1000000).toUpperCase().length;"),
    ("toLowerCase", "return '\\u03a3\\u0130'.repeat(2000000).toLowerCase().length;"),
    ("toLowerCase of one word", "return '\\u03a3'.repeat(4000000).toLowerCase().length;"),
    (
        "ignored before a last sigma",
        "return ('\\u03a3' + '\\u0301'.repeat(1000)).repeat(4000).toLowerCase().length;",
    ),
    ("BigInt of a text", "return String(BigInt('9'.repeat(300000))).length;"),
    ("BigInt arithmetic", "var a = 2n ** 500000n - 1n; for (;;) a * a / 3n;"),
    ("BigInt powers", "for (;;) 3n ** 600000n;"),
    ("BigInt quotients", "var a = 3n ** 600000n, b = 3n ** 300000n; for (;;) a % b;"),
    ("repeat", "for (;;) 'ab'.repeat(8000000);"),
    ("padStart", "for (;;) 'a'.padStart(8000000, 'ab');"),
    ("concat of texts", "var s = 'ab'.repeat(3000000); for (;;) s.concat(s).length;"),
    ("texts searched again and again", "var s = 'ab'.repeat(5000000); for (;;) s.indexOf('c');"),
    ("texts begun again and again", "var s = 'ab'.repeat(5000000); for (;;) s.startsWith(s);"),
    (
        "texts cased again and again",
        "var s = 'ab'.repeat(5000000); for (;;) try { s.toUpperCase(); } catch (e) {}",
    ),
    (
        "texts compared again and again",
        "var s = 'a'.repeat(15000000), t = 'a'.repeat(15000000); for (;;) s === t;",
    ),
    (
        "texts ordered again and again",
        "var s = '\\u0100'.repeat(7000000), t = '\\u0100'.repeat(7000000); for (;;) s < t;",
    ),
    (
        "texts that are the same again and again",
        "var s = 'a'.repeat(15000000), t = 'a'.repeat(15000000); for (;;) Object.is(s, t);",
    ),
    (
        "texts sought in a map",
        "var s = 'a'.repeat(15000000), m = new Map([[s, 1]]); for (;;) m.get(s);",
    ),
    (
        "texts that were put together, sought in a map",
        "var s = 'a'.repeat(60000), m = new Map(); while (s.length < 15e6) s += s; m.set(s, 1); for (;;) m.get(s);",
    ),
    ("texts added to a set", "var s = 'a'.repeat(15000000), m = new Set(); for (;;) m.add(s);"),
    (
        "texts of which properties have the names",
        "var s = 'a'.repeat(15000000), o = {}; for (;;) s in o;",
    ),
    ("texts trimmed again and again", "var s = ' '.repeat(10000000); for (;;) s.trim();"),
    ("arrays reversed again and again", "var a = new Array(500000).fill(1); for (;;) a.reverse();"),
    ("arrays sought again and again", "var a = new Array(500000).fill(1); for (;;) a.indexOf(2);"),
    (
        "arrays sought from their ends again and again",
        "var a = new Array(500000).fill(1); for (;;) a.lastIndexOf(2);",
    ),
    (
        "arrays looked into again and again",
        "var a = new Array(500000).fill(1); for (;;) a.includes(2);",
    ),
    ("arrays turned anew", "var a = new Array(500000).fill(1); for (;;) a.toReversed();"),
    ("arrays changed anew", "var a = new Array(500000).fill(1); for (;;) a.with(0, 2);"),
    ("arrays applied", "var a = new Array(60000).fill(1); for (;;) Math.max.apply(null, a);"),
    ("texts padded again and again", "for (;;) try { 'a'.padEnd(15000000); } catch (e) {}"),
    ("arrays joined again and again", "var a = new Array(90000).fill(''); for (;;) a.join('');"),
    ("arrays sorted again and again", "var a = new Array(90000).fill('b'); for (;;) a.sort();"),
    ("numbers filled again and again", "var a = new Uint8Array(16000000); for (;;) a.fill(1);"),
    ("numbers sought again and again", "var a = new Uint8Array(16000000); for (;;) a.indexOf(1);"),
    (
        "written numbers sought again and again",
        "var a = new Uint8Array(16000000).fill(2); for (;;) a.lastIndexOf(1);",
    ),
    (
        "numbers copied again and again",
        "var a = new Uint8Array(8000000).fill(2); for (;;) a.slice(1);",
    ),
    ("numbers set again and again", "var a = new Uint8Array(8000000).fill(2); for (;;) a.set(a);"),
    (
        "numbers sorted",
        "var a = new Uint8Array(16000000); for (var i = 0; i < 1000; i++) a[i * 10007] = i; a.sort(); return 1;",
    ),
    ("numbers sorted by a function", "new Float64Array(1000000).sort(Math.max); return 1;"),
    ("numbers sorted anew", "for (;;) new Float64Array(1000000).toSorted();"),
    ("numbers from a length", "for (;;) new Uint8Array({ length: 16000000 });"),
    ("numbers from nothing", "return Uint8Array.from({ length: 16000000 }).length;"),
    ("numbers joined", "return new Uint8Array(16000000).join('').length;"),
    ("buffers sliced", "var b = new ArrayBuffer(16000000); for (;;) b.slice(0);"),
    ("numbers visited", "for (;;) new Uint8Array(16000000).forEach(Object);"),
    ("wide JSON", "var a = new Array(500000).fill(1); for (;;) JSON.stringify(a);"),
    (
        "JSON of lists in lists",
        "var a = []; for (var k = 0; k < 64; k++) a = [a, a]; return JSON.stringify(a);",
    ),
    (
        "JSON of lists in lists with names",
        "var a = {}; for (var k = 0; k < 64; k++) a = { 0: a, 1: a }; for (;;) try { JSON.stringify(a, [0, 1], 1); } catch (e) {}",
    ),
    (
        "deep JSON",
        "var a = []; for (var k = 0; k < 40000; k++) a = [a]; for (;;) try { JSON.stringify(a); } catch (e) {}",
    ),
    (
        "JSON of the same again and again",
        "var a = 1; for (var k = 0; k < 64; k++) a = [a, a]; return JSON.stringify(a).length;",
    ),
    (
        "JSON of nothing again and again",
        "var a = {}; for (var k = 0; k < 64; k++) a = { toJSON: Object.prototype.valueOf, a: a, b: a }; return JSON.stringify(a, ['x']).length;",
    ),
    (
        "JSON read again and again",
        "var t = '[' + '1,'.repeat(300000) + '1]'; for (;;) JSON.parse(t);",
    ),
    (
        "JSON of spaces",
        "var t = ' '.repeat(15000000); for (;;) try { JSON.parse(t); } catch (e) {}",
    ),
    ("JSON with a list of names", "return JSON.stringify({}, new Array(4294967295));"),
    (
        "JSON with a list that isn't one",
        "return JSON.stringify({}, new Proxy([], { get: function (t, k) { return k === 'length' ? 2 ** 53 - 1 : undefined; } }));",
    ),
    (
        "URI encoded",
        "var s = '\\u00e4'.repeat(5000000); for (;;) try { encodeURIComponent(s); } catch (e) {}",
    ),
    ("escaped", "var s = 'a'.repeat(15000000); for (;;) escape(s);"),
    ("numbers read", "var s = '1'.repeat(15000000); for (;;) parseFloat(s);"),
    ("integers read", "var s = '1'.repeat(15000000); for (;;) parseInt(s, 3);"),
    ("numbers converted", "var s = '1'.repeat(15000000); for (;;) Number(s);"),
    (
        "sets from an endless iterator",
        "new Set({ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf }); return 1;",
    ),
    (
        "maps from an endless iterator",
        "new Map({ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf, value: ['a', 1] }); return 1;",
    ),
    (
        "weak sets from an endless iterator",
        "new WeakSet({ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf, value: {} }); return 1;",
    ),
    (
        "entries from an endless iterator",
        "Object.fromEntries({ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf, value: ['a', 1] }); return 1;",
    ),
    (
        "groups of an endless iterator",
        "Object.groupBy({ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf, value: ['a', 1] }, String); return 1;",
    ),
    (
        "arrays from an endless iterator",
        "Array.from({ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf }); return 1;",
    ),
    (
        "spread of an endless iterator",
        "return [...{ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf }];",
    ),
    (
        "promises of an endless iterator",
        "Promise.all({ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf, value: 1 }); return 1;",
    ),
    (
        "race of an endless iterator",
        "Promise.race({ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf, value: 1 }); return 1;",
    ),
    (
        "unions with an endless set",
        "new Set([1]).union({ size: 1, has: Object, keys: Object.prototype.valueOf.bind({ next: Object.prototype.valueOf.bind({}) }) }); return 1;",
    ),
    (
        "sums of an endless iterator",
        "return Math.sumPrecise({ [Symbol.iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf, value: 0 });",
    ),
    (
        "maps that grow",
        "var m = new Map([[0, 0]]); m.forEach(function (v, k) { m.set(k + 1, 1); }); return 1;",
    ),
    ("own names of an array", "return Reflect.ownKeys(new Uint8Array(500000)).length;"),
    ("names of a text", "var s = 'a'.repeat(500000); return Object.keys(s).length;"),
    ("frozen again and again", "var a = new Array(300000).fill(1); for (;;) Object.isFrozen(a);"),
    (
        "properties defined",
        "var p = {}; for (var k = 0; k < 300000; k++) p['a' + k] = { value: 1 }; Object.defineProperties({}, p); return 1;",
    ),
    (
        "properties deleted",
        "var p = {}; for (var k = 0; k < 300000; k++) p['a' + k] = 1; for (k = 0; k < 300000; k++) delete p['a' + k]; return 1;",
    ),
    (
        "stacks of errors",
        "Error.stackTraceLimit = Infinity; function f(n) { if (n) return f(n - 1); for (;;) try { new Error('a'); } catch (e) {} } return f(10000);",
    ),
    (
        "waits",
        "if (typeof Atomics === 'undefined' || !Atomics.wait) return 1; Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0, 60000); return 1;",
    ),
    (
        "member chains again and again",
        "var s = 'a' + '?.a'.repeat(50000); for (;;) try { eval(s); } catch (e) {}",
    ),
    (
        "functions made again and again",
        "var s = 'a' + '?.a'.repeat(50000); for (;;) try { new Function(s); } catch (e) {}",
    ),
    (
        "caught again and again",
        "for (;;) { try { for (;;) {} } catch (e) {} finally { continue; } }",
    ),
    (
        "many variables",
        "var t = 'var a0'; for (var k = 1; k < 60000; k++) t += ',a' + k; t += ';'; for (k = 0; k < 60000; k++) t += 'a' + k + ';'; eval('(function () {' + t + '})'); return 1;",
    ),
    (
        "many labels",
        "var t = ''; for (var k = 0; k < 30000; k++) t += 'a' + k + ':{break a' + k + ';}'; eval(t); return 1;",
    ),
    ("dates", "var s = '1'.repeat(15000000); for (;;) Date.parse(s);"),
    ("jobs without an end", "(function again() { Promise.resolve().then(again); })(); return 1;"),
];

/// Bodies of functions with a single step of the runtime that takes seconds. Each is given up in a process of its own.
const STUBBORN: [&str; 6] = [
    "return ('' + 2n ** 1000000n).length;",
    "return [2n ** 999999n, 1n].sort().length;",
    "return eval('1;'.repeat(8000000));",
    "var t = []; for (var k = 0; k < 60000; k++) t.push('let a' + k + '=1;'); return eval(t.join(''));",
    "var s = 'a'; for (var k = 0; k < 29; k++) s = s + s; return new Set([s]).size;",
    "try { return `${2n ** 999999n}`; } finally { for (;;) {} }",
];

/// Bodies of functions that want too much memory, and the line on which each does.
const GREEDY: &[(&str, &str, u32)] = &[
    ("objects", "var l = null;\nfor (;;)\n  l = { l: l };", 4),
    ("an array", "var a = [];\nfor (;;) a.push(a);", 3),
    ("a text", "var s = 'a';\nfor (;;) { s += s; s.indexOf('b'); }", 3),
    (
        "many texts",
        "var a = [];\nfor (var k = 0;; k++) a.push('some text that is a little longer ' + k);",
        3,
    ),
    ("repeat", "var a = [];\nfor (;;) a.push('ab'.repeat(100000));", 3),
    ("brackets", "var a = [];\nfor (var k = 0; k < 64; k++) a = [a, a];\nJSON.stringify(a);", 4),
    ("one text", "return 'ab'.repeat(500000000);", 2),
    ("a filled array", "return new Array(100000000).fill(1);", 2),
    ("numbers", "return new Float64Array(1e8);", 2),
    ("a map", "var m = new Map();\nfor (var k = 0;; k++) m.set(k, {});", 3),
    (
        "closures",
        "var f = null;\nfor (;;) f = (function (g) { return function () { return g; }; })(f);",
        3,
    ),
    ("promises", "var p = Promise.resolve();\nfor (;;) p = p.then(function () {});", 3),
    (
        "JSON",
        "var a = new Array(100000).fill('some text');\nfor (;;) a = JSON.parse(JSON.stringify([a, a]));",
        3,
    ),
    (
        "code",
        "var a = [];\nfor (;;) a.push(eval('(function () { var a = 1, b = 2; return a + b; })'));",
        3,
    ),
    ("patterns", "var a = [];\nfor (var k = 0;; k++) a.push(new RegExp('a' + k + '(b|c)+'));", 3),
    ("caught", "var l = null;\nfor (;;) try { for (;;) l = { l: l }; } catch (e) {}", 3),
    ("split", "var a = [];\nfor (;;) a.push('a b c d e f g h i j k l m n o p'.split(' '));", 3),
    ("errors", "var a = [];\nfor (;;) a.push(new Error('no'));", 3),
    ("properties", "var o = {};\nfor (var k = 0;; k++) o['a' + k] = k;", 3),
    (
        "a deep text",
        "function f(s) {\n  return f((s + s).replace('z', ''));\n}\nreturn f('abc');",
        3,
    ),
];

#[test]
fn nothing_ends_the_process() {
    let record = attack("deep");
    assert!(record.ended, "this ended the process: {:?}", record.lines.last());
}

#[test]
fn nothing_outlives_its_time() {
    let record = attack("long");
    assert!(record.ended, "this ended the process or never ended: {:?}", record.lines.last());
    let late: Vec<_> = record.lines.iter().filter(|line| line.contains("late")).collect();
    assert!(late.is_empty(), "{late:#?}");
}

#[test]
fn what_cannot_be_interrupted_is_given_up_in_time() {
    for index in 0..STUBBORN.len() + 2 {
        let record = apart("script::survival::given_up", &index.to_string());
        assert!(record.ended, "{index}: {:?}", record.lines);
    }
}

#[tokio::test]
#[ignore = "runs in the processes that the test above starts"]
async fn given_up() {
    let Some(path) = env::var_os(RECORD) else { return };
    let name = Path::new(&path).file_name().and_then(|name| name.to_str()?.parse().ok());
    let index: usize = name.expect("the number of one");
    let (taken, told) = match index {
        _ if index < STUBBORN.len() => outlived(STUBBORN[index], index % 2 == 1).await,
        _ if index == STUBBORN.len() => unanswered().await,
        _ => unstopped().await,
    };
    fs::write(&path, format!("{taken:?} {told}")).expect("the record is written");
    assert!(taken < LIMIT + Duration::from_secs(1));
}

async fn outlived(body: &str, attached: bool) -> (Duration, String) {
    let shop = shop_of(body, Limits { run_time: LIMIT, ..limits() });
    if attached {
        shop.engine.control().attach(ME);
    }
    let start = own_time();
    let ended = shop.run("a.js").await.expect_err("it has a limit");
    assert_eq!(ended.kind, ScriptErrorKind::TimedOut, "{ended}");
    assert_eq!(shop.engine.control().threads(), []);
    (own_time().saturating_sub(start), ended.to_string())
}

async fn unanswered() -> (Duration, String) {
    let shop = shop_of("return 1;", Limits { eval_time: LIMIT, ..limits() });
    let session = Session::of(shop, &[2]);
    assert_eq!(session.line().await, 2);
    let start = own_time();
    let answer = session.eval(0, "'' + 2n ** 1000000n").await;
    assert!(answer.contains("ran longer than 0.06 s"), "{answer}");
    (own_time().saturating_sub(start), answer)
}

async fn unstopped() -> (Duration, String) {
    let source = "exports.run = function () { var n = 2n ** 1000000n; require('stuck').wait(); return '' + n; };";
    let (shop, begun, release) = Stuck::shop(source);
    let script = shop.start("a.js");
    begun.notified().await;
    let before = own_time();
    drop(release);
    // Nothing else in this process works for so long.
    while own_time().saturating_sub(before) < LIMIT {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let start = own_time();
    shop.engine.control().stop(script.id, PATIENCE).await.expect("it is on the list");
    let ended = script.outcome.await.expect_err("it was stopped");
    assert_eq!(ended.kind, ScriptErrorKind::Terminated, "{ended}");
    (own_time().saturating_sub(start), ended.to_string())
}

/// The bodies of all attacks.
pub fn bodies() -> Vec<&'static str> {
    let greedy = GREEDY.iter().map(|(_, body, _)| *body);
    DEEP.iter().chain(LONG).map(|(_, body)| *body).chain(greedy).collect()
}

/// What the process of the attacks has written.
pub struct Record {
    pub lines: Vec<String>,
    pub ended: bool,
}

fn attack(kind: &str) -> Record {
    apart("script::survival::attacks", kind)
}

/// Runs an ignored test in a process of its own, which writes to a file of that name.
pub fn apart(test: &str, name: &str) -> Record {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join(name);
    let mut process = Command::new(env::current_exe().expect("this program's path"));
    process.args(["--exact", test, "--ignored", "--nocapture"]);
    process.env(RECORD, &path).stdout(Stdio::null()).stderr(Stdio::null());
    let ended = process.status().expect("the process starts").success();
    let written = fs::read_to_string(&path).unwrap_or_default();
    Record { lines: written.lines().map(str::to_owned).collect(), ended }
}

#[tokio::test]
#[ignore = "runs in the process that the tests above start"]
async fn attacks() {
    let Some(path) = env::var_os(RECORD) else { return };
    let path = Path::new(&path);
    let attacks = if path.ends_with("deep") { DEEP } else { LONG };
    let mut record = String::new();
    for (name, body) in attacks {
        if env::var("HALTSCOPE_ATTACK").is_ok_and(|only| only != *name) {
            continue;
        }
        for attached in [false, true] {
            write!(record, "{name}, attached: {attached}").expect("a text takes all");
            fs::write(path, &record).expect("the record is written");
            let (taken, ended) = quickest(body, attached).await;
            let late = if taken > LIMIT + GRACE { " late" } else { "" };
            writeln!(record, ": {}{late} {ended}", taken.as_millis()).expect("a text takes all");
            fs::write(path, &record).expect("the record is written");
        }
    }
}

/// What is late at each go is late; once it may be the machine's fault, which stood still.
async fn quickest(body: &str, attached: bool) -> (Duration, String) {
    let mut best = (Duration::MAX, String::new());
    for _ in 0..GOES {
        let start = own_time();
        let ended = tokio::time::timeout(PATIENCE, run(body, attached)).await;
        let taken = own_time().saturating_sub(start);
        best = best.min((taken, ended.unwrap_or_else(|_| "never".to_owned())));
        if best.0 <= LIMIT + GRACE {
            break;
        }
    }
    best
}

async fn run(body: &str, attached: bool) -> String {
    let limits = Limits { run_time: LIMIT, halt_timeout: EVER, ..Limits::default() };
    let shop = shop_of(body, limits);
    if attached {
        shop.engine.control().attach(ME);
    }
    match shop.run("a.js").await {
        Ok(value) => value.to_string().chars().take(40).collect(),
        Err(error) => format!("{:?} {error}", error.kind),
    }
}

fn shop_of(body: &str, limits: Limits) -> Shop {
    let script =
        format!("exports.run = function () {{ function same(it) {{ return it; }}\n{body}\n}};");
    Shop::with(&[("a.js", &script)], &[], limits)
}

pub fn own_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}

#[tokio::test]
async fn what_wants_too_much_memory_says_so_with_its_place() {
    let limits = Limits { memory: 32 << 20, ..limits() };
    let mut wrong = Vec::new();
    for (name, body, line) in GREEDY {
        for attached in [false, true] {
            let shop = shop_of(body, limits.clone());
            if attached {
                shop.engine.control().attach(ME);
            }
            let ended = shop.run("a.js").await;
            let error = ended.expect_err(name);
            let place = (error.kind, error.file.as_deref());
            // The runtime knows no line of a loop in which nothing is called but its function's.
            let is_near = error.line.is_some_and(|found| found <= *line);
            if place != (ScriptErrorKind::OutOfMemory, Some("/app/a.js")) || !is_near {
                wrong.push(format!(
                    "{name}, attached: {attached}: {place:?} {:?} {error}",
                    error.line
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn a_result_that_wants_too_much_memory_says_so() {
    let body = "var a = [];\nfor (var k = 0; k < 64; k++) a = [a, a];\nreturn a;";
    let ended = shop_of(body, limits()).run("a.js").await;
    assert_eq!(ended.expect_err("it has no end").kind, ScriptErrorKind::OutOfMemory);
}

#[tokio::test]
async fn an_expression_of_the_debugger_ends_in_native_code_too() {
    let limits = Limits { eval_time: Duration::from_millis(50), ..limits() };
    let shop = shop_of("var a = [];\nreturn a;", limits);
    let session = Session::of(shop, &[3]);
    assert_eq!(session.line().await, 3);
    for text in ["[].join.call({ length: 2 ** 53 - 1 }, '')", "a[4294967290] = 1; a.sort()"] {
        let answer = session.eval(0, text).await;
        assert!(answer.contains("ran longer than"), "{text}: {answer}");
    }
    let script = session.script.id;
    session.control().stop(script, PATIENCE).await.expect("the thread was there");
    let ended = session.script.outcome.await.expect_err("it was stopped");
    assert_eq!(ended.kind, ScriptErrorKind::Terminated);
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn memory_goes_back_to_the_system() {
    let record = apart("script::survival::memory_of_a_process", "memory");
    assert!(record.ended, "{:?}", record.lines);
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[tokio::test]
#[ignore = "runs in the process that the test above starts"]
async fn memory_of_a_process() {
    let Some(path) = env::var_os(RECORD) else { return };
    let before = resident();
    for body in [
        "var l = null; for (;;) l = { l: l };",
        "var m = new Map(); for (var k = 0;; k++) m.set(k, 'k' + k);",
    ] {
        let ended = shop_of(body, limits()).run("a.js").await;
        assert_eq!(ended.expect_err("too much").kind, ScriptErrorKind::OutOfMemory);
    }
    // The last of a script is freed when nobody waits for it any more.
    let enough = before + (64 << 20);
    let given_back = async {
        while resident() > enough {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let ended = tokio::time::timeout(PATIENCE, given_back).await;
    fs::write(path, format!("{before} bytes before, {} after", resident())).expect("a record");
    assert!(ended.is_ok());
}

/// The bytes of this process that lie in memory.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn resident() -> usize {
    let text = fs::read_to_string("/proc/self/status").expect("the system tells");
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its size");
    let kibibytes: usize = line.trim().trim_end_matches(" kB").parse().expect("a number");
    kibibytes << 10
}

#[tokio::test]
async fn a_condition_that_always_takes_too_long_ends_with_its_script() {
    let short = Duration::from_millis(30);
    let limits = Limits { run_time: LIMIT, condition_time: short, ..limits() };
    let body = "function* g(x) { yield x; } var i = null; for (;;) { i = g(i); i.next(); }";
    let shop = shop_of(body, limits);
    shop.engine.control().attach(ME);
    let endless = breakpoint(1, 2, Some("[].join.call({ length: 2 ** 53 - 1 }, '')"));
    shop.engine.control().set_breakpoints(ME, vec![endless]);
    let ended = tokio::time::timeout(PATIENCE, shop.run("a.js")).await.expect("it ends");
    assert_eq!(ended.expect_err("it has a limit").kind, ScriptErrorKind::TimedOut);
}
