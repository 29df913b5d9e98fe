'use strict';

/** Documents of an order that can be billed, each once. */

const { held } = require('./bean');
const paperwork = require('./paperwork');

/** What is kept of an invoice's item: what an item of another document costs. */
function billed(item, order) {
    const { basis, tax, tax_items: taxes, order_item: orderItem } = item[held];
    const quantity = item.billedQuantity();
    return { uuid: paperwork.id(), id: paperwork.itemID(order), order_item: orderItem, basis, tax, tax_items: taxes,
        quantity: quantity.available ? quantity.value : null, custom: {} };
}

/** What is below another item is below that one's in the invoice. */
function billedItems(document, order) {
    const sources = document.getItems().toArray();
    const items = sources.map((item) => billed(item, order));
    sources.forEach((item, index) => {
        const above = sources.findIndex((each) => each.itemID === item[held].parent);
        items[index].parent = above < 0 ? null : items[above].id;
    });
    return items;
}

/** Bills a document: the type says what it is. */
function invoice(document, type, number) {
    const order = document.getOrder();
    if (document[held].invoice) {
        throw new Error(`The document ${document[held].number} has the invoice ${document[held].invoice} already`);
    }
    const billedAs = String(number);
    paperwork.added(order, 'invoices', billedAs, { type, status: 'NOT_PAID', items: billedItems(document, order), transactions: [] });
    document[held].invoice = billedAs;
    return order.getInvoice(billedAs);
}

/** Properties of such documents. */
const shape = {
    invoice: (document) => (document[held].invoice ? document.getOrder().getInvoice(document[held].invoice) : null),
    invoiceNumber: (document) => document[held].invoice || null
};

module.exports = { invoice, shape };
