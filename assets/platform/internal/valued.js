'use strict';

const { define } = require('./bean');

const values = new WeakMap();

/** A class of discounts that say one thing: `new X(value, promotion)` has it as `field`. */
function valued(name, type, field) {
    class Valued extends require('dw/campaign/Discount') {
        constructor(value, promotion) {
            super(promotion);
            values.set(this, value);
        }

        toString() {
            return `[${name} ${values.get(this)}]`;
        }
    }

    Object.defineProperty(Valued, 'name', { value: name });
    Valued.TYPE = type;
    return define(Valued, `dw.campaign.${name}`, { get: { [field]: (discount) => values.get(discount) } });
}

module.exports = valued;
