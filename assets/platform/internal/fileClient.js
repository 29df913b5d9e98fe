'use strict';

const { failed } = require('./missing');

/** What FTP and SFTP clients have in common: a host that the sandbox may not call is never connected to. */
class FileClient {
    #timeout = 0;
    #refusal = null;
    #scheme;

    constructor(scheme) {
        this.#scheme = scheme;
    }

    getConnected() {
        return false;
    }

    getTimeout() {
        return this.#timeout;
    }

    setTimeout(milliseconds) {
        this.#timeout = Number(milliseconds);
    }

    /** False, with the reason as message; a host that may be called is not emulated. */
    connect(name) {
        this.#refusal = host.call('net.refusal', { url: `${this.#scheme}://${name}/` });
        if (this.#refusal === null) {
            throw failed(`A connection over ${this.#scheme.toUpperCase()}`);
        }
        return false;
    }

    disconnect() {}

    refusal() {
        return this.#refusal;
    }
}

['refusal'].forEach((name) => Object.defineProperty(FileClient.prototype, name, { enumerable: false }));

module.exports = FileClient;
