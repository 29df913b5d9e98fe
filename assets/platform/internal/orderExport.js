'use strict';

/** An order as the platform exports it: an element `order` of the schema `order/2006-10-31`, in its order of elements. */

const { amount, customAttributes, date, group, text } = require('./elements');
const { encrypted } = require('./encrypted');
const { documentOf } = require('./discounts');
const { isNet } = require('./taxes');

const NAMESPACE = 'http://www.demandware.com/xml/impex/order/2006-10-31';
/** The states of an order, in the order of their elements. */
const STATES = { shippingStatus: { 0: 'NOT_SHIPPED', 1: 'PART_SHIPPED', 2: 'SHIPPED' }, confirmationStatus: { 0: 'NOT_CONFIRMED', 2: 'CONFIRMED' },
    paymentStatus: { 0: 'NOT_PAID', 1: 'PART_PAID', 2: 'PAID' }, exportStatus: { 0: 'NOT_EXPORTED', 1: 'EXPORTED', 2: 'READY', 3: 'FAILED' } };
/** A shipment is sent as a whole. */
const SENT = 2;

function prices(item) {
    return [amount('net-price', item.netPrice), amount('tax', item.tax), amount('gross-price', item.grossPrice)];
}

function line(item) {
    return prices(item).concat(amount('base-price', item.basePrice), text('lineitem-text', item.lineItemText), amount('tax-basis', item.taxBasis));
}

function taxItems({ taxes, taxBasis }) {
    return group('tax-items', taxes.toArray().map((tax) => group('tax-item', [
        text('tax-id', tax.taxId), text('tax-rate', tax.taxRate), amount('tax-amount', tax.taxValue || taxBasis.multiply(tax.taxRate))])));
}

function quantity(value, { unit }) {
    return text('quantity', value.toFixed(1), { unit });
}

/** What a script took off by a discount; of promotions their rules tell. */
function discount(it) {
    const document = it.isCustom() && it.appliedDiscount !== null ? documentOf(it.appliedDiscount) : null;
    if (document === null) {
        return '';
    }
    const names = { percentage: () => text('percentage', document.percentage), amount: () => text('amount', document.amount),
        fixedPrice: () => text('fixed-price', document.fixedPrice), free: () => '<free/>',
        priceBookPrice: () => text('price-book-id', document.priceBookPrice.pricebookId) };
    return group('discount', [names[Object.keys(document)[0]]()]);
}

function adjustment(it) {
    return group('price-adjustment', line(it).concat(
        text('promotion-id', it.promotionID), text('campaign-id', it.campaignID), text('coupon-id', it.couponLineItem && it.couponLineItem.couponCode),
        text('reason-code', it.reasonCode.value), it.manual ? [text('manual', true)] : [], discount(it), it.manual ? [text('created-by', it.createdBy)] : [],
        customAttributes(it)
    ));
}

function adjustments(list) {
    return group('price-adjustments', list.toArray().map(adjustment));
}

function optionLine(item) {
    return group('option-lineitem', line(item).concat(text('option-id', item.optionID), text('value-id', item.optionValueID), text('product-id', item.productID),
        taxItems(item), customAttributes(item), adjustments(item.priceAdjustments)));
}

function bundledLines(item) {
    return group('bundled-product-lineitems', item.bundledProductLineItems.toArray().map((it) => group('bundled-product-lineitem', [
        text('product-id', it.productID), text('product-name', it.productName), quantity(it.quantityValue, it.quantity), bundledLines(it), customAttributes(it)])));
}

function freightOf(item) {
    return group('shipping-lineitem', line(item).concat(quantity(item.quantity.value, item.quantity), text('tax-rate', item.taxRate),
        text('type', item.surcharge ? 'surcharge' : 'fixed-price'), taxItems(item), customAttributes(item), adjustments(item.priceAdjustments)));
}

