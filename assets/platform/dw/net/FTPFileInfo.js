'use strict';

const { held, define } = require('../../internal/bean');

/** A file or a folder on an FTP server. */
class FTPFileInfo {
    constructor(name, size, directory, timestamp) {
        Object.defineProperty(this, held, { value: { name, size, directory, timestamp } });
    }

    toString() {
        return `[FTPFileInfo name=${this[held].name}]`;
    }
}

module.exports = define(FTPFileInfo, 'dw.net.FTPFileInfo', {
    get: {
        directory: (info) => info[held].directory,
        name: (info) => info[held].name,
        size: (info) => info[held].size,
        timestamp: (info) => info[held].timestamp
    }
});
