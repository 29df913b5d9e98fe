'use strict';

const { held, define } = require('../../internal/bean');
const { chosen } = require('../../internal/choices');
const { dates, textOf, texts } = require('../../internal/fields');
const { illegal } = require('../../internal/errors');
const { added, documents, itemID, live, numbered, valid } = require('../../internal/paperwork');
const { split } = require('../../internal/splitting');
const EnumValue = require('dw/value/EnumValue');
const FilteringCollection = require('dw/util/FilteringCollection');
const LineItemCtnr = require('dw/order/LineItemCtnr');
const OrderItem = require('dw/order/OrderItem');

const STATUSES = { ORDER_STATUS_CREATED: 0, ORDER_STATUS_NEW: 3, ORDER_STATUS_OPEN: 4, ORDER_STATUS_COMPLETED: 5,
    ORDER_STATUS_CANCELLED: 6, ORDER_STATUS_REPLACED: 7, ORDER_STATUS_FAILED: 8 };
const CONFIRMATIONS = { CONFIRMATION_STATUS_NOTCONFIRMED: 0, CONFIRMATION_STATUS_CONFIRMED: 2 };
const PAYMENTS = { PAYMENT_STATUS_NOTPAID: 0, PAYMENT_STATUS_PARTPAID: 1, PAYMENT_STATUS_PAID: 2 };
const SHIPPINGS = { SHIPPING_STATUS_NOTSHIPPED: 0, SHIPPING_STATUS_PARTSHIPPED: 1, SHIPPING_STATUS_SHIPPED: 2 };
const EXPORTS = { EXPORT_STATUS_NOTEXPORTED: 0, EXPORT_STATUS_EXPORTED: 1, EXPORT_STATUS_READY: 2, EXPORT_STATUS_FAILED: 3 };

/** What the items of an order are that have no status of their own, by that of the order. */
const ITEM_STATUSES = { 0: 'CREATED', 3: 'NEW', 4: 'OPEN', 5: 'SHIPPED', 6: 'CANCELLED', 7: 'CANCELLED', 8: 'CREATED' };

/** Where the documents of each class are kept. */
const PAPERS = { ShippingOrder: 'shipping_orders', ReturnCase: 'return_cases', Return: 'returns', Invoice: 'invoices', Appeasement: 'appeasements' };

function shown(names, value) {
    const name = Object.keys(names).find((key) => names[key] === value) || String(value);
    return new EnumValue(value, name.replace(/^.*_STATUS_/, ''));
}

/** Reasons that a shop gives names of its own. */
function codes(names) {
    const shape = texts(names);
    return Object.fromEntries(names.map((name) => [name, {
        get: (order) => new EnumValue(shape[name].get(order), shape[name].get(order) || ''), set: shape[name].set
    }]));
}

/** What a visitor bought, or tried to. */
class Order extends LineItemCtnr {
    getOrderNo() {
        return this[held].number;
    }

    getCurrentOrderNo() {
        return this.getCurrentOrder().getOrderNo();
    }

    /** The last one of the orders that replaced each other. */
    getCurrentOrder() {
        const replacement = this.getReplacementOrder();
        return replacement === null ? this : replacement.getCurrentOrder();
    }

    getOrderToken() {
        return this[held].token;
    }

    getStatus() {
        return shown(STATUSES, this[held].status);
    }

    /**
     * `CANCELLED` cancels it, and another one revives what was cancelled, as OrderMgr does; `CREATED` and `FAILED` are
     * what OrderMgr alone makes of it.
     */
    setStatus(status) {
        const OrderMgr = require('dw/order/OrderMgr');
        const to = chosen('Order.setStatus', STATUSES, status);
        if ([STATUSES.ORDER_STATUS_CREATED, STATUSES.ORDER_STATUS_FAILED].includes(to)) {
            throw illegal(`Order.setStatus() doesn't take ${status}: OrderMgr.placeOrder and OrderMgr.failOrder say what becomes of an order`);
        }
        const [from, cancelled] = [this[held].status, STATUSES.ORDER_STATUS_CANCELLED];
        if (from !== to && (to === cancelled || (from === cancelled && to !== STATUSES.ORDER_STATUS_REPLACED))) {
            const result = to === cancelled ? OrderMgr.cancelOrder(this) : OrderMgr.undoCancelOrder(this);
            if (result.error) {
                throw illegal(`Order.setStatus(${status}): ${result.message}`);
            }
        }
        this.become(to);
    }

