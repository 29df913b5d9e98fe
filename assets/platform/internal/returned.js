'use strict';

const { held } = require('./bean');
const { choice, codeOf } = require('./paperwork');
const AbstractItem = require('dw/order/AbstractItem');

/** An item about what a customer sends back: why, and a note. */
class ReturnedItem extends AbstractItem {
    getNote() {
        return this[held].note || null;
    }

    setNote(note) {
        this.change({ note });
    }

    getReasonCode() {
        return choice(this[held].reason);
    }

    setReasonCode(code) {
        this.change({ reason: codeOf(code) });
    }
}

const shape = {
    reasonCode: true,
    note: true
};

module.exports = { ReturnedItem, shape };
