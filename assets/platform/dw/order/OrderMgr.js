'use strict';

const { held, manager } = require('../../internal/bean');
const atOnce = require('../../internal/atOnce');
const changing = require('../../internal/changing');
const container = require('../../internal/container');
const ledger = require('../../internal/ledger');
const { changed, keeperOf, met } = require('../../internal/met');
const inPieces = require('../../internal/pieces');
const { queried } = require('../../internal/query');
const { missing } = require('../../internal/shortage');
const BasketMgr = require('dw/order/BasketMgr');
const HookMgr = require('dw/system/HookMgr');
const Order = require('dw/order/Order');
const SeekableIterator = require('dw/util/SeekableIterator');
const Status = require('dw/system/Status');
const Transaction = require('dw/system/Transaction');

const LONGEST_NUMBER = 50;

/** Orders this thread has met, by number. */
const orders = new Map();

ledger.register(keeperOf(orders));

/** What orders took from the stock before this thread changed them, by number: whether they held what is in them. */
const heldBefore = new Map();

/** Whether what is in an order is taken from the stock: from when it is made until somebody gives it up. */
function holdsStock({ [held]: { status } }) {
    return ![Order.ORDER_STATUS_CANCELLED, Order.ORDER_STATUS_FAILED].includes(status);
}

function remembered(document) {
    if (!orders.has(document.number)) {
        const order = new Order(met(document));
        orders.set(document.number, order);
        heldBefore.set(document.number, holdsStock(order));
    }
    return orders.get(document.number);
}

/** The pieces of a product that an order has from an inventory list. */
function piecesOf(order, list, product) {
    const own = host.call('inventory.list', null);
    const isMeant = (line) => line.product === product && (line.inventory_list || own) === list;
    return order[held].lines.filter(isMeant).reduce((sum, line) => sum + line.quantity, 0);
}

function all() {
    const keys = host.call('order.keys', null);
    inPieces(keys, (some) => host.call('order.some', { keys: some }), (number, document) => remembered(document));
    return Array.from(orders.values());
}

function found(query, sorting, values) {
    return new SeekableIterator(queried({ type: 'Order', path: 'order/Order' }, all(), query, sorting, values));
}

/** Whose an order of a basket is: that of a visitor who is only known from before is a new guest's. */
function buyerOf(basket) {
    const { customer } = basket;
    const isKnownOnly = customer.registered && !customer.authenticated;
    return isKnownOnly ? { id: host.call('random.id', null), number: basket[held].customer.number } : { id: customer.ID, number: basket.customerNo };
}

/** What an order of a basket says of who has made it: a guest is called as in the billing address. */
function nameOf(basket) {
    const { billingAddress } = basket;
    return basket.customerName || (billingAddress && billingAddress.fullName) || null;
}

/** What was authorized and will not be captured any more the cartridges' hook for that releases; it can't keep the order from being cancelled. */
function release(order) {
    const point = 'dw.order.payment.releaseAuthorization';
    const isAuthorized = ({ paymentTransaction: { type, transactionID } }) => type.value === 'AUTH' || (type.value === null && transactionID !== '');
    if (!order.paymentInstruments.toArray().some(isAuthorized) || !HookMgr.hasHook(point)) {
        return;
    }
    const status = HookMgr.callHook(point, 'releaseAuthorization', order);
    if (status && status.status === Status.ERROR) {
        require('dw/system/Logger').error('The authorization of order {0} was not released: {1}', order.orderNo, status.message || status.code);
    }
}

function revived(order, from, to, code) {
    if (order.status.value !== from) {
        return new Status(Status.ERROR, code, 'Order {0} is {1}', order.orderNo, order.status);
    }
    if (missing(order) !== null) {
        return new Status(Status.ERROR, 'INVENTORY_RESERVATION_FAILED', 'Not everything is in stock');
    }
    if (order.couponLineItems.toArray().some((line) => !line.valid)) {
        return new Status(Status.ERROR, 'COUPON_INVALID', 'Not every coupon may be redeemed');
    }
    order.become(to);
    recordPurchases(order);
    return new Status(Status.OK);
}

/** That what was on somebody's list is bought. */
function recordPurchases(order) {
    order.productLineItems.toArray().forEach((line) => {
        const item = line.productListItem;
        if (item !== null) {
            item.createPurchase(line.quantityValue, order.customerName)[held].orderNo = order.orderNo;
        }
    });
}

