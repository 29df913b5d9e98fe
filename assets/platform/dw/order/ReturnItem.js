'use strict';

const { held, define } = require('../../internal/bean');
const { kept, pieces, portion } = require('../../internal/paperwork');
const { ReturnedItem, shape } = require('../../internal/returned');
const Quantity = require('dw/value/Quantity');
const TaxItem = require('dw/order/TaxItem');

function taxDocument({ amount, taxGroup }) {
    return Object.assign({ amount: kept(amount) }, taxGroup[held]);
}

/** So many pieces of a line that came back. */
class ReturnItem extends ReturnedItem {
    getReturnNumber() {
        return this.container.returnNumber;
    }

    getReturnCaseItem() {
        return this.container.returnCase.items.toArray().find((item) => item.itemID === this[held].return_case_item);
    }

    getReturnedQuantity() {
        return new Quantity(this[held].quantity, '');
    }

    billedQuantity() {
        return this.getReturnedQuantity();
    }

    /** At most what hasn't come back yet; the prices are those of so many pieces then. */
    setReturnedQuantity(quantity) {
        if (quantity === null || quantity === undefined) {
            throw new TypeError('A returned quantity is missing');
        }
        const orderItem = this.getOrderItem();
        const left = pieces(orderItem.lineItem) - orderItem.returnedQuantity.value + this.getReturnedQuantity().value;
        const wanted = Number(quantity);
        if (!(wanted > 0) || wanted > left) {
            throw new Error(`The returned quantity is ${wanted}, but there are ${left} pieces left to return`);
        }
        this.change(Object.assign({ quantity: wanted }, portion(orderItem.lineItem, wanted)));
    }

    setTaxBasis(basis) {
        this.change({ basis: kept(basis) });
    }

    setTaxItems(items) {
        this.change({ tax_items: Array.from(items, taxDocument) });
    }

    addTaxItem(amount, taxGroup) {
        const added = new TaxItem(this.money(amount), taxGroup);
        this.change({ tax_items: (this[held].tax_items || []).concat(taxDocument(added)) });
        return added;
    }
}

module.exports = define(ReturnItem, 'dw.order.ReturnItem', {
    get: Object.assign({
        returnNumber: true,
        returnCaseItem: true,
        returnedQuantity: true,
        basePrice: true,
        parentItem: true,
        taxBasis: true,
        taxItems: true
    }, shape),
    apart: ['returnCaseItem', 'parentItem']
});
