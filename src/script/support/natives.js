// Puts bounded built-ins in the place of those that the runtime never interrupts, before any
// script runs. `native.bounded(original, larger, name, kind, length, shown)` makes one that is the original
// for what is small of its kind, else what `larger(name)` answers; without `larger` all is the original's.
(function (native) {
  'use strict';

  const { look } = native;
  const { apply } = Reflect;
  const { defineProperty: define, getOwnPropertyDescriptor: describe } = Object;
  const { ceil, floor } = Math;
  const { isArray } = Array;
  const { charCodeAt, codePointAt, indexOf, lastIndexOf, normalize, substring } = String.prototype;
  const { valueOf: numberOf } = Number.prototype;
  const { valueOf: textOf } = String.prototype;
  const { stringify } = JSON;
  /** Nobody names more properties for JSON. */
  const NAMES = 10000;

  // Scripts can change whatever the global object reaches, before any of it is needed.
  const kit = {
    __proto__: null, apply, ceil, define, floor, isArray, look, object: Object, PlainArray: Array,
    PlainRangeError: RangeError, PlainTypeError: TypeError, speciesSymbol: Symbol.species,
    spreadableSymbol: Symbol.isConcatSpreadable, charCodeAt, codePointAt, indexOf, lastIndexOf, normalize, substring,
  };
  let arrays;
  let texts;

  function ofArrays(name) {
    if (arrays === undefined) arrays = native.arrays()(kit);
    return arrays[name];
  }

  function ofTexts(name) {
    if (texts === undefined) texts = native.texts()(kit);
    return texts[name];
  }

  function replace(holder, names, kind, larger) {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      const property = describe(holder, name);
      if (property === undefined) continue;
      const original = property.value;
      property.value = native.bounded(original, larger, name, kind, original.length, original.name);
      define(holder, name, property);
    }
  }

  function remove(holder, names) {
    for (let index = 0; index < names.length; index += 1) delete holder[names[index]];
  }

  function alias(holder, name, value) {
    define(holder, name, { __proto__: null, value });
  }

  /** What names a property in a list for JSON, or nothing. */
  function nameIn(value) {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || isBoxed(value, textOf) || isBoxed(value, numberOf)) return `${value}`;
    return undefined;
  }

  function isBoxed(value, method) {
    if (typeof value !== 'object' || value === null) return false;
    try {
      apply(method, value, []);
      return true;
    } catch {
      return false;
    }
  }

  /** `JSON.stringify` with a long list of names, or with one that looks like a list. */
  function stringifyNamed(value, list, space) {
    if (!isArray(list)) return apply(stringify, undefined, [value, list, space]);
    const known = { __proto__: null };
    const names = [];
    let count = 0;
    const length = +list.length;
    for (let index = 0; index < length; index += 1) {
      const name = nameIn(list[index]);
      if (name === undefined || known[name] === true) continue;
      if (count >= NAMES) throw new kit.PlainRangeError('too many names of properties');
      known[name] = true;
      define(names, count, { __proto__: null, value: name, writable: true, enumerable: true, configurable: true });
      count += 1;
    }
    return apply(stringify, undefined, [value, names, space]);
  }

  // The runtime recurses through these without end; the platform has none of them.
  remove(Iterator, ['concat', 'from', 'zip', 'zipKeyed']);
  remove(Iterator.prototype, [
    'drop', 'every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray',
  ]);

  // Nor of these, which go through whole sets and are never interrupted.
  remove(Set.prototype, [
    'difference', 'intersection', 'isDisjointFrom', 'isSubsetOf', 'isSupersetOf', 'symmetricDifference', 'union',
  ]);

  replace(Array.prototype, [
    'copyWithin', 'fill', 'join', 'reverse', 'shift', 'slice', 'splice', 'toLocaleString', 'unshift',
  ], 'array', ofArrays);
  replace(Array.prototype, ['includes', 'indexOf', 'lastIndexOf'], 'array');
  replace(Array.prototype, ['sort'], 'sorted', ofArrays);
  replace(Array.prototype, ['concat'], 'arrays', ofArrays);
  replace(Array.prototype, ['flat', 'flatMap'], 'never', ofArrays);

  replace(String.prototype, ['includes', 'indexOf', 'lastIndexOf', 'replace', 'replaceAll', 'split'], 'sought', ofTexts);
  replace(String.prototype, ['localeCompare'], 'compared', ofTexts);
  replace(String.prototype, ['normalize'], 'marked', ofTexts);
  replace(String.prototype, ['endsWith', 'isWellFormed', 'startsWith', 'trim', 'trimEnd', 'trimStart'], 'text');
  alias(String.prototype, 'trimLeft', String.prototype.trimStart);
  alias(String.prototype, 'trimRight', String.prototype.trimEnd);
  replace(String, ['raw'], 'never', ofTexts);

  replace(globalThis, [
    'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'isFinite', 'isNaN',
    'parseFloat', 'parseInt', 'unescape',
  ], 'argument');
  alias(Number, 'parseFloat', parseFloat);
  alias(Number, 'parseInt', parseInt);
  replace(Date, ['parse'], 'argument');
  replace(JSON, ['parse'], 'argument');
  replace(JSON, ['stringify'], 'named', () => stringifyNamed);
  replace(BigInt.prototype, ['toString'], 'costly');
  replace(Function.prototype, ['bind'], 'bound');
  replace(Reflect.getPrototypeOf(Uint8Array.prototype), [
    'copyWithin', 'fill', 'includes', 'indexOf', 'lastIndexOf', 'reverse', 'set', 'slice',
  ], 'costly');
})
