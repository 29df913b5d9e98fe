'use strict';

const { held, define } = require('../../internal/bean');
const { texts } = require('../../internal/fields');

/** Who is behind a gift registry. */
class ProductListRegistrant {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }
}

module.exports = define(ProductListRegistrant, 'dw.customer.ProductListRegistrant', {
    get: Object.assign(texts(['firstName', 'lastName', 'email', 'role']), { custom: true })
});
