'use strict';

const { define } = require('../../internal/bean');

/** A tag of a page's head. */
class PageMetaTag {
    #ID;
    #content;
    #kind;

    constructor(ID, content, kind) {
        this.#ID = ID;
        this.#content = content;
        this.#kind = kind || 'name';
    }

    getID() {
        return this.#ID;
    }

    getContent() {
        return this.#content;
    }

    isKind(kind) {
        return this.#kind === kind;
    }
}

module.exports = define(PageMetaTag, 'dw.web.PageMetaTag', {
    get: { ID: true, content: true },
    is: {
        title: (it) => it.isKind('title'),
        name: (it) => it.isKind('name'),
        property: (it) => it.isKind('property'),
        jsonLd: (it) => it.isKind('jsonLd')
    }
});
