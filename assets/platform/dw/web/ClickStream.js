'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const ClickStreamEntry = require('dw/web/ClickStreamEntry');

/** The pages of a visit, the oldest first: the last ones, and the first one of all. */
class ClickStream {
    #first;
    #clicks;
    #isPartial;
    #isEnabled;

    constructor(kept, isEnabled) {
        const { first = null, last = [], isPartial = false } = kept || {};
        this.#first = first && new ClickStreamEntry(first);
        this.#clicks = last.map((document) => new ClickStreamEntry(document));
        this.#isPartial = isPartial;
        this.#isEnabled = isEnabled;
    }

    getClicks() {
        return new ArrayList(this.#clicks);
    }

    getFirst() {
        return this.#first;
    }

    getLast() {
        return this.#clicks[this.#clicks.length - 1] || this.#first;
    }

    isEnabled() {
        return this.#isEnabled;
    }

    isPartial() {
        return this.#isPartial;
    }
}

module.exports = define(ClickStream, 'dw.web.ClickStream', {
    get: {
        clicks: true,
        first: true,
        last: true
    },
    is: { enabled: true, partial: true }
});
