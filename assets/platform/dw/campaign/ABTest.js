'use strict';

const { held, define } = require('../../internal/bean');

/** A test that shows some visitors something else. */
class ABTest {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    toString() {
        return `[ABTest id=${this.getID()}]`;
    }
}

module.exports = define(ABTest, 'dw.campaign.ABTest', { get: { ID: true } });
