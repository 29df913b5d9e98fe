'use strict';

const { held, define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const LineItem = require('dw/order/LineItem');
const PriceAdjustment = require('dw/order/PriceAdjustment');
const ProductMgr = require('dw/catalog/ProductMgr');
const Quantity = require('dw/value/Quantity');

/** So many pieces of one product. */
class ProductLineItem extends LineItem {
    getProductID() {
        return this[held].product;
    }

    getProduct() {
        return ProductMgr.getProduct(this[held].product);
    }

    getProductName() {
        return this[held].name;
    }

    getManufacturerSKU() {
        return this[held].product;
    }

    getQuantity() {
        return new Quantity(this[held].quantity, '');
    }

    getQuantityValue() {
        return this[held].quantity;
    }

    setQuantityValue(quantity) {
        if (!(quantity >= 0)) {
            throw new Error(`A line item can't have the quantity ${quantity}`);
        }
        this[held].quantity = Number(quantity);
    }

    getBasePrice() {
        return this.money(this[held].unit_price);
    }

    setPriceValue(amount) {
        this[held].unit_price = amount === null ? null : String(amount);
    }

    getPrice() {
        return this.getBasePrice().multiply(this[held].quantity);
    }

    getPriceAdjustments() {
        return new ArrayList(this[held].adjustments.map((entry) => new PriceAdjustment(entry, this.owner)));
    }

    createPriceAdjustment(promotionID, discount) {
        return this.owner.adjust(this[held].adjustments, promotionID, discount, this.getAdjustedPrice());
    }

    removePriceAdjustment(adjustment) {
        this[held].adjustments = this[held].adjustments.filter((entry) => entry.uuid !== adjustment.UUID);
    }

    getAdjustedPrice() {
        return this.getPriceAdjustments().toArray().reduce((sum, entry) => sum.add(entry.price), this.getPrice());
    }

    getProratedPrice() {
        return this.getAdjustedPrice();
    }

    getAdjustedTax() {
        return this.taxOf(this.getAdjustedPrice());
    }

    getShipment() {
        return this.owner.getDefaultShipment();
    }

    setShipment() {}

    isBonusProductLineItem() {
        return false;
    }

    isGift() {
        return Boolean(this[held].gift);
    }

    setGift(gift) {
        this[held].gift = Boolean(gift);
    }

    isCatalogProduct() {
        return this.getProduct() !== null;
    }
}

module.exports = define(ProductLineItem, 'dw.order.ProductLineItem', {
    get: {
        productID: (line) => line.getProductID(),
        productName: (line) => line.getProductName(),
        product: (line) => line.getProduct(),
        quantity: (line) => line.getQuantity(),
        quantityValue: { get: (line) => line.getQuantityValue() },
        adjustedPrice: (line) => line.getAdjustedPrice(),
        adjustedTax: (line) => line.getAdjustedTax(),
        proratedPrice: (line) => line.getProratedPrice(),
        priceAdjustments: (line) => line.getPriceAdjustments(),
        shipment: (line) => line.getShipment(),
        manufacturerSKU: (line) => line.getManufacturerSKU()
    },
    is: {
        gift: { get: (line) => line.isGift() },
        bonusProductLineItem: (line) => line.isBonusProductLineItem(),
        catalogProduct: (line) => line.isCatalogProduct()
    },
    apart: ['shipment']
});
