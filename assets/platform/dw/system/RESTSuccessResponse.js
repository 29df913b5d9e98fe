'use strict';

const { held, define } = require('../../internal/bean');
const rest = require('../../internal/rest');

/** An answer in JSON. */
class RESTSuccessResponse {
    constructor(status, body) {
        Object.defineProperty(this, held, { value: { status, body } });
    }

    render() {
        rest.render(this, this[held].status, 'application/json', this[held].body);
    }

    toString() {
        return `[RESTSuccessResponse status=${this[held].status}]`;
    }
}

module.exports = define(RESTSuccessResponse, 'dw.system.RESTSuccessResponse', {});
