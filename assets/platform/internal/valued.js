'use strict';

const { define } = require('./bean');

/** A class of discounts that say one thing: `new X(value, promotion)` has it as `field`. */
function valued(name, type, field) {
    class Valued extends require('dw/campaign/Discount') {
        constructor(value, promotion) {
            super(promotion);
            this[field] = value;
        }

        toString() {
            return `[${name} ${this[field]}]`;
        }
    }

    Object.defineProperty(Valued, 'name', { value: name });
    Object.defineProperty(Valued.prototype, `get${field.charAt(0).toUpperCase()}${field.slice(1)}`, {
        value() { return this[field]; }
    });
    Valued.TYPE = type;
    return define(Valued, `dw.campaign.${name}`, {});
}

module.exports = valued;
