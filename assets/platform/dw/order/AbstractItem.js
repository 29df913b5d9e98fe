'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const { kept, priced, share } = require('../../internal/paperwork');
const { typeName } = require('../../internal/typeNames');
const ArrayList = require('dw/util/ArrayList');
const Extensible = require('dw/object/Extensible');
const Money = require('dw/value/Money');
const TaxGroup = require('dw/order/TaxGroup');
const TaxItem = require('dw/order/TaxItem');

const DEEPEST = 10;

function ancestors(item) {
    const found = [];
    for (let next = item; next !== null && found.length <= DEEPEST; next = next.parentItem) {
        found.push(next);
    }
    return found;
}

/** An item of a document that is about one of the order's items. */
class AbstractItem extends Extensible {
    constructor(document, container) {
        super();
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'container', { value: container, enumerable: false });
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    getItemID() {
        return this[held].id;
    }

    getOrderItemID() {
        return this[held].order_item;
    }

    getOrderItem() {
        return this.container.order.getOrderItem(this[held].order_item);
    }

    getLineItem() {
        return this.getOrderItem().lineItem;
    }

    money(amount) {
        return new Money(amount, this.container.order.currencyCode);
    }

    change(values) {
        this.container.requireOpen();
        Object.assign(this[held], values);
        this.container[held].modified = new Date().toISOString();
    }

    #prices() {
        return priced(this.getTaxBasis(), this.getTax());
    }

    getTaxBasis() {
        return this.money(this[held].basis);
    }

    /** The sum of its tax items where a script has set them. */
    getTax() {
        const { tax, tax_items: items } = this[held];
        return items ? items.reduce((sum, { amount }) => sum.add(this.money(amount)), this.money(0)) : this.money(tax);
    }

    getNetPrice() {
        return this.#prices().net;
    }

    getGrossPrice() {
        return this.#prices().gross;
    }

    /** One at the rate of the line, unless a script has set others. */
    getTaxItems() {
        const { taxClassID, taxRate } = this.getLineItem();
        const usual = () => [{ amount: this[held].tax, type: taxClassID, caption: null, description: null, rate: taxRate }];
        return new ArrayList((this[held].tax_items || usual()).map((entry) => new TaxItem(this.money(entry.amount), new TaxGroup(entry))));
    }

    getBasePrice() {
        return this.getLineItem().basePrice;
    }

    /** Takes so much of the basis and the tax; what is in the middle of two amounts is rounded up or down. */
    applyPriceRate(factor, divisor, roundUp) {
        const part = (money) => kept(share(money, factor, divisor, roundUp));
        const items = this[held].tax_items && this[held].tax_items.map((entry) => Object.assign({}, entry, { amount: part(this.money(entry.amount)) }));
        this.change(Object.assign({ basis: part(this.getTaxBasis()), tax: part(this.money(this[held].tax)) }, items ? { tax_items: items } : {}));
    }

    getParentItem() {
        const { parent } = this[held];
        return parent ? this.container.items.toArray().find((item) => item.itemID === parent) || null : null;
    }

    /** Another item of the same document, or null. */
    setParentItem(parent) {
        if (parent !== null && parent.container !== this.container) {
            throw new Error(`The item ${parent.itemID} belongs to another document`);
        }
        const above = ancestors(parent);
        if (above.includes(this) || above.length > DEEPEST) {
            throw new Error(`The item ${parent.itemID} can't be above the item ${this.itemID}`);
        }
        this.change({ parent: parent && parent.itemID });
    }

    toString() {
        return `[${this.constructor.name} ${this[held].id}]`;
    }
}

module.exports = define(AbstractItem, 'dw.order.AbstractItem', {
    changes: ['applyPriceRate'],
    get: {
        itemID: true,
        orderItemID: true,
        orderItem: true,
        lineItem: true,
        netPrice: true,
        tax: true,
        grossPrice: true,
        taxBasis: true,
        taxItems: true
    },
    apart: ['orderItem', 'lineItem', 'taxItems']
});
