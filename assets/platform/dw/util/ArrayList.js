'use strict';

const { held, define } = require('../../internal/bean');
const List = require('dw/util/List');

function elementsOf(sources) {
    const [only] = sources;
    const spread = sources.length === 1 && only !== null && typeof only === 'object' && Symbol.iterator in only;
    return Array.from(spread ? only : sources);
}

/** A growing list: `new ArrayList()`, of a collection or array, or of the elements themselves. */
class ArrayList extends List {
    constructor(...sources) {
        super();
        this[held] = elementsOf(sources.filter((source) => source !== undefined));
    }

    clone() {
        return new ArrayList(this[held].slice());
    }
}

module.exports = define(ArrayList, 'dw.util.ArrayList', {
    size: (list) => list.getLength(),
    at: (list, index) => list[held][index]
});
