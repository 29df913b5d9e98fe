'use strict';

const { held, define } = require('../../internal/bean');
const { choice, constants, moved } = require('../../internal/paperwork');
const { ReturnedItem, shape } = require('../../internal/returned');
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
class ReturnCaseItem extends ReturnedItem {
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
    get: Object.assign({
        returnCaseNumber: true,
        status: true,
        authorizedQuantity: true,
        basePrice: true,
        parentItem: true,
        returnItems: true
    }, shape),
    apart: ['parentItem', 'returnItems'],
    constants: constants('STATUS', Object.keys(NEXT))
});
