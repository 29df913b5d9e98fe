'use strict';

const { held, define } = require('../../internal/bean');
const { isListed } = require('../../internal/customerGroups');
const ArrayList = require('dw/util/ArrayList');
const ShipmentShippingCost = require('dw/order/ShipmentShippingCost');

/** The ways in which one shipment may go. */
class ShipmentShippingModel {
    #shipment;
    #shipping;

    constructor(shipment, shipping) {
        this.#shipment = shipment;
        this.#shipping = shipping;
    }

    /** Those in the currency of the shipment, for groups that the visitor is in. */
    #methods(isWanted) {
        const { currencyCode } = this.#shipment.merchandizeTotalPrice;
        const isFor = (method) => method.currencyCode === currencyCode && isListed(session.customer, method[held].customerGroups);
        return new ArrayList(this.#shipping.getAllShippingMethods().toArray().filter((method) => isFor(method) === isWanted));
    }

    getApplicableShippingMethods() {
        return this.#methods(true);
    }

    getInapplicableShippingMethods() {
        return this.#methods(false);
    }

    getShippingCost(method) {
        return new ShipmentShippingCost(this.#shipping.getShippingCost(method, this.#shipment.merchandizeTotalPrice));
    }

    toString() {
        return `[ShipmentShippingModel of ${this.#shipment}]`;
    }
}

module.exports = define(ShipmentShippingModel, 'dw.order.ShipmentShippingModel', {
    get: {
        applicableShippingMethods: (model) => model.getApplicableShippingMethods(),
        inapplicableShippingMethods: (model) => model.getInapplicableShippingMethods()
    }
});
