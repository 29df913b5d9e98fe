'use strict';

const { held, define } = require('../../internal/bean');
const { CustomAttributes } = require('../../internal/attributes');
const rest = require('../../internal/rest');

/** An error as a problem document. */
class RESTErrorResponse {
    #custom = new CustomAttributes();

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getCustom() {
        return this.#custom;
    }

    /** What wasn't said is left out; attributes have the prefix of custom ones. */
    render() {
        const { status, type, title, detail } = this[held];
        const body = { type };
        Object.entries({ title, detail }).filter(([, text]) => text !== null).forEach(([name, text]) => { body[name] = text; });
        Object.keys(this.#custom).forEach((name) => { body[`c_${name}`] = this.#custom[name]; });
        rest.render(this, status, 'application/problem+json', body);
    }

    toString() {
        return `[RESTErrorResponse status=${this[held].status} type=${this[held].type}]`;
    }
}

module.exports = define(RESTErrorResponse, 'dw.system.RESTErrorResponse', {
    get: { custom: true }
});
