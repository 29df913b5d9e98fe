'use strict';

const { define } = require('../../internal/bean');
const { failed } = require('../../internal/missing');
const Service = require('dw/svc/Service');

/** A service that a script calls with a client of its own making. */
class SOAPService extends Service {
    #client = null;
    #authentication = 'BASIC';

    getServiceClient() {
        return this.#client;
    }

    setServiceClient(client) {
        this.#client = client;
        return this;
    }

    getAuthentication() {
        return this.#authentication;
    }

    setAuthentication(kind) {
        this.#authentication = String(kind).toUpperCase();
        return this;
    }

    refusal() {
        return host.call('net.refusal', { url: this.getURL() });
    }

    execute() {
        throw failed('A call of a SOAP service');
    }
}

module.exports = define(SOAPService, 'dw.svc.SOAPService', {
    get: {
        serviceClient: { get: (service) => service.getServiceClient() },
        authentication: { get: (service) => service.getAuthentication() }
    }
});
