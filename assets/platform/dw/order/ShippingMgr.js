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
        const own = ShippingMgr.getAllShippingMethods().toArray().filter((method) => method.defaultMethod);
        return own.find((method) => method.currencyCode === session.currency.currencyCode) || own[0] || null;
    }

    /** By the table of a method, which says from which value of the goods on it costs how much. */
    static getShippingCost(method, total) {
        const { cost, amounts } = method[held];
        const reached = (amounts || []).filter(([from]) => from <= total.value);
        return new Money(reached.length > 0 ? reached[reached.length - 1][1] : cost, total.currencyCode);
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
            const cost = ShippingMgr.getShippingCost(shipment.shippingMethod, shipment.merchandizeTotalPrice);
            shipment[held].amount = basket.productLineItems.empty ? '0' : cost.toNumberString();
        }
    }
}

module.exports = manager(ShippingMgr, 'dw.order.ShippingMgr', {
    allShippingMethods: () => ShippingMgr.getAllShippingMethods(),
    defaultShippingMethod: () => ShippingMgr.getDefaultShippingMethod()
});
