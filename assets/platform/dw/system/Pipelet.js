'use strict';

const { define } = require('../../internal/bean');
const { failed } = require('../../internal/missing');

const [NEXT, ERROR] = [1, 2];

/** Prints a sitemap into the answer; there is none under each name. */
function SendGoogleSiteMap({ FileName }) {
    const text = require('../../internal/sitemaps').read(FileName);
    if (text === null) {
        return null;
    }
    response.setContentType('text/xml;charset=UTF-8');
    response.writer.print(text);
    return {};
}

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

    constructor(name, settings) {
        this.#name = String(name);
        this.#settings = settings && typeof settings === 'object' ? settings : {};
    }

    /** What it answers, `PIPELET_NEXT` or `PIPELET_ERROR` as `result` among it. It brings its own transaction. */
    execute(input) {
        const group = GROUPS.map((load) => load()).find((known) => Object.hasOwn(known, this.#name));
        if (group === undefined) {
            throw failed(`The pipelet ${this.#name}`);
        }
        const answer = require('dw/system/Transaction').wrap(() => group[this.#name](input || {}, this.#settings));
        const isError = answer === null || answer.isError === true;
        const outputs = Object.fromEntries(Object.entries(answer || {}).filter(([name]) => name !== 'isError'));
        return Object.assign(outputs, { result: isError ? ERROR : NEXT });
    }

    toString() {
        return `[Pipelet ${this.#name}]`;
    }
}

module.exports = define(Pipelet, 'dw.system.Pipelet', {});
