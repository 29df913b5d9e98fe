'use strict';

/** Globals of older scripts, loaded when one of them is used. */

const { written } = require('./messageFormat');
const { place } = require('./places');

/** Writes to the log: `trace('basket {0}', basket)`. */
function trace(message, ...values) {
    host.call('log.write', { level: 'debug', category: 'trace', message: written(message, values) });
}

function importClass(Class) {
    const name = /\.(\w+)\]$/.exec(String(Class));
    if (!name) {
        throw new TypeError(`importClass needs a platform class, not ${Class}`);
    }
    host.global(name[1], { get: () => Class });
}

/** What the language itself calls so stays what it is, for scripts and for the platform's own: `Map` beside `dw.util`. */
const language = new Set(Object.getOwnPropertyNames(globalThis));

/** Makes the classes of a package globals: `importPackage(dw.system)`. */
function importPackage(group) {
    if (group === null || group === undefined) {
        throw new TypeError(`importPackage needs a package, not ${group}`);
    }
    const names = Object.keys(group).filter((name) => !language.has(name));
    names.forEach((name) => host.global(name, { get: () => group[name] }));
}

/** Makes the variables and functions of a script globals: one of the cartridge that is named, else of that which asks. */
function importScript(path) {
    const [script, cartridge] = String(path).split(':').reverse();
    const asking = /^\/([^/]+)\/cartridge\//.exec(place(new Error(''), 1));
    const owner = cartridge || (asking ? asking[1] : host.cartridges[0]);
    const declared = host.declarations(`/${owner}/cartridge/scripts/${script.replace(/^\//, '')}`);
    Object.keys(declared).forEach((name) => host.global(name, { get: () => declared[name] }));
}

module.exports = { trace, importClass, importPackage, importScript };
