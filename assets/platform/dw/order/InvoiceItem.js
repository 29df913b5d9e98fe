'use strict';

const { held, define } = require('../../internal/bean');
const { kept } = require('../../internal/paperwork');
const AbstractItem = require('dw/order/AbstractItem');
const Quantity = require('dw/value/Quantity');

/** What an invoice says of an item of the order. */
class InvoiceItem extends AbstractItem {
    getInvoiceNumber() {
        return this.container.invoiceNumber;
    }

    getQuantity() {
        return new Quantity(this[held].quantity, '');
    }

    getCapturedAmount() {
        return this.money(this[held].capture || 0);
    }

    setCapturedAmount(amount) {
        this.change({ capture: kept(amount) });
    }

    getRefundedAmount() {
        return this.money(this[held].refund || 0);
    }

    setRefundedAmount(amount) {
        this.change({ refund: kept(amount) });
    }

    /** All of it was captured or refunded, unless a script has said how much. */
    settle(name) {
        if (this[held][name] === undefined) {
            this.change({ [name]: kept(this.getGrossPrice()) });
        }
    }
}

module.exports = define(InvoiceItem, 'dw.order.InvoiceItem', {
    get: {
        invoiceNumber: true,
        quantity: true,
        basePrice: true,
        capturedAmount: true,
        refundedAmount: true,
        parentItem: true
    },
    apart: ['parentItem']
});
