'use strict';

var HookMgr = require('dw/system/HookMgr');
var Logger = require('dw/system/Logger').getLogger('checkout');
var Order = require('dw/order/Order');
var OrderMgr = require('dw/order/OrderMgr');
var PaymentMgr = require('dw/order/PaymentMgr');
var Resource = require('dw/web/Resource');
var ShippingMgr = require('dw/order/ShippingMgr');
var Transaction = require('dw/system/Transaction');
var cartHelpers = require('*/cartridge/scripts/helpers/cartHelpers');

var REQUIRED = ['email', 'firstName', 'lastName', 'address1', 'postalCode', 'city', 'countryCode'];
var ADDRESS = ['firstName', 'lastName', 'address1', 'address2', 'postalCode', 'city', 'countryCode', 'phone'];

function hookOf(paymentMethod) {
    return 'app.payment.processor.' + paymentMethod.paymentProcessor.ID.toLowerCase();
}

/** Field to message, for every field that isn't as it should be. */
function validate(form) {
    var errors = {};
    REQUIRED.forEach(function (field) {
        if (empty(form[field])) {
            errors[field] = Resource.msg('error.required', 'checkout', null);
        }
    });
    if (!errors.email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(form.email)) {
        errors.email = Resource.msg('error.email', 'checkout', null);
    }
    if (!PaymentMgr.getPaymentMethod(form.paymentMethod)) {
        errors.payment = Resource.msg('error.payment', 'checkout', null);
    }
    return errors;
}

function copyAddress(address, form) {
    ADDRESS.forEach(function (field) {
        address[field] = form[field] || null;
    });
    return address;
}

function fillBasket(basket, form) {
    var methods = ShippingMgr.allShippingMethods.toArray();
    var method = methods.find(function (candidate) { return candidate.ID === form.shippingMethod; });

    basket.customerEmail = form.email;
    basket.customerName = form.firstName + ' ' + form.lastName;
    copyAddress(basket.defaultShipment.createShippingAddress(), form);
    copyAddress(basket.createBillingAddress(), form);
    basket.defaultShipment.setShippingMethod(method || ShippingMgr.defaultShippingMethod);
    cartHelpers.recalculate(basket);
}

/** Lets the payment's own hook read the form. Answers errors by field. */
function handlePayment(basket, form) {
    var method = PaymentMgr.getPaymentMethod(form.paymentMethod);
    var hook = hookOf(method);
    if (!HookMgr.hasHook(hook)) {
        return { payment: Resource.msgf('error.noHook', 'checkout', null, hook) };
    }
    var result = HookMgr.callHook(hook, 'Handle', basket, form);
    return result && result.error ? result.fieldErrors : {};
}

function authorizePayments(order) {
    for (var instrument of order.paymentInstruments) {
        var method = PaymentMgr.getPaymentMethod(instrument.paymentMethod);
        var result = HookMgr.callHook(hookOf(method), 'Authorize', order, instrument, method.paymentProcessor);
        if (!result || result.error) {
            return { error: true, message: (result && result.message) || Resource.msg('error.payment', 'checkout', null) };
        }
    }
    return { error: false };
}

/** Authorizes all payments and places the order, or fails it and gives the basket back. */
function authorizeAndPlace(order) {
    var authorized = authorizePayments(order);
    return Transaction.wrap(function () {
        if (authorized.error) {
            Logger.warn('order {0} failed: {1}', order.orderNo, authorized.message);
            OrderMgr.failOrder(order, true);
            return authorized;
        }
        var status = OrderMgr.placeOrder(order);
        order.setConfirmationStatus(Order.CONFIRMATION_STATUS_CONFIRMED);
        HookMgr.callHook('app.order.created', 'created', order);
        return { error: status.error, message: status.message };
    });
}

/** The form without anything about the card. */
function rememberable(form) {
    var copy = {};
    REQUIRED.concat(ADDRESS, ['shippingMethod', 'paymentMethod']).forEach(function (field) {
        copy[field] = form[field] || '';
    });
    return copy;
}

function shippingMethods(basket) {
    return ShippingMgr.allShippingMethods.toArray().map(function (method) {
        return {
            id: method.ID,
            name: method.displayName,
            days: method.custom.estimatedArrivalTime,
            cost: ShippingMgr.getShippingCost(method, basket.merchandizeTotalPrice).toFormattedString(),
            isDefault: method.defaultMethod
        };
    });
}

function paymentMethods() {
    return PaymentMgr.activePaymentMethods.toArray().map(function (method) {
        return { id: method.ID, name: method.name };
    });
}

module.exports = {
    validate: validate,
    fillBasket: fillBasket,
    handlePayment: handlePayment,
    authorizeAndPlace: authorizeAndPlace,
    rememberable: rememberable,
    shippingMethods: shippingMethods,
    paymentMethods: paymentMethods
};
