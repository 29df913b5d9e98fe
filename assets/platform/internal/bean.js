'use strict';

/**
 * Platform classes as scripts know them: `x.name` and `x.getName()` are the same thing, `String(X)` is
 * `[JavaClass dw.x.X]`, and the debugger shows the type and the properties in the order given here.
 */

const changing = require('./changing');
const held = require('./held');
const missing = require('./missing');

const shown = new Map();
const apart = new Map();
const altering = new Map();

/** The names of classes as the vendor declares them, `order/OrderMgr`. */
const declared = new Map();

function capitalised(name) {
    return name.charAt(0).toUpperCase() + name.slice(1);
}

function hidden(target, name, value) {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
}

/** `x.name` and `x.getName()` are the same function, and so are what sets them. */
function accessor(target, name, getter, setter) {
    Object.defineProperty(target, name, { configurable: true, enumerable: false, get: target[getter], set: target[setter] });
}

/** Methods for those properties of which nobody has written any. */
function methods(target, specs, prefix) {
    for (const [name, spec] of Object.entries(specs || {})) {
        const getter = prefix + capitalised(name);
        const read = typeof spec === 'function' ? spec : spec.get;
        // A method of a parent stays what it is: the reader here may ask it.
        if (read && !(getter in target)) {
            hidden(target, getter, { [getter]() { return read(this); } }[getter]);
        }
        if (spec.set) {
            const { set } = spec;
            const setter = `set${capitalised(name)}`;
            hidden(target, setter, { [setter](value) { set(this, value); } }[setter]);
        }
    }
}

function accessors(target, specs, prefix) {
    for (const name of Object.keys(specs || {})) {
        accessor(target, name, prefix + capitalised(name), `set${capitalised(name)}`);
    }
}

/** What an object or those behind it have as a property of that name. */
function descriptor(object, name) {
    const own = object === null ? undefined : Object.getOwnPropertyDescriptor(object, name);
    return own || object === null ? own : descriptor(Object.getPrototypeOf(object), name);
}

/** A class that has a method of its own for a property of its parent has it for the property's name too. */
function overridden(target) {
    const parent = Object.getPrototypeOf(target);
    if (parent === unknownMembers) {
        return;
    }
    const own = (method, rest) => {
        const of = ['get', 'is', 'set'].map((prefix) => prefix + rest).find((name) => (descriptor(parent, name) || {}).value === method);
        return of === undefined ? method : target[of];
    };
    for (const method of Object.getOwnPropertyNames(target)) {
        const [, rest] = /^(?:get|is|set)(.+)/.exec(method) || [];
        for (const name of rest ? [rest, rest.charAt(0).toLowerCase() + rest.slice(1)] : []) {
            const { get, set } = descriptor(parent, name) || {};
            if (get !== undefined && !Object.hasOwn(target, name)) {
                Object.defineProperty(target, name, {
                    configurable: true, enumerable: false, get: own(get, rest), set: set && own(set, rest)
                });
            }
        }
    }
}

function constants(Class, values) {
    for (const name of Object.keys(values || {})) {
        Object.defineProperty(Class, name, { value: values[name], enumerable: true });
        if (Class.prototype) {
            Object.defineProperty(Class.prototype, name, { value: values[name], enumerable: false });
        }
    }
}

function inherited(names, Class) {
    const parent = Object.getPrototypeOf(Class);
    return names.get(parent) || [];
}

/** The names of properties that change something when they are read. */
function alteringIn(specs) {
    return Object.keys(specs || {}).filter((name) => specs[name].alters === true);
}

/** A class that extends none here extends what it is declared to extend. */
function extend(Class, path) {
    const parent = Object.getPrototypeOf(Class) === Function.prototype ? host.declared.parent(path) : undefined;
    if (parent !== undefined && Class.prototype && Object.getPrototypeOf(Class.prototype) === Object.prototype) {
        const Parent = require(`dw/${parent}`);
        Object.setPrototypeOf(Class, Parent);
        Object.setPrototypeOf(Class.prototype, Parent.prototype);
    }
}