function productLine(item) {
    const { product, shippingLineItem: freight } = item;
    const pieces = (name, { available, value }) => text(name, available ? value : null);
    return group('product-lineitem', line(item).concat(
        text('position', item.position), text('product-id', item.productID), text('product-name', item.productName), quantity(item.quantityValue, item.quantity),
        text('tax-rate', item.taxRate), pieces('min-order-quantity', item.minOrderQuantity), pieces('step-quantity', item.stepQuantity),
        text('brand', product && product.brand), text('shipment-id', item.shipment.shipmentNo), text('inventory-list-id', item.productInventoryListID),
        group('option-lineitems', item.optionProductLineItems.toArray().map(optionLine)), bundledLines(item), freight === null ? '' : freightOf(freight),
        text('gift', item.gift), text('gift-message', item.giftMessage), text('external-line-item-status', item.externalLineItemStatus),
        text('external-line-item-text', item.externalLineItemText), taxItems(item), customAttributes(item), adjustments(item.priceAdjustments)
    ));
}

function giftLine(item) {
    return group('giftcertificate-lineitem', line(item).concat(
        text('giftcertificate-id', item.giftCertificateID), text('recipient-email', item.recipientEmail), text('sender-name', item.senderName),
        text('recipient-name', item.recipientName), text('message', item.message), text('shipment-id', item.shipment.shipmentNo), taxItems(item), customAttributes(item)
    ));
}

function freightLine(item, shipment) {
    return group('shipping-lineitem', line(item).concat(adjustments(item.shippingPriceAdjustments), text('item-id', item.ID),
        text('shipment-id', shipment.shipmentNo), text('tax-rate', item.taxRate), taxItems(item), customAttributes(item)));
}

function address(name, it) {
    return it === null ? '' : group(name, [
        text('salutation', it.salutation), text('title', it.title), text('first-name', it.firstName), text('second-name', it.secondName),
        text('last-name', it.lastName), text('suffix', it.suffix), text('company-name', it.companyName), text('job-title', it.jobTitle),
        text('address1', it.address1), text('address2', it.address2), text('suite', it.suite), text('postbox', it.postBox), text('city', it.city),
        text('postal-code', it.postalCode), text('state-code', it.stateCode), text('country-code', it.countryCode.value), text('phone', it.phone), customAttributes(it)
    ]);
}

/** Net price, tax and gross price of a total, and what was taken off it. */
function total(name, it, of, taken = '') {
    return group(name, [amount('net-price', it[`${of}NetPrice`]), amount('tax', it[`${of}Tax`]), amount('gross-price', it[`${of}GrossPrice`]), taken]);
}

function totals(it, whole, taken) {
    return group('totals', [
        total('merchandize-total', it, 'merchandizeTotal', taken), total('adjusted-merchandize-total', it, 'adjustedMerchandizeTotal'),
        total('shipping-total', it, 'shippingTotal'), total('adjusted-shipping-total', it, 'adjustedShippingTotal'), total(whole, it, 'total')
    ]);
}

function shipment(it) {
    return group('shipment', [
        group('status', [text('shipping-status', it.shippingStatus.value === SENT ? 'SHIPPED' : 'NOT_SHIPPED')]),
        text('shipping-method', it.shippingMethodID), text('tracking-number', it.trackingNumber), address('shipping-address', it.shippingAddress),
        text('gift', it.gift), text('gift-message', it.giftMessage), totals(it, 'shipment-total'), customAttributes(it)
    ], { 'shipment-id': it.shipmentNo });
}

