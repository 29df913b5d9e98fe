'use strict';

const { held, define } = require('../../internal/bean');
const Bytes = require('dw/util/Bytes');

/** A larger one isn't valid. */
const MOST_BYTES = 10 * 1024 * 1024;

/** A sitemap of a host that a script has added. */
class SitemapFile {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getFileName() {
        return this[held].name;
    }

    /** In bytes. */
    getFileSize() {
        return new Bytes(this[held].text, 'UTF-8').length;
    }

    getHostName() {
        return this[held].host;
    }

    isValid() {
        return this.getFileSize() <= MOST_BYTES;
    }

    toString() {
        return `[SitemapFile ${this.getHostName()}/${this.getFileName()}]`;
    }
}

module.exports = define(SitemapFile, 'dw.sitemap.SitemapFile', {
    get: { fileName: true, fileSize: true, hostName: true },
    is: { valid: true }
});
