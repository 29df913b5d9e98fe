'use strict';

const { define } = require('../../internal/bean');
const AbstractItem = require('dw/order/AbstractItem');
const Quantity = require('dw/value/Quantity');

/** A line's share of an appeasement. */
class AppeasementItem extends AbstractItem {
    getAppeasementNumber() {
        return this.container.appeasementNumber;
    }

    /** It is about no pieces. */
    billedQuantity() {
        return new Quantity(null, '');
    }
}

module.exports = define(AppeasementItem, 'dw.order.AppeasementItem', {
    get: {
        appeasementNumber: true,
        parentItem: true
    },
    apart: ['parentItem']
});
