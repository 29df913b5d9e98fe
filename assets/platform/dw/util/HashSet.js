'use strict';

const { held, define } = require('../../internal/bean');
const DistinctSet = require('dw/util/Set');

/** A set; it keeps the order in which its elements came. */
class HashSet extends DistinctSet {
    constructor(elements) {
        super();
        this.addAll(elements || []);
    }
}

module.exports = define(HashSet, 'dw.util.HashSet', {
    size: (set) => set.getLength(),
    at: (set, index) => set[held][index]
});
