'use strict';

const { held, define } = require('../../internal/bean');
const { itemConstants } = require('../../internal/filters');
const { invoice, shape } = require('../../internal/invoiced');
const { choice, codeOf, constants, item, kept, pricesOf, share, valid } = require('../../internal/paperwork');
const AbstractItemCtnr = require('dw/order/AbstractItemCtnr');
const AppeasementItem = require('dw/order/AppeasementItem');

const STATUSES = ['OPEN', 'COMPLETED'];

/** Parts of an amount in the proportion of weights; the last one makes up for what is rounded. */
function shares(total, weights) {
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    let rest = total;
    return weights.map((weight, index) => {
        const part = index === weights.length - 1 ? rest : share(total, all === 0 ? 1 : weight, all === 0 ? weights.length : all);
        rest = rest.subtract(part);
        return part;
    });
}

/** Money that a customer gets back without sending anything back. */
class Appeasement extends AbstractItemCtnr {
    itemOf(document) {
        return new AppeasementItem(document, this);
    }

    getAppeasementNumber() {
        return this[held].number;
    }

    isClosed() {
        return this[held].status === 'COMPLETED';
    }

    setStatus(status) {
        const wanted = valid(STATUSES, status);
        if (wanted !== this[held].status) {
            this.change({ status: wanted });
        }
    }

    getReasonCode() {
        return choice(this[held].reason);
    }

    setReasonCode(code) {
        this.change({ reason: codeOf(code) });
    }

    getReasonNote() {
        return this[held].reason_note || null;
    }

    setReasonNote(note) {
        this.change({ reason_note: note });
    }

    /** An amount for several items of the order, each its share by what it costs. */
    addItems(totalAmount, orderItems) {
        const all = Array.from(orderItems);
        const weights = all.map((each) => pricesOf(each.lineItem).basis.value);
        shares(totalAmount, weights).forEach((basis, index) => {
            this.addItem(item(all[index], { basis: kept(basis), tax: kept(all[index].lineItem.taxOf(basis)) }));
        });
    }

    /** To be refunded, with the number of the appeasement unless there is another one. */
    createInvoice(number = this[held].number) {
        return invoice(this, 'APPEASEMENT', number);
    }
}

module.exports = define(Appeasement, 'dw.order.Appeasement', {
    changes: ['addItems', 'createInvoice'],
    get: Object.assign({
        appeasementNumber: true,
        status: true,
        reasonCode: true,
        reasonNote: true
    }, shape),
    apart: ['invoice'],
    constants: Object.assign(constants('STATUS', STATUSES), itemConstants)
});
