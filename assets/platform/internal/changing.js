'use strict';

const { same } = require('./equality');
const held = require('./held');
const ledger = require('./ledger');
const plain = require('./plain');

/** Whether a setter is given what its getter has already. */
function isSetAlready(object, method, values) {
    const getter = method.startsWith('set') ? object[`get${method.slice('set'.length)}`] : undefined;
    return typeof getter === 'function' && values.length === 1 && same(getter.call(object), values[0]);
}

/**
 * Lets methods that change what the shop keeps throw outside of a transaction, unless they set what is set already;
 * they get what the values of scripts stand for. Answers `target`, a class for its static methods or the prototype of
 * one. `name` is that of the class.
 */
function changing(target, names, name = target.name || target.constructor.name) {
    for (const each of names) {
        const method = target[each];
        const { [each]: checked } = {
            [each](...given) {
                const values = given.map(plain);
                if (!ledger.isOpen() && isSetAlready(this, each, values)) {
                    return undefined;
                }
                ledger.demand(`${name}.${each}`, this[held]);
                return method.apply(this, values);
            }
        };
        Object.defineProperty(checked, 'length', { value: method.length, configurable: true });
        Object.defineProperty(target, each, { value: checked, writable: true, configurable: true, enumerable: false });
    }
    return target;
}

module.exports = changing;
