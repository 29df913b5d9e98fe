'use strict';

const { isGiven, matches } = require('./matching');

/** The items that a specification means. */
function pick(specification, items) {
    return isGiven(specification) ? items.filter(({ product }) => matches(specification, product)) : items;
}

const unit = (item) => (item.price - item.taken) / item.quantity;

/** The dearest first. */
function dearest(items) {
    return items.slice().sort((left, right) => unit(right) - unit(left));
}

function cheapest(items) {
    return dearest(items).reverse();
}

function count(items) {
    return items.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Pieces of a basket that haven't been counted yet. */
class Pile {
    #left = new Map();

    constructor(items) {
        items.forEach((item) => this.#left.set(item, item.quantity));
    }

    /** The first pieces of those items in an `order`, which is the dearest first, so many at most: `[{ item, count }]`. */
    take(items, wanted, order = dearest) {
        const taken = [];
        let open = wanted;
        order(items).forEach((item) => {
            const some = Math.min(open, this.#left.get(item) || 0);
            if (some > 0) {
                taken.push({ item, count: some });
                this.#left.set(item, this.#left.get(item) - some);
                open -= some;
            }
        });
        return taken;
    }

    /** Just so many, or none at all. */
    takeAll(items, wanted, order) {
        const taken = this.take(items, wanted, order);
        if (taken.reduce((sum, part) => sum + part.count, 0) === wanted) {
            return taken;
        }
        this.giveBack(taken);
        return null;
    }

    giveBack(parts) {
        parts.forEach(({ item, count: some }) => this.#left.set(item, this.#left.get(item) + some));
    }

    /** What a combination asks for, `[{ quantity, productSpecification }]`, or nothing if a part of it is missing. */
    takeCombination(constraints, items) {
        const taken = [];
        for (const { quantity, productSpecification } of constraints) {
            const found = this.takeAll(pick(productSpecification, items), quantity || 1);
            if (found === null) {
                this.giveBack(taken);
                return null;
            }
            taken.push(...found);
        }
        return taken;
    }
}

const constraintsOf = (combination) => (combination && combination.productConstraint) || null;

module.exports = { Pile, cheapest, count, constraintsOf, dearest, pick, unit };
