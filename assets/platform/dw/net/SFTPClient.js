'use strict';

const { define } = require('../../internal/bean');
const FileClient = require('../../internal/fileClient');
const SFTPFileInfo = require('dw/net/SFTPFileInfo');

const ANYBODY = { port: 22, user: '', password: '' };

function shown(it) {
    return new SFTPFileInfo(it.name, it.size, it.directory, it.modified / 1000);
}

/**
 * Moves files over SFTP, as scripts have it: where the sandbox is told to, it reaches the host over FTP. Where nothing can
 * be done the message says why.
 */
class SFTPClient extends FileClient {
    #identity = null;

    connect(...given) {
        this.disconnect();
        return this.ask('connect', Object.assign({ secured: true }, this.login(ANYBODY, ...given)));
    }

    getErrorMessage() {
        const { done, text } = this.reply();
        return done ? null : text;
    }

    list(path) {
        const found = this.listed(path);
        return found && found.map(shown);
    }

    getFileInfo(path) {
        const [, folder, name] = /^(.*?)([^/]*)\/?$/.exec(String(path));
        const found = (this.listed(folder || undefined) || []).find((it) => it.name === name);
        return found === undefined ? null : shown(found);
    }

    getIdentity() {
        return this.#identity;
    }

    setIdentity(key) {
        this.#identity = key;
    }

    /** Whom a name belongs to nobody checks. */
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