/** An order that is given up leaves what was on lists to be bought by others. */
function takeBackPurchases(order) {
    order.productLineItems.toArray().map((line) => line.productListItem).filter((item) => item !== null)
        .forEach((item) => item.forgetPurchases(order.orderNo));
}

/** What a hook says of an order, without which no shipping orders are created. */
function shippingHook(name, order) {
    const status = HookMgr.callHook(`dw.order.shippingorder.${name}`, name, order);
    return status || new Status(Status.ERROR, 'HOOK_MISSING', 'No hook dw.order.shippingorder.{0} answers', name);
}

/** Whether nothing is in a shipment, and nothing is to be paid for it. */
function isEmpty(shipment) {
    const isIdle = !shipment.default && shipment.productLineItems.empty && shipment.giftCertificateLineItems.empty;
    return isIdle && ['totalNetPrice', 'totalTax', 'totalGrossPrice'].every((name) => shipment[name].value === 0);
}

function refused(reason) {
    return Object.assign(new APIException(reason), { type: 'CreateOrderException' });
}

/** Makes orders of baskets and finds them again. */
class OrderMgr {
    /** The number that the hook for it makes, else the next one. */
    static createOrderNo() {
        const own = HookMgr.callHook('dw.order.createOrderNo', 'createOrderNo');
        const number = own === undefined || own === null ? '' : String(own);
        if (number.length > LONGEST_NUMBER) {
            throw new TypeError(`The number of an order has at most ${LONGEST_NUMBER} letters, not as many as ${number}`);
        }
        return number.trim() === '' ? OrderMgr.createOrderSequenceNo() : number;
    }

    /**
     * Takes what the basket holds, its products from the stock, but for shipments with nothing in them; the basket is gone afterwards. Throws when there
     * isn't enough in stock, a coupon isn't valid, or a total isn't available.
     */
    static createOrder(basket, orderNo) {
        if (!basket || (basket.productLineItems.empty && basket.giftCertificateLineItems.empty)) {
            throw refused('An order needs a basket with a product or a gift certificate in it');
        }
        const short = missing(basket);
        if (short !== null) {
            throw refused(`There is not enough of product ${short}`);
        }
        const invalid = basket.couponLineItems.toArray().find((line) => !line.valid);
        if (invalid) {
            throw refused(`The coupon code ${invalid.couponCode} isn't valid: ${invalid.statusCode}`);
        }
        basket.shipments.toArray().filter(isEmpty).forEach((shipment) => basket.removeShipment(shipment));
        const unknown = ['totalNetPrice', 'totalTax', 'totalGrossPrice'].find((name) => !basket[name].available);
        if (unknown) {
            throw refused(`The basket's ${unknown} is not available: a price, a shipping cost or a tax is missing`);
        }
        if (!atOnce('basket.claim', { uuid: basket.UUID })) {
            throw refused('Another request has made an order of the basket');
        }
        const number = orderNo || OrderMgr.createOrderNo();
        if (OrderMgr.getOrder(number) !== null) {
            throw refused(`There is an order ${number} already`);
        }
        const order = new Order(Object.assign(JSON.parse(container.frozen(basket[held])), {
            number,
            customer: Object.assign({}, basket[held].customer, buyerOf(basket), { email: basket.customerEmail, name: nameOf(basket) }),
            token: host.call('random.token', null),
            created: new Date().toISOString(),
            status: Order.ORDER_STATUS_CREATED,
            confirmation: Order.CONFIRMATION_STATUS_NOTCONFIRMED,
            paid: Order.PAYMENT_STATUS_NOTPAID,
            exported: Order.EXPORT_STATUS_NOTEXPORTED,
            session: session.sessionID,
            locale: request.locale,
            remote_host: request.httpRemoteAddress,
            notes: []
        }));
        orders.set(order.orderNo, order);
        recordPurchases(order);
        BasketMgr.deleteBasket(basket);
        return order;
    }

    /** The pieces of a product that this thread's orders took from an inventory list, and nobody else knows of yet. */
    static takenHere(list, product) {
        const change = (order) => Number(holdsStock(order)) - Number(heldBefore.get(order.orderNo) || false);
        return Array.from(orders.values(), (order) => change(order) && change(order) * piecesOf(order, list, product)).reduce((sum, each) => sum + each, 0);
    }