/** How somebody pays: secrets are masked, or encrypted with what was given for that. */
function means(it, secret) {
    const own = customAttributes(it);
    switch (it.paymentMethod) {
        case 'CREDIT_CARD':
            return group('credit-card', [
                text('card-type', it.creditCardType), text('card-number', secret('CreditCardNumber')), text('card-holder', it.creditCardHolder),
                text('card-token', it.creditCardToken), text('from-month', it.creditCardValidFromMonth || null), text('from-year', it.creditCardValidFromYear || null),
                text('expiration-month', it.creditCardExpirationMonth || null), text('expiration-year', it.creditCardExpirationYear || null),
                text('issue-number', it.creditCardIssueNumber), own
            ]);
        case 'GIFT_CERTIFICATE':
            return group('gift-certificate', [text('giftcertificate-id', it.giftCertificateCode), own]);
        case 'BANK_TRANSFER':
            return group('bank-transfer', [
                text('account-number', secret('BankAccountNumber')), text('account-holder', it.bankAccountHolder), text('routing-number', it.bankRoutingNumber),
                text('drivers-license', secret('BankAccountDriversLicense')), text('drivers-license-state-code', it.bankAccountDriversLicenseStateCode), own
            ]);
        default:
            return group('custom-method', [text('method-name', it.paymentMethod), own]);
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
        text('transaction-id', transaction.transactionID), text('transaction-type', transaction.type.value), text('account-id', transaction.accountID),
        text('account-type', transaction.accountType), customAttributes(transaction)]);
}

function customer(order) {
    return group('customer', [text('guest', order.customerNo === null), text('customer-no', order.customerNo), text('customer-name', order.customerName),
        text('customer-email', order.customerEmail), address('billing-address', order.billingAddress)]);
}

function status(order) {
    const name = (property) => property.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);
    const states = Object.keys(STATES).map((property) => text(name(property), STATES[property][order[property].value]));
    return group('status', [text('order-status', order.status.displayValue)].concat(states));
}

function note(it) {
    return group('note', [text('created-by', it.createdBy), date('creation-date', it.creationDate), text('subject', it.subject), text('text', it.text)]);
}

/** The element; `encryption` is what payment data are encrypted with, `{ algorithm, key }`, or null. */
function element(order, encryption, attributes) {
    const { shipments, paymentInstruments, allProductLineItems } = order;
    const own = allProductLineItems.toArray().filter((it) => !it.optionProductLineItem && !it.bundledProductLineItem);
    const freight = shipments.toArray().map((it) => it.shippingLineItems.toArray().map((item) => freightLine(item, it)).join(''));
    const content = [
        date('order-date', order.creationDate), text('created-by', order.createdBy), text('original-order-no', order.originalOrderNo),
        text('currency', order.currencyCode), text('customer-locale', order.customerLocaleID), text('taxation', isNet() ? 'net' : 'gross'),
        group('source-code', [text('code', order.sourceCode), text('group-id', order.sourceCodeGroupID)]),
        text('affiliate-partner-name', order.affiliatePartnerName), text('affiliate-partner-id', order.affiliatePartnerID), text('invoice-no', order.invoiceNo),
        customer(order), text('customer-order-reference', order.customerOrderReference), status(order), text('business-type', order.businessType.displayValue),
        text('channel-type', order.channelType.displayValue.replace(/ /g, '')), text('replace-code', order.replaceCode.value),
        text('replace-description', order.replaceDescription), text('replacement-order-no', order.replacementOrderNo),
        text('replaced-order-no', order.replacedOrderNo), text('current-order-no', order.currentOrderNo), text('cancel-code', order.cancelCode.value),
        text('cancel-description', order.cancelDescription), group('product-lineitems', own.map(productLine)),
        group('giftcertificate-lineitems', order.giftCertificateLineItems.toArray().map(giftLine)), group('shipping-lineitems', freight),
        group('shipments', shipments.toArray().map(shipment)), totals(order, 'order-total', adjustments(order.priceAdjustments)),
        group('payments', paymentInstruments.toArray().map((it) => payment(it, encryption))), text('remoteHost', order.remoteHost),
        group('notes', order.notes.toArray().map(note)), text('external-order-no', order.externalOrderNo),
        text('external-order-status', order.externalOrderStatus), text('external-order-text', order.externalOrderText), customAttributes(order)
    ];
    return group('order', content, Object.assign(attributes, { 'order-no': order.orderNo }));
}

/** A document of one order. */
function exported(order, encryption) {
    return `<?xml version="1.0" encoding="UTF-8"?>\n${element(order, encryption, { xmlns: NAMESPACE })}`;
}

module.exports = { element, exported, NAMESPACE };
