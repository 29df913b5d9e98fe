'use strict';

const { define } = require('../../internal/bean');
const { failed } = require('../../internal/missing');
const { is } = require('../../internal/pipelets/exits');

const [NEXT, ERROR] = [1, 2];

/** No site map has been made. */
const SendGoogleSiteMap = () => null;

/** What older scripts run of pipelines' building blocks. */
const GROUPS = [
    () => ({ SendGoogleSiteMap, Script: require('../../internal/pipelets/script') }),
    () => require('../../internal/pipelets/basket'),
    () => require('../../internal/pipelets/catalog'),
    () => require('../../internal/pipelets/customer'),
    () => require('../../internal/pipelets/lists')
];

/** A building block of pipelines, with its settings. */
class Pipelet {
    #name;
    #settings;
    #isTransactional;

    constructor(name, settings, isTransactional) {
        this.#name = String(name);
        this.#settings = settings && typeof settings === 'object' ? settings : {};
        this.#isTransactional = settings === true || is(isTransactional);
    }

    /** What it answers, `PIPELET_NEXT` or `PIPELET_ERROR` as `result` among it; what it changes it changes as a whole. */
    execute(input) {
        const group = GROUPS.map((load) => load()).find((known) => Object.hasOwn(known, this.#name));
        if (group === undefined) {
            throw failed(`The pipelet ${this.#name}`);
        }
        const settings = Object.assign({}, this.#settings, { isTransactional: this.#isTransactional });
        const answer = require('dw/system/Transaction').wrap(() => group[this.#name](input || {}, settings));
        const isError = answer === null || answer.isError === true;
        const outputs = Object.fromEntries(Object.entries(answer || {}).filter(([name]) => name !== 'isError'));
        return Object.assign(outputs, { result: isError ? ERROR : NEXT });
    }

    toString() {
        return `[Pipelet ${this.#name}]`;
    }
}

module.exports = define(Pipelet, 'dw.system.Pipelet', {});
