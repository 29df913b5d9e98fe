'use strict';

const { manager } = require('../../internal/bean');
const { unfit } = require('../../internal/errors');
const ledger = require('../../internal/ledger');

/**
 * Changes to baskets, orders and customers that hold together: `wrap(fn)` keeps them when `fn` returns
 * and takes them back when it throws. Transactions nest; the outermost one decides.
 */
class Transaction {
    static begin() {
        ledger.begin();
    }

    static commit() {
        ledger.commit();
    }

    static rollback() {
        ledger.rollback();
    }

    static wrap(work) {
        if (typeof work !== 'function') {
            throw unfit('Transaction.wrap', 'a function', work);
        }
        ledger.begin();
        let result;
        try {
            result = work();
        } catch (error) {
            ledger.rollback();
            throw error;
        }
        ledger.commit();
        return result;
    }
}

module.exports = manager(Transaction, 'dw.system.Transaction');
