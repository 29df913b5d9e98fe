'use strict';

const { held, manager } = require('../../internal/bean');
const container = require('../../internal/container');
const context = require('../../internal/context');
const ledger = require('../../internal/ledger');
const reservations = require('../../internal/reservations');
const { table } = require('../../internal/tables');
const visitors = require('../../internal/visitors');
const ArrayList = require('dw/util/ArrayList');
const Basket = require('dw/order/Basket');
const Order = require('dw/order/Order');

/** So many temporary ones a session may have. */
const MOST = 4;

let basket = null;
let temporary = [];
let loaded = false;

/** What is as it was before a transaction: the baskets that there were, with what they held. */
function remembered(all) {
    return all.map((each) => ({ basket: each, document: container.frozen(each[held]) }));
}

function restored(earlier) {
    return earlier.map(({ basket: each, document }) => {
        container.replaced(each[held], document);
        return each;
    });
}

function load() {
    if (!loaded) {
        loaded = true;
        basket = context.session.basket ? new Basket(context.session.basket) : null;
        temporary = (context.session.temporary_baskets || []).map((document) => new Basket(document));
        ledger.register({ snapshot: () => remembered(temporary), restore: (earlier) => { temporary = restored(earlier || []); } });
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

/** The baskets of customers who aren't there, by their numbers. */
function stored() {
    return table('basket', (document) => new Basket(document));
}

/** The basket that waits for a customer; one that waits for longer than the site keeps baskets, in minutes, is gone. */
function waitingFor(number) {
    const found = stored().get(number);
    const lifetime = Number((context.site.standardPreferences || {}).BasketLifetime) * 60000;
    if (found !== null && lifetime > 0 && Date.now() - found[held].waits >= lifetime) {
        stored().remove(number);
        return null;
    }
    return found;
}

/** Takes the e-mail address, postal addresses and payment instruments out of a basket. */
function withoutPersonalData(own) {
    Object.assign(own[held], { customer: {}, billing: null, payments: [] });
    own.getShipments().toArray().forEach((shipment) => { shipment[held].address = null; });
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

    /** The basket that the customer had in an earlier session, if he came to this one with another. */
    static getStoredBasket() {
        const number = visitors.keptNumber();
        return number === null ? null : waitingFor(number);
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
        if (!(order instanceof Order)) {
            throw new TypeError(`A basket is made of an order (dw.order.Order), not of ${order}`);
        }
        BasketMgr.reopen(Object.assign(JSON.parse(container.frozen(order[held])), { payments: [] }));
        basket[held].edits = order.orderNo;
        return basket;
    }

    static deleteBasket(unwanted) {
        if (unwanted) {
            reservations.release(unwanted.UUID);
        }
        if (unwanted && load() && unwanted.UUID === basket.UUID) {
            basket = null;
        }
        BasketMgr.deleteTemporaryBasket(unwanted);
    }

    // Temporary ones, beside that of the session, such as for a product that is bought at once

    static createTemporaryBasket() {
        load();
        if (temporary.length >= MOST) {
            const error = new Error(`A session has at most ${MOST} temporary baskets`);
            error.name = 'CreateTemporaryBasketLimitExceededException';
            throw error;
        }
        const made = new Basket(Object.assign(container.created(session.currency.currencyCode), { temporary: true }));
        temporary = temporary.concat(made);
        return made;
    }

    static getTemporaryBasket(uuid) {
        load();
        return temporary.find((each) => each.UUID === uuid) || null;
    }

    static getTemporaryBaskets() {
        load();
        return new ArrayList(temporary);
    }

    static deleteTemporaryBasket(unwanted) {
        load();
        temporary = temporary.filter((each) => !unwanted || each.UUID !== unwanted.UUID);
    }

    /** What the session keeps of them. */
    static keptTemporary() {
        if (!loaded) {
            return context.session.temporary_baskets || [];
        }
        container.keepCustom();
        return temporary.map((each) => each[held]);
    }

    /** The session has none from now on. */
    static leave() {
        load();
        basket = null;
        temporary = [];
    }

    /** Makes a basket of the document of an order. Of its cards the masked numbers are known, as of any that an order has. */
    static reopen(order) {
        load();
        order.payments.forEach((payment) => {
            payment.uuid = host.call('random.id', null);
            payment.payment.uuid = host.call('random.id', null);
        });
        const own = ['number', 'token', 'status', 'confirmation', 'paid', 'exported', 'session', 'notes'];
        basket = new Basket(Object.assign(Object.fromEntries(Object.entries(order).filter(([name]) => !own.includes(name))),
            { uuid: host.call('random.id', null) }));
    }

    /** Keeps the basket of a customer who leaves, in the place of an earlier one. */
    static storeFor(number) {
        if (load() !== null) {
            const document = Object.assign(JSON.parse(container.frozen(basket[held])), { waits: Date.now() });
            stored().remove(number);
            withoutPersonalData(stored().create(number, document));
            basket = null;
        }
    }

    /** A customer who comes has the session's basket, without what the guest said of himself unless it `isOwn`, or the one that he had. */
    static handOverTo(number, isOwn) {
        if (load() !== null) {
            if (!isOwn) {
                withoutPersonalData(basket);
            }
            return;
        }
        const waiting = waitingFor(number);
        if (waiting !== null) {
            basket = new Basket(JSON.parse(container.frozen(waiting[held])));
            stored().remove(number);
        }
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
    currentBasket: true,
    currentOrNewBasket: { alters: true },
    storedBasket: true,
    baskets: true,
    temporaryBaskets: true
});
