'use strict';

const { held, manager } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const Money = require('dw/value/Money');
const ShippingMethod = require('dw/order/ShippingMethod');
const ShipmentShippingModel = require('dw/order/ShipmentShippingModel');

let methods = null;

/** The ways to ship, and what they cost. */
class ShippingMgr {
    static getAllShippingMethods() {
        methods = methods || host.call('shipping.methods', null).map((document) => new ShippingMethod(document));
        return new ArrayList(methods);
    }

    static getDefaultShippingMethod() {
        return ShippingMgr.getAllShippingMethods().toArray().find((method) => method.defaultMethod) || null;
    }

    static getShippingCost(method, total) {
        return new Money(method[held].cost, total.currencyCode);
    }

    static getShipmentShippingModel(shipment) {
        return new ShipmentShippingModel(shipment, ShippingMgr);
    }

    /** Gives every shipment of a basket its cost; one without a method gets the default one. */
    static applyShippingCost(basket) {
        for (const shipment of basket.shipments) {
            if (shipment.shippingMethod === null) {
                shipment.setShippingMethod(ShippingMgr.getDefaultShippingMethod());
            }
            shipment[held].amount = basket.productLineItems.empty ? '0' : shipment.shippingMethod[held].cost;
        }
    }
}

module.exports = manager(ShippingMgr, 'dw.order.ShippingMgr', {
    allShippingMethods: () => ShippingMgr.getAllShippingMethods(),
    defaultShippingMethod: () => ShippingMgr.getDefaultShippingMethod()
});
