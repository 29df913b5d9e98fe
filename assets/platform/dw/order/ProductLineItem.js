'use strict';

const { held, define } = require('../../internal/bean');
const { adjusted } = require('../../internal/adjusted');
const { textOf, texts } = require('../../internal/fields');
const { kept } = require('../../internal/paperwork');
const { prorated } = require('../../internal/proration');
const reservations = require('../../internal/reservations');
const ArrayList = require('dw/util/ArrayList');
const Decimal = require('dw/util/Decimal');
const LineItem = require('dw/order/LineItem');
const PriceAdjustment = require('dw/order/PriceAdjustment');
const ProductMgr = require('dw/catalog/ProductMgr');
const Quantity = require('dw/value/Quantity');

/** What a script sets of the quantities of a line; null is none. */
function wanted(value) {
    if (value !== null && !(value > 0)) {
        throw new TypeError(`A quantity is above 0, not ${value}`);
    }
    return value === null ? null : Number(value);
}

/** What scripts may have said of the product that a line had before. */
const OF_PRODUCT = ['foreign', 'manufacturerName', 'manufacturerSKU', 'min_order_quantity', 'step_quantity'];

/** So many pieces of one product. */
class ProductLineItem extends LineItem {
    getProductID() {
        return this[held].product;
    }

    getProduct() {
        return ProductMgr.getProduct(this[held].product);
    }

    usualTaxClassID() {
        const product = this.getProduct();
        return product && product.taxClassID;
    }

    getProductName() {
        return this[held].name;
    }

    setProductName(name) {
        this[held].name = textOf(name);
    }

    getManufacturerName() {
        const product = this.getProduct();
        return this[held].manufacturerName || (product && product.manufacturerName) || null;
    }

    getManufacturerSKU() {
        const product = this.getProduct();
        return this[held].manufacturerSKU || (product && product.manufacturerSKU) || this[held].product;
    }

    /**
     * Another product instead, with the values that its options have by default. The line has no price until somebody says
     * it, as what calculates baskets does; what isn't the product's own stays.
     */
    replaceProduct(product) {
        if (!product || typeof product.getOptionModel !== 'function') {
            throw new TypeError(`A line needs a product (dw.catalog.Product) instead of its own, not ${product}`);
        }
        const document = this[held];
        Object.assign(document, { product: product.ID, name: product.name, text: product.name, unit_price: null, adjustments: [], shipping: null });
        OF_PRODUCT.forEach((name) => delete document[name]);
        this.#below('option').concat(this.#below('bundled')).forEach((line) => this.owner.removeProductLineItem(line));
        this.owner.addBelow(this, product, product.optionModel, this.getShipment());
    }

    // Options and what is bundled: lines of their own that belong to this one.

