'use strict';

const { held, define } = require('../../internal/bean');
const { choice, codeOf, moved } = require('../../internal/paperwork');
const AbstractItem = require('dw/order/AbstractItem');
const ArrayList = require('dw/util/ArrayList');
const Quantity = require('dw/value/Quantity');

/** What may follow each status. */
const NEXT = {
    NEW: ['CONFIRMED', 'CANCELLED'],
    CONFIRMED: ['PARTIAL_RETURNED', 'RETURNED', 'CANCELLED'],
    PARTIAL_RETURNED: ['RETURNED'],
    RETURNED: [],
    CANCELLED: []
};

/** So many pieces of a line that may come back. */
class ReturnCaseItem extends AbstractItem {
    getReturnCaseNumber() {
        return this.container.returnCaseNumber;
    }

    getStatus() {
        return choice(this[held].status);
    }

    setStatus(status) {
        this[held].status = moved(NEXT, this[held].status, status);
    }

    getAuthorizedQuantity() {
        return new Quantity(this[held].authorized, '');
    }

    /** Null leaves it open. */
    setAuthorizedQuantity(quantity) {
        this.change({ authorized: quantity === null ? null : Number(quantity) });
    }

    billedQuantity() {
        return this.getAuthorizedQuantity();
    }

    getNote() {
        return this[held].note || null;
    }

    setNote(note) {
        this.change({ note });
    }

    getReasonCode() {
        return choice(this[held].reason);
    }

    setReasonCode(code) {
        this.change({ reason: codeOf(code) });
    }

    /** An item of a return of this case. */
    createReturnItem(returnNumber) {
        const found = this.container.returns.toArray().find((each) => each.returnNumber === returnNumber);
        if (found === undefined) {
            throw new Error(`The return case ${this.returnCaseNumber} has no return ${returnNumber}`);
        }
        return found.createItem(this.itemID);
    }

    getReturnItems() {
        const items = [].concat(...this.container.returns.toArray().map((each) => each.items.toArray()));
        return new ArrayList(items.filter((item) => item.returnCaseItem === this));
    }
}

module.exports = define(ReturnCaseItem, 'dw.order.ReturnCaseItem', {
    get: {
        returnCaseNumber: (item) => item.getReturnCaseNumber(),
        status: { get: (item) => item.getStatus() },
        authorizedQuantity: { get: (item) => item.getAuthorizedQuantity() },
        reasonCode: { get: (item) => item.getReasonCode() },
        note: { get: (item) => item.getNote() },
        basePrice: (item) => item.getBasePrice(),
        parentItem: { get: (item) => item.getParentItem() },
        returnItems: (item) => item.getReturnItems()
    },
    apart: ['parentItem', 'returnItems'],
    constants: Object.fromEntries(Object.keys(NEXT).map((status) => [`STATUS_${status}`, status]))
});
