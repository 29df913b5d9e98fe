'use strict';

const { define } = require('../../internal/bean');
const { failed } = require('../../internal/serviceFailures');
const Result = require('dw/svc/Result');
const Service = require('dw/svc/Service');

/** A service that moves files: its request is an operation of its client, `setOperation('list', '/in')`. */
class FTPService extends Service {
    #operation = null;
    #client = null;
    #disconnects = true;

    isAutoDisconnect() {
        return this.#disconnects;
    }

    setAutoDisconnect(isWanted) {
        this.#disconnects = Boolean(isWanted);
        return this;
    }

    setOperation(name, ...values) {
        this.#operation = [name, values];
        return this;
    }

    getClient() {
        if (this.#client === null) {
            const Client = require(this.getConfiguration().serviceType === 'FTP' ? 'dw/net/FTPClient' : 'dw/net/SFTPClient');
            this.#client = new Client();
        }
        return this.#client;
    }

    /** A name alone is one of a server of this kind. */
    endpoint() {
        const url = this.getURL() || '';
        return url === '' || url.includes('://') ? url : `ftp://${url}`;
    }

    execute() {
        const [name, values] = this.#operation || ['', []];
        const client = this.getClient();
        if (typeof client[name] !== 'function') {
            throw failed({ status: Result.ERROR, errorMessage: `The service has no operation ${name}` });
        }
        const found = /^\w+:\/\/([^:/]+)(?::(\d+))?/.exec(this.getURL()) || [null, this.getURL()];
        const { user, password } = this.credential();
        if (!client.connected && !client.connect(found[1], found[2] ? Number(found[2]) : undefined, user, password)) {
            throw failed({ status: Result.SERVICE_UNAVAILABLE, errorMessage: client.errorMessage || client.replyMessage });
        }
        const answer = client[name](...values);
        if (this.#disconnects) {
            client.disconnect();
        }
        return answer;
    }
}

module.exports = define(FTPService, 'dw.svc.FTPService', {
    get: { client: true },
    is: { autoDisconnect: true }
});
