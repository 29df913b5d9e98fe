'use strict';

const { define } = require('../../internal/bean');
const { queried } = require('../../internal/query');
const SeekableIterator = require('dw/util/SeekableIterator');

/** What a customer ordered, the newest first. */
class OrderHistory {
    #number;

    constructor(number) {
        this.#number = number;
    }

    #found(query, sorting, values) {
        const { all } = require('../../internal/orders');
        const own = all().filter((order) => order.customerNo === this.#number && order.status.value !== 0 && order.status.value !== 8);
        return queried({ type: 'Order', path: 'order/Order' }, own, query, sorting || 'creationDate desc', values);
    }

    getOrders(query, sorting, ...values) {
        return new SeekableIterator(this.#found(query, sorting, values));
    }

    getOrderCount() {
        return this.#found(null, null, []).length;
    }
}

module.exports = define(OrderHistory, 'dw.customer.OrderHistory', {
    get: { orderCount: true, orders: true },
    apart: ['orders']
});
