'use strict';

const { define } = require('../../internal/bean');
const FileClient = require('../../internal/fileClient');

/** Moves files over FTP. */
class FTPClient extends FileClient {
    constructor() {
        super('ftp');
    }

    getReplyMessage() {
        return this.refusal();
    }

    getReplyCode() {
        return this.refusal() === null ? 0 : 421;
    }
}

module.exports = define(FTPClient, 'dw.net.FTPClient', {
    get: {
        connected: (client) => client.getConnected(),
        replyCode: (client) => client.getReplyCode(),
        replyMessage: (client) => client.getReplyMessage(),
        timeout: { get: (client) => client.getTimeout() }
    },
    constants: { DEFAULT_GET_FILE_SIZE: 5242880, DEFAULT_GET_STRING_SIZE: 2097152, MAX_GET_FILE_SIZE: 209715200, MAX_GET_STRING_SIZE: 10485760 }
});
