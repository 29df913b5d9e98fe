'use strict';

const { define } = require('../../internal/bean');
const disk = require('../../internal/disk');
const { fromBase64 } = require('../../internal/encodings');
const { IOError } = require('../../internal/errors');
const Bytes = require('dw/util/Bytes');

const MOST = 10240;

/** Reads bytes of a file from any place on. */
class RandomAccessFileReader {
    #file;
    #position = 0;

    constructor(file) {
        if (!file.isFile()) {
            throw new IOError(`There is no file ${file.fullPath}`);
        }
        this.#file = file;
    }

    getPosition() {
        return this.#position;
    }

    setPosition(position) {
        if (!(position >= 0)) {
            throw new RangeError(`A file has no place ${position}`);
        }
        this.#position = position;
    }

    readByte() {
        const bytes = this.readBytes(1);
        if (bytes.length === 0) {
            throw new IOError('The end of the file is reached');
        }
        return bytes.byteAt(0);
    }

    readBytes(count) {
        if (!(count >= 0 && count <= MOST)) {
            throw new RangeError(`At most ${MOST} bytes are read at once`);
        }
        const read = disk('bytes', { path: this.#file.fullPath.slice(1), offset: this.#position, length: count });
        const bytes = new Bytes(fromBase64(read));
        this.#position += bytes.length;
        return bytes;
    }

    length() {
        return this.#file.length();
    }

    close() {}
}

module.exports = define(RandomAccessFileReader, 'dw.io.RandomAccessFileReader', {
    get: { position: true },
    constants: { MAX_READ_BYTES: MOST }
});
