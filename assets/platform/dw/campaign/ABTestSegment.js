'use strict';

const { held, define } = require('../../internal/bean');
const ABTest = require('dw/campaign/ABTest');

/** The ID of a segment in which nothing is other than usual; archives have none for it. */
const CONTROL = 'Control';

/** Visitors who see the same. */
class ABTestSegment {
    #test;

    constructor(test, document) {
        this.#test = test;
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this.isControlSegment() ? CONTROL : this[held].segmentId;
    }

    getABTest() {
        return new ABTest(this.#test);
    }

    isControlSegment() {
        return this[held].isControl === true;
    }

    toString() {
        return `[ABTestSegment id=${this.getID()}]`;
    }
}

module.exports = define(ABTestSegment, 'dw.campaign.ABTestSegment', {
    get: { ID: true, ABTest: true },
    is: { controlSegment: true }
});
