'use strict';

const { shared } = require('./bean');
const { decoded, encoded, fromBase64, toBase64 } = require('./encodings');
const File = require('dw/io/File');

/** Bytes of a file, and of a text, that are got at most. */
const [MOST_OF_FILE, MOST_OF_TEXT] = [209715200, 10485760];
const LATIN = 'ISO-8859-1';

function pathOf(file) {
    return file.fullPath.slice(1);
}

/** What FTP and SFTP clients have in common. Where nothing can be done the answer is false or null. */
class FileClient {
    #timeout = 0;
    #id = null;
    #reply = { done: true, code: 0, text: null };

    getTimeout() {
        return this.#timeout;
    }

    /** In milliseconds; 0 is the sandbox's own limit. */
    setTimeout(milliseconds) {
        this.#timeout = Number(milliseconds);
    }

    /** `(host, [port], [user, password])`, with what is to be used where nothing is given. */
    login(usual, name, ...given) {
        const [port, user, password] = given.length === 2 ? [undefined].concat(given) : given;
        const isNamed = user !== undefined && user !== null;
        return { host: String(name), port: Number(port) || usual.port, user: isNamed ? String(user) : usual.user, password: isNamed ? String(password) : usual.password };
    }

    /** What the server has said last. */
    reply() {
        return this.#reply;
    }

    /** Whether it is done. */
    ask(what, more) {
        return this.#answered(what, more).done;
    }

    #answered(what, more) {
        const answer = host.call(`ftp.${what}`, Object.assign({ id: this.#id === null ? 0 : this.#id, timeout: this.#timeout }, more));
        this.#id = answer.id;
        this.#reply = answer;
        return answer;
    }

    disconnect() {
        if (this.#id !== null) {
            this.ask('close');
        }
    }

    getConnected() {
        return this.#id !== null;
    }

    cd(path) {
        return this.ask('cd', { path: String(path) });
    }

    del(path) {
        return this.ask('del', { path: String(path) });
    }

    mkdir(path) {
        return this.ask('mkdir', { path: String(path) });
    }

    removeDirectory(path) {
        return this.ask('removeDirectory', { path: String(path) });
    }

    rename(from, to) {
        return this.ask('rename', { path: String(from), to: String(to) });
    }

    /** `{ name, size, directory, modified }` of what is in a folder, by default the current one; null if there is none. */
    listed(path) {
        const answer = this.#answered('list', path === undefined || path === null ? {} : { path: String(path) });
        return answer.done ? answer.value : null;
    }

    /** `(path, [encoding], [size])`, which answers the text, or `(path, encoding, file, [size])`, which answers whether it is saved. */
    get(path, ...given) {
        const encoding = (typeof given[0] === 'number' ? null : given.shift()) || LATIN;
        if (given[0] instanceof File) {
            const [file, most = MOST_OF_FILE] = given;
            return this.ask('get', { path: String(path), encoding, file: pathOf(file), most: Math.min(most, MOST_OF_FILE) });
        }
        const [most = MOST_OF_TEXT] = given;
        const answer = this.#answered('get', { path: String(path), most: Math.min(most, MOST_OF_TEXT) });
        return answer.done ? decoded(fromBase64(answer.value), encoding) : null;
    }

    getBinary(path, file, most = MOST_OF_FILE) {
        return this.ask('get', { path: String(path), file: pathOf(file), most: Math.min(most, MOST_OF_FILE) });
    }

    put(path, content, encoding = LATIN) {
        return this.ask('put', { path: String(path), bytes: toBase64(encoded(content, encoding)) });
    }

    putBinary(path, file) {
        return this.ask('put', { path: String(path), file: pathOf(file) });
    }
}

['login', 'reply', 'ask', 'listed'].forEach((name) => Object.defineProperty(FileClient.prototype, name, { enumerable: false }));

module.exports = shared(FileClient);
