// Every function that a script can reach without having made it, and values that it doesn't expect.
// `list()` answers the paths of all functions; `play(calls)` calls some of them, each with a receiver
// and arguments out of `pool`, by number.

var last;
function same(it) { return it; }
function recursive() { return recursive.apply(this, arguments); }
function endless() { for (;;); }
function chain(count, first, wrap) {
  for (var k = 0; k < count; k++) first = wrap(first, k);
  return first;
}

var roots = {
  global: function () { return globalThis; },
  require: function () { return require; },
  module: function () { return module; },
  array: function () { return [].values(); },
  text: function () { return ''[Symbol.iterator](); },
  matches: function () { return 'a'.matchAll(/a/g); },
  map: function () { return new Map().entries(); },
  set: function () { return new Set().values(); },
  generator: function () { return (function* () {})(); },
  generators: function () { return function* () {}; },
  later: function () { return (async function* () {})(); },
  laters: function () { return async function* () {}; },
  waiting: function () { return async function () {}; },
  passed: function () { return (function () { return arguments; })(); },
  strict: function () { return (function () { 'use strict'; return arguments; })(); },
  sites: function () {
    Error.prepareStackTrace = function (_, list) { return list; };
    var sites = new Error('a').stack;
    Error.prepareStackTrace = undefined;
    return sites;
  },
  revocable: function () { return Proxy.revocable({}, {}); },
};

var symbols = Object.getOwnPropertyNames(Symbol).filter(function (name) { return typeof Symbol[name] === 'symbol'; });

function partOf(key) {
  if (typeof key !== 'symbol') return key;
  var name = symbols.find(function (known) { return Symbol[known] === key; });
  return name === undefined ? undefined : '@@' + name;
}

function list() {
  var seen = new Set(), found = [];
  var open = Object.keys(roots).map(function (name) { return [roots[name](), [name]]; });
  while (open.length > 0) {
    var { 0: object, 1: path } = open.shift();
    if (object === null || (typeof object !== 'object' && typeof object !== 'function') || seen.has(object)) continue;
    seen.add(object);
    if (typeof object === 'function') found.push(path);
    Reflect.ownKeys(object).forEach(function (key) {
      var part = partOf(key), property = Reflect.getOwnPropertyDescriptor(object, key);
      if (part === undefined || key === 'exports' || key === 'arguments' || key === 'caller') return;
      open.push([property.value, path.concat(part)], [property.get, path.concat('get ' + part)], [property.set, path.concat('set ' + part)]);
    });
    open.push([Reflect.getPrototypeOf(object), path.concat('[[proto]]')]);
  }
  return found;
}

function find(path) {
  var at = roots[path[0]]();
  path.slice(1).forEach(function (part) {
    if (part === '[[proto]]') { at = Reflect.getPrototypeOf(at); return; }
    var kind = /^[gs]et /.test(part) ? part.slice(0, 3) : 'value';
    var name = kind === 'value' ? part : part.slice(4);
    var key = name.slice(0, 2) === '@@' ? Symbol[name.slice(2)] : name;
    at = Reflect.getOwnPropertyDescriptor(at, key)[kind];
  });
  return at;
}

