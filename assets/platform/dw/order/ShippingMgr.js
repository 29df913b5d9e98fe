'use strict';

const { held, manager } = require('../../internal/bean');
const changing = require('../../internal/changing');
const ArrayList = require('dw/util/ArrayList');
const shippingMethods = require('../../internal/shippingMethods');
const { costOfProduct, isForVisitor, totalOf } = require('../../internal/shippingRules');
const Money = require('dw/value/Money');
const ProductShippingModel = require('dw/order/ProductShippingModel');
const ShipmentShippingModel = require('dw/order/ShipmentShippingModel');

/** What a line costs by itself, as its shipment's method says. */
function applyToLine(method, line) {
    const cost = costOfProduct(method, line.product);
    if (cost === null) {
        line.removeShippingLineItem();
        return;
    }
    const freight = line.shippingLineItem || line.createShippingLineItem();
    freight.surcharge = cost.fixedCost === undefined;
    const each = new Money(freight.surcharge ? cost.surcharge : cost.fixedCost, method.currencyCode);
    freight.setPriceValue(each.multiply(line.quantityValue).toNumberString());
}

/** The ways to ship, and what they cost. */
class ShippingMgr {
    /** Those in the currency of the session, for groups that the visitor is in. */
    static getAllShippingMethods() {
        const { currencyCode } = session.currency;
        return new ArrayList(shippingMethods.online().filter((method) => isForVisitor(method, currencyCode)));
    }

    static getDefaultShippingMethod() {
        const { currencyCode } = session.currency;
        return shippingMethods.online().find((method) => method.defaultMethod && method.currencyCode === currencyCode) || null;
    }

    /** By the table of a method, which says from which value of the goods on it costs how much, or how many percent of it. */
    static getShippingCost(method, total) {
        const { cost, amounts } = method[held];
        const [, amount, isPercentage] = (amounts || []).filter(([from]) => from <= total.value).pop() || [0, cost, false];
        return isPercentage ? total.multiply(amount / 100) : new Money(amount, total.currencyCode);
    }

    static getShipmentShippingModel(shipment) {
        return new ShipmentShippingModel(shipment, ShippingMgr);
    }

    static getProductShippingModel(product) {
        return new ProductShippingModel(product, ShippingMgr);
    }

    /**
     * Gives every shipment of a basket its cost. One without a method has none, neither of the shipment nor of its lines;
     * one without products has nothing to be shipped.
     */
    static applyShippingCost(basket) {
        for (const shipment of basket.shipments) {
            const method = shipment.shippingMethod;
            const lines = shipment.productLineItems.toArray();
            if (lines.length === 0) {
                shipment[held].amount = '0';
            } else if (method === null) {
                shipment[held].amount = undefined;
                lines.forEach((line) => line.removeShippingLineItem());
            } else {
                shipment[held].amount = ShippingMgr.getShippingCost(method, totalOf(method, shipment)).toNumberString();
                lines.forEach((line) => applyToLine(method, line));
            }
        }
    }
}

module.exports = manager(changing(ShippingMgr, ['applyShippingCost']), 'dw.order.ShippingMgr', {
    allShippingMethods: true,
    defaultShippingMethod: true
});
