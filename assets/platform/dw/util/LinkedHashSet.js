'use strict';

const { held, define } = require('../../internal/bean');
const DistinctSet = require('dw/util/Set');

/** A set; it keeps the order in which its elements came. */
class LinkedHashSet extends DistinctSet {
    constructor(elements) {
        super();
        this.addAll(elements || []);
    }
}

module.exports = define(LinkedHashSet, 'dw.util.LinkedHashSet', {
    size: (set) => set.getLength(),
    at: (set, index) => set[held][index]
});
