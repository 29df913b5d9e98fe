'use strict';

var server = require('server');
var BasketMgr = require('dw/order/BasketMgr');
var Resource = require('dw/web/Resource');
var Transaction = require('dw/system/Transaction');
var URLUtils = require('dw/web/URLUtils');
var cartHelpers = require('*/cartridge/scripts/helpers/cartHelpers');
var csrf = require('*/cartridge/scripts/middleware/csrf');
var CartModel = require('*/cartridge/models/cart');

server.get('Show', csrf.generateToken, function (req, res, next) {
    var basket = BasketMgr.currentBasket;
    if (basket) {
        Transaction.wrap(function () {
            cartHelpers.recalculate(basket);
        });
    }
    res.render('cart/cart', { cart: new CartModel(basket), message: req.querystring.message || null });
    next();
});

server.post('AddProduct', function (req, res, next) {
    var productId = req.form.pid;
    var quantity = parseInt(req.form.quantity, 10) || 1;
    var basket = BasketMgr.currentOrNewBasket;
    var result = null;

    Transaction.wrap(function () {
        result = cartHelpers.addProductToCart(basket, productId, quantity);
        if (!result.error) {
            cartHelpers.recalculate(basket);
        }
    });

    if (result.error) {
        res.redirect(URLUtils.url('Cart-Show', 'message', result.message));
        return next();
    }
    res.setViewData({ added: result.lineItem.UUID, total: basket.productQuantityTotal });
    res.redirect(URLUtils.url('Cart-Show', 'message', Resource.msgf('cart.added', 'cart', null, result.lineItem.productName)));
    return next();
});

server.post('UpdateQuantity', csrf.validateRequest, function (req, res, next) {
    var basket = BasketMgr.currentBasket;
    // The button beside the field takes the line out, whatever stands in the field.
    var quantity = req.form.remove ? 0 : parseInt(req.form.quantity, 10);
    var message = null;

    if (basket) {
        Transaction.wrap(function () {
            message = cartHelpers.changeQuantity(basket, req.form.uuid, quantity);
            cartHelpers.recalculate(basket);
        });
    }
    var target = URLUtils.url('Cart-Show');
    res.redirect(message ? target.append('message', message) : target);
    next();
});

server.post('AddCoupon', csrf.validateRequest, function (req, res, next) {
    var basket = BasketMgr.currentOrNewBasket;
    var code = (req.form.code || '').trim().toUpperCase();
    var message = Resource.msgf('coupon.added', 'cart', null, code);

    if (code === '') {
        res.redirect(URLUtils.url('Cart-Show', 'message', Resource.msg('error.coupon', 'forms', null)));
        return next();
    }
    try {
        Transaction.wrap(function () {
            basket.createCouponLineItem(code, true);
            cartHelpers.recalculate(basket);
        });
    } catch (error) {
        message = Resource.msgf('coupon.' + (error.errorCode || 'error'), 'cart', error.message, code);
    }
    res.redirect(URLUtils.url('Cart-Show', 'message', message));
    return next();
});

/** The number beside the cart in the header; every page includes it. */
server.get('MiniCart', server.middleware.include, function (req, res, next) {
    var basket = BasketMgr.currentBasket;
    res.render('cart/miniCart', { quantity: basket ? basket.productQuantityTotal : 0 });
    next();
});

/** What is in the cart, as a piece of a page that stands over the one that a visitor is on. */
server.get('MiniCartShow', function (req, res, next) {
    var basket = BasketMgr.currentBasket;
    if (basket) {
        Transaction.wrap(function () {
            cartHelpers.recalculate(basket);
        });
    }
    res.render('cart/miniCartFlyout', { cart: new CartModel(basket) });
    next();
});

/** Takes a coupon out again, and with it what it gave. */
server.post('RemoveCouponLineItem', csrf.validateRequest, function (req, res, next) {
    var basket = BasketMgr.currentBasket;
    var code = null;

    if (basket) {
        Transaction.wrap(function () {
            code = cartHelpers.removeCoupon(basket, req.form.uuid);
            cartHelpers.recalculate(basket);
        });
    }
    var target = URLUtils.url('Cart-Show');
    res.redirect(code ? target.append('message', Resource.msgf('coupon.removed', 'cart', null, code)) : target);
    next();
});

/** A product that a promotion lets choose. */
server.post('AddBonusProducts', csrf.validateRequest, function (req, res, next) {
    var basket = BasketMgr.currentOrNewBasket;
    var result = null;

    Transaction.wrap(function () {
        cartHelpers.recalculate(basket);
        result = cartHelpers.addBonusProduct(basket, req.form.uuid, req.form.pid);
        cartHelpers.recalculate(basket);
    });
    var message = result.error ? result.message : Resource.msgf('cart.added', 'cart', null, result.lineItem.productName);
    res.redirect(URLUtils.url('Cart-Show', 'message', message));
    next();
});

module.exports = server.exports();
