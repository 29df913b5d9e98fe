'use strict';

const held = require('./held');
const ledger = require('./ledger');

/**
 * Lets methods that change what the shop keeps throw outside of a transaction; answers `target`, a class for its
 * static methods or the prototype of one. `name` is that of the class.
 */
function changing(target, names, name = target.name || target.constructor.name) {
    for (const each of names) {
        const method = target[each];
        const { [each]: checked } = {
            [each](...values) {
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
