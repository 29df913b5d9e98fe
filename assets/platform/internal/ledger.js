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

/** Documents, and attributes of them, of which each change is told on its own, and the change that was their last. */
const watched = new WeakSet();
const lastChanges = new WeakMap();
let changes = 0;
/** The last change of anything else. */
let elsewhere = 0;

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

/** What the shop keeps is changed in a transaction alone; `what` says who would change it, `target` is the document or its attributes. */
function demand(what, target) {
    if (depth === 0) {
        throw new Error(`${what} needs a transaction: begin one, or wrap the change in one (dw/system/Transaction)`);
    }
    tell(target);
}

/** Something changes. */
function tell(target) {
    changes += 1;
    if (watched.has(target)) {
        lastChanges.set(target, changes);
    } else {
        elsewhere = changes;
    }
}

function watch(target) {
    watched.add(target);
}

/** How many changes there were so far. */
function count() {
    return changes;
}

/** Whether one of `targets` may have changed after so many changes: what is changed elsewhere may be a part of it. */
function isChanged(targets, earlier) {
    return elsewhere > earlier || targets.some((target) => lastChanges.get(target) > earlier);
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

module.exports = { register, begin, commit, rollback, isOpen, demand, tell, watch, isWatched: (target) => watched.has(target), count, isChanged, close, abandon };
