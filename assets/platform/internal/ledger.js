'use strict';

/**
 * Remembers what persistent objects looked like when the outermost transaction began.
 *
 * A keeper is an object with `snapshot()` and `restore(snapshot)`, and `held()` if it wants to know that the transaction
 * holds; it registers once per thread, at the first object it hands out.
 */
const keepers = [];
let depth = 0;
let snapshots = [];
/** Whether a transaction in the outermost one was taken back, and with it all of it. */
let lost = false;

function register(keeper) {
    keepers.push(keeper);
    if (depth > 0) {
        snapshots.push([keeper, keeper.snapshot()]);
    }
}

function begin() {
    if (depth === 0) {
        lost = false;
        snapshots = keepers.map((keeper) => [keeper, keeper.snapshot()]);
    }
    depth += 1;
}

function ended(name) {
    if (depth === 0) {
        throw new Error(`Transaction.${name}() without Transaction.begin()`);
    }
}

function commit() {
    ended('commit');
    if (lost) {
        rollback();
        throw new Error('The transaction can only be rolled back: one in it was');
    }
    depth -= 1;
    if (depth === 0) {
        keepers.filter((keeper) => keeper.held).forEach((keeper) => keeper.held());
    }
}

function rollback() {
    ended('rollback');
    depth -= 1;
    lost = depth > 0;
    snapshots.forEach(([keeper, snapshot]) => keeper.restore(snapshot));
}

function isOpen() {
    return depth > 0;
}

/** What the shop keeps is changed in a transaction alone; `what` says who would change it. */
function demand(what) {
    if (depth === 0) {
        throw new Error(`${what} needs a transaction: begin one, or wrap the change in one (dw/system/Transaction)`);
    }
}

/** A transaction that a script never ended is committed at the end of a request without an error, unless one in it was taken back. */
function close() {
    if (depth > 0) {
        depth = 1;
        (lost ? rollback : commit)();
    }
}

/** After an error a transaction that a script never ended is taken back. */
function abandon() {
    if (depth > 0) {
        depth = 1;
        rollback();
    }
}

module.exports = { register, begin, commit, rollback, isOpen, demand, close, abandon };
