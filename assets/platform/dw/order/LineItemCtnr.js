'use strict';

const { held, define } = require('../../internal/bean');
const { customOf } = require('../../internal/container');
const { sum, totals } = require('../../internal/totals');
const { documentOf, takenOff } = require('../../internal/discounts');
const { textOf } = require('../../internal/fields');
const { entered } = require('../../internal/promotions/entering');
const { kept } = require('../../internal/paperwork');
const { typeName } = require('../../internal/typeNames');
const ArrayList = require('dw/util/ArrayList');
const CouponLineItem = require('dw/order/CouponLineItem');
const Money = require('dw/value/Money');
const OrderAddress = require('dw/order/OrderAddress');
const OrderPaymentInstrument = require('dw/order/OrderPaymentInstrument');
const PriceAdjustment = require('dw/order/PriceAdjustment');
const ProductLineItem = require('dw/order/ProductLineItem');
const Shipment = require('dw/order/Shipment');
const Quantity = require('dw/value/Quantity');

function id() {
    return host.call('random.id', null);
}

const CHANNELS = [null, 'Storefront', 'CallCenter', 'Marketplace', 'DSS', 'Store', 'Pinterest', 'Twitter', 'Facebook Ads', 'Subscriptions',
    'Online Reservation', 'Customer Service Center', 'Instagram Commerce'];

/** What baskets and orders have in common: lines, shipment, payments, totals. */
class LineItemCtnr {
    #shipments = new Map();
    #parts = new WeakMap();

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getUUID() {
        return this[held].uuid;
    }

    getCurrencyCode() {
        return this[held].currency;
    }

    getCreationDate() {
        return new Date(this[held].created);
    }

    money(amount) {
        return new Money(amount, this.getCurrencyCode());
    }

