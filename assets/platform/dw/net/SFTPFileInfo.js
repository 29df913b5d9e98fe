'use strict';

const { held, define } = require('../../internal/bean');

/** A file or a folder on an SFTP server; its time is in seconds since 1970. */
class SFTPFileInfo {
    constructor(name, size, directory, time) {
        Object.defineProperty(this, held, { value: { name, size, directory, time } });
    }

    toString() {
        return `[SFTPFileInfo name=${this[held].name}]`;
    }
}

module.exports = define(SFTPFileInfo, 'dw.net.SFTPFileInfo', {
    get: {
        directory: (info) => info[held].directory,
        modificationTime: (info) => new Date(info[held].time * 1000),
        name: (info) => info[held].name,
        size: (info) => info[held].size
    }
});
