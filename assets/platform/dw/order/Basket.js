'use strict';

const { held, define } = require('../../internal/bean');
const LineItemCtnr = require('dw/order/LineItemCtnr');

/** What a visitor is about to buy. */
class Basket extends LineItemCtnr {
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
        const { profile } = this.customer;
        return super.getCustomerNo() || (profile && profile.customerNo);
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
    changes: ['updateCurrency'],
    get: {
        orderBeingEdited: (basket) => basket.getOrderBeingEdited(),
        orderNoBeingEdited: (basket) => basket.getOrderNoBeingEdited(),
        inventoryReservationExpiry: (basket) => basket.getInventoryReservationExpiry()
    },
    is: { agentBasket: (basket) => basket.isAgentBasket(), temporary: (basket) => basket.isTemporary() },
    apart: ['orderBeingEdited', 'orderNoBeingEdited', 'inventoryReservationExpiry', 'agentBasket', 'temporary']
});
