'use strict';

const { define } = require('../../internal/bean');
const FileClient = require('../../internal/fileClient');
const FTPFileInfo = require('dw/net/FTPFileInfo');

const SIZES = { DEFAULT_GET_FILE_SIZE: 5242880, DEFAULT_GET_STRING_SIZE: 2097152, MAX_GET_FILE_SIZE: 209715200, MAX_GET_STRING_SIZE: 10485760 };
/** Who logs on without a name. */
const ANYBODY = { port: 21, user: 'anonymous', password: 'anonymous' };

/** Moves files over FTP. Where nothing can be done the reply says why. */
class FTPClient extends FileClient {
    connect(...given) {
        this.disconnect();
        return this.ask('connect', this.login(ANYBODY, ...given));
    }

    getReplyCode() {
        return this.reply().code;
    }

    getReplyMessage() {
        return this.reply().text;
    }

    list(path) {
        const found = this.listed(path);
        return found && found.map((it) => new FTPFileInfo(it.name, it.size, it.directory, new Date(it.modified)));
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
