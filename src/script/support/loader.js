// The module loader of one script thread. Only what scripts can't change is used at run time:
// they may replace anything that the global object reaches.
(function (native) {
  'use strict';

  const apply = Reflect.apply;
  const define = Object.defineProperty;
  const freeze = Object.freeze;
  const erase = Reflect.deleteProperty;
  const put = Reflect.set;
  const isExtensible = Object.isExtensible;
  const prototypeOf = Object.getPrototypeOf;
  const toObject = Object;
  const has = Object.prototype.hasOwnProperty;
  const createMap = Map;
  const cache = Object.create(null);
  const templates = Object.create(null);
  const sharing = Object.create(null);
  // The modules that are being loaded, the innermost last.
  const loading = Object.setPrototypeOf([], null);
  // Hears how many there are.
  let tell = () => {};
  const stringify = JSON.stringify;
  const parse = JSON.parse;
  const classes = new createMap();
  const setClass = createMap.prototype.set;
  // Getters of the platform that change something.
  const altering = new WeakSet();
  const addAltering = WeakSet.prototype.add;
  const isAltering = WeakSet.prototype.has;
  const root = globalThis;
  const startsWith = String.prototype.startsWith;
  const create = Object.create;
  const describe = Object.getOwnPropertyDescriptor;
  const moduleScopes = new WeakMap();
  const getScope = WeakMap.prototype.get;
  const setScope = WeakMap.prototype.set;
  const PlainError = Error;
  const PlainTypeError = TypeError;
  const text = String;
  const ownNames = Object.getOwnPropertyNames;
  const valuesOf = Object.values;
  const iteratorOf = Symbol.iterator;
  const functionText = Function.prototype.toString;
  const getterOf = (name) => Object.getOwnPropertyDescriptor(Function.prototype, name).get;
  const fileOf = getterOf('fileName');
  const lineOf = getterOf('lineNumber');
  const columnOf = getterOf('columnNumber');
  // Globals that no script made.
  const hidden = Object.create(null);

  class Module {
    constructor(id) {
      this.id = id;
      this.exports = {};
    }

    // The name of the cartridge that it is in.
    get cartridge() {
      const { id } = this;
      if (isPlatform(id)) return undefined;
      let name = '';
      for (let at = 1; at < id.length && id[at] !== '/'; at += 1) name += id[at];
      return name;
    }

    get superModule() {
      const id = native.overridden(this.id);
      return id === undefined ? null : load(id);
    }
  }

  function isPlatform(id) {
    return id[0] !== '/';
  }

  function load(id) {
    const known = cache[id];
    if (known !== undefined) return known.exports;
    const module = new Module(id);
    cache[id] = module;
    const begun = loading.length;
    loading[begun] = id;
    tell(begun + 1);
    let loaded = false;
    try {
      run(module);
      loaded = true;
    } finally {
      if (!loaded) delete cache[id];
      loading.length = begun;
      tell(begun);
    }
    return module.exports;
  }

  // What was begun since so many modules were being loaded is loaded anew when it is asked for.
  function giveUp(begun) {
    for (let i = begun; i < loading.length; i += 1) delete cache[loading[i]];
    loading.length = begun;
    tell(begun);
  }

  function run(module) {
    const id = module.id;
    const document = native.document(id);
    if (document !== undefined) {
      module.exports = parsed(id, document);
      return;
    }
    const declared = native.standIn === undefined ? undefined : native.standIn(id);
    if (declared !== undefined) {
      module.exports = load(native.platform('internal/standIn')).standIn(declared);
      return;
    }
    const code = native.compile(id);
    const exports = module.exports;
    const require = requireFrom(id);
    if (isPlatform(id)) apply(code, exports, [exports, require, module, host]);
    else sharing[id] = apply(code, exports, [exports, require, module]);
  }

  // The runtime names neither the document nor a place in it.
  function parsed(id, document) {
    try {
      return parse(document);
    } catch (error) {
      native.explain(id);
      throw error;
    }
  }

  function requireFrom(from) {
    return function require(request) {
      if (typeof request !== 'string' || request === '') {
        throw new PlainTypeError('require needs the name of a module, not ' + text(request));
      }
      const id = native.resolve(from, request);
      if (id === undefined) throw new PlainError("Cannot find module '" + request + "'" + instead(from, request));
      return load(id);
    };
  }

  // What stands there instead of a module.
  function instead(from, request) {
    const found = native.instead(from, request);
    return found === undefined ? '' : ': ' + found;
  }

  function isArrowWithoutParameters(value) {
    return typeof value === 'function' && value.length === 0 && !apply(has, value, ['prototype']);
  }

  const host = freeze({
    cartridges: freeze(native.cartridges()),
    declared: freeze({ classes: native.classes, parent: native.parent, member: native.member, members: native.members }),

    call(name, argument) {
      const sent = argument === undefined ? 'null' : stringify(argument);
      return parse(native.call(text(name), sent === undefined ? 'null' : sent));
    },

    define(type, description) {
      apply(setClass, classes, [type.prototype, description]);
      const names = description.alters || [];
      for (let i = 0; i < names.length; i += 1) {
        const { get } = describe(type, names[i]) || describe(type.prototype, names[i]) || {};
        if (get !== undefined) apply(addAltering, altering, [get]);
      }
    },

    requirePath(path) {
      const id = native.resolve('', text(path));
      if (id === undefined) throw new PlainError("Cannot find module '" + path + "'");
      return load(id);
    },

    // The require of a file that is no script.
    requireFrom(path) {
      return requireFrom(text(path));
    },

    // What a script declares, for older ones and those that export nothing; else what it exports.
    declarations(path) {
      const exports = host.requirePath(path);
      const names = sharing[native.resolve('', text(path))];
      return typeof names === 'function' ? names() : exports;
    },

    template(path) {
      const id = text(path);
      if (!native.template(id)) return null;
      if (templates[id] === undefined) templates[id] = native.compile(id);
      const code = templates[id];
      const require = requireFrom(id);
      // Templates ask for the variables that others have set there: `'title' in this`.
      return (pdict, page) => apply(code, page, [pdict, require, page]);
    },

    absent(call) {
      return native.absent(call);
    },

    find(path) {
      const found = native.find(text(path));
      return found === undefined ? null : found;
    },

    global(name, value) {
      let getter;
      if (isArrowWithoutParameters(value)) getter = value;
      else if (typeof value === 'object' && value !== null && apply(has, value, ['get'])) getter = value.get;
      hidden[name] = true;
      if (!getter) {
        define(globalThis, name, { value, writable: true, configurable: true });
        return;
      }
      // Scripts that forget a `var` may use the name for something of their own.
      const set = (own) => {
        define(globalThis, name, { value: own, writable: true, configurable: true });
      };
      define(globalThis, name, { get: getter, set, configurable: true });
    },
  });

  function* ofIterator(iterator) {
    while (iterator.hasNext()) yield iterator.next();
  }

  // The values of what `for each` goes through.
  function each(values) {
    if (values === null || values === undefined) return [];
    // XML first, which answers for any name: it can be gone through.
    if (typeof values[iteratorOf] === 'function') return values;
    if (typeof values === 'object' && typeof values.hasNext === 'function') return ofIterator(values);
    return valuesOf(values);
  }

  // Deletes a property; one that can't be deleted stays.
  function quietDelete(target, key) {
    if (target === null || target === undefined) throw new PlainTypeError('cannot convert to object');
    return erase(toObject(target), key);
  }

  // Whether a property, an object's own or one that it inherits, has a value that can only be read.
  function isOnlyRead(object, key) {
    for (let holder = object; holder !== null; holder = prototypeOf(holder)) {
      const found = describe(holder, key);
      if (found !== undefined) return found.writable === false || (!apply(has, found, ['value']) && found.set === undefined);
    }
    return false;
  }

  // Sets a property; one that is only read stays.
  function quietSet(target, key, value) {
    const isObject = (typeof target === 'object' && target !== null) || typeof target === 'function';
    if (!isObject) {
      target[key] = value;
    } else if (!put(target, key, value) && !isOnlyRead(target, key)) {
      throw new PlainTypeError(isExtensible(target) ? 'proxy: cannot set property' : 'object is not extensible');
    }
    return value;
  }

  // What `this` is in a function: for one that was called by its name alone the scope of its module, which is known by its
  // `require`; `names` has accessors of what the module has declared.
  function scopeOf(own, require, names) {
    if (own !== undefined && own !== null && own !== root) return own;
    let scope = apply(getScope, moduleScopes, [require]);
    if (scope === undefined) {
      scope = create(root);
      apply(setScope, moduleScopes, [require, scope]);
    }
    const declared = names();
    const all = ownNames(declared);
    for (let i = 0; i < all.length; i += 1) define(scope, all[i], describe(declared, all[i]));
    return scope;
  }

  // --- scripts see their own text

  // The text of a function as it was written.
  function writtenText(value) {
    if (typeof value === 'function') {
      const file = apply(fileOf, value, []);
      if (typeof file === 'string') {
        const written = native.written(file, apply(lineOf, value, []), apply(columnOf, value, []));
        if (written !== undefined) return written;
      }
    }
    return apply(functionText, value, []);
  }

  // Whether a function is a getter of the platform's that changes nothing.
  function isHarmless(getter) {
    const file = apply(fileOf, getter, []);
    return typeof file === 'string' && apply(startsWith, file, ['platform:']) && !apply(isAltering, altering, [getter]);
  }

  const restored = {
    toString() {
      return writtenText(this);
    },
  };
  define(Function.prototype, 'toString', { value: restored.toString, writable: true, configurable: true, enumerable: false });

  host.global('require', requireFrom(''));
  host.global('__delete', { get: () => quietDelete });
  host.global('__each', { get: () => each });
  host.global('__keys', { get: () => (values) => values });
  host.global('__set', { get: () => quietSet });
  host.global('__scope', { get: () => scopeOf });

  return {
    classes,
    hidden,
    writtenText,
    isHarmless,
    giveUp,
    watch(listener) {
      tell = listener;
    },
    // All that doesn't depend on the input has been done when this returns.
    entry(module, name) {
      const prelude = native.platform('prelude');
      if (prelude !== undefined) load(prelude);
      const names = ownNames(globalThis);
      for (let i = 0; i < names.length; i += 1) hidden[names[i]] = true;
      const id = native.platform(module);
      if (id === undefined) throw new PlainError("Cannot find module '" + module + "'");
      const exports = load(id);
      if (typeof exports[name] !== 'function') {
        throw new PlainTypeError("Module '" + module + "' exports no function " + name);
      }
      return (input) => exports[name](parse(input));
    },
  };
})
