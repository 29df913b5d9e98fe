'use strict';

const { held, define } = require('../../internal/bean');
const { textOf } = require('../../internal/fields');
const ledger = require('../../internal/ledger');
const reservations = require('../../internal/reservations');
const { excess, missing, wanted } = require('../../internal/shortage');
const LineItemCtnr = require('dw/order/LineItemCtnr');

/** How long a basket is reserved for, in minutes. */
const USUAL_MINUTES = 10;

function outsideOfTransactions(method) {
    if (ledger.isOpen()) {
        throw new Error(`Basket.${method}() has a transaction of its own: it can't be called in one`);
    }
}

/** The ID of an inventory list, of the site's where a line names none. */
function listOf(id) {
    return id === null ? host.call('inventory.list', null) : id;
}

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
        this[held].customer.number = textOf(number);
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
        return reservations.expiry(this.UUID);
    }

    /**
     * Holds back what is in it for so many minutes, in the place of what was held back before; with `removes`, lines of
     * which there isn't enough are taken out, or have the quantity that there is, as the status tells. Not in a transaction.
     */
    reserveInventory(minutes = USUAL_MINUTES, removes = false) {
        outsideOfTransactions('reserveInventory');
        const time = minutes === null ? USUAL_MINUTES : Number(minutes);
        if (!(time > 0)) {
            throw new TypeError(`A basket is reserved for some minutes, not for ${minutes}`);
        }
        const Status = require('dw/system/Status');
        const status = new Status();
        if (removes) {
            require('dw/system/Transaction').wrap(() => this.#reduce(status));
        }
        const short = missing(this);
        if (short !== null) {
            return new Status(Status.ERROR, 'INVENTORY_RESERVATION_FAILED', 'There is not enough of product {0}', short);
        }
        const lines = wanted(this).map(({ product, list, quantity }) => ({ product: product.ID, list: listOf(list), quantity }));
        reservations.reserve(this.UUID, lines, new Date(Date.now() + time * 60000));
        return status;
    }

    /** Takes out what can't be had, line by line; `status` gets an item for each. */
    #reduce(status) {
        const StatusItem = require('dw/system/StatusItem');
        for (let short = missing(this); short !== null; short = missing(this)) {
            const last = this.getAllProductLineItems(short).toArray().pop();
            const line = last.parent || last;
            const left = last === line ? line.quantityValue - excess(this, line) : 0;
            const isLess = left > 0 && line.updateQuantity(left) <= left;
            if (!isLess) {
                this.removeProductLineItem(line);
            }
            const removed = line.bundledProductLineItems.empty ? 'ITEM_REMOVED' : 'BUNDLE_REMOVED';
            const item = new StatusItem(status.status, isLess ? 'ITEM_QUANTITY_REDUCED' : removed);
            item.addDetail('sku', line.productID);
            item.addDetail('uuid', line.UUID);
            status.addItem(item);
        }
    }

    releaseInventory() {
        outsideOfTransactions('releaseInventory');
        reservations.release(this.UUID);
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
        orderBeingEdited: true,
        orderNoBeingEdited: true,
        inventoryReservationExpiry: true
    },
    is: { agentBasket: true, temporary: true },
    apart: ['orderBeingEdited', 'orderNoBeingEdited', 'inventoryReservationExpiry', 'agentBasket', 'temporary']
});
