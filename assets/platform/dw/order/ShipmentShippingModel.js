'use strict';

const { define } = require('../../internal/bean');
const { isForAddress, isForProduct, isForVisitor, totalOf } = require('../../internal/shippingRules');
const { online } = require('../../internal/shippingMethods');
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

    /**
     * Those in the currency of the shipment, for groups that the visitor is in, for its products and for an address: its own,
     * or one that is given as an object or a map.
     */
    #methods(isWanted, address) {
        const { currencyCode } = this.#shipment.merchandizeTotalPrice;
        const products = this.#shipment.productLineItems.toArray().map((line) => line.product);
        const place = address === undefined || address === null ? this.#shipment.shippingAddress : address;
        const isFor = (method) => isForVisitor(method, currencyCode) && isForAddress(method, this.#shipment, place)
            && products.every((product) => isForProduct(method, product));
        return new ArrayList(online().filter((method) => isFor(method) === isWanted));
    }

    getApplicableShippingMethods(address) {
        return this.#methods(true, address);
    }

    getInapplicableShippingMethods(address) {
        return this.#methods(false, address);
    }

    /** Without what single products cost. */
    getShippingCost(method) {
        return new ShipmentShippingCost(this.#shipping.getShippingCost(method, totalOf(method, this.#shipment)));
    }

    toString() {
        return `[ShipmentShippingModel of ${this.#shipment}]`;
    }
}

module.exports = define(ShipmentShippingModel, 'dw.order.ShipmentShippingModel', {
    get: {
        applicableShippingMethods: true,
        inapplicableShippingMethods: true
    }
});