    /** Items that have a status of their own are open or cancelled with the order, unless they were sent or cancelled. */
    become(status) {
        this[held].status = Number(status);
        const own = { [STATUSES.ORDER_STATUS_OPEN]: 'OPEN', [STATUSES.ORDER_STATUS_CANCELLED]: 'CANCELLED' }[this[held].status];
        const isOpen = ({ order_item: item }) => item && item.status && !['SHIPPED', 'CANCELLED'].includes(item.status);
        this.#extensible().map((line) => line[held]).filter((document) => own && isOpen(document)).forEach((document) => { document.order_item.status = own; });
    }

    getConfirmationStatus() {
        return shown(CONFIRMATIONS, this[held].confirmation);
    }

    setConfirmationStatus(status) {
        this[held].confirmation = chosen('Order.setConfirmationStatus', CONFIRMATIONS, status);
    }

    getPaymentStatus() {
        return shown(PAYMENTS, this[held].paid);
    }

    setPaymentStatus(status) {
        this[held].paid = chosen('Order.setPaymentStatus', PAYMENTS, status);
    }

    getExportStatus() {
        return shown(EXPORTS, this[held].exported);
    }

    setExportStatus(status) {
        this[held].exported = chosen('Order.setExportStatus', EXPORTS, status);
    }

    setOrderStatus(status) {
        if (![STATUSES.ORDER_STATUS_OPEN, STATUSES.ORDER_STATUS_CANCELLED].includes(Number(status))) {
            throw illegal(`Order.setOrderStatus() takes ORDER_STATUS_OPEN and ORDER_STATUS_CANCELLED, not ${status}`);
        }
        this.setStatus(status);
    }

    getShippingStatus() {
        return shown(SHIPPINGS, this[held].shipped || 0);
    }

    setShippingStatus(status) {
        this[held].shipped = chosen('Order.setShippingStatus', SHIPPINGS, status);
    }

    /** `([algorithm, public key])`: of a placed order, with its payment data masked, or encrypted. */
    getOrderExportXML(algorithm = null, key = null) {
        if ([STATUSES.ORDER_STATUS_CREATED, STATUSES.ORDER_STATUS_FAILED].includes(this[held].status)) {
            throw new Error(`IllegalStateException: order ${this.getOrderNo()} isn't placed, so it can't be exported`);
        }
        const encryption = algorithm === null && key === null ? null : { algorithm, key };
        return require('../../internal/orderExport').exported(this, encryption);
    }

    trackOrderChange(text) {
        return this.addNote('change', text);
    }

    setCustomer(customer) {
        this[held].customer.number = customer.profile.customerNo;
    }

    setCustomerNo(number) {
        this[held].customer.number = textOf(number);
    }

    /** A guest's order is that of the guest, whoever is visiting now. */
    getCustomer() {
        const { number } = this[held].customer;
        return number ? require('dw/customer/CustomerMgr').getCustomerByCustomerNumber(number) : require('../../internal/visitors').guest(this[held].customer.id || this.UUID);
    }

    getCustomerLocaleID() {
        return this[held].locale || 'default';
    }

    getCreatedBy() {
        return 'Customer';
    }

    getRemoteHost() {
        return this[held].remote_host || null;
    }

    removeRemoteHost() {
        this[held].remote_host = null;
    }

    getPaymentTransaction() {
        const instrument = this.getPaymentInstrument();
        return instrument && instrument.paymentTransaction;
    }

