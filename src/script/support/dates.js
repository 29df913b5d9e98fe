// Puts a `Date` in the place of the runtime's that asks `now()` where that one asks the machine; all else is the
// runtime's. It looks the same to scripts.
(function (now) {
  'use strict';

  const Original = globalThis.Date;
  const { apply, construct, ownKeys } = Reflect;
  const { defineProperty: define, getOwnPropertyDescriptor: describe } = Object;
  const { prototype } = Original;
  const { toString } = prototype;

  function Dated() {
    if (new.target === undefined) return apply(toString, new Original(now()), []);
    const target = new.target === Dated ? Original : new.target;
    return construct(Original, arguments.length === 0 ? [now()] : arguments, target);
  }

  const own = ownKeys(Original);
  for (let index = 0; index < own.length; index += 1) {
    define(Dated, own[index], describe(Original, own[index]));
  }
  const { now: present } = {
    now() {
      return now();
    },
  };
  define(Dated, 'now', { __proto__: null, value: present });
  define(prototype, 'constructor', { __proto__: null, value: Dated });
  define(globalThis, 'Date', { __proto__: null, value: Dated });
})
