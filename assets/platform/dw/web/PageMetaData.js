'use strict';

const { define } = require('../../internal/bean');
const context = require('../../internal/context');

/** What stands in the head of the page: `request.pageMetaData`, in templates `pdict.CurrentPageMetaData`. */
class PageMetaData {
    // A page that nobody has named has the name of the site's folder.
    #texts = { title: `Sites-${context.site.id}-Site`, description: null, keywords: null };
    #tags = [];

    text(name) {
        return this.#texts[name];
    }

    change(name, text) {
        this.#texts[name] = text === undefined ? null : text;
    }

    getPageMetaTags() {
        return this.#tags.slice();
    }

    isPageMetaTagSet(id) {
        return this.#tags.some((tag) => tag.ID === id);
    }

    /** A tag takes the place of one with its ID. */
    addPageMetaTag(tag) {
        this.#tags = this.#tags.filter((known) => known.ID !== tag.ID).concat(tag);
    }

    addPageMetaTags(tags) {
        Array.from(tags || [], (tag) => this.addPageMetaTag(tag));
    }

    toString() {
        return `[PageMetaData title=${this.#texts.title}]`;
    }
}

const texts = {};
['title', 'description', 'keywords'].forEach((name) => {
    texts[name] = { get: (it) => it.text(name), set: (it, text) => it.change(name, text) };
});

module.exports = define(PageMetaData, 'dw.web.PageMetaData', {
    get: Object.assign(texts, { pageMetaTags: true })
});
