'use strict';

const { held, define } = require('../../internal/bean');
const coupons = require('../../internal/promotions/coupons');
const CouponLineItem = require('dw/order/CouponLineItem');
const LineItemCtnr = require('dw/order/LineItemCtnr');

const REASONS = {
    COUPON_CODE_ALREADY_IN_BASKET: 'is in the basket already',
    COUPON_ALREADY_IN_BASKET: 'is of a coupon that the basket has another code of',
    COUPON_CODE_ALREADY_REDEEMED: 'was redeemed before',
    COUPON_CODE_UNKNOWN: 'is of no coupon',
    COUPON_DISABLED: 'is of a coupon that is switched off',
    REDEMPTION_LIMIT_EXCEEDED: 'was redeemed as often as it may be',
    CUSTOMER_REDEMPTION_LIMIT_EXCEEDED: 'was redeemed by the customer as often as it may be',
    TIMEFRAME_REDEMPTION_LIMIT_EXCEEDED: 'was redeemed by the customer as often as it may be in that time',
    NO_ACTIVE_PROMOTION: 'is of a coupon that no active promotion has'
};

function refused(status, code) {
    const error = new APIException(`The coupon code ${code} ${REASONS[status]}`);
    error.name = 'CreateCouponLineItemException';
    error.type = error.name;
    error.errorCode = status;
    return error;
}

/** What a visitor is about to buy. */
class Basket extends LineItemCtnr {
    /** Puts a coupon code in; throws with one of the `CouponStatusCodes` as `errorCode` when it is of no use. */
    createCouponLineItem(code, isOfCampaign) {
        if (!isOfCampaign) {
            return this.#added({ code, manual: true });
        }
        if (this.getCouponLineItem(code)) {
            throw refused('COUPON_CODE_ALREADY_IN_BASKET', code);
        }
        const coupon = coupons.ofCode(code);
        const refusal = coupon !== null && coupons.isSecond(coupon, this) ? 'COUPON_ALREADY_IN_BASKET' : coupons.refusal(code, this);
        if (refusal !== null) {
            throw refused(refusal, code);
        }
        return this.#added({ code });
    }

    #added(fields) {
        const document = Object.assign({ uuid: host.call('random.id', null), created: new Date().toISOString(), custom: {} }, fields);
        this[held].coupons.push(document);
        return new CouponLineItem(document, this);
    }

    /** The currency of the session; the lines' prices are those of their products in it. */
    updateCurrency() {
        const code = session.currency.currencyCode;
        if (code !== this[held].currency) {
            this[held].currency = code;
            this.getProductLineItems().toArray().filter((line) => line.product && !line.bonusProductLineItem).forEach((line) => {
                const { price } = line.product.priceModel;
                line.setPriceValue(price.available ? price.value : null);
            });
        }
    }

    /** The profile of a visitor who is logged in. */
    #profile() {
        const { customer } = this;
        return customer.authenticated ? customer.profile : null;
    }

    getCustomerEmail() {
        return super.getCustomerEmail() || (this.#profile() && this.#profile().email);
    }

    getCustomerName() {
        const profile = this.#profile();
        return super.getCustomerName() || (profile && [profile.firstName, profile.lastName].filter(Boolean).join(' ')) || null;
    }

    /** A basket is the visitor's; those who are registered have a number. */
    getCustomerNo() {
        return super.getCustomerNo() || require('../../internal/visitors').keptNumber();
    }

    setCustomerNo(number) {
        this[held].customer.number = number;
    }

    setChannelType(type) {
        this[held].channel_type = Number(type);
    }

    setBusinessType(type) {
        this[held].business_type = Number(type);
    }

    isAgentBasket() {
        return false;
    }

    isTemporary() {
        return Boolean(this[held].temporary);
    }

    getOrderBeingEdited() {
        return this[held].edits ? require('dw/order/OrderMgr').getOrder(this[held].edits) : null;
    }

    getOrderNoBeingEdited() {
        return this[held].edits || null;
    }

    getInventoryReservationExpiry() {
        return this[held].reserved_until ? new Date(this[held].reserved_until) : null;
    }

    /** Whether all is in stock, which it stays for other baskets too: nothing is held back for this one. */
    reserveInventory(minutes = 10) {
        const Status = require('dw/system/Status');
        const isShort = (line) => line.product && !line.product.availabilityModel.isOrderable(line.quantityValue);
        if (this.getProductLineItems().toArray().some(isShort)) {
            return new Status(Status.ERROR, 'INVENTORY_RESERVATION_FAILED', 'Not everything is in stock');
        }
        this[held].reserved_until = new Date(Date.now() + minutes * 60000).toISOString();
        return new Status(Status.OK);
    }

    releaseInventory() {
        this[held].reserved_until = null;
        return new (require('dw/system/Status'))();
    }

    /** Analysis would count it; the sandbox analyses nothing. */
    startCheckout() {}

    toString() {
        return `[Basket uuid=${this.getUUID()}]`;
    }
}

module.exports = define(Basket, 'dw.order.Basket', {
    get: {
        orderBeingEdited: (basket) => basket.getOrderBeingEdited(),
        orderNoBeingEdited: (basket) => basket.getOrderNoBeingEdited(),
        inventoryReservationExpiry: (basket) => basket.getInventoryReservationExpiry()
    },
    is: { agentBasket: (basket) => basket.isAgentBasket(), temporary: (basket) => basket.isTemporary() },
    apart: ['orderBeingEdited', 'orderNoBeingEdited', 'inventoryReservationExpiry', 'agentBasket', 'temporary']
});
