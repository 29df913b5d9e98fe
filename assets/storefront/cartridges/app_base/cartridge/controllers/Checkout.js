'use strict';

var server = require('server');
var BasketMgr = require('dw/order/BasketMgr');
var OrderMgr = require('dw/order/OrderMgr');
var Transaction = require('dw/system/Transaction');
var URLUtils = require('dw/web/URLUtils');
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

server.get('Begin', filledBasket, csrf.generateToken, function (req, res, next) {
    var basket = BasketMgr.currentBasket;
    res.render('checkout/checkout', {
        cart: new CartModel(basket),
        shippingMethods: checkoutHelpers.shippingMethods(basket),
        paymentMethods: checkoutHelpers.paymentMethods(),
        form: session.privacy.checkoutForm || {},
        errors: session.privacy.checkoutErrors || {}
    });
    next();
});

server.post('PlaceOrder', csrf.validateRequest, filledBasket, function (req, res, next) {
    var basket = BasketMgr.currentBasket;
    var form = req.form;
    var errors = checkoutHelpers.validate(form);

    if (Object.keys(errors).length === 0) {
        Transaction.wrap(function () {
            checkoutHelpers.fillBasket(basket, form);
            errors = checkoutHelpers.handlePayment(basket, form);
        });
    }
    if (Object.keys(errors).length > 0) {
        session.privacy.checkoutForm = checkoutHelpers.rememberable(form);
        session.privacy.checkoutErrors = errors;
        res.redirect(URLUtils.url('Checkout-Begin'));
        return next();
    }

    var order = Transaction.wrap(function () {
        return OrderMgr.createOrder(basket);
    });
    var placed = checkoutHelpers.authorizeAndPlace(order);
    if (placed.error) {
        session.privacy.checkoutErrors = { payment: placed.message };
        res.redirect(URLUtils.url('Checkout-Begin'));
        return next();
    }

    session.privacy.checkoutForm = null;
    session.privacy.checkoutErrors = null;
    res.redirect(URLUtils.url('Order-Confirm', 'ID', order.orderNo, 'token', order.orderToken));
    return next();
});

module.exports = server.exports();
