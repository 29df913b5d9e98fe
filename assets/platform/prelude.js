'use strict';

/** The globals of storefront scripts. Runs first in each script thread. */

const context = require('./internal/context');
const { nodeOf } = require('./internal/xmlNames');

function once(make) {
    let made;
    return () => {
        made = made || make();
        return made;
    };
}

function classOf(name) {
    return require(`dw/${name}`);
}

const request = once(() => new (classOf('system/Request'))(context.request));
const response = once(() => new (classOf('system/Response'))());
const session = once(() => new (classOf('system/Session'))(context.session));
const pdict = once(() => new (require('./internal/dictionary'))());
const packages = once(() => require('./internal/packages').packages);
const errors = once(() => require('./internal/errors'));

/** Whether a value is nothing: null, undefined, a blank text, a collection or array without elements. */
function empty(value) {
    if (value === null || value === undefined) {
        return true;
    }
    if (typeof value === 'string') {
        return value.trim() === '';
    }
    if (value[nodeOf]) {
        return value[nodeOf].isList && value[nodeOf].nodes.length === 0;
    }
    if (typeof value === 'object') {
        return typeof value.isEmpty === 'function' ? value.isEmpty() : value.length === 0;
    }
    return false;
}

/** Writes to the log: `trace('basket {0}', basket)`. */
function trace(message, ...values) {
    const { format } = classOf('util/StringUtils');
    host.call('log.write', { level: 'debug', category: 'trace', message: format(message, ...values) });
}

function importClass(Class) {
    const name = /\.(\w+)\]$/.exec(String(Class));
    if (!name) {
        throw new TypeError(`importClass needs a platform class, not ${Class}`);
    }
    host.global(name[1], { get: () => Class });
}

/** Makes the classes of a package globals: `importPackage(dw.system)`. */
function importPackage(group) {
    if (group === null || group === undefined) {
        throw new TypeError(`importPackage needs a package, not ${group}`);
    }
    Object.keys(group).forEach((name) => host.global(name, { get: () => group[name] }));
}

/** Makes the functions of a script globals: one of the cartridge that is named, else of that which asks. */
function importScript(path) {
    const [script, cartridge] = String(path).split(':').reverse();
    const asking = /^\/([^/]+)\/cartridge\//.exec(place(new Error(''), 1));
    const owner = cartridge || (asking ? asking[1] : host.cartridges[0]);
    const functions = host.requirePath(`/${owner}/cartridge/scripts/${script.replace(/^\//, '')}`);
    Object.keys(functions).forEach((name) => host.global(name, { get: () => functions[name] }));
}

host.global('request', { get: request });
host.global('response', { get: response });
host.global('session', { get: session });
host.global('customer', { get: () => session().customer });
host.global('pdict', { get: pdict });
host.global('out', { get: () => response().writer });
host.global('dw', { get: packages });
host.global('empty', { get: () => empty });
host.global('trace', { get: () => trace });
host.global('importClass', { get: () => importClass });
host.global('importPackage', { get: () => importPackage });
host.global('importScript', { get: () => importScript });

/** What errors know besides: their place, and the names that errors of the platform's own language have. */
function place(error, part) {
    const found = /\((\/.*?):(\d+)(?::\d+)?\)|at (\/.*?):(\d+)/.exec(String(error.stack));
    return found ? found[part] || found[part + 2] : undefined;
}

Object.entries({
    fileName: (error) => place(error, 1),
    lineNumber: (error) => Number(place(error, 2)) || undefined,
    javaMessage: (error) => error.message,
    javaName: (error) => error.name
}).forEach(([name, read]) => {
    Object.defineProperty(Error.prototype, name, {
        get() { return read(this); },
        set(value) { Object.defineProperty(this, name, { value, writable: true, configurable: true, enumerable: true }); },
        configurable: true,
        enumerable: false
    });
});

require('./internal/noSuchMethod').install();

/** What compiled templates call. */
host.global('__isml', { get: once(() => require('./internal/isml')) });

/** Errors of the platform's own, and what a pipelet answers. */
['APIException', 'ConversionError', 'Fault', 'IOError', 'StopIteration', 'SystemError', 'XMLStreamError'].forEach((name) => {
    host.global(name, { get: () => errors()[name] });
});
host.global('PIPELET_NEXT', { get: () => 1 });
host.global('PIPELET_ERROR', { get: () => 2 });

/** XML as values of scripts. */
['XML', 'XMLList', 'Namespace', 'QName'].forEach((name) => {
    host.global(name, { get: once(() => require('./internal/xml')[name]) });
});
host.global('__xml', { get: once(() => require('./internal/e4x')) });

/** Services by WSDL files fail where they are used. */
['webreferences', 'webreferences2'].forEach((name) => {
    host.global(name, { get: once(() => require('./internal/missing').absentNames(name)) });
});

/** Members of platform objects are their own: `Object.hasOwnProperty.call(collection, 'iterator')`. */
const { hasMember } = require('./internal/bean');
const plainHasOwn = Object.prototype.hasOwnProperty;
Object.defineProperty(Object.prototype, 'hasOwnProperty', {
    value: { hasOwnProperty(name) { return plainHasOwn.call(this, name) || (typeof this === 'object' && hasMember(this, name)); } }.hasOwnProperty,
    writable: true,
    configurable: true,
    enumerable: false
});

/** The keys of a collection are its indices: `Object.keys(stores).map(function (key) { return stores[key]; })`. */
const { held } = require('./internal/bean');
const plainKeys = Object.keys;
Object.defineProperty(Object, 'keys', {
    value: {
        keys(value) {
            const found = plainKeys(value);
            const isList = found.length === 0 && typeof value === 'object' && Array.isArray(value[held]) && Symbol.iterator in value;
            return isList ? plainKeys(value[held]) : found;
        }
    }.keys,
    writable: true,
    configurable: true,
    enumerable: false
});

/** What the platform offers although the language has it by another name. */
Object.defineProperty(String.prototype, 'equals', {
    value(other) { return String(this) === String(other); },
    writable: true,
    configurable: true,
    enumerable: false
});
Object.defineProperty(String.prototype, 'equalsIgnoreCase', {
    value(other) { return String(this).toLowerCase() === String(other).toLowerCase(); },
    writable: true,
    configurable: true,
    enumerable: false
});
