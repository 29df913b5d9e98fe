'use strict';

const { define } = require('../../internal/bean');
const { failed } = require('../../internal/missing');

/** What pipelets answer that find nothing to do here: no site map has been made. */
const ANSWERS = { SendGoogleSiteMap: () => ({ result: 2 }) };

/** A building block of pipelines, which older scripts run. */
class Pipelet {
    #name;

    constructor(name) {
        this.#name = String(name);
    }

    /** What it answers, `PIPELET_NEXT` or `PIPELET_ERROR` as `result` among it. */
    execute() {
        const answer = ANSWERS[this.#name];
        if (answer === undefined) {
            throw failed(`The pipelet ${this.#name}`);
        }
        return answer();
    }

    toString() {
        return `[Pipelet ${this.#name}]`;
    }
}

module.exports = define(Pipelet, 'dw.system.Pipelet', {});
