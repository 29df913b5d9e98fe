'use strict';

const { define } = require('../../internal/bean');
const Iterator = require('dw/util/Iterator');
const URL = require('dw/web/URL');

/** One page of a sequence: `new PagingModel(iterator, count)` or `new PagingModel(collection)`. */
class PagingModel {
    #elements;
    #count;
    #start = 0;
    #size = 10;

    constructor(elements, count) {
        this.#elements = Array.from(elements);
        this.#count = count === undefined ? this.#elements.length : count;
    }

    static appendPageSize(url, size) {
        return URL.of(String(url)).append('sz', size);
    }

    appendPaging(url, start) {
        return URL.of(String(url)).append('start', start === undefined ? this.#start : start).append('sz', this.#size);
    }

    getCount() {
        return this.#count;
    }

    getStart() {
        return this.#start;
    }

    setStart(start) {
        this.#start = Math.max(0, Math.trunc(start) || 0);
    }

    getPageSize() {
        return this.#size;
    }

    setPageSize(size) {
        this.#size = Math.max(1, Math.trunc(size) || 1);
    }

    getEnd() {
        return Math.max(0, Math.min(this.#start + this.#size, this.#count) - 1);
    }

    getCurrentPage() {
        return Math.floor(this.#start / this.#size);
    }

    getPageCount() {
        return Math.ceil(this.#count / this.#size);
    }

    getMaxPage() {
        return Math.max(0, this.getPageCount() - 1);
    }

    getPageElements() {
        return new Iterator(this.#elements.slice(this.#start, this.#start + this.#size));
    }

    isEmpty() {
        return this.#count === 0;
    }

    toString() {
        return `[PagingModel start=${this.#start}]`;
    }
}

module.exports = define(PagingModel, 'dw.web.PagingModel', {
    get: {
        count: true,
        start: true,
        pageSize: true,
        end: true,
        currentPage: true,
        pageCount: true,
        maxPage: true,
        pageElements: true
    },
    is: { empty: true },
    constants: { DEFAULT_PAGE_SIZE: 10, MAX_PAGE_SIZE: 2000, PAGING_SIZE_PARAMETER: 'sz', PAGING_START_PARAMETER: 'start' }
});
