'use strict';

/** An order as the platform exports it: an element `order` of the schema `order/2006-10-31`. */

const { amount, customAttributes, date, group, text } = require('./elements');
const { encrypted } = require('./encrypted');
const { isNet } = require('./taxes');

const NAMESPACE = 'http://www.demandware.com/xml/impex/order/2006-10-31';
const STATES = { shippingStatus: { 0: 'NOT_SHIPPED', 1: 'PART_SHIPPED', 2: 'SHIPPED' }, confirmationStatus: { 0: 'NOT_CONFIRMED', 2: 'CONFIRMED' },
    paymentStatus: { 0: 'NOT_PAID', 1: 'PART_PAID', 2: 'PAID' } };

function prices(item) {
    return [amount('net-price', item.netPrice), amount('tax', item.tax), amount('gross-price', item.grossPrice)];
}

function line(item) {
    return prices(item).concat(amount('base-price', item.basePrice), text('lineitem-text', item.lineItemText), amount('tax-basis', item.taxBasis));
}

function adjustments(list) {
    return group('price-adjustments', list.toArray().map((it) => group('price-adjustment', line(it).concat(
        text('promotion-id', it.promotionID), text('campaign-id', it.campaignID),
        text('coupon-id', it.couponLineItem && it.couponLineItem.couponCode), customAttributes(it)
    ))));
}

function productLine(item) {
    return group('product-lineitem', line(item).concat(
        text('position', item.position), text('product-id', item.productID), text('product-name', item.productName),
        text('quantity', item.quantityValue.toFixed(1), { unit: item.quantity.unit }), text('tax-rate', item.taxRate),
        text('shipment-id', item.shipment.shipmentNo), text('gift', item.gift), adjustments(item.priceAdjustments), customAttributes(item)
    ));
}

function freightLine(item, shipment) {
    return group('shipping-lineitem', line(item).concat(text('item-id', item.ID), text('shipment-id', shipment.shipmentNo),
        text('tax-rate', item.taxRate), adjustments(item.shippingPriceAdjustments), customAttributes(item)));
}

function address(name, it) {
    return it === null ? '' : group(name, [
        text('title', it.title), text('first-name', it.firstName), text('second-name', it.secondName), text('last-name', it.lastName),
        text('suffix', it.suffix), text('company-name', it.companyName), text('address1', it.address1), text('address2', it.address2),
        text('suite', it.suite), text('postbox', it.postBox), text('city', it.city), text('postal-code', it.postalCode),
        text('state-code', it.stateCode), text('country-code', it.countryCode.value), text('phone', it.phone), customAttributes(it)
    ]);
}

/** Net price, tax and gross price of a total. */
function total(name, it, of) {
    return group(name, [amount('net-price', it[`${of}NetPrice`]), amount('tax', it[`${of}Tax`]), amount('gross-price', it[`${of}GrossPrice`])]);
}

function totals(it, whole) {
    return group('totals', [
        total('merchandize-total', it, 'merchandizeTotal'), total('adjusted-merchandize-total', it, 'adjustedMerchandizeTotal'),
        total('shipping-total', it, 'shippingTotal'), total('adjusted-shipping-total', it, 'adjustedShippingTotal'), total(whole, it, 'total')
    ]);
}

function shipment(it) {
    return group('shipment', [
        group('status', [text('shipping-status', STATES.shippingStatus[it.shippingStatus.value])]),
        text('shipping-method', it.shippingMethodID), address('shipping-address', it.shippingAddress), text('gift', it.gift),
        text('gift-message', it.giftMessage), text('tracking-number', it.trackingNumber), totals(it, 'shipment-total'), customAttributes(it)
    ], { 'shipment-id': it.shipmentNo });
}

/** How somebody pays: secrets are masked, or encrypted with what was given for that. */
function means(it, secret) {
    switch (it.paymentMethod) {
        case 'CREDIT_CARD':
            return group('credit-card', [
                text('card-type', it.creditCardType), text('card-number', secret('CreditCardNumber')), text('card-holder', it.creditCardHolder),
                text('card-token', it.creditCardToken), text('expiration-month', it.creditCardExpirationMonth || null), text('expiration-year', it.creditCardExpirationYear || null)
            ]);
        case 'GIFT_CERTIFICATE':
            return group('gift-certificate', [text('code', it.giftCertificateCode)]);
        case 'BANK_TRANSFER':
            return group('bank-transfer', [
                text('account-holder', it.bankAccountHolder), text('account-number', secret('BankAccountNumber')), text('bank-routing-number', it.bankRoutingNumber),
                text('drivers-license', secret('BankAccountDriversLicense'))
            ]);
        default:
            return group('custom-method', [text('method-name', it.paymentMethod), customAttributes(it)]);
    }
}

function payment(it, encryption) {
    const { paymentTransaction: transaction } = it;
    const secret = (name) => {
        const masked = it[`getMasked${name}`]();
        return encryption === null || masked === null ? masked : encrypted(it[`get${name}`](), encryption.algorithm, encryption.key);
    };
    const { paymentProcessor: processor } = transaction;
    return group('payment', [means(it, secret), amount('amount', transaction.amount), text('processor-id', processor && processor.ID),
        text('transaction-id', transaction.transactionID), customAttributes(transaction)]);
}

/** The element; `encryption` is what payment data are encrypted with, `{ algorithm, key }`, or null. */
function element(order, encryption, attributes) {
    const { shipments, paymentInstruments, allProductLineItems } = order;
    const statuses = Object.keys(STATES).map((name) => text(name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`), STATES[name][order[name].value]));
    const freight = shipments.toArray().map((it) => it.shippingLineItems.toArray().map((item) => freightLine(item, it)).join(''));
    const content = [
        date('order-date', order.creationDate), text('created-by', order.createdBy), text('original-order-no', order.originalOrderNo),
        text('currency', order.currencyCode), text('customer-locale', order.customerLocaleID), text('taxation', isNet() ? 'net' : 'gross'),
        text('invoice-no', order.invoiceNo),
        group('customer', [text('customer-no', order.customerNo), text('customer-name', order.customerName), text('customer-email', order.customerEmail),
            address('billing-address', order.billingAddress)]),
        group('status', [text('order-status', order.status.displayValue)].concat(statuses)),
        text('replaced-order-no', order.replacedOrderNo), text('replacement-order-no', order.replacementOrderNo), text('current-order-no', order.currentOrderNo),
        group('product-lineitems', allProductLineItems.toArray().map(productLine)), group('shipping-lineitems', freight),
        group('shipments', shipments.toArray().map(shipment)), totals(order, 'order-total'),
        group('payments', paymentInstruments.toArray().map((it) => payment(it, encryption))),
        adjustments(order.priceAdjustments), text('remote-host', order.remoteHost), customAttributes(order)
    ];
    return group('order', content, Object.assign(attributes, { 'order-no': order.orderNo }));
}

/** A document of one order. */
function exported(order, encryption) {
    return `<?xml version="1.0" encoding="UTF-8"?>\n${element(order, encryption, { xmlns: NAMESPACE })}`;
}

module.exports = { element, exported, NAMESPACE };