    /** Makes a created order a real one; its invoice has the order's number. */
    static placeOrder(order) {
        if (order.status.value !== Order.ORDER_STATUS_CREATED) {
            return new Status(Status.ERROR, 'ORDER_NOT_CREATED', 'Order {0} is {1}', order.orderNo, order.status);
        }
        order.become(Order.ORDER_STATUS_NEW);
        if (order.invoiceNo === null) {
            order.setInvoiceNo(order.orderNo);
        }
        return new Status(Status.OK);
    }

    /**
     * Gives up a created order; with `reopen`, by default if it is of this session, its lines are the session's basket again,
     * unless there is another one.
     */
    static failOrder(order, reopen = order[held].session === session.sessionID) {
        if (order.status.value !== Order.ORDER_STATUS_CREATED) {
            return new Status(Status.ERROR, 'ORDER_NOT_CREATED', 'Order {0} is {1}', order.orderNo, order.status);
        }
        order.become(Order.ORDER_STATUS_FAILED);
        takeBackPurchases(order);
        const status = new Status(Status.OK);
        if (reopen && BasketMgr.getCurrentBasket() === null) {
            BasketMgr.reopen(JSON.parse(container.frozen(order[held])));
            status.addDetail('basket', BasketMgr.getCurrentBasket());
        }
        return status;
    }

    /** Ends an order that was placed. */
    static cancelOrder(order) {
        if (![Order.ORDER_STATUS_NEW, Order.ORDER_STATUS_OPEN, Order.ORDER_STATUS_COMPLETED].includes(order.status.value)) {
            return new Status(Status.ERROR, 'ORDER_NOT_PLACED', 'Order {0} is {1}', order.orderNo, order.status);
        }
        order.become(Order.ORDER_STATUS_CANCELLED);
        takeBackPurchases(order);
        release(order);
        return new Status(Status.OK);
    }

    /** The order with this number; with a token only if it is the order's own. */
    static getOrder(orderNo, token) {
        const document = orders.has(orderNo) ? null : host.call('order.get', { number: String(orderNo) });
        const order = document ? remembered(document) : orders.get(orderNo) || null;
        return order && (token === undefined || order.orderToken === token) ? order : null;
    }

    static createOrderSequenceNo() {
        return host.call('order.number', null);
    }

    /** A failed order is a created one again, if its products are still there. */
    static undoFailOrder(order) {
        return revived(order, Order.ORDER_STATUS_FAILED, Order.ORDER_STATUS_CREATED, 'ORDER_NOT_FAILED');
    }

    static undoCancelOrder(order) {
        return revived(order, Order.ORDER_STATUS_CANCELLED, Order.ORDER_STATUS_OPEN, 'ORDER_NOT_CANCELLED');
    }

    /** By the hooks that prepare and create them, outside of transactions; then what has been created is told. */
    static createShippingOrders(order) {
        if (ledger.isOpen()) {
            throw new Error('OrderMgr.createShippingOrders() can\'t be called in a transaction');
        }
        for (const name of ['prepareCreateShippingOrders', 'createShippingOrders']) {
            const status = Transaction.wrap(() => shippingHook(name, order));
            if (status.error) {
                return status;
            }
        }
        order.shippingOrders.toArray().forEach((created) => {
            Transaction.wrap(() => HookMgr.callHook('dw.order.shippingorder.afterStatusChange', 'afterStatusChange', created));
            HookMgr.callHook('dw.order.shippingorder.notifyStatusChange', 'notifyStatusChange', created);
        });
        return new Status(Status.OK);
    }

    static describeOrder() {
        return require('dw/object/SystemObjectMgr').describe('Order');
    }

    static searchOrders(query, sorting, ...values) {
        return found(query, sorting, values);
    }

    static queryOrders(query, sorting, ...values) {
        return found(query, sorting, values);
    }

    static searchOrder(query, ...values) {
        return found(query, null, values).first(1)[0] || null;
    }

    static queryOrder(query, ...values) {
        return OrderMgr.searchOrder(query, ...values);
    }

    static processOrders(callback, query, ...values) {
        for (const order of found(query, null, values)) {
            callback(order);
        }
    }

    /** What the shop keeps: the orders that this thread made or changed. */
    static kept() {
        return changed(orders.values());
    }
}

module.exports = manager(changing(OrderMgr, ['cancelOrder', 'createOrder', 'failOrder', 'placeOrder', 'undoCancelOrder', 'undoFailOrder']), 'dw.order.OrderMgr');
