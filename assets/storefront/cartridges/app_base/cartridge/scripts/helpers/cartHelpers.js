'use strict';

var ProductMgr = require('dw/catalog/ProductMgr');
var PromotionMgr = require('dw/campaign/PromotionMgr');
var Resource = require('dw/web/Resource');
var ShippingMgr = require('dw/order/ShippingMgr');

function findLine(basket, productId) {
    for (var lineItem of basket.productLineItems) {
        if (lineItem.productID === productId && !lineItem.bonusProductLineItem) {
            return lineItem;
        }
    }
    return null;
}

function refusal(key, value) {
    return { error: true, message: Resource.msgf(key, 'cart', null, value) };
}

/**
 * Puts so many pieces of a product into the basket, on the line that has it already or on a new one.
 * Answers `{ lineItem }`, or `{ error: true, message }` when it can't be sold.
 */
function addProductToCart(basket, productId, quantity) {
    var product = ProductMgr.getProduct(productId);
    if (!product || product.master) {
        return refusal('cart.unknown', productId);
    }

    var lineItem = findLine(basket, productId);
    var before = lineItem ? lineItem.quantityValue : 0;
    var wanted = before + quantity;
    var record = product.availabilityModel.inventoryRecord;
    if (quantity < 1 || wanted > record.ATS.value) {
        return refusal('cart.tooFew', record.ATS.value);
    }

    if (!lineItem) {
        lineItem = basket.createProductLineItem(product);
    }
    lineItem.setQuantityValue(wanted);
    return { lineItem: lineItem, product: product };
}

/** Sets the pieces of a line; none takes it away. Answers a message when that isn't possible. */
function changeQuantity(basket, uuid, quantity) {
    var lines = basket.productLineItems.toArray();
    var lineItem = lines.find(function (line) { return line.UUID === uuid; });
    if (!lineItem || isNaN(quantity)) {
        return null;
    }
    if (quantity <= 0) {
        basket.removeProductLineItem(lineItem);
        return null;
    }
    // Of a present there are no more pieces than are given.
    if (lineItem.bonusProductLineItem) {
        return null;
    }
    var available = lineItem.product.availabilityModel.inventoryRecord.ATS.value;
    lineItem.setQuantityValue(Math.min(quantity, available));
    return quantity > available ? Resource.msgf('cart.tooFew', 'cart', null, available) : null;
}

/** What was chosen of an offer that has become smaller goes, the first choice first. */
function dropSurplus(basket) {
    for (var offer of basket.bonusDiscountLineItems) {
        var chosen = offer.bonusProductLineItems.toArray();
        chosen.slice(0, Math.max(0, chosen.length - offer.maxBonusItems)).forEach(function (lineItem) {
            basket.removeProductLineItem(lineItem);
        });
    }
}

/** What nobody has chosen a way to ship for goes the usual way. */
function chooseShipping(basket) {
    basket.shipments.toArray().forEach(function (shipment) {
        if (!shipment.shippingMethod) {
            shipment.setShippingMethod(ShippingMgr.defaultShippingMethod);
        }
    });
}

/** Shipping first: promotions may take it away again. */
function recalculate(basket) {
    chooseShipping(basket);
    ShippingMgr.applyShippingCost(basket);
    PromotionMgr.applyDiscounts(basket);
    dropSurplus(basket);
    basket.updateTotals();
}

/** Takes the coupon of that line out of the basket. Answers its code, or null if there is none. */
function removeCoupon(basket, uuid) {
    var lines = basket.couponLineItems.toArray();
    var coupon = lines.find(function (line) { return line.UUID === uuid; });
    if (!coupon) {
        return null;
    }
    basket.removeCouponLineItem(coupon);
    return coupon.couponCode;
}

/**
 * Puts a product that a promotion lets choose into the basket; if all that may be chosen was, it takes the place
 * of the first choice. Answers `{ lineItem }`, or `{ error: true, message }`.
 */
function addBonusProduct(basket, uuid, productId) {
    var offers = basket.bonusDiscountLineItems.toArray();
    var offer = offers.find(function (each) { return each.UUID === uuid; });
    var products = offer ? offer.bonusProducts.toArray() : [];
    var product = products.find(function (each) { return each.ID === productId; });
    if (!product) {
        return refusal('bonus.unknown', productId);
    }
    if (!product.availabilityModel.orderable) {
        return refusal('cart.tooFew', 0);
    }
    var chosen = offer.bonusProductLineItems;
    if (chosen.length >= offer.maxBonusItems) {
        basket.removeProductLineItem(chosen[0]);
    }
    return { lineItem: basket.createBonusProductLineItem(offer, product, null, null) };
}

module.exports = {
    addBonusProduct: addBonusProduct,
    addProductToCart: addProductToCart,
    changeQuantity: changeQuantity,
    recalculate: recalculate,
    removeCoupon: removeCoupon
};
