'use strict';

const { define } = require('../../internal/bean');
const { decoded, encoded, fromBase64, toBase64 } = require('../../internal/encodings');
const FileClient = require('../../internal/fileClient');
const File = require('dw/io/File');
const FTPFileInfo = require('dw/net/FTPFileInfo');

const SIZES = { DEFAULT_GET_FILE_SIZE: 5242880, DEFAULT_GET_STRING_SIZE: 2097152, MAX_GET_FILE_SIZE: 209715200, MAX_GET_STRING_SIZE: 10485760 };
/** Who logs on without a name. */
const ANYBODY = { port: 21, user: 'anonymous', password: 'anonymous' };
const LATIN = 'ISO-8859-1';

function pathOf(file) {
    return file.fullPath.slice(1);
}

/** Moves files over FTP. Where nothing can be done the answer is false or null, and the reply says why. */
class FTPClient extends FileClient {
    #id = null;
    #reply = { code: 0, text: null };

    /** Whether it is done. */
    #ask(what, more) {
        return this.#answered(what, more).done;
    }

    #answered(what, more) {
        const answer = host.call(`ftp.${what}`, Object.assign({ id: this.#id === null ? 0 : this.#id, timeout: this.getTimeout() }, more));
        this.#id = answer.id;
        this.#reply = answer;
        return answer;
    }

    connect(...given) {
        this.disconnect();
        return this.#ask('connect', this.login(ANYBODY, ...given));
    }

    disconnect() {
        if (this.#id !== null) {
            this.#ask('close');
        }
    }

    getConnected() {
        return this.#id !== null;
    }

    getReplyCode() {
        return this.#reply.code;
    }

    getReplyMessage() {
        return this.#reply.text;
    }

    cd(path) {
        return this.#ask('cd', { path: String(path) });
    }

    del(path) {
        return this.#ask('del', { path: String(path) });
    }

    mkdir(path) {
        return this.#ask('mkdir', { path: String(path) });
    }

    removeDirectory(path) {
        return this.#ask('removeDirectory', { path: String(path) });
    }

    rename(from, to) {
        return this.#ask('rename', { path: String(from), to: String(to) });
    }

    /** Of a folder, by default the current one; null if there is none. */
    list(path) {
        const answer = this.#answered('list', path === undefined || path === null ? {} : { path: String(path) });
        return answer.done ? answer.value.map((it) => new FTPFileInfo(it.name, it.size, it.directory, new Date(it.modified))) : null;
    }

    /** `(path, [encoding], [size])`, which answers the text, or `(path, encoding, file, [size])`, which answers whether it is saved. */
    get(path, ...given) {
        const encoding = (typeof given[0] === 'number' ? null : given.shift()) || LATIN;
        if (given[0] instanceof File) {
            const [file, most = SIZES.MAX_GET_FILE_SIZE] = given;
            return this.#ask('get', { path: String(path), encoding, file: pathOf(file), most: Math.min(most, SIZES.MAX_GET_FILE_SIZE) });
        }
        const [most = SIZES.MAX_GET_STRING_SIZE] = given;
        const answer = this.#answered('get', { path: String(path), most: Math.min(most, SIZES.MAX_GET_STRING_SIZE) });
        return answer.done ? decoded(fromBase64(answer.value), encoding) : null;
    }

    getBinary(path, file, most = SIZES.MAX_GET_FILE_SIZE) {
        return this.#ask('get', { path: String(path), file: pathOf(file), most: Math.min(most, SIZES.MAX_GET_FILE_SIZE) });
    }

    put(path, content, encoding = LATIN) {
        return this.#ask('put', { path: String(path), bytes: toBase64(encoded(content, encoding)) });
    }

    putBinary(path, file) {
        return this.#ask('put', { path: String(path), file: pathOf(file) });
    }
}

module.exports = define(FTPClient, 'dw.net.FTPClient', {
    get: {
        connected: true,
        replyCode: true,
        replyMessage: true,
        timeout: true
    },
    constants: SIZES
});
