// Scripts see their own columns in stacks, before any of them runs: `native.columns(account)` and
// `native.column(file, line, column)` tell them.
(function (native) {
  'use strict';

  const { apply, getOwnPropertyDescriptor: describe, getPrototypeOf: prototypeOf } = Reflect;
  const define = Object.defineProperty;
  const PlainError = Error;
  const stackOf = describe(PlainError.prototype, 'stack');
  const captureStack = PlainError.captureStackTrace;

  function asWritten(account) {
    return typeof account === 'string' ? native.columns(account) : account;
  }

  const watching = {
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
    getColumnNumber() {
      const column = apply(columnOfSite, this, []);
      const file = apply(fileOfSite, this, []);
      if (typeof column !== 'number' || typeof file !== 'string') return column;
      return native.column(file, apply(lineOfSite, this, []), column);
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
  const columnOfSite = sites.getColumnNumber;
  const lineOfSite = sites.getLineNumber;
  const fileOfSite = sites.getFileName;
  replace(sites, 'getColumnNumber');
})
