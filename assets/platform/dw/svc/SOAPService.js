'use strict';

const { define } = require('../../internal/bean');
const { unanswered } = require('../../internal/serviceFailures');
const settings = require('../../internal/webReferences/settings');
const Service = require('dw/svc/Service');

/** A service that a script calls with a client of its own making. */
class SOAPService extends Service {
    #client = null;
    #authentication = 'BASIC';

    /** The client that the script's `initServiceClient` makes, once. */
    getServiceClient() {
        const make = this.#client === null ? this.callback('initServiceClient') : undefined;
        if (make) {
            this.#client = make(this) || null;
        }
        return this.#client;
    }

    setServiceClient(client) {
        this.#client = client;
        return this;
    }

    getAuthentication() {
        return this.#authentication;
    }

    /** `BASIC` sends the credential's user and password, `NONE` doesn't. */
    setAuthentication(kind) {
        this.#authentication = String(kind).toUpperCase();
        return this;
    }

    /** Where the client calls: the service's address, else its own. */
    address() {
        const client = this.getServiceClient();
        return this.getURL() || (client === null ? null : settings.endpoint(client) || null);
    }

    endpoint() {
        return this.address() || '';
    }

    #prepare(client) {
        const { user, password } = this.credential();
        const set = settings.of(client);
        if (this.getURL()) {
            set.properties['jakarta.xml.ws.service.endpoint.address'] = this.getURL();
        }
        if (this.#authentication === 'BASIC' && user && set.user === undefined) {
            Object.assign(set, { user, password });
        }
        set.requestTimeout = set.requestTimeout || this.getConfiguration().profile.timeoutMillis || 0;
    }

    perform(request) {
        const client = this.getServiceClient();
        if (client !== null) {
            this.#prepare(client);
        }
        try {
            return super.perform(request);
        } catch (error) {
            throw error instanceof IOError ? unanswered(error) : error;
        }
    }
}

['address', 'endpoint'].forEach((name) => Object.defineProperty(SOAPService.prototype, name, { enumerable: false }));

module.exports = define(SOAPService, 'dw.svc.SOAPService', {
    get: {
        serviceClient: true,
        authentication: true
    }
});
