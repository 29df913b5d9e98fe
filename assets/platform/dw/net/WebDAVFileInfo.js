'use strict';

const { held, define } = require('../../internal/bean');

/** A file or a folder on another server: `path`, and what the server says of it. */
class WebDAVFileInfo {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getName() {
        return this[held].path.replace(/\/+$/, '').split('/').pop();
    }

    lastModified() {
        return this[held].modified ? new Date(this[held].modified) : null;
    }

    toString() {
        return `[WebDAVFileInfo path=${this[held].path}]`;
    }
}

module.exports = define(WebDAVFileInfo, 'dw.net.WebDAVFileInfo', {
    get: {
        name: true,
        path: (info) => info[held].path,
        contentType: (info) => info[held].type || null,
        creationDate: (info) => (info[held].created ? new Date(info[held].created) : null),
        size: (info) => Number(info[held].size) || 0
    },
    is: { directory: (info) => info[held].isFolder }
});
