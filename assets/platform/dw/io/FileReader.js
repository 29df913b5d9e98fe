'use strict';

const { define } = require('../../internal/bean');
const disk = require('../../internal/disk');
const { IOError } = require('../../internal/errors');
const Reader = require('dw/io/Reader');

/** A text of a file, fetched as it is read. */
class FileReader extends Reader {
    constructor(file, encoding = 'UTF-8') {
        let offset = 0;
        const path = file.fullPath.slice(1);
        if (!file.isFile()) {
            throw new IOError(`There is no file ${file.fullPath}`);
        }
        super(() => {
            if (offset === null) {
                return null;
            }
            const { text, next } = disk('text', { path, encoding, offset });
            offset = next;
            return text;
        });
    }
}

module.exports = define(FileReader, 'dw.io.FileReader', {});
