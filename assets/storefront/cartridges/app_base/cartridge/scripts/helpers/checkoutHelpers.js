'use strict';

var HookMgr = require('dw/system/HookMgr');
var Logger = require('dw/system/Logger').getLogger('checkout');
var Order = require('dw/order/Order');
var OrderMgr = require('dw/order/OrderMgr');
var PaymentMgr = require('dw/order/PaymentMgr');
var Resource = require('dw/web/Resource');
var ShippingMgr = require('dw/order/ShippingMgr');
var Transaction = require('dw/system/Transaction');
var addressHelpers = require('*/cartridge/scripts/helpers/addressHelpers');
var cartHelpers = require('*/cartridge/scripts/helpers/cartHelpers');
var formHelpers = require('*/cartridge/scripts/helpers/formHelpers');

function hookOf(paymentMethod) {
    return 'app.payment.processor.' + paymentMethod.paymentProcessor.ID.toLowerCase();
}

function shippingMethod(id) {
    var methods = ShippingMgr.allShippingMethods.toArray();
    return methods.find(function (candidate) { return candidate.ID === id; }) || null;
}

/** What a registered customer needn't write again. */
function prefill(customer, form) {
    if (!customer.authenticated) {
        return;
    }
    if (empty(form.email.value)) {
        form.email.value = customer.profile.email;
    }
    // The book may have changed since this page was shown, and an address that was written stays.
    var isWritten = !empty(form.address.address1.value);
    if (!addressHelpers.find(customer, form.addressId.value) && !isWritten) {
        var preferred = customer.profile.addressBook.preferredAddress;
        form.addressId.value = preferred ? preferred.ID : null;
    }
}

/** An address of the book needs no other; one that was written has to be whole. */
function isShippingComplete(form, customer) {
    var isFine = formHelpers.isFilled(form.email);
    if (!shippingMethod(form.method.value)) {
        isFine = formHelpers.refuse(form.method, 'error.shippingMethod');
    }
    if (empty(form.addressId.value)) {
        return formHelpers.isComplete(form.address) && isFine;
    }
    form.address.clear();
    return addressHelpers.find(customer, form.addressId.value)
        ? isFine
        : formHelpers.refuse(form.addressId, 'error.addressUnknown');
}

function isBillingComplete(form) {
    var isFine = formHelpers.isFilled(form.creditCard.number);
    if (empty(form.paymentMethod.value) || !PaymentMgr.getPaymentMethod(form.paymentMethod.value)) {
        isFine = formHelpers.refuse(form.paymentMethod, 'error.payment');
    }
    if (form.sameAddress.checked) {
        form.address.clear();
        return isFine;
    }
    return formHelpers.isComplete(form.address) && isFine;
}

/** Whether an order can be made of the forms; their fields say what is wrong. */
function isComplete(shipping, billing, customer) {
    var isToldWhere = isShippingComplete(shipping, customer);
    return isBillingComplete(billing) && isToldWhere;
}

function fillBasket(basket, shipping, billing, customer) {
    var chosen = addressHelpers.find(customer, shipping.addressId.value);
    var delivery = basket.defaultShipment.createShippingAddress();
    var bill = basket.createBillingAddress();

    if (chosen) {
        addressHelpers.copy(chosen, delivery);
    } else {
        shipping.address.copyTo(delivery);
    }
    if (billing.sameAddress.checked) {
        addressHelpers.copy(delivery, bill);
    } else {
        billing.address.copyTo(bill);
    }
    basket.customerEmail = shipping.email.value;
    basket.customerName = bill.fullName;
    basket.defaultShipment.setShippingMethod(shippingMethod(shipping.method.value));
    cartHelpers.recalculate(basket);
}

/** Lets the payment's own hook read the form. Answers whether it takes it; else the fields say why. */
function handlePayment(basket, form) {
    var hook = hookOf(PaymentMgr.getPaymentMethod(form.paymentMethod.value));
    if (!HookMgr.hasHook(hook)) {
        form.paymentMethod.error = Resource.msgf('error.noHook', 'checkout', null, hook);
        return false;
    }
    var result = HookMgr.callHook(hook, 'Handle', basket, form.creditCard);
    if (!result || !result.error) {
        return true;
    }
    Object.keys(result.fieldErrors || {}).forEach(function (name) {
        form.creditCard[name].error = result.fieldErrors[name];
    });
    if (result.message) {
        form.paymentMethod.error = result.message;
    }
    return false;
}

function authorizePayments(order) {
    for (var instrument of order.paymentInstruments) {
        var method = PaymentMgr.getPaymentMethod(instrument.paymentMethod);
        var result = HookMgr.callHook(hookOf(method), 'Authorize', order, instrument, method.paymentProcessor);
        if (!result || result.error) {
            return { error: true, message: (result && result.message) || Resource.msg('error.payment', 'forms', null) };
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

/** `days` is a number or a range, such as `2-4`. */
function arrival(days) {
    return Resource.msgf('shipping.days.' + days, 'checkout', Resource.msgf('shipping.days', 'checkout', null, days), days);
}

function shippingMethods(basket) {
    return ShippingMgr.allShippingMethods.toArray().map(function (method) {
        return {
            id: method.ID,
            name: method.displayName,
            arrival: arrival(method.custom.estimatedArrivalTime),
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
    prefill: prefill,
    isComplete: isComplete,
    fillBasket: fillBasket,
    handlePayment: handlePayment,
    authorizeAndPlace: authorizeAndPlace,
    shippingMethods: shippingMethods,
    paymentMethods: paymentMethods
};
