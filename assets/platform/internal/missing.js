'use strict';

/**
 * What the platform has and this program doesn't emulate: it fails where it is used, by name. A class is
 * named as its module is below `dw/`, for example `order/OrderMgr`.
 */

const places = require('./places');

function typeOf(declared) {
    return `dw.${declared.replace(/\//g, '.')}`;
}

const told = new Set();

/** Scripts often catch what they don't expect: the log says it too, once a request. */
function failed(what) {
    const error = new Error(`${what} is not emulated by the sandbox`);
    if (!told.has(what)) {
        told.add(what);
        const by = places.told(error);
        host.call('log.write', { level: 'warn', category: 'emulation', message: `${error.message}${by ? `, asked for ${by}` : ''}` });
    }
    return error;
}

/**
 * Stands for a member that the class or its parents declare. A constant has its value, a method fails when it is
 * called, anything else now; a name that isn't declared is undefined, as on the platform.
 */
function member(declared, name) {
    const found = host.declared.member(declared, name);
    if (found === undefined || name === 'new') {
        return undefined;
    }
    const [kind, value] = found;
    if (kind === 'constant' && value !== undefined) {
        return JSON.parse(value);
    }
    if (kind !== 'method') {
        throw failed(`${typeOf(declared)}.${name}`);
    }
    return function () {
        throw failed(`${typeOf(declared)}.${name}`);
    };
}

/** Stands for a global function: it may be compared and handed on, but neither called nor asked for anything. */
function absent(name) {
    const fails = () => {
        throw failed(name);
    };
    const stand = function () { fails(); };
    return new Proxy(stand, {
        apply: fails,
        construct: fails,
        get(target, key) {
            return typeof key === 'symbol' || key in target ? Reflect.get(target, key) : fails();
        }
    });
}

module.exports = { member, failed, typeOf, absent };
