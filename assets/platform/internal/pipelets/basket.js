'use strict';

/** Pipelets of baskets and orders: from their input and settings to what they answer, or null for their error exit. */

const { attempted, is } = require('./exits');

function lineOf({ Basket: basket, Product: product, ProductOptionModel: model, Shipment: shipment }) {
    const target = shipment || basket.defaultShipment;
    const hasOptions = !product.optionModel.options.empty || Boolean(model);
    const isAlone = hasOptions || product.bundle;
    const isSame = (line) => line.productID === product.ID && line.shipment === target && !line.bonusProductLineItem && !line.productListItem;
    return isAlone ? null : basket.productLineItems.toArray().find(isSame) || null;
}

/** A product that is there already is there once more, as is preset for sites; options and bundles have lines of their own. */
function addProduct(input) {
    const { Basket: basket, Product: product, ProductListItem: item, ProductOptionModel: model, Shipment: shipment } = input;
    const quantity = Number(input.Quantity === undefined || input.Quantity === null ? 1 : input.Quantity.value || input.Quantity);
    if (!basket || !(product || item) || !(quantity > 0)) {
        return null;
    }
    const known = item ? null : lineOf(input);
    const target = shipment || basket.defaultShipment;
    const line = known || (item ? basket.createProductLineItem(item, target) : basket.createProductLineItem(product, model || product.optionModel, target));
    line.setQuantityValue(known ? line.quantityValue + quantity : quantity);
    return { ProductLineItem: line };
}

function named({ RecipientName: recipientName, SenderName: senderName, Message: message }) {
    return { recipientName, senderName, message };
}

function addCertificate(input) {
    const line = input.Basket.createGiftCertificateLineItem(Number(input.Amount.value || input.Amount), input.RecipientEmail);
    Object.assign(line, named(input));
    line.setShipment(input.Shipment || input.Basket.defaultShipment);
    if (input.ProductListItem) {
        line.setProductListItem(input.ProductListItem);
    }
    return { GiftCertificateLineItem: line };
}

module.exports = {
    GetBasket(input, { Create: create }) {
        const BasketMgr = require('dw/order/BasketMgr');
        const basket = is(create) ? BasketMgr.getCurrentOrNewBasket() : BasketMgr.getCurrentBasket();
        return basket && { Basket: basket, StoredBasket: BasketMgr.getStoredBasket() };
    },

    AddProductToBasket: (input) => attempted(() => addProduct(input)),

    AddCouponToBasket2: ({ Basket: basket, CouponCode: code }) => attempted(() => ({ CouponLineItem: basket.createCouponLineItem(code, true) })),

    AddGiftCertificateToBasket: (input) => attempted(() => addCertificate(input)),

    RemoveGiftCertificateLineItem({ GiftCertificateLineItem: line }) {
        line.lineItemCtnr.removeGiftCertificateLineItem(line);
        return {};
    },

    CreateShipment: ({ Basket: basket, ID: id }) => attempted(() => ({ Shipment: basket.createShipment(id) })),

    /** Tells those who count that a checkout has begun. */
    StartCheckout: () => ({}),

    CreateOrder2: ({ Basket: basket, OrderNo: number }) => attempted(() => {
        const OrderMgr = require('dw/order/OrderMgr');
        return { Order: number ? OrderMgr.createOrder(basket, number) : OrderMgr.createOrder(basket) };
    }),

    PlaceOrder: ({ Order: order }) => (require('dw/order/OrderMgr').placeOrder(order).error ? null : {}),

    CreateGiftCertificate(input) {
        const certificate = require('dw/order/GiftCertificateMgr').createGiftCertificate(Number(input.Amount.value || input.Amount));
        Object.assign(certificate, named(input), { recipientEmail: input.RecipientEmail, orderNo: input.OrderNo });
        return { GiftCertificate: certificate };
    },

    /** Its error exit tells what is wrong with the card. */
    VerifyPaymentCard({ PaymentCard: card, CardNumber: number, ExpirationMonth: month, ExpirationYear: year, CardSecurityCode: code }, settings) {
        if (!card) {
            return null;
        }
        const status = is(settings.VerifySecurityCode) ? card.verify(month, year, number, code) : card.verify(month, year, number);
        return { Status: status, isError: status.error };
    }
};