    #sum(amounts) {
        return sum(amounts, this.money(0));
    }

    // Lines

    /** One object for each part, also of its lines, so that a script's changes to it are seen everywhere and collections of before know it. */
    one(document, Part, line) {
        if (!this.#parts.has(document)) {
            this.#parts.set(document, new Part(document, this, line));
        }
        return this.#parts.get(document);
    }

    #line(document) {
        return this.one(document, ProductLineItem);
    }

    /** Those that don't belong to another line. */
    getProductLineItems(productID) {
        return new ArrayList(this.getAllProductLineItems(productID).toArray().filter((line) => !line[held].parent));
    }

    /** Those of options and of what is bundled too. */
    getAllProductLineItems(productID) {
        const wanted = productID === undefined ? this[held].lines : this[held].lines.filter((line) => line.product === productID);
        return new ArrayList(wanted.map((line) => this.#line(line)));
    }

    lineOf(uuid) {
        const found = this[held].lines.find((line) => line.uuid === uuid);
        return found === undefined ? null : this.#line(found);
    }

    /** The lines that belong to one: `option` or `bundled`. */
    linesBelow(uuid, kind) {
        return this[held].lines.filter((line) => line.parent === uuid && line[kind] !== undefined).map((line) => this.#line(line));
    }

    /** Of orders alone. */
    orderItemOf() {
        return null;
    }

    /** Discounts are lines, too. */
    getAllLineItems() {
        return this.getAllProductLineItems().concat(this.getGiftCertificateLineItems(), new ArrayList(this.taxed('freight').concat(this.allAdjustments())));
    }

    getBonusLineItems() {
        return new ArrayList(this.getAllProductLineItems().toArray().filter((line) => line.bonusProductLineItem));
    }

    getProductQuantityTotal() {
        return this.getProductLineItems().toArray().reduce((sum, line) => sum + line.quantityValue, 0);
    }

    /** Bonus products are counted if they are asked for. */
    getProductQuantities(includeBonusProducts = false) {
        const lines = this.getAllProductLineItems().toArray().filter((line) => !line.bundledProductLineItem && !line.optionProductLineItem);
        return this.#quantities(new ArrayList(lines.filter((line) => includeBonusProducts || !line.bonusProductLineItem)));
    }

    /** With what is in bundles and what options are for. */
    getAllProductQuantities() {
        return this.#quantities(this.getAllProductLineItems());
    }

    #quantities(lines) {
        const LinkedHashMap = require('dw/util/LinkedHashMap');
        const quantities = new LinkedHashMap();
        for (const line of lines.toArray().filter((each) => each.product !== null)) {
            const before = quantities.get(line.product);
            quantities.put(line.product, new Quantity(line.quantityValue + (before ? before.value : 0), ''));
        }
        return quantities;
    }

    #newLine(fieldsOfIt, price, shipment) {
        const document = Object.assign({
            uuid: id(), created: new Date().toISOString(), quantity: 1, unit_price: kept(price),
            adjustments: [], custom: {}
        }, fieldsOfIt, shipment && !shipment.default ? { shipment: shipment.ID } : {});
        this[held].lines.push(document);
        return this.#line(document);
    }

    /**
     * Appends a product, as many pieces of it as must be ordered: `(id or product or item of a product list,
     * [option model], [shipment])`, or `(id, quantity, shipment)`. An ID that no product has makes a line without one.
     */
    createProductLineItem(wanted, second, third) {
        const item = wanted instanceof require('dw/customer/ProductListItem') ? wanted : null;
        const given = item === null ? wanted : item.product;
        const product = given && typeof given === 'object' ? given : require('dw/catalog/ProductMgr').getProduct(given);
        const isModel = second instanceof require('dw/catalog/ProductOptionModel');
        const shipment = third || (second instanceof Shipment ? second : null);
        const quantity = typeof second === 'number' || second instanceof Quantity ? Math.max(1, Math.round(Number(second))) : null;
        if (product === null) {
            return this.#foreignLine(given, quantity, shipment);
        }
        const line = this.#newLine({ product: product.ID, name: product.name, text: product.name }, product.priceModel.price, shipment);
        if (item !== null) {
            line[held].list_item = { list: item.list.ID, item: item.ID };
        }
        const model = isModel ? second : item === null ? product.optionModel : item.productOptionModel || product.optionModel;
        this.addBelow(line, product, model, shipment);
        line.setQuantityValue(quantity === null ? 0 : quantity);
        return line;
    }

    /** A line of what isn't in the catalogue: whoever made it says what it is called and what it costs. */
    #foreignLine(productID, quantity, shipment) {
        if (typeof productID !== 'string' || productID === '') {
            throw new TypeError(`A line needs a product or the ID of one, not ${productID}`);
        }
        return this.#newLine({ product: productID, name: null, text: null, foreign: true, quantity: quantity || 1 }, Money.NOT_AVAILABLE, shipment);
    }

    /** A line for each option of a product, with the value that a model has selected, and for each product of a bundle. */
    addBelow(line, product, model, shipment) {
        this.#addOptions(line, model, shipment);
        for (const bundled of product.bundledProducts) {
            this.#newLine({ product: bundled.ID, parent: line.UUID, bundled: true, name: bundled.name, text: bundled.name,
                quantity: product.getBundledProductQuantity(bundled).value }, this.money(0), shipment);
        }
    }

    #addOptions(line, model, shipment) {
        for (const option of model.options) {
            const value = model.getSelectedOptionValue(option);
            if (value !== null) {
                const chosen = { product: null, parent: line.UUID, quantity: line.quantityValue, option: option.ID };
                this.#newLine(chosen, this.money(0), shipment).updateOptionValue(value);
            }
        }
    }

    /** A line of a present, whose options are presents too. */
    #newPresent(product, fieldsOfIt, price, promotionID, shipment, model) {
        const { presented } = require('../../internal/promotions/apply');
        const promotion = require('dw/campaign/PromotionMgr').getPromotion(promotionID);
        const line = this.#newLine(Object.assign({ product: product.ID, name: product.name, text: product.name, bonus: true }, fieldsOfIt), price, shipment);
        line[held].adjustments.push(presented(promotionID, promotion && promotion.name));
        this.#addOptions(line, model || product.optionModel, shipment);
        this.linesBelow(line.UUID, 'option').forEach((option) => {
            option[held].bonus = true;
            option.setPriceValue(0);
        });
        return line;
    }

    /** What belongs to it goes too. */
    removeProductLineItem(line) {
        const isIt = (entry) => entry.uuid === line.UUID || entry.parent === line.UUID || entry.qualifying === line.UUID;
        this[held].lines = this[held].lines.filter((entry) => !isIt(entry));
    }

    // Bonus products

    getBonusDiscountLineItems() {
        const BonusDiscountLineItem = require('dw/order/BonusDiscountLineItem');
        return new ArrayList((this[held].bonus_discounts || []).map((entry) => this.one(entry, BonusDiscountLineItem)));
    }

    removeBonusDiscountLineItem(item) {
        this[held].bonus_discounts = (this[held].bonus_discounts || []).filter((entry) => entry.uuid !== item.UUID);
        this[held].lines = this[held].lines.filter((line) => line.bonus_discount !== item.UUID);
    }

    /**
     * `(discount line, product, option model, shipment)`: free, or at the price that the discount gives it. How many may be
     * chosen is for the caller to see to.
     */
    createBonusProductLineItem(item, product, model, shipment) {
        if (!item.isGiven(product)) {
            throw new Error(`The promotion ${item.promotionID} doesn't give the product ${product.ID}`);
        }
        return this.#newPresent(product, { bonus_discount: item.UUID }, item.getBonusProductPrice(product), item.promotionID, shipment, model);
    }

    /** A product that a promotion gives by itself, for a line if it is one that qualified for it. */
    giveProduct(product, promotionID, line) {
        const given = { given_by: promotionID };
        return this.#newPresent(product, line ? Object.assign(given, { qualifying: line.UUID }) : given, this.money(0), promotionID, null);
    }

    // Gift certificates

    getGiftCertificateLineItems() {
        const GiftCertificateLineItem = require('dw/order/GiftCertificateLineItem');
        return new ArrayList((this[held].gift_certificates || []).map((entry) => this.one(entry, GiftCertificateLineItem)));
    }

    createGiftCertificateLineItem(amount, recipientEmail) {
        const entry = { uuid: id(), amount: String(amount), recipientEmail, text: 'Gift certificate', custom: {} };
        this[held].gift_certificates = (this[held].gift_certificates || []).concat(entry);
        return this.one(entry, require('dw/order/GiftCertificateLineItem'));
    }

    removeGiftCertificateLineItem(line) {
        this[held].gift_certificates = (this[held].gift_certificates || []).filter((entry) => entry.uuid !== line.UUID);
    }

    /** Those of the basket or order: none stands in another line. */
    getAllGiftCertificateLineItems() {
        return this.getGiftCertificateLineItems();
    }

    #certificates(read) {
        return this.#sum(this.getGiftCertificateLineItems().toArray().map(read));
    }

    getGiftCertificateTotalPrice() {
        return this.#certificates((line) => line.price);
    }

    getGiftCertificateTotalNetPrice() {
        return this.#certificates((line) => line.netPrice);
    }

    getGiftCertificateTotalGrossPrice() {
        return this.#certificates((line) => line.grossPrice);
    }

    getGiftCertificateTotalTax() {
        return this.#certificates((line) => line.tax);
    }

    /** A payment with the certificate of a code; the amount is taken when it is redeemed. */
    createGiftCertificatePaymentInstrument(code, amount) {
        const created = this.createPaymentInstrument('GIFT_CERTIFICATE', amount);
        created.giftCertificateCode = code;
        return created;
    }

    getGiftCertificatePaymentInstruments(code) {
        const all = this.getPaymentInstruments('GIFT_CERTIFICATE').toArray();
        return new ArrayList(all.filter((instrument) => code === undefined || instrument.giftCertificateCode === code));
    }

    createPaymentInstrumentFromWallet(instrument, amount) {
        const created = this.createPaymentInstrument(instrument.paymentMethod, amount);
        const { uuid, payment, method } = created[held];
        Object.assign(created[held], JSON.parse(JSON.stringify(instrument[held])), { uuid, payment, method });
        if (instrument.creditCardNumber !== null) {
            created.setCreditCardNumber(instrument.creditCardNumber);
        }
        return created;
    }

    // Notes

    getNotes() {
        const Note = require('dw/object/Note');
        return new ArrayList((this[held].notes || []).map((entry) => new Note(entry)));
    }

    addNote(subject, text) {
        const entry = { subject: String(subject), text: String(text), createdBy: 'Customer', created: new Date().toISOString() };
        this[held].notes = (this[held].notes || []).concat(entry);
        return new (require('dw/object/Note'))(entry);
    }

    removeNote(note) {
        this[held].notes = (this[held].notes || []).filter((entry) => entry !== note[held]);
    }

    // Discounts

    /** An adjustment that a script makes: promotions make theirs themselves. */
    adjust(list, promotionID, discount, price, line) {
        if (promotionID === null || promotionID === undefined) {
            throw new TypeError('A price adjustment needs an ID of its own');
        }
        if (require('dw/campaign/PromotionMgr').getPromotion(promotionID) !== null) {
            throw new Error(`${promotionID} is a promotion: a script's price adjustment needs an ID of its own`);
        }
        const pieces = line instanceof ProductLineItem ? line.quantityValue : 1;
        const amount = discount && price.available ? takenOff(discount, price, pieces) : this.money(0);
        const entry = { uuid: id(), created: new Date().toISOString(), promotion: promotionID, text: promotionID, scripted: true, custom: {},
            discount: discount ? documentOf(discount) : null, amount: amount.multiply(-1).toNumberString() };
        list.push(entry);
        return this.one(entry, PriceAdjustment, line);
    }

    getPriceAdjustments() {
        return new ArrayList(this[held].adjustments.map((entry) => this.one(entry, PriceAdjustment)));
    }

    createPriceAdjustment(promotionID, discount) {
        return this.adjust(this[held].adjustments, promotionID, discount, this.getAdjustedMerchandizeTotalPrice());
    }

    removePriceAdjustment(adjustment) {
        this[held].adjustments = this[held].adjustments.filter((entry) => entry.uuid !== adjustment.UUID);
    }

    getPriceAdjustmentByPromotionID(promotionID) {
        return this.getPriceAdjustments().toArray().find((entry) => entry.promotionID === promotionID) || null;
    }

    createShippingPriceAdjustment(promotionID, discount) {
        return this.adjust(this[held].shipping_adjustments, promotionID, discount, this.getAdjustedShippingTotalPrice());
    }

    /** Of all shipping together, or of that of a shipment. */
    removeShippingPriceAdjustment(adjustment) {
        this[held].shipping_adjustments = this[held].shipping_adjustments.filter((entry) => entry.uuid !== adjustment.UUID);
        this.getShipments().toArray().forEach((shipment) => shipment.removeShippingPriceAdjustment(adjustment));
    }

    /** Those of all shipping together, which scripts make: promotions give theirs to shipments. */
    getShippingPriceAdjustments() {
        return new ArrayList(this[held].shipping_adjustments.map((entry) => this.one(entry, PriceAdjustment)));
    }

    /** Those of all shipments too. */
    getAllShippingPriceAdjustments() {
        const ofShipments = this.getShipments().toArray().map((shipment) => shipment.shippingPriceAdjustments);
        return new ArrayList().concat(...ofShipments, this.getShippingPriceAdjustments());
    }

    getShippingPriceAdjustmentByPromotionID(promotionID) {
        return this.getShippingPriceAdjustments().toArray().find((entry) => entry.promotionID === promotionID) || null;
    }

    allAdjustments() {
        const lines = this.getAllProductLineItems().toArray().flatMap((line) => line.allAdjustments());
        return lines.concat(this.getPriceAdjustments().toArray(), this.getAllShippingPriceAdjustments().toArray());
    }

    // Coupons

    getCouponLineItems() {
        return new ArrayList(this[held].coupons.map((entry) => this.one(entry, CouponLineItem)));
    }

    /** Puts a coupon code in, one of the shop's campaigns or any. */
    createCouponLineItem(code, isOfCampaign = false) {
        const document = Object.assign({ uuid: id(), created: new Date().toISOString(), custom: {} }, entered(this, code, isOfCampaign));
        this[held].coupons.push(document);
        return this.one(document, CouponLineItem);
    }

    getCouponLineItem(code) {
        return this.getCouponLineItems().toArray().find((entry) => entry.isOf(code)) || null;
    }

    removeCouponLineItem(coupon) {
        this[held].coupons = this[held].coupons.filter((entry) => entry.uuid !== coupon.UUID);
    }

    // Shipment and addresses

    getDefaultShipment() {
        return this.#shipmentOf(this[held].shipment);
    }

    #shipmentOf(document) {
        if (!this.#shipments.has(document)) {
            this.#shipments.set(document, new Shipment(document, this));
        }
        return this.#shipments.get(document);
    }

    /** The default one first, the others by their IDs. */
    getShipments() {
        const others = (this[held].shipments || []).slice().sort((left, right) => (left.id < right.id ? -1 : 1));
        return new ArrayList([this[held].shipment].concat(others).map((document) => this.#shipmentOf(document)));
    }

    getShipment(shipmentID) {
        return this.getShipments().toArray().find((shipment) => shipment.ID === shipmentID) || null;
    }

    createShipment(shipmentID) {
        if (this.getShipment(shipmentID) !== null) {
            throw new Error(`There is a shipment ${shipmentID} already`);
        }
        const document = { uuid: id(), id: String(shipmentID), method: null, amount: '0', address: null, custom: {} };
        this[held].shipments = (this[held].shipments || []).concat(document);
        return this.#shipmentOf(document);
    }

    /** With all that is in it. */
    removeShipment(shipment) {
        if (shipment.default) {
            throw new Error('The default shipment can\'t be removed');
        }
        shipment.productLineItems.toArray().forEach((line) => this.removeProductLineItem(line));
        shipment.giftCertificateLineItems.toArray().forEach((line) => this.removeGiftCertificateLineItem(line));
        this[held].shipments = (this[held].shipments || []).filter((document) => document.uuid !== shipment.UUID);
    }

    getBillingAddress() {
        return this[held].billing ? new OrderAddress(this[held].billing) : null;
    }

    createBillingAddress() {
        this[held].billing = { custom: {} };
        return this.getBillingAddress();
    }

    // Payments

    getPaymentInstruments(methodID) {
        const wanted = this[held].payments.filter((entry) => methodID === undefined || entry.method === methodID);
        return new ArrayList(wanted.map((entry) => this.one(entry, OrderPaymentInstrument)));
    }

    getPaymentInstrument() {
        return this.getPaymentInstruments().first;
    }

    createPaymentInstrument(methodID, amount) {
        const document = {
            uuid: id(), method: methodID, custom: {},
            payment: { uuid: id(), amount: kept(amount), currency: this.getCurrencyCode(), custom: {} }
        };
        this[held].payments.push(document);
        return this.one(document, OrderPaymentInstrument);
    }

    /** Of orders alone. */
    invoiceTransactions() {
        return [];
    }

    removePaymentInstrument(instrument) {
        this[held].payments = this[held].payments.filter((entry) => entry.uuid !== instrument.UUID);
    }

    removeAllPaymentInstruments() {
        this[held].payments = [];
    }

    // Customer

    getCustomer() {
        return require('../../internal/visitors').current();
    }

    getCustomerEmail() {
        return this[held].customer.email || null;
    }

    setCustomerEmail(email) {
        this[held].customer.email = textOf(email);
    }

    getCustomerName() {
        return this[held].customer.name || null;
    }

    setCustomerName(name) {
        this[held].customer.name = textOf(name);
    }

    getCustomerNo() {
        return this[held].customer.number || null;
    }

    getCustom() {
        return customOf(this[held], typeName(this));
    }

    // Totals

    getMerchandizeTotalPrice() {
        return this.#sum(this.getAllProductLineItems().toArray().map((line) => line.price));
    }

    /** With the discounts of lines and, unless `withOrder` is false, those of the whole order. */
    getAdjustedMerchandizeTotalPrice(withOrder = true) {
        const lines = this.#sum(this.getAllProductLineItems().toArray().map((line) => line.adjustedPrice));
        return withOrder ? lines.add(this.#sum(this.getPriceAdjustments().toArray().map((entry) => entry.price))) : lines;
    }

    getShippingTotalPrice() {
        return this.#sum(this.getShipments().toArray().map((shipment) => shipment.shippingTotalPrice));
    }

    getAdjustedShippingTotalPrice() {
        const ofShipments = this.getShipments().toArray().map((shipment) => shipment.adjustedShippingTotalPrice);
        return this.#sum(ofShipments.concat(this.ofWholeOrder('freight').map((entry) => entry.price)));
    }

    /** See `internal/totals`. */
    taxed(lines) {
        const freight = () => [].concat(...this.getShipments().toArray().map((shipment) => shipment.taxed('freight')));
        return lines === 'goods' ? this.getAllProductLineItems().toArray() : freight();
    }

    ofWholeOrder(lines) {
        return (lines === 'goods' ? this.getPriceAdjustments() : this.getShippingPriceAdjustments()).toArray();
    }

    noMoney() {
        return this.money(0);
    }

    isTaxRoundedAtGroup() {
        return false;
    }

    /** The tax after all discounts, by the rate that it is reckoned at. */
    getTaxTotalsPerTaxRate() {
        const lines = ['goods', 'freight'].flatMap((name) => this.taxed(name).concat(this.ofWholeOrder(name)));
        const rates = new Map();
        lines.forEach((line) => {
            const tax = 'adjustedTax' in line ? line.adjustedTax : line.tax;
            const known = rates.get(line.taxRate);
            if (tax.available) {
                rates.set(line.taxRate, known === undefined ? tax : known.add(tax));
            }
        });
        const map = new (require('dw/util/SortedMap'))();
        rates.forEach((tax, rate) => map.put(new (require('dw/util/Decimal'))(rate), tax));
        return map;
    }

    getBusinessType() {
        return new (require('dw/value/EnumValue'))(this[held].business_type || 1, this[held].business_type === 2 ? 'B2B' : 'B2C');
    }

    getChannelType() {
        const type = this[held].channel_type || 1;
        return new (require('dw/value/EnumValue'))(type, CHANNELS[type] || '');
    }

    getEtag() {
        require('../../internal/container').keepCustom();
        return host.call('crypto.digest', { algorithm: 'SHA-256', data: require('../../internal/encodings').toBase64(new (require('dw/util/Bytes'))(JSON.stringify(this[held])).asUint8Array()) });
    }

    isExternallyTaxed() {
        return Boolean(this[held].external_tax);
    }

    /** Of discounts of the whole order and of shipping: by the rates of the lines that bear them. */
    updateOrderLevelPriceAdjustmentTax() {
        const all = this.getPriceAdjustments().toArray().concat(this.getAllShippingPriceAdjustments().toArray());
        all.forEach((adjustment) => adjustment.updateTax(adjustment.usualTaxRate()));
    }

    verifyPriceAdjustmentLimits() {
        return new (require('dw/system/Status'))();
    }

    isEmpty() {
        return this[held].lines.length === 0;
    }

    /** The totals follow the lines at every reading, so there is nothing left to do. */
    updateTotals() {}
}

module.exports = define(LineItemCtnr, 'dw.order.LineItemCtnr', {
    changes: ['addNote', 'createBillingAddress', 'createBonusProductLineItem', 'createCouponLineItem', 'createGiftCertificateLineItem',
        'createGiftCertificatePaymentInstrument', 'createPaymentInstrument', 'createPaymentInstrumentFromWallet',
        'createPriceAdjustment', 'createProductLineItem', 'createShipment', 'createShippingPriceAdjustment',
        'removeAllPaymentInstruments', 'removeBonusDiscountLineItem', 'removeCouponLineItem', 'removeGiftCertificateLineItem',
        'removeNote', 'removePaymentInstrument', 'removePriceAdjustment', 'removeProductLineItem', 'removeShipment',
        'removeShippingPriceAdjustment', 'updateOrderLevelPriceAdjustmentTax', 'updateTotals'],
    get: Object.assign({
        UUID: true,
        currencyCode: true,
        productLineItems: true,
        allProductLineItems: true,
        productQuantityTotal: true,
        priceAdjustments: true,
        shippingPriceAdjustments: true,
        couponLineItems: true,
        defaultShipment: true,
        shipments: true,
        billingAddress: true,
        paymentInstruments: true,
        paymentInstrument: true,
        customer: true,
        customerEmail: true,
        customerName: true,
        customerNo: true,
        merchandizeTotalPrice: true,
        adjustedMerchandizeTotalPrice: true,
        shippingTotalPrice: true,
        adjustedShippingTotalPrice: true,
        creationDate: true,
        custom: true,
        allLineItems: true,
        bonusLineItems: true,
        bonusDiscountLineItems: true,
        giftCertificateLineItems: true,
        allGiftCertificateLineItems: true,
        giftCertificateTotalPrice: true,
        giftCertificateTotalNetPrice: true,
        giftCertificateTotalGrossPrice: true,
        giftCertificateTotalTax: true,
        giftCertificatePaymentInstruments: true,
        allShippingPriceAdjustments: true,
        productQuantities: true,
        allProductQuantities: true,
        notes: true,
        businessType: true,
        channelType: true,
        taxTotalsPerTaxRate: true,
        etag: true
    }, totals),
    is: { externallyTaxed: true, taxRoundedAtGroup: true },
    apart: ['allProductLineItems', 'shipments', 'customer', 'paymentInstrument', 'allLineItems', 'bonusLineItems', 'productQuantities', 'taxTotalsPerTaxRate', 'etag']
});
