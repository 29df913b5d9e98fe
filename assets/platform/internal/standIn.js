'use strict';

const { manager } = require('./bean');
const { failed, typeOf } = require('./missing');

/** The classes that stand for others. */
const made = new Set();

function isStandIn(Class) {
    return made.has(Class);
}

/** Stands for a class: it has its constants and its place among the others, and everything else fails. */
function classStandIn(declared) {
    const type = typeOf(declared);
    const parent = host.declared.parent(declared);

    class StandIn {
        constructor() {
            throw failed(type);
        }
    }

    Object.defineProperty(StandIn, 'name', { value: declared.split('/').pop() });
    if (parent !== undefined) {
        const Parent = require(`dw/${parent}`);
        Object.setPrototypeOf(StandIn, Parent);
        Object.setPrototypeOf(StandIn.prototype, Parent.prototype);
    }
    made.add(StandIn);
    return manager(StandIn, type);
}

/** Stands for what `require('dw/…')` of a class or a package means that no module here is. */
function standIn(declared) {
    if (host.declared.classes().includes(declared)) {
        return classStandIn(declared);
    }
    return declared.split('/').reduce((found, name) => found[name], require('./packages').packages);
}

module.exports = { standIn, isStandIn };
