'use strict';

const { define } = require('../../internal/bean');
const FileClient = require('../../internal/fileClient');
const { failed } = require('../../internal/missing');

const ANYBODY = { port: 22, user: '', password: '' };

/** Moves files over SFTP: a host that the sandbox may not call is never connected to, and one that it may call is not emulated. */
class SFTPClient extends FileClient {
    #refusal = null;
    #identity = null;

    /** False, with the reason as message. */
    connect(...given) {
        const { host: name, port } = this.login(ANYBODY, ...given);
        this.#refusal = host.call('net.refusal', { url: `sftp://${name}:${port}/` });
        if (this.#refusal === null) {
            throw failed('A connection over SFTP');
        }
        return false;
    }

    disconnect() {}

    getConnected() {
        return false;
    }

    getErrorMessage() {
        return this.#refusal;
    }

    getIdentity() {
        return this.#identity;
    }

    setIdentity(key) {
        this.#identity = key;
    }

    addKnownHostKey() {}
}

module.exports = define(SFTPClient, 'dw.net.SFTPClient', {
    get: {
        connected: true,
        errorMessage: true,
        timeout: true,
        identity: true
    },
    constants: { MAX_GET_FILE_SIZE: 209715200, MAX_GET_STRING_SIZE: 10485760 }
});
