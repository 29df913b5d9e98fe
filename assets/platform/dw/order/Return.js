'use strict';

const { held, define } = require('../../internal/bean');
const { itemConstants } = require('../../internal/filters');
const { invoice, shape } = require('../../internal/invoiced');
const { constants, item, valid } = require('../../internal/paperwork');
const AbstractItemCtnr = require('dw/order/AbstractItemCtnr');
const ReturnItem = require('dw/order/ReturnItem');

const STATUSES = ['NEW', 'COMPLETED'];

/** What a customer has sent back at once. */
class Return extends AbstractItemCtnr {
    itemOf(document) {
        return new ReturnItem(document, this);
    }

    getReturnNumber() {
        return this[held].number;
    }

    getReturnCase() {
        return this.getOrder().getReturnCase(this[held].return_case);
    }

    isClosed() {
        return this[held].status === 'COMPLETED';
    }

    setStatus(status) {
        const wanted = valid(STATUSES, status);
        if (wanted !== this[held].status) {
            this.change({ status: wanted });
        }
    }

    getNote() {
        return this[held].note || null;
    }

    setNote(note) {
        this.change({ note });
    }

    /** Of an item of the return case that is confirmed. */
    createItem(returnCaseItemID) {
        const found = this.getReturnCase().items.toArray().find((each) => each.itemID === returnCaseItemID);
        if (found === undefined) {
            throw new Error(`The return case ${this[held].return_case} has no item ${returnCaseItemID}`);
        }
        if (!['CONFIRMED', 'PARTIAL_RETURNED'].includes(found.status.value)) {
            throw new Error(`The item ${returnCaseItemID} of the return case is ${found.status}: nothing of it can be returned`);
        }
        return this.addItem(item(found.orderItem, { return_case_item: found.itemID, quantity: null }));
    }

    /** To be refunded, with the number of the return unless there is another one. */
    createInvoice(number = this[held].number) {
        return invoice(this, 'RETURN', number);
    }
}

module.exports = define(Return, 'dw.order.Return', {
    changes: ['createItem', 'createInvoice'],
    get: Object.assign({
        returnNumber: true,
        status: true,
        note: true,
        returnCase: true
    }, shape),
    apart: ['returnCase', 'invoice'],
    constants: Object.assign(constants('STATUS', STATUSES), itemConstants)
});
