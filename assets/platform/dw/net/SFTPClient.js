'use strict';

const { define } = require('../../internal/bean');
const FileClient = require('../../internal/fileClient');

/** Moves files over SFTP. */
class SFTPClient extends FileClient {
    #identity = null;

    constructor() {
        super('sftp');
    }

    getErrorMessage() {
        return this.refusal();
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
        connected: (client) => client.getConnected(),
        errorMessage: (client) => client.getErrorMessage(),
        timeout: { get: (client) => client.getTimeout() },
        identity: { get: (client) => client.getIdentity() }
    },
    constants: { MAX_GET_FILE_SIZE: 209715200, MAX_GET_STRING_SIZE: 10485760 }
});