    /** What its payments say: `capturedAmount` or `refundedAmount`. */
    #moved(name) {
        return this.getPaymentInstruments().toArray().reduce((sum, instrument) => sum.add(instrument[name]), this.money(0));
    }

    getCapturedAmount() {
        return this.#moved('capturedAmount');
    }

    getRefundedAmount() {
        return this.#moved('refundedAmount');
    }

    invoiceTransactions() {
        return [].concat(...this.getInvoices().toArray().map((invoice) => invoice.paymentTransactions.toArray()));
    }

    getReplacedOrder() {
        return this.#order(this[held].replaces);
    }

    getReplacedOrderNo() {
        return this[held].replaces || null;
    }

    getReplacementOrder() {
        return this.#order(this[held].replaced_by);
    }

    getReplacementOrderNo() {
        return this[held].replaced_by || null;
    }

    getOriginalOrderNo() {
        const replaced = this.getReplacedOrder();
        return replaced === null ? this[held].number : replaced.originalOrderNo;
    }

    /** The first of the orders that replaced each other. */
    getOriginalOrder() {
        return this.#order(this.getOriginalOrderNo());
    }

    #order(number) {
        return number ? require('dw/order/OrderMgr').getOrder(number) : null;
    }

    // Items: what is known of lines besides what was bought

    #extensible() {
        return this.getAllProductLineItems().toArray().concat(...this.getShipments().toArray().map((shipment) => shipment.shippingLineItems.toArray()));
    }

    /** All in the order of the lines, which get their IDs here. */
    orderItems() {
        const lines = this.#extensible();
        lines.filter((line) => !line[held].order_item).forEach((line) => { line[held].order_item = { id: itemID(this) }; });
        return lines.map((line) => live(line[held].order_item, (document) => new OrderItem(document, line)));
    }

    orderItemOf(line) {
        return this.orderItems().find((item) => item.lineItem[held] === line[held]) || null;
    }

    getOrderItem(id) {
        const found = this.orderItems().find((item) => item.itemID === id);
        if (found === undefined) {
            throw new Error(`The order ${this.orderNo} has no item ${id}`);
        }
        return found;
    }

    usualItemStatus() {
        return ITEM_STATUSES[this[held].status];
    }

    /** Each item keeps the status that it has, whatever becomes of the order. */
    fixItems() {
        this.orderItems().filter((item) => !item[held].status).forEach((item) => { item[held].status = this.usualItemStatus(); });
    }

    /** The order is what its items are. */
    followItems() {
        const statuses = this.orderItems().map((item) => item.status.value);
        if (statuses.every((status) => ['SHIPPED', 'CANCELLED'].includes(status))) {
            this[held].status = statuses.includes('SHIPPED') ? STATUSES.ORDER_STATUS_COMPLETED : STATUSES.ORDER_STATUS_CANCELLED;
            return;
        }
        const isWaiting = statuses.some((status) => ['CREATED', 'OPEN', 'NEW', 'BACKORDER'].includes(status));
        this[held].status = STATUSES.ORDER_STATUS_OPEN;
        this[held].confirmation = isWaiting ? CONFIRMATIONS.CONFIRMATION_STATUS_NOTCONFIRMED : CONFIRMATIONS.CONFIRMATION_STATUS_CONFIRMED;
    }

    /** The item of so many pieces that get a line of their own; all of them have one. */
    splitItem(item, quantity) {
        const line = item.lineItem;
        if (quantity === line.quantityValue) {
            return item;
        }
        const [part, ...below] = split(line, line.optionProductLineItems.toArray().concat(line.bundledProductLineItems.toArray()), quantity);
        part.order_item = Object.assign({}, item[held], { id: itemID(this), split_source: item.itemID });
        this[held].lines = this[held].lines.concat(part, below);
        return this.getOrderItem(part.order_item.id);
    }

    /** A service that is billed with the order, as a shipping line. */
    createServiceItem(id, status) {
        const wanted = valid(['NEW', 'OPEN', 'SHIPPED'], status);
        const item = this.orderItemOf(this.getDefaultShipment().createShippingLineItem(id));
        item.take(wanted);
        return item;
    }

    // Documents

    /** `(number, whether it is an RMA)`, or the second alone. */
    createReturnCase(...values) {
        const [number, isRMA] = values.length > 1 ? values : [numbered(this, 'return_cases', 'RC'), values[0]];
        added(this, 'return_cases', String(number), { status: 'NEW', rma: Boolean(isRMA) });
        return this.getReturnCase(String(number));
    }

    createShippingOrder(number = numbered(this, 'shipping_orders', 'SO')) {
        added(this, 'shipping_orders', String(number), {});
        return this.getShippingOrder(String(number));
    }

    createAppeasement(number = numbered(this, 'appeasements', 'A')) {
        added(this, 'appeasements', String(number), { status: 'OPEN' });
        return this.getAppeasement(String(number));
    }

    /** All of a class, `ReturnCase` for example. */
    papers(name) {
        const of = (document) => live(document, () => new (require(`dw/order/${name}`))(document, this));
        return new FilteringCollection(documents(this, PAPERS[name]).map(of), (paper) => paper[held].number);
    }

    paperItems(name) {
        const items = this.papers(name).toArray().map((paper) => paper.items.toArray());
        return new FilteringCollection([].concat(...items), (item) => item.itemID);
    }

    // Addresses that documents name

    #addresses() {
        const ofShipments = this.getShipments().toArray().map((shipment) => [shipment.UUID, shipment[held].address]);
        return [['billing', this[held].billing]].concat(ofShipments);
    }

    addressDocument(key) {
        const found = this.#addresses().find(([name]) => name === key);
        return found ? found[1] : null;
    }

    addressKey(address) {
        const found = this.#addresses().find(([, document]) => address !== null && document === address[held]);
        if (address !== null && found === undefined) {
            throw new Error(`The order ${this.orderNo} doesn't have this address`);
        }
        return address && found[0];
    }

    /** Whether its payments are authorized, by the hooks for that, the second of which may authorize them again. */
    reauthorize() {
        const { callHook } = require('dw/system/HookMgr');
        const Status = require('dw/system/Status');
        const isOk = (status) => Boolean(status) && status.status === Status.OK;
        const valid = callHook('dw.order.payment.validateAuthorization', 'validateAuthorization', this);
        const status = isOk(valid) ? valid : callHook('dw.order.payment.reauthorize', 'reauthorize', this);
        return status || new Status(Status.ERROR);
    }

    getSourceCodeGroup() {
        const id = this[held].sourceCodeGroupID;
        const found = id ? require('../../internal/shop').list('source-code-group').find((group) => group.ID === id) : undefined;
        return found ? new (require('dw/campaign/SourceCodeGroup'))(found) : null;
    }

    isImported() {
        return false;
    }

    toString() {
        return `[Order orderNo=${this.getOrderNo()}]`;
    }
}

