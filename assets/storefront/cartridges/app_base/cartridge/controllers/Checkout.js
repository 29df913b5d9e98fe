'use strict';

var server = require('server');
var BasketMgr = require('dw/order/BasketMgr');
var OrderMgr = require('dw/order/OrderMgr');
var Transaction = require('dw/system/Transaction');
var URLUtils = require('dw/web/URLUtils');
var addressHelpers = require('*/cartridge/scripts/helpers/addressHelpers');
var checkoutHelpers = require('*/cartridge/scripts/helpers/checkoutHelpers');
var csrf = require('*/cartridge/scripts/middleware/csrf');
var CartModel = require('*/cartridge/models/cart');

function filledBasket(req, res, next) {
    var basket = BasketMgr.currentBasket;
    if (!basket || basket.productLineItems.empty) {
        res.redirect(URLUtils.url('Cart-Show'));
        return this.done();
    }
    return next();
}

/** The page with what was written so far, and what is wrong with it. */
function show(req, res) {
    var basket = BasketMgr.currentBasket;
    res.render('checkout/checkout', {
        cart: new CartModel(basket),
        addresses: addressHelpers.list(req.currentCustomer.raw),
        isGuest: !req.currentCustomer.raw.authenticated,
        shippingForm: server.forms.getForm('shipping'),
        billingForm: server.forms.getForm('billing'),
        shippingMethods: checkoutHelpers.shippingMethods(basket),
        paymentMethods: checkoutHelpers.paymentMethods()
    });
}

/** An order of what the forms say, or null where a field says why not. */
function createOrder(customer, shipping, billing) {
    var basket = BasketMgr.currentBasket;
    if (!checkoutHelpers.isComplete(shipping, billing, customer)) {
        return null;
    }
    return Transaction.wrap(function () {
        checkoutHelpers.fillBasket(basket, shipping, billing, customer);
        return checkoutHelpers.handlePayment(basket, billing) ? OrderMgr.createOrder(basket) : null;
    });
}

server.get('Begin', filledBasket, csrf.generateToken, function (req, res, next) {
    checkoutHelpers.prefill(req.currentCustomer.raw, server.forms.getForm('shipping'));
    show(req, res);
    next();
});

server.post('PlaceOrder', csrf.validateRequest, filledBasket, csrf.generateToken, function (req, res, next) {
    var shipping = server.forms.getForm('shipping');
    var billing = server.forms.getForm('billing');
    var order = createOrder(req.currentCustomer.raw, shipping, billing);
    var placed = order ? checkoutHelpers.authorizeAndPlace(order) : null;

    if (placed && !placed.error) {
        shipping.clear();
        billing.clear();
        res.redirect(URLUtils.url('Order-Confirm', 'ID', order.orderNo, 'token', order.orderToken));
        return next();
    }
    if (placed) {
        billing.paymentMethod.error = placed.message;
    }
    // No session keeps the number of a card longer than its page takes.
    this.on('route:Complete', function () { billing.creditCard.clear(); });
    show(req, res);
    return next();
});

module.exports = server.exports();
