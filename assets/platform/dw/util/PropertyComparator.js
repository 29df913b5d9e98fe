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
    #nothing;

    /** `(name, [ascending, [nullGreater]])`, or `(name, ...others)`. */
    constructor(property, ...rest) {
        const ascending = typeof rest[0] === 'boolean' ? rest.shift() : true;
        this.#direction = ascending ? 1 : -1;
        this.#nothing = rest[0] === false ? -1 : 1;
        this.#names = [property].concat(rest.filter((name) => typeof name === 'string'));
    }

    compare(left, right) {
        for (const name of this.#names) {
            const order = this.#order(read(left, name), read(right, name));
            if (order !== 0) {
                return order * this.#direction;
            }
        }
        return 0;
    }

    /** What is null is greater than all else, unless it was to be less. */
    #order(left, right) {
        const [hasLeft, hasRight] = [left, right].map((value) => value !== null && value !== undefined);
        if (hasLeft && hasRight) {
            return naturally(left, right);
        }
        return hasLeft === hasRight ? 0 : hasLeft ? -this.#nothing : this.#nothing;
    }
}

module.exports = define(PropertyComparator, 'dw.util.PropertyComparator', {});