/** `returnCases` and `returnCaseItems`, and what finds one of them by its number or ID. */
const papers = {};
Object.keys(PAPERS).forEach((name) => {
    const lower = name.charAt(0).toLowerCase() + name.slice(1);
    papers[`${lower}s`] = (order) => order.papers(name);
    papers[`${lower}Items`] = (order) => order.paperItems(name);
    const finders = {
        [`get${name}`](number) {
            return this.papers(name).toArray().find((paper) => paper[held].number === String(number)) || null;
        },
        [`get${name}Item`](id) {
            return this.paperItems(name).toArray().find((item) => item.itemID === String(id)) || null;
        }
    };
    Object.keys(finders).forEach((finder) => Object.defineProperty(Order.prototype, finder, { value: finders[finder], writable: true, configurable: true }));
});

// The debugger exports no order by itself.
Object.defineProperty(Order.prototype, 'become', { enumerable: false });
Object.defineProperty(Order.prototype, 'orderExportXML', { configurable: true, get: Order.prototype.getOrderExportXML });

module.exports = define(Order, 'dw.order.Order', {
    changes: ['createAppeasement', 'createReturnCase', 'createServiceItem', 'createShippingOrder', 'removeRemoteHost',
        'trackOrderChange'],
    get: Object.assign({
        orderNo: true,
        currentOrder: true,
        currentOrderNo: true,
        orderToken: true,
        status: true,
        confirmationStatus: true,
        paymentStatus: true,
        exportStatus: true,
        shippingStatus: true,
        customerLocaleID: true,
        createdBy: true,
        remoteHost: true,
        paymentTransaction: true,
        capturedAmount: true,
        refundedAmount: true,
        replacedOrder: true,
        replacedOrderNo: true,
        replacementOrder: true,
        replacementOrderNo: true,
        originalOrder: true,
        originalOrderNo: true,
        sourceCodeGroup: true
    }, papers, dates(['exportAfter']), texts(['cancelDescription', 'invoiceNo', 'affiliatePartnerName', 'affiliatePartnerID', 'customerOrderReference', 'replaceDescription',
        'externalOrderNo', 'externalOrderStatus', 'externalOrderText', 'sourceCode', 'sourceCodeGroupID']), codes(['cancelCode', 'replaceCode'])),
    is: { imported: true },
    apart: ['replacedOrder', 'replacementOrder', 'originalOrder', 'currentOrder', 'paymentTransaction', 'sourceCodeGroup'].concat(Object.keys(papers)),
    constants: Object.assign({}, STATUSES, CONFIRMATIONS, PAYMENTS, EXPORTS, SHIPPINGS)
});