function named(Class, type) {
    const path = type.slice('dw.'.length).replace(/\./g, '/');
    hidden(Class, 'toString', classText);
    declared.set(Class, path);
    extend(Class, path);
    if (Object.getPrototypeOf(Class) === Function.prototype) {
        Object.setPrototypeOf(Class, unknownStatics);
    }
    if (Class.prototype && Object.getPrototypeOf(Class.prototype) === Object.prototype) {
        Object.setPrototypeOf(Class.prototype, unknownMembers);
    }
}

function nearest(known, Class) {
    let type = Class;
    while (typeof type === 'function' && !known.has(type)) {
        type = Object.getPrototypeOf(type);
    }
    return known.get(type);
}

/** What every class is declared to extend whose objects the shop keeps. */
const KEPT = ['object/PersistentObject', 'object/Extensible'];

function isKept(Class) {
    for (let type = Class; typeof type === 'function'; type = Object.getPrototypeOf(type)) {
        if (KEPT.includes(declared.get(type))) {
            return true;
        }
    }
    return false;
}

/** Setters of a class's own. */
function settersOf(target) {
    return Object.getOwnPropertyNames(target).filter((name) => /^set[A-Z]/.test(name) && typeof target[name] === 'function');
}

/** A class as a text; the same function for all classes, of which a request has many. */
function classText() {
    return `[JavaClass ${missing.typeOf(nearest(declared, this))}]`;
}

/** What stands for a member that nobody has written: nothing if it isn't declared either. */
function undeclared(Class, name) {
    const type = nearest(declared, Class);
    return type === undefined ? undefined : missing.member(type, name);
}

/**
 * A prototype that answers for names an object doesn't have: `answer(receiver, name)`, for which
 * `undefined` means that the name is unknown here too. Then a member that is declared is missing by name.
 * `take(receiver, name, value)` gets what is assigned to such a name, and answers whether it has kept it.
 * `has(name)` tells whether objects may have a name: which object is asked is not known.
 */
function fallback(parent, answer, take, has) {
    const traps = {
        get(target, name, receiver) {
            if (typeof name !== 'string' || name in target) {
                return Reflect.get(target, name, receiver);
            }
            const answered = answer ? answer(receiver, name) : undefined;
            return answered === undefined ? undeclared(receiver.constructor, name) : answered;
        }
    };
    if (has) {
        traps.has = (target, name) => name in target || (typeof name === 'string' && has(name));
    }
    if (take) {
        traps.set = (target, name, value, receiver) => {
            const isTaken = typeof name === 'string' && !(name in target) && take(receiver, name, value);
            return isTaken || Reflect.set(target, name, value, receiver);
        };
    }
    return new Proxy(Object.create(parent), traps);
}

const unknownMembers = fallback(Object.prototype, null);

/** The same for the static members of classes. */
const unknownStatics = new Proxy(Object.create(Function.prototype), {
    get(target, name, receiver) {
        const isKnown = typeof name !== 'string' || name in target;
        return isKnown ? Reflect.get(target, name, receiver) : undeclared(receiver, name);
    }
});

/** A class that several of the platform's have in common, and that is none itself: what they are declared to have is missing by name. */
function shared(Class) {
    Object.setPrototypeOf(Class.prototype, unknownMembers);
    return Class;
}

/**
 * Declares an instantiable platform class; one that scripts may make is made without `new` too.
 *
 * `shape`: `get` (name → `true` where the class has the method, `{ alters: true }` if that changes something, so that nobody may read the property
 * to show it, else a reader, or `{get, set}`), `is` (the same for `isX()` properties), `constants`,
 * `size` and `at` for what the debugger lists as entries, `own` if it lists what scripts have set, `hides` for properties of the parent that it
 * doesn't list, `apart` for properties that lead to so much that templates don't get them, `changes` for methods that need a transaction. Setters
 * of what the shop keeps need one anyway.
 */