var iterator = Symbol.iterator;
var pool = {
  Array: [
    function () { var a = []; a[4294967290] = 1; return a; },
    function () { return new Array(200000).fill(1); },
    function () { return chain(20000, [], function (a) { return [a]; }); },
    function () { return chain(64, [], function (a) { return [a, a]; }); },
    function () { var a = [1, 2]; a.push(a); return a; },
    function () { return { length: 2 ** 53 - 1 }; },
    function () { return new Proxy([], { get: function (t, k) { return k === 'length' ? 2 ** 53 - 1 : undefined; } }); },
    function () { return Object.defineProperty([1, 2, 3], 1, { get: endless }); },
    function () { return new Array(1000).fill('ab'.repeat(50000)); },
    function () { return [3, 'b', null, , {}, 1n]; },
  ],
  String: [
    function () { return 'ab'.repeat(4000000); },
    function () { return '\u00e4\u4e00'.repeat(1500000); },
    function () { return 'a\u0316\u0301'.repeat(400000); },
    function () { return 'a'.repeat(60) + 'b'; },
    function () { return '('.repeat(300000); },
    function () { return '[{"a":'.repeat(100000); },
    function () { return '9'.repeat(200000); },
    function () { return chain(5000, 'a', function (s, k) { return k % 2 ? s + 'bcdefghijklmnopqrstuvwxyz' : 'x' + s; }); },
    function () { return '\ud83c\u03a3 '.repeat(400000); },
    function () { return '%41%zz'.repeat(300000); },
    function () { return ''; },
    function () { return 'length'; },
  ],
  RegExp: [
    function () { return /^(a+)+$/; },
    function () { return /x*/g; },
    function () { return /(?:)/gu; },
    function () { return new RegExp('(?:a|b)?'.repeat(20000), 'y'); },
    function () { return new RegExp('[\\p{L}--\\p{Lu}]'.repeat(2000), 'v'); },
    function () { return { __proto__: RegExp.prototype, flags: 'g', lastIndex: 0, exec: function () { return { index: 0, length: 1, 0: '' }; } }; },
    function () { var r = /(a|b)*c/g; r.lastIndex = 2 ** 53 - 1; return r; },
  ],
  Number: [
    function () { return NaN; }, function () { return -1; }, function () { return 0; }, function () { return 1; },
    function () { return 1e9; }, function () { return 4294967295; }, function () { return 2 ** 53 - 1; },
    function () { return 1e308; }, function () { return Infinity; }, function () { return 100; }, function () { return 36; },
    function () { return 1e7; }, function () { return new Number(2 ** 31); },
  ],
  BigInt: [
    function () { return 2n ** 300000n - 1n; }, function () { return -1n; }, function () { return 1n << 64n; },
    function () { return Object(3n ** 10000n); },
  ],
  Map: [
    function () { return new Map(new Array(20000).fill(0).map(function (_, k) { return [k, k]; })); },
    function () { var m = new Map([[0, 0]]); m.forEach = function () { for (var k of m.keys()) m.set(k + 1, 1); }; return m; },
    function () { return new WeakMap([[same, same]]); },
  ],
  Set: [
    function () { return new Set(new Array(20000).fill(0).map(function (_, k) { return k; })); },
    function () { return { size: Infinity, has: function () { return true; }, keys: function () { return { next: function () { return {}; } }; } }; },
    function () { return { size: 1e9, has: Object, keys: Object.prototype.valueOf.bind({ next: Object.prototype.valueOf.bind({}) }) }; },
    function () { return new WeakSet([same]); },
  ],
  Date: [function () { return new Date(0); }, function () { return new Date(NaN); }, function () { return new Date(8.64e15); }],
  Function: [
    function () { return same; },
    function () { return recursive; },
    function () { return endless; },
    function () { return chain(20000, same, function (f) { return f.bind(null); }); },
    function () { return chain(20000, same, function (f) { return new Proxy(f, {}); }); },
    function () { return function (x) { return [x, x]; }; },
    function () { return function () { throw new Error('no'); }; },
    function () { return Object; },
    function () { return Math.max; },
    function () { return class C extends Array { constructor() { super(); return new C(); } }; },
    function () { return function () { return { length: 2 ** 53 - 1, value: 1, done: false }; }; },
  ],
  Error: [
    function () { return chain(20000, new Error('a'), function (e) { return new Error('b', { cause: e }); }); },
    function () { return new AggregateError([1, 2], 'a'); },
    function () { Error.stackTraceLimit = Infinity; return new Error('a'); },
  ],
  Symbol: [function () { return iterator; }, function () { return Symbol('x'.repeat(500000)); }],
  Promise: [
    function () { return Promise.resolve(1); },
    function () { return Promise.reject(chain(1000, 1, function (p) { return [p]; })); },
    function () { return { then: function (f) { for (;;) f(this); } }; },
  ],
  Buffer: [
    function () { return new ArrayBuffer(8000000); },
    function () { return new ArrayBuffer(8, { maxByteLength: 8000000 }); },
    function () { return new SharedArrayBuffer(1000000); },
    function () { return new DataView(new ArrayBuffer(1000000)); },
  ],
  Typed: [
    function () { return new Uint8Array(8000000); },
    function () { return new Float64Array(500000); },
    function () { return new BigInt64Array(200000); },
    function () { return new Int32Array(new SharedArrayBuffer(400000)); },
    function () { return new Uint8Array(new ArrayBuffer(8, { maxByteLength: 8000000 })); },
    function () { return new Float32Array([NaN, -0, Infinity]); },
  ],
  Iterator: [
    function () { return { [iterator]: Object.prototype.valueOf, next: Object.prototype.valueOf, value: ['a', 1] }; },
    function () { return (function* () { for (;;) yield [1, 1]; })(); },
    function () { return chain(5000, [1, 2], function (i) { return (function* () { yield* i; })(); }); },
    function () { return [1, 2].values(); },
    function () { return { [iterator]: function () { return { next: endless }; } }; },
    function () { return 'ab'.matchAll(/(?:)/g); },
  ],
  Object: [
    function () { return {}; },
    function () { return { valueOf: endless, toString: endless }; },
    function () { return { toString: function () { return 'ab'.repeat(4000000); } }; },
    function () { var o = { toString: function () { return '' + o; } }; return o; },
    function () { return { toJSON: function () { return { a: this, b: [this] }; } }; },
    function () { return chain(20000, {}, function (o) { return new Proxy(o, {}); }); },
    function () { return chain(50000, {}, function (o) { return Object.create(o); }); },
    function () { return chain(20000, {}, function (o) { return { a: o }; }); },
    function () { var o = {}; for (var k = 0; k < 30000; k++) o['p' + k] = k; return o; },
    function () { return new Proxy(same, { get: function () { return 1e9; }, has: Object, ownKeys: function () { return new Array(30000).fill(0).map(function (_, k) { return 'k' + k; }); }, getOwnPropertyDescriptor: function () { return { value: 1, configurable: true, enumerable: true }; } }); },
    function () { return { get length() { return 1e9; }, get: Object, set: Object, value: 1, size: 1e9, raw: { length: 1e9 } }; },
    function () { return { start: 0, length: 1e9, maxByteLength: 1e9, groups: {}, index: -1 }; },
    function () { return globalThis; },
  ],
  Other: [
    function () { return undefined; }, function () { return null; }, function () { return true; },
    function () { return new WeakRef(same); }, function () { return new FinalizationRegistry(same); },
    function () { return last; },
  ],
};

function value(of) { return pool[of[0]][of[1]](); }

function drain(made) {
  last = made;
  if (made === null || typeof made !== 'object' || typeof made.next !== 'function') return;
  for (var k = 0; k < 100 && made.next().done === false; k++);
}

function play(calls) {
  var { apply, construct } = Reflect;
  for (var k = 0; k < calls.length; k++) {
    var { path, on, given, made } = calls[k];
    try {
      var called = find(path), values = given.map(value), receiver = value(on);
      if (exports.begun !== undefined) exports.begun();
      drain(made ? construct(called, values) : apply(called, receiver, values));
    } catch (error) {
      last = error;
    }
  }
  return 'played';
}

exports.list = list;
exports.sizes = function () {
  return Object.keys(pool).map(function (kind) { return [kind, pool[kind].length]; });
};
exports.run = function (calls) {
  var done = play(calls);
  return done;
};
exports.told = function (calls) {
  exports.begun = require('begun').tell;
  return play(calls);
};
exports.halted = function () {
  return 'here';
};
