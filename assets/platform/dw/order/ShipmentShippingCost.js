'use strict';

const { define } = require('../../internal/bean');

/** What it costs to ship a shipment in a way. */
class ShipmentShippingCost {
    #amount;

    constructor(amount) {
        this.#amount = amount;
    }

    getAmount() {
        return this.#amount;
    }

    toString() {
        return `[ShipmentShippingCost ${this.#amount}]`;
    }
}

module.exports = define(ShipmentShippingCost, 'dw.order.ShipmentShippingCost', { get: { amount: true } });
