'use strict';

/** The globals of storefront scripts. Runs first in each script thread. */

const context = require('./internal/context');
const { packages } = require('./internal/packages');

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

/** Whether a value is nothing: null, undefined, a blank text, a collection or array without elements. */
function empty(value) {
    if (value === null || value === undefined) {
        return true;
    }
    if (typeof value === 'string') {
        return value.trim() === '';
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

function importScript(path) {
    const [cartridge, script] = String(path).includes(':') ? String(path).split(':') : [host.cartridges[0], String(path)];
    const functions = host.requirePath(`/${cartridge}/cartridge/scripts/${script}`);
    Object.keys(functions).forEach((name) => host.global(name, { get: () => functions[name] }));
}

host.global('request', { get: request });
host.global('response', { get: response });
host.global('session', { get: session });
host.global('customer', { get: () => session().customer });
host.global('pdict', { get: pdict });
host.global('out', { get: () => response().writer });
host.global('dw', { get: () => packages });
host.global('empty', { get: () => empty });
host.global('trace', { get: () => trace });
host.global('importClass', { get: () => importClass });
host.global('importPackage', { get: () => importPackage });
host.global('importScript', { get: () => importScript });

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
