'use strict';

const { held, define } = require('../../internal/bean');

/** What the platform's analysis knows of a product or a customer: nothing, until data are imported. */
class ActiveData {
    constructor(document = {}) {
        Object.defineProperty(this, held, { value: document });
    }

    isEmpty() {
        return Object.keys(this[held]).filter((name) => name !== 'custom').length === 0;
    }
}

module.exports = define(ActiveData, 'dw.object.ActiveData', { is: { empty: true } });
