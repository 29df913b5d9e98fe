'use strict';

/**
 * What a form remembers of the objects that it was filled from, until the next request: `[kind, ...names]`, null for what
 * no later request finds again.
 */

function basket() {
    return require('dw/order/BasketMgr').getCurrentBasket();
}

function profile() {
    return customer.authenticated ? customer.profile : null;
}

function among(list, read, name) {
    return (list === null || list === undefined ? [] : list.toArray()).find((each) => read(each) === name) || null;
}

const uuidOf = (object) => object.UUID;

/** By kind: its class, what it is found by, and how. The first class counts that an object is of. */
const KINDS = {
    basket: ['dw/order/Basket', () => [], () => basket()],
    line: ['dw/order/ProductLineItem', (it) => [it.UUID], (uuid) => among(basket() && basket().allProductLineItems, uuidOf, uuid)],
    certificate: ['dw/order/GiftCertificateLineItem', (it) => [it.UUID], (uuid) => among(basket() && basket().giftCertificateLineItems, uuidOf, uuid)],
    coupon: ['dw/order/CouponLineItem', (it) => [it.couponCode], (code) => basket() && basket().getCouponLineItem(code)],
    shipment: ['dw/order/Shipment', (it) => [it.ID], (id) => basket() && basket().getShipment(id)],
    payment: ['dw/order/OrderPaymentInstrument', (it) => [it.UUID], (uuid) => among(basket() && basket().paymentInstruments, uuidOf, uuid)],
    order: ['dw/order/Order', (it) => [it.orderNo], (number) => require('dw/order/OrderMgr').getOrder(number)],
    store: ['dw/catalog/Store', (it) => [it.ID], (id) => require('dw/catalog/StoreMgr').getStore(id)],
    category: ['dw/catalog/Category', (it) => [it.ID], (id) => require('dw/catalog/CatalogMgr').getCategory(id)],
    profile: ['dw/customer/Profile', (it) => [it.customerNo], (number) => (profile() && profile().customerNo === number ? profile() : null)],
    address: ['dw/customer/CustomerAddress', (it) => [it.ID], (id) => profile() && profile().addressBook.getAddress(id)],
    instrument: ['dw/customer/CustomerPaymentInstrument', (it) => [it.UUID], (uuid) => among(profile() && profile().wallet.paymentInstruments, uuidOf, uuid)],
    product: ['dw/catalog/Product', (it) => [it.ID], (id) => require('dw/catalog/ProductMgr').getProduct(id)],
    list: ['dw/customer/ProductList', (it) => [it.ID], (id) => require('dw/customer/ProductListMgr').getProductList(id)],
    item: ['dw/customer/ProductListItem', (it) => [it.list.ID, it.ID], (listID, id) => {
        const list = require('dw/customer/ProductListMgr').getProductList(listID);
        return list && list.getItem(id);
    }]
};

/** Only what stands in the session's basket is found again, not what stands in an order. */
function isOfOrder(object) {
    const owner = object.lineItemCtnr || object.owner;
    return owner instanceof require('dw/order/Order');
}

function referenceTo(object) {
    if (object === null || typeof object !== 'object') {
        return null;
    }
    const kind = Object.keys(KINDS).find((name) => object instanceof require(KINDS[name][0]));
    return kind === undefined || isOfOrder(object) ? null : [kind].concat(KINDS[kind][1](object));
}

/** The object; null if it is gone. */
function resolved(reference) {
    return reference === null || reference === undefined ? null : KINDS[reference[0]][2](...reference.slice(1)) || null;
}

module.exports = { referenceTo, resolved };
