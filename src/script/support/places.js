// Scripts see their own places in stacks, and none of the engine's own scripts, before any of them runs: `native.places(account)` and
// `native.place(file, line, column)`, the line and the column, tell them; `native.seen(list, fileOf)` leaves ours out of
// a list of places.
(function (native) {
  'use strict';

  const { apply, getOwnPropertyDescriptor: describe, getPrototypeOf: prototypeOf } = Reflect;
  const define = Object.defineProperty;
  const PlainError = Error;
  const stackOf = describe(PlainError.prototype, 'stack');
  const captureStack = PlainError.captureStackTrace;

  function asWritten(account) {
    return typeof account === 'string' ? native.places(account) : account;
  }

  function placeOf(site) {
    const place = [apply(lineOfSite, site, []), apply(columnOfSite, site, [])];
    const file = apply(fileOfSite, site, []);
    if (typeof file !== 'string' || typeof place[0] !== 'number' || typeof place[1] !== 'number') return place;
    return native.place(file, place[0], place[1]);
  }

  let formatter;

  const watching = {
    get prepareStackTrace() {
      return formatter;
    },
    // The runtime loses count of what can't be called.
    set prepareStackTrace(value) {
      formatter = value;
      const format = typeof value !== 'function' ? undefined : (error, list) => apply(value, PlainError, [error, native.seen(list, fileOfSite)]);
      apply(setFormatter, PlainError, [format]);
    },
    get stack() {
      return asWritten(apply(stackOf.get, this, []));
    },
    captureStackTrace(target, above) {
      apply(captureStack, PlainError, [target, typeof above === 'function' ? above : watching.captureStackTrace]);
      const own = describe(target, 'stack');
      if (own !== undefined && typeof own.value === 'string') {
        own.value = asWritten(own.value);
        define(target, 'stack', own);
      }
    },
    getLineNumber() {
      return placeOf(this)[0];
    },
    getColumnNumber() {
      return placeOf(this)[1];
    },
  };
  define(PlainError.prototype, 'stack', {
    get: describe(watching, 'stack').get,
    set: stackOf.set,
    configurable: true,
    enumerable: false,
  });
  function replace(object, name) {
    const own = describe(object, name);
    own.value = watching[name];
    define(object, name, own);
  }
  replace(PlainError, 'captureStackTrace');
  const sites = (() => {
    PlainError.prepareStackTrace = (_, list) => list;
    const list = apply(stackOf.get, new PlainError(), []);
    PlainError.prepareStackTrace = undefined;
    return prototypeOf(list[0]);
  })();
  const ofFormatter = describe(PlainError, 'prepareStackTrace');
  const setFormatter = ofFormatter.set;
  const { get, set } = describe(watching, 'prepareStackTrace');
  define(PlainError, 'prepareStackTrace', { get, set, enumerable: ofFormatter.enumerable, configurable: true });
  const columnOfSite = sites.getColumnNumber;
  const lineOfSite = sites.getLineNumber;
  const fileOfSite = sites.getFileName;
  replace(sites, 'getLineNumber');
  replace(sites, 'getColumnNumber');
})
