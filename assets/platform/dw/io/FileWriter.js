'use strict';

const { define } = require('../../internal/bean');
const { spoken } = require('../../internal/converted');
const disk = require('../../internal/disk');
const Writer = require('dw/io/Writer');

/** Writes a text into a file. */
class FileWriter extends Writer {
    #lineSeparator = '\n';

    /** `(file)`, `(file, append)`, `(file, encoding)` or `(file, encoding, append)`; a file that is there is emptied. */
    constructor(file, second, third) {
        const encoding = typeof second === 'string' ? second : 'UTF-8';
        const path = file.fullPath.slice(1);
        const send = (text, append) => disk('write', { path, encoding, text, append });
        send('', second === true || third === true);
        super((text) => send(text, true));
    }

    writeLine(line) {
        this.write(`${spoken(line)}${this.#lineSeparator}`);
    }

    getLineSeparator() {
        return this.#lineSeparator;
    }

    setLineSeparator(separator) {
        this.#lineSeparator = separator;
    }
}

module.exports = define(FileWriter, 'dw.io.FileWriter', {
    get: { lineSeparator: true }
});
