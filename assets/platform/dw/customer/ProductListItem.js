'use strict';

const { held, define } = require('../../internal/bean');
const { flags, numbers } = require('../../internal/fields');
const ArrayList = require('dw/util/ArrayList');
const ProductListItemPurchase = require('dw/customer/ProductListItemPurchase');
const Quantity = require('dw/value/Quantity');

/** A product on a list. */
class ProductListItem {
    constructor(document, list) {
        Object.defineProperty(this, held, { value: document });
        Object.defineProperty(this, 'owner', { value: list, enumerable: false });
    }

    getID() {
        return this[held].uuid;
    }

    getList() {
        return this.owner;
    }

    getType() {
        return this[held].type;
    }

    getProductID() {
        return this[held].product;
    }

    getProduct() {
        return this[held].product === null ? null : require('dw/catalog/ProductMgr').getProduct(this[held].product);
    }

    setProduct(product) {
        this[held].product = product.ID;
    }

    getProductOptionModel() {
        const product = this.getProduct();
        if (product === null || !product.optionProduct) {
            return null;
        }
        const model = product.optionModel;
        Object.entries(this[held].options || {}).forEach(([option, value]) => model.select(option, value));
        return model;
    }

    setProductOptionModel(model) {
        this[held].options = model ? model.selection() : {};
    }

    getQuantityValue() {
        return this[held].quantity;
    }

    setQuantityValue(quantity) {
        if (!(quantity >= 0)) {
            throw new Error(`An item can't have the quantity ${quantity}`);
        }
        this[held].quantity = Number(quantity);
    }

    getQuantity() {
        return new Quantity(this[held].quantity, '');
    }

    setQuantity(quantity) {
        this.setQuantityValue(quantity.value);
    }

    getPurchases() {
        return new ArrayList(this[held].purchases.map((document) => new ProductListItemPurchase(document, this)));
    }

    getPurchasedQuantityValue() {
        return this[held].purchases.reduce((sum, purchase) => sum + purchase.quantity, 0);
    }

    getPurchasedQuantity() {
        return new Quantity(this.getPurchasedQuantityValue(), '');
    }

    createPurchase(quantity, purchaser) {
        const document = { uuid: host.call('random.id', null), created: new Date().toISOString(), quantity: Number(quantity), purchaserName: purchaser, custom: {} };
        this[held].purchases.push(document);
        return new ProductListItemPurchase(document, this);
    }

    /** An order that is given up has bought nothing. */
    forgetPurchases(orderNo) {
        this[held].purchases = this[held].purchases.filter((document) => document.orderNo !== orderNo);
    }

    toString() {
        return `[ProductListItem productID=${this.getProductID()}]`;
    }
}

Object.defineProperty(ProductListItem.prototype, 'forgetPurchases', { enumerable: false });

module.exports = define(ProductListItem, 'dw.customer.ProductListItem', {
    changes: ['createPurchase'],
    get: Object.assign({
        ID: true,
        productID: true,
        product: true,
        productOptionModel: true,
        quantity: true,
        quantityValue: true,
        purchases: true,
        purchasedQuantity: true,
        purchasedQuantityValue: true,
        type: true,
        list: true,
        custom: true
    }, numbers(['priority'], 0)),
    is: flags(['public']),
    constants: { TYPE_PRODUCT: 1, TYPE_GIFT_CERTIFICATE: 2 },
    apart: ['list', 'product', 'productOptionModel']
});
