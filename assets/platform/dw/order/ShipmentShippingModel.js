'use strict';

const { define } = require('../../internal/bean');

/** The ways in which one shipment may go. */
class ShipmentShippingModel {
    #shipment;
    #shipping;

    constructor(shipment, shipping) {
        this.#shipment = shipment;
        this.#shipping = shipping;
    }

    getApplicableShippingMethods() {
        return this.#shipping.getAllShippingMethods();
    }

    getShippingCost(method) {
        return { amount: this.#shipping.getShippingCost(method, this.#shipment.merchandizeTotalPrice) };
    }

    toString() {
        return `[ShipmentShippingModel of ${this.#shipment}]`;
    }
}

module.exports = define(ShipmentShippingModel, 'dw.order.ShipmentShippingModel', {
    get: { applicableShippingMethods: (model) => model.getApplicableShippingMethods() }
});
