'use strict';

/** The globals of storefront scripts. Runs first in each script thread. */

const context = require('./internal/context');
const e4x = require('./internal/e4x');
const errors = require('./internal/errors');
const imports = require('./internal/imports');
const isml = require('./internal/isml');
const { packages } = require('./internal/packages');
const { place } = require('./internal/places');
const xml = require('./internal/xml');
const { nodeOf } = require('./internal/xmlNames');
const Dictionary = require('./internal/dictionary');
const Request = require('dw/system/Request');
const Response = require('dw/system/Response');
const Session = require('dw/system/Session');

function once(make) {
    let made;
    return () => {
        made = made || make();
        return made;
    };
}

const request = once(() => new Request(context.request));
const response = once(() => new Response());
const session = once(() => new Session(context.session));
const pdict = once(() => new Dictionary());

/**
 * Whether a value is nothing: null, undefined and what is so to scripts, a blank text, a collection or array without
 * elements.
 */
function empty(value) {
    if (value === null || typeof value === 'undefined') {
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

host.global('request', { get: request });
host.global('response', { get: response });
host.global('session', { get: session });
host.global('customer', { get: () => session().customer });
host.global('pdict', { get: pdict });
host.global('out', { get: () => response().writer });
host.global('dw', { get: () => packages });
host.global('empty', { get: () => empty });
['trace', 'importClass', 'importPackage', 'importScript'].forEach((name) => host.global(name, { get: () => imports[name] }));

/** The name of the platform's own error where the text begins with it, `IllegalArgumentException: …`, else that of the language's. */
function javaName({ message, name }) {
    const [, own] = /^([A-Z]\w*Exception): /.exec(message) || [];
    return own || name;
}

/** What errors know besides: their place, and the names that errors of the platform's own language have. */
Object.entries({
    fileName: (error) => place(error, 1),
    lineNumber: (error) => Number(place(error, 2)) || undefined,
    javaMessage: (error) => error.message,
    javaName
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
host.global('__isml', { get: () => isml });

/** Errors of the platform's own, and what a pipelet answers. */
['APIException', 'ConversionError', 'Fault', 'IOError', 'StopIteration', 'SystemError', 'XMLStreamError'].forEach((name) => {
    host.global(name, { get: () => errors[name] });
});
host.global('PIPELET_NEXT', { get: () => 1 });
host.global('PIPELET_ERROR', { get: () => 2 });

/** XML as values of scripts. */
['XML', 'XMLList', 'Namespace', 'QName'].forEach((name) => {
    host.global(name, { get: () => xml[name] });
});
host.global('__xml', { get: () => e4x });

/** Web services that cartridges describe. */
['webreferences', 'webreferences2'].forEach((name) => {
    host.global(name, { get: () => require('./internal/webReferences/main')[name] });
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

/** A loop over the keys of a collection goes through its indices. */
const Collection = require('dw/util/Collection');
host.global('__keys', { get: () => (value) => Collection.elementsOf(value) || value });

/**
 * The keys of a collection are its indices: `Object.keys(stores).map(function (key) { return stores[key]; })`, those of
 * what a web service answers the names of its parts.
 */
const { held } = require('./internal/bean');
const plainKeys = Object.keys;
Object.defineProperty(Object, 'keys', {
    value: {
        keys(value) {
            const found = plainKeys(value);
            if (found.length > 0 || typeof value !== 'object') {
                return found;
            }
            if (Array.isArray(value[held]) && Symbol.iterator in value) {
                return plainKeys(value[held]);
            }
            if (held in value) {
                for (const name in value) {
                    found.push(name);
                }
            }
            return found;
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

require('./internal/generics').install();
