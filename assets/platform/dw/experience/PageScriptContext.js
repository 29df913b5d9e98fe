'use strict';

const { define, held } = require('../../internal/bean');
const { contentOf } = require('../../internal/experience');

/** What the script of a page's type gets. */
class PageScriptContext {
    #page;
    #parameters;
    #content;

    constructor(page, parameters) {
        this.#page = page;
        this.#parameters = parameters;
        this.#content = contentOf(page[held]);
    }

    getPage() {
        return this.#page;
    }

    getContent() {
        return this.#content;
    }

    getRenderParameters() {
        return this.#parameters;
    }
}

module.exports = define(PageScriptContext, 'dw.experience.PageScriptContext', {
    get: {
        page: true,
        content: true,
        renderParameters: true,
        runtimeParameters: (it) => it.getRenderParameters()
    }
});
