'use strict';

const { held, define } = require('../../internal/bean');
const { choice, constants, valid } = require('../../internal/paperwork');
const ArrayList = require('dw/util/ArrayList');
const Quantity = require('dw/value/Quantity');

const STATUSES = ['NEW', 'OPEN', 'BACKORDER', 'CONFIRMED', 'WAREHOUSE', 'SHIPPED', 'CANCELLED', 'CREATED'];
const SENDING = ['CONFIRMED', 'WAREHOUSE', 'SHIPPED', 'CANCELLED'];

/** What an order knows of one of its lines besides what was bought. */
class OrderItem {
    constructor(document, line) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'line', { value: line, enumerable: false });
    }

    getItemID() {
        return this[held].id;
    }

    getLineItem() {
        return this.line;
    }

    getType() {
        return choice(this.line instanceof require('dw/order/ProductLineItem') ? 'PRODUCT' : 'SERVICE');
    }

    /** That of the order until it has one of its own. */
    getStatus() {
        return choice(this[held].status || this.line.owner.usualItemStatus());
    }

    /** Takes what is to be sent of it along, and the order. */
    setStatus(status) {
        const wanted = valid(STATUSES, status);
        const sent = this.getShippingOrderItem();
        this.take(wanted);
        if (sent !== null && SENDING.includes(wanted)) {
            sent.take(wanted);
        }
        this.line.owner.followItems();
    }

    take(status) {
        this.line.owner.fixItems();
        this[held].status = status;
    }

    #items(documents) {
        return [].concat(...documents.toArray().map((document) => document.items.toArray())).filter((item) => item.orderItemID === this[held].id);
    }

    getShippingOrderItems(includeCancelled = true) {
        const all = this.#items(this.line.owner.getShippingOrders());
        return new ArrayList(all.filter((item) => includeCancelled || item.status.value !== 'CANCELLED'));
    }

    /** The last one that isn't cancelled. */
    getShippingOrderItem() {
        return this.getShippingOrderItems(false).toArray().pop() || null;
    }

    getReturnCaseItems() {
        return new ArrayList(this.#items(this.line.owner.getReturnCases()));
    }

    getInvoiceItems() {
        return new ArrayList(this.#items(this.line.owner.getInvoices()));
    }

    getReturnedQuantity() {
        const returned = this.#items(this.line.owner.getReturns()).map((item) => item.returnedQuantity).filter((quantity) => quantity.available);
        return returned.reduce((sum, quantity) => sum.add(quantity), new Quantity(0, ''));
    }

    #billed(name, items) {
        return items.reduce((sum, item) => (item[name].available ? sum.add(item[name]) : sum), this.line.owner.money(0));
    }

    getCapturedAmount() {
        return this.#billed('capturedAmount', this.getInvoiceItems().toArray());
    }

    getRefundedAmount() {
        return this.#billed('refundedAmount', this.getInvoiceItems().toArray());
    }

    getAppeasedAmount() {
        const made = this.line.owner.getInvoices().toArray().filter((invoice) => invoice.type.value === 'APPEASEMENT');
        return this.#billed('refundedAmount', this.#items(new ArrayList(made)));
    }

    /** What was split off this one. */
    getSplitItems() {
        return new ArrayList(this.line.owner.orderItems().filter((item) => item[held].split_source === this[held].id));
    }

    getSplitSourceItem() {
        const { split_source: source } = this[held];
        return source ? this.line.owner.getOrderItem(source) : null;
    }

    toString() {
        return `[OrderItem ${this[held].id}]`;
    }
}

module.exports = define(OrderItem, 'dw.order.OrderItem', {
    get: {
        itemID: true,
        type: true,
        status: true,
        lineItem: true,
        shippingOrderItem: true,
        shippingOrderItems: true,
        returnCaseItems: true,
        invoiceItems: true,
        returnedQuantity: true,
        capturedAmount: true,
        refundedAmount: true,
        appeasedAmount: true,
        splitItems: true,
        splitSourceItem: true
    },
    apart: ['lineItem', 'shippingOrderItem', 'shippingOrderItems', 'returnCaseItems', 'invoiceItems', 'splitItems', 'splitSourceItem'],
    constants: Object.assign(constants('TYPE', ['PRODUCT', 'SERVICE']), constants('STATUS', STATUSES))
});
