'use strict';

const { define } = require('../../internal/bean');

/** A name and its value in an address. */
class URLParameter {
    constructor(name, value) {
        this.name = name;
        this.value = value;
    }

    toString() {
        return `${this.name}=${this.value}`;
    }
}

module.exports = define(URLParameter, 'dw.web.URLParameter', {});
