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

module.exports = { trace, importClass, importPackage, importScript };
