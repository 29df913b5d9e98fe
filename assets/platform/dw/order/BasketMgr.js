'use strict';

const { held, manager } = require('../../internal/bean');
const container = require('../../internal/container');
const context = require('../../internal/context');
const ledger = require('../../internal/ledger');
const ArrayList = require('dw/util/ArrayList');
const Basket = require('dw/order/Basket');

let basket = null;
let loaded = false;

function load() {
    if (!loaded) {
        loaded = true;
        basket = context.session.basket ? new Basket(context.session.basket) : null;
        ledger.register({
            snapshot: () => (basket ? { basket, document: container.frozen(basket[held]) } : null),
            restore(earlier) {
                basket = earlier && earlier.basket;
                if (basket) {
                    container.replaced(basket[held], earlier.document);
                }
            }
        });
    }
    return basket;
}

/** The basket of the session. */
class BasketMgr {
    static getCurrentBasket() {
        return load();
    }

    static getCurrentOrNewBasket() {
        if (load() === null) {
            basket = new Basket(container.created(session.currency.currencyCode));
        }
        return basket;
    }

    static getStoredBasket() {
        return null;
    }

    static getBasket(uuid) {
        const current = load();
        return current !== null && current.UUID === uuid ? current : null;
    }

    static getBaskets() {
        return new ArrayList(load() === null ? [] : [load()]);
    }

    /** A basket with what an order holds, which takes its place if there is one. */
    static createBasketFromOrder(order) {
        BasketMgr.reopen(JSON.parse(container.frozen(order[held])));
        basket[held].edits = order.orderNo;
        return basket;
    }

    static deleteBasket(unwanted) {
        if (unwanted && load() && unwanted.UUID === basket.UUID) {
            basket = null;
        }
    }

    /** Makes a basket of the document of a failed order. */
    static reopen(order) {
        load();
        const own = ['number', 'token', 'status', 'confirmation', 'paid', 'exported', 'session', 'notes'];
        basket = new Basket(Object.assign(Object.fromEntries(Object.entries(order).filter(([name]) => !own.includes(name))), { payments: [] }));
    }

    /** What the session keeps of it. */
    static kept() {
        if (!loaded) {
            return context.session.basket;
        }
        container.keepCustom();
        return basket ? basket[held] : null;
    }
}

module.exports = manager(BasketMgr, 'dw.order.BasketMgr', {
    currentBasket: () => BasketMgr.getCurrentBasket(),
    currentOrNewBasket: () => BasketMgr.getCurrentOrNewBasket(),
    storedBasket: () => BasketMgr.getStoredBasket(),
    baskets: () => BasketMgr.getBaskets()
});