    #below(kind) {
        return this.owner.linesBelow(this[held].uuid, kind);
    }

    getOptionProductLineItems() {
        return new ArrayList(this.#below('option'));
    }

    getBundledProductLineItems() {
        return new ArrayList(this.#below('bundled'));
    }

    isOptionProductLineItem() {
        return this[held].option !== undefined;
    }

    isBundledProductLineItem() {
        return this[held].bundled === true;
    }

    getParent() {
        return this[held].parent ? this.owner.lineOf(this[held].parent) : null;
    }

    getOptionID() {
        return this[held].option || null;
    }

    getOptionValueID() {
        return this[held].option_value || null;
    }

    getOptionModel() {
        const product = this.getProduct();
        if (product === null || this.isOptionProductLineItem()) {
            return null;
        }
        const model = product.optionModel;
        this.#below('option').forEach((line) => model.select(line.optionID, line.optionValueID));
        return model;
    }

    #optionOfParent() {
        const model = this.getParent().getProduct().optionModel;
        return { model, option: model.getOption(this.optionID) };
    }

    /** Another value of this line's option. */
    updateOptionValue(value) {
        const text = `${this.#optionOfParent().option.displayName}: ${value.displayValue}`;
        Object.assign(this[held], { option_value: value.ID, name: text, text });
        this.updateOptionPrice();
    }

    updateOptionPrice() {
        const { model, option } = this.#optionOfParent();
        this[held].unit_price = kept(model.getPrice(model.getOptionValue(option, this.optionValueID)));
    }

    // Bonus products

    getBonusDiscountLineItem() {
        return this[held].bonus_discount ? this.owner.getBonusDiscountLineItems().toArray().find((it) => it.UUID === this[held].bonus_discount) || null : null;
    }

    getQualifyingProductLineItemForBonusProduct() {
        return this[held].qualifying ? this.owner.lineOf(this[held].qualifying) : null;
    }

    getRelatedBonusProductLineItems() {
        return new ArrayList(this.owner.getProductLineItems().toArray().filter((line) => line[held].qualifying === this[held].uuid));
    }

    // Where it comes from

    getCategory() {
        return this[held].category ? require('dw/catalog/CatalogMgr').getCategory(this[held].category) : null;
    }

    setCategory(category) {
        this[held].category = category ? category.ID : null;
    }

    getCategoryID() {
        return this[held].category || null;
    }

    setCategoryID(id) {
        this[held].category = textOf(id);
    }

    getProductInventoryListID() {
        return this[held].inventory_list || null;
    }

    setProductInventoryListID(id) {
        this[held].inventory_list = textOf(id);
    }

    getProductInventoryList() {
        const { ProductInventoryMgr } = dw.catalog;
        return this[held].inventory_list ? ProductInventoryMgr.getInventoryList(this[held].inventory_list) : null;
    }

    setProductInventoryList(list) {
        this[held].inventory_list = list ? list.ID : null;
    }

    getProductListItem() {
        const { list, item } = this[held].list_item || {};
        const found = list ? require('dw/customer/ProductListMgr').getProductList(list) : null;
        return found && found.getItem(item);
    }

    /** A quantity that a script has set for the line. */
    #ownQuantity(name) {
        const value = this[held][name];
        return value === undefined ? null : new Quantity(value, '');
    }

    getMinOrderQuantity() {
        return this.#ownQuantity('min_order_quantity') || (this.getProduct() ? this.getProduct().minOrderQuantity : new Quantity(1, ''));
    }

    getStepQuantity() {
        return this.#ownQuantity('step_quantity') || (this.getProduct() ? this.getProduct().stepQuantity : new Quantity(1, ''));
    }

    /** Whether all pieces are held back for the basket. */
    isReserved() {
        if (this.owner.getOrderNo !== undefined) {
            throw new Error('Lines of baskets alone are reserved, not those of orders');
        }
        const list = this[held].inventory_list || host.call('inventory.list', null);
        return reservations.heldFor(this.owner.UUID, list, this[held].product) >= this[held].quantity;
    }

    getShippingLineItem() {
        return this[held].shipping ? new (require('dw/order/ProductShippingLineItem'))(this[held].shipping, this.owner, this) : null;
    }

    createShippingLineItem() {
        this[held].shipping = { uuid: host.call('random.id', null), amount: '0', adjustments: [], custom: {} };
        return this.getShippingLineItem();
    }

    removeShippingLineItem() {
        this[held].shipping = null;
    }

    getPriceAdjustmentByPromotionID(id) {
        return this.getPriceAdjustmentsByPromotionID(id).first;
    }

    getPriceAdjustmentByPromotionIDAndCouponCode(id, code) {
        const isOf = (entry) => (entry.couponLineItem === null ? code === null : entry.couponLineItem.isOf(code));
        return this.getPriceAdjustmentsByPromotionID(id).toArray().find(isOf) || null;
    }

    getPriceAdjustmentsByPromotionID(id) {
        return new ArrayList(this.getPriceAdjustments().toArray().filter((entry) => entry.promotionID === id));
    }

    /** What each discount takes off this line, those that others bear too by its share. */
    getProratedPriceAdjustmentPrices() {
        const prices = new (require('dw/util/LinkedHashMap'))();
        const own = prorated(this.owner).shares.filter(([, parts]) => parts.has(this.UUID));
        own.forEach(([adjustment, parts]) => prices.put(adjustment, parts.get(this.UUID)));
        return prices;
    }

    getQuantity() {
        return new Quantity(this[held].quantity, '');
    }

    getQuantityValue() {
        return this[held].quantity;
    }

    /** The least that the product is ordered in and so many steps more as the quantity has in full. */
    #adjusted(quantity) {
        const [least, step] = this[held].parent ? [1, 1] : [this.getMinOrderQuantity().value || 1, this.getStepQuantity().value || 1];
        const steps = new Decimal(quantity).subtract(least).divide(step).round(9).get();
        return steps <= 0 ? least : new Decimal(least).add(new Decimal(step).multiply(Math.floor(steps))).get();
    }

    /** Adjusted to the least quantity and the steps of the product, as 0 is, too. */
    setQuantityValue(quantity) {
        if (quantity === null || !(quantity >= 0)) {
            throw new Error(`A line item can't have the quantity ${quantity}`);
        }
        const adjusted = this.#adjusted(Number(quantity));
        this[held].quantity = adjusted;
        this.#below('option').forEach((line) => { line[held].quantity = adjusted; });
        const product = this.getProduct();
        this.#below('bundled').forEach((line) => { line[held].quantity = adjusted * product.getBundledProductQuantity(line.product).value; });
    }

    /** Answers the quantity that it has then. */
    updateQuantity(quantity) {
        this.setQuantityValue(quantity);
        return this.getQuantityValue();
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
        return new ArrayList(this[held].adjustments.map((entry) => this.owner.one(entry, PriceAdjustment, this)));
    }

    createPriceAdjustment(promotionID, discount) {
        if (this.getPriceAdjustmentByPromotionID(promotionID) !== null) {
            throw new Error(`The line has a price adjustment ${promotionID} already`);
        }
        return this.owner.adjust(this[held].adjustments, promotionID, discount, this.getAdjustedPrice(), this);
    }

    removePriceAdjustment(adjustment) {
        this[held].adjustments = this[held].adjustments.filter((entry) => entry.uuid !== adjustment.UUID);
    }

    /** Those of what shipping it costs, too. */
    allAdjustments() {
        const freight = this.getShippingLineItem();
        return this.getPriceAdjustments().toArray().concat(freight === null ? [] : freight.priceAdjustments.toArray());
    }

    /** After the discounts of the line; with `isProrated` after its share of those of the whole order, too. */
    getAdjustedPrice(isProrated = false) {
        return isProrated ? this.getProratedPrice() : this.getPriceAdjustments().toArray().reduce((sum, entry) => sum.add(entry.price), this.getPrice());
    }

    /** After its share of all discounts. */
    getProratedPrice() {
        return prorated(this.owner).prices.get(this.UUID);
    }

    /** Orders have more of their lines. */
    getOrderItem() {
        return this.owner.orderItemOf(this);
    }

    getShipment() {
        return this.owner.getShipment(this[held].shipment) || this.owner.getDefaultShipment();
    }

    setShipment(shipment) {
        this[held].shipment = shipment.ID;
        this.#below('option').concat(this.#below('bundled')).forEach((line) => line.setShipment(shipment));
    }

    isBonusProductLineItem() {
        return Boolean(this[held].bonus);
    }

    isGift() {
        return Boolean(this[held].gift);
    }

    setGift(gift) {
        this[held].gift = Boolean(gift);
    }

    /** Its place among all lines, unless a script has given it another one. */
    getPosition() {
        return this[held].position || this.owner.getAllProductLineItems().toArray().indexOf(this) + 1;
    }

    setPosition(position) {
        this[held].position = position;
    }

    isCatalogProduct() {
        return this.getProduct() !== null;
    }
}

