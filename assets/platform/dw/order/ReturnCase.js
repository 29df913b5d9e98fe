'use strict';

const { held, define } = require('../../internal/bean');
const { itemConstants } = require('../../internal/filters');
const { invoice, shape } = require('../../internal/invoiced');
const { added, choice, constants, item, numbered } = require('../../internal/paperwork');
const AbstractItemCtnr = require('dw/order/AbstractItemCtnr');
const ArrayList = require('dw/util/ArrayList');
const ReturnCaseItem = require('dw/order/ReturnCaseItem');

const STATUSES = ['NEW', 'CONFIRMED', 'PARTIAL_RETURNED', 'RETURNED', 'CANCELLED'];

/** What a customer may send back of an order, or has sent. */
class ReturnCase extends AbstractItemCtnr {
    itemOf(document) {
        return new ReturnCaseItem(document, this);
    }

    getReturnCaseNumber() {
        return this[held].number;
    }

    isRMA() {
        return this[held].rma;
    }

    /** By its items; it has one of its own without any. */
    getStatus() {
        const statuses = Array.from(new Set(this[held].items.map(({ status }) => status)));
        const going = statuses.filter((status) => status !== 'CANCELLED');
        if (going.length === 0) {
            return choice(statuses[0] || this[held].status);
        }
        if (going.length === 1) {
            return choice(going[0]);
        }
        return choice(['PARTIAL_RETURNED', 'RETURNED'].some((status) => going.includes(status)) ? 'PARTIAL_RETURNED' : 'NEW');
    }

    isClosed() {
        return this.getStatus().value !== 'NEW';
    }

    /** Without items it is cancelled. */
    confirm() {
        this.requireOpen();
        if (this[held].items.length === 0) {
            this.change({ status: 'CANCELLED' });
        }
        this.getItems().toArray().filter((each) => each.status.value === 'NEW').forEach((each) => each.setStatus('CONFIRMED'));
    }

    /** One an item of the order. */
    createItem(orderItemID) {
        const orderItem = this.getOrder().getOrderItem(orderItemID);
        if (this[held].items.some((document) => document.order_item === orderItem.itemID)) {
            throw new Error(`The return case ${this[held].number} has an item for ${orderItemID} already`);
        }
        return this.addItem(item(orderItem, { status: 'NEW', authorized: null }));
    }

    createReturn(returnNumber) {
        const order = this.getOrder();
        if (!['CONFIRMED', 'PARTIAL_RETURNED'].includes(this.getStatus().value)) {
            throw new Error(`The return case ${this[held].number} is ${this.getStatus()}: nothing of it can be returned`);
        }
        const number = String(returnNumber === undefined ? numbered(order, 'returns', 'R') : returnNumber);
        added(order, 'returns', number, { status: 'NEW', return_case: this[held].number });
        return order.getReturn(number);
    }

    getReturns() {
        return new ArrayList(this.getOrder().getReturns().toArray().filter((each) => each.returnCase === this));
    }

    /** To be refunded, with the number of the return case unless there is another one. */
    createInvoice(number = this[held].number) {
        return invoice(this, 'RETURN_CASE', number);
    }
}

module.exports = define(ReturnCase, 'dw.order.ReturnCase', {
    changes: ['createItem', 'createReturn', 'createInvoice'],
    get: Object.assign({
        returnCaseNumber: true,
        status: true,
        returns: true
    }, shape),
    is: { RMA: true },
    apart: ['returns', 'invoice'],
    constants: Object.assign(constants('STATUS', STATUSES), itemConstants)
});
