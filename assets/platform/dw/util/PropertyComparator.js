'use strict';

const { define } = require('../../internal/bean');
const { naturally } = require('../../internal/equality');

function read(object, path) {
    return path.split('.').reduce((value, name) => (value === null || value === undefined ? null : value[name]), object);
}

/** Compares by properties: `new PropertyComparator('price.value', false)`; further names break ties. */
class PropertyComparator {
    #names;
    #direction;

    constructor(property, ...rest) {
        const ascending = typeof rest[0] === 'boolean' ? rest.shift() : true;
        this.#direction = ascending ? 1 : -1;
        this.#names = [property].concat(rest.filter((name) => typeof name === 'string'));
    }

    compare(left, right) {
        for (const name of this.#names) {
            const order = naturally(read(left, name), read(right, name));
            if (order !== 0) {
                return order * this.#direction;
            }
        }
        return 0;
    }
}

module.exports = define(PropertyComparator, 'dw.util.PropertyComparator', {});