module.exports = define(ProductLineItem, 'dw.order.ProductLineItem', {
    changes: ['createPriceAdjustment', 'createShippingLineItem', 'removePriceAdjustment', 'removeShippingLineItem', 'replaceProduct',
        'updateOptionPrice', 'updateOptionValue', 'updateQuantity'],
    get: Object.assign({
        productID: true,
        productName: true,
        product: true,
        quantity: true,
        quantityValue: true,
        adjustedPrice: true,
        proratedPrice: true,
        priceAdjustments: true,
        shipment: true,
        position: true,
        manufacturerName: { get: (line) => line.getManufacturerName(), set: (line, name) => { line[held].manufacturerName = textOf(name); } },
        manufacturerSKU: { get: (line) => line.getManufacturerSKU(), set: (line, sku) => { line[held].manufacturerSKU = textOf(sku); } },
        optionID: true,
        optionValueID: true,
        optionModel: true,
        optionProductLineItems: true,
        bundledProductLineItems: true,
        parent: true,
        bonusDiscountLineItem: true,
        qualifyingProductLineItemForBonusProduct: true,
        relatedBonusProductLineItems: true,
        category: true,
        categoryID: true,
        productInventoryList: true,
        productInventoryListID: true,
        productListItem: true,
        minOrderQuantity: true,
        minOrderQuantityValue: { get: (line) => line.getMinOrderQuantity().value, set: (line, value) => { line[held].min_order_quantity = wanted(value); } },
        stepQuantity: true,
        stepQuantityValue: { get: (line) => line.getStepQuantity().value, set: (line, value) => { line[held].step_quantity = wanted(value); } },
        orderItem: true,
        shippingLineItem: true,
        proratedPriceAdjustmentPrices: true
    }, adjusted, texts(['giftMessage', 'externalLineItemStatus', 'externalLineItemText'])),
    is: {
        gift: true,
        bonusProductLineItem: true,
        catalogProduct: true,
        optionProductLineItem: true,
        bundledProductLineItem: true,
        reserved: true
    },
    apart: ['shipment', 'optionModel', 'parent', 'category', 'bonusDiscountLineItem', 'qualifyingProductLineItemForBonusProduct',
        'relatedBonusProductLineItems', 'productInventoryList', 'productListItem', 'proratedPriceAdjustmentPrices', 'minOrderQuantity',
        'stepQuantity', 'shippingLineItem', 'orderItem', 'optionProductLineItems', 'bundledProductLineItems']
});