function define(Class, type, shape) {
    const target = Class.prototype;
    named(Class, type);
    methods(target, shape.get, 'get');
    methods(target, shape.is, 'is');
    changing(target, (isKept(Class) ? settersOf(target) : []).concat(shape.changes || []), Class.name);
    accessors(target, shape.get, 'get');
    accessors(target, shape.is, 'is');
    overridden(target);
    constants(Class, shape.constants);
    const alters = inherited(altering, Class).concat(alteringIn(shape.get));
    altering.set(Class, alters);
    const own = Object.keys(shape.get || {}).concat(Object.keys(shape.is || {}));
    const hides = (shape.hides || []).concat(alters);
    const getters = Array.from(new Set(inherited(shown, Class).concat(own))).filter((name) => !hides.includes(name));
    shown.set(Class, getters);
    if (shape.apart) {
        apart.set(Class, shape.apart);
    }
    const view = { type, getters, alters, own: shape.own === true };
    if (shape.size) {
        view.size = shape.size;
        view.at = shape.at;
    }
    host.define(Class, view);
    return host.declared.member(declared.get(Class), 'new') === undefined ? Class : callable(Class);
}

/** A class that makes instances when it is called like a function too, as some scripts do: `Money(1, 'USD')`. */
function callable(Class) {
    const called = new Proxy(Class, { apply: (target, self, values) => new target(...values) });
    [declared, shown, apart, altering].filter((map) => map.has(Class)).forEach((map) => map.set(called, map.get(Class)));
    hidden(Class.prototype, 'constructor', called);
    return called;
}

/** A static function that answers the same when it is called with `new`, as those of the platform do. */
function constructible(Class, method) {
    const own = Symbol(method.name);
    hidden(Class, own, method);
    const called = function (...values) {
        const self = this !== null && this !== undefined && own in Object(this) ? this : Class;
        return self[own](...values);
    };
    ['name', 'length'].forEach((name) => Object.defineProperty(called, name, { value: method[name], configurable: true }));
    return called;
}

function staticsOf(Class) {
    const own = Object.getOwnPropertyDescriptors(Class);
    return Object.keys(own).filter((name) => typeof own[name].value === 'function' && !('prototype' in own[name].value));
}

/** Declares a class of static functions, such as a manager: `statics` are its bean properties. */
function manager(Class, type, statics, values) {
    staticsOf(Class).forEach((name) => hidden(Class, name, constructible(Class, Class[name])));
    methods(Class, statics, 'get');
    accessors(Class, statics, 'get');
    constants(Class, values);
    named(Class, type);
    // The debugger tells it by its type, as scripts do.
    host.define(Class, { type, getters: [], alters: alteringIn(statics) });
    return Class;
}

function classOf(object) {
    let proto = Object.getPrototypeOf(object);
    while (proto && !shown.has(proto.constructor)) {
        proto = Object.getPrototypeOf(proto);
    }
    return proto ? proto.constructor : null;
}

/** The names a platform object shows, in order; null for anything else. */
function gettersOf(object) {
    const Class = classOf(object);
    return Class ? shown.get(Class) : null;
}

/** Whether a property is kept from templates. */
function isApart(object, name) {
    for (let Class = classOf(object); Class && shown.has(Class); Class = Object.getPrototypeOf(Class)) {
        if (apart.has(Class) && apart.get(Class).includes(name)) {
            return true;
        }
    }
    return false;
}

/** Whether an object of the platform has a member of a name: its members are its own, as scripts see it. */
function hasMember(object, name) {
    return classOf(object) !== null && name in object && !(name in Object.prototype);
}

module.exports = { held, hasMember, define, shared, callable, manager, gettersOf, isApart, fallback };
