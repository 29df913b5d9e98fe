'use strict';

const { define } = require('../../internal/bean');
const { failed } = require('../../internal/serviceFailures');
const places = require('../../internal/places');
const shop = require('../../internal/shop');
const Result = require('dw/svc/Result');
const ServiceConfig = require('dw/svc/ServiceConfig');
const ServiceCredential = require('dw/svc/ServiceCredential');

/** What `this` is in a script's functions: the object that they stand in, with the members of the service besides. */
function within(callback, service) {
    return new Proxy(callback, {
        get(own, name, receiver) {
            if (name in own || typeof name === 'symbol') {
                return Reflect.get(own, name, receiver);
            }
            const member = service[name];
            return typeof member === 'function' ? member.bind(service) : member;
        },
        has: (own, name) => name in own || name in service,
        set: (own, name, value) => Reflect.set(name in own || !(name in service) ? own : service, name, value)
    });
}

/**
 * A service outside. A call makes its request, is made, and what came is read: by the functions of `callback`, each of
 * which a kind of service has its own way without. It is mocked by `mockFull` or `mockCall` unless its host may be
 * called.
 */
class Service {
    #callback;
    #self;
    #config;
    #credential = null;
    #url = null;
    #mock = false;
    #throws = false;
    #requestData = null;
    #isMade = false;
    #response = null;

    constructor(id, callback) {
        this.#callback = callback;
        this.#self = callback && within(callback, this);
        this.#config = new ServiceConfig(id);
    }

    /** The script's function of a name, or nothing. */
    callback(name) {
        const found = this.#callback && this.#callback[name];
        return typeof found === 'function' ? found.bind(this.#self) : undefined;
    }

    getConfiguration() {
        return this.#config;
    }

    getCredentialID() {
        return this.credential().ID;
    }

    credential() {
        return this.#credential || this.#config.credential;
    }

    setCredentialID(id) {
        const document = shop.find('service-credential', id);
        if (document === null) {
            throw new Error(`There is no service credential ${id}`);
        }
        this.#credential = new ServiceCredential(document);
        return this;
    }

    getURL() {
        return this.#url === null ? this.credential().URL : this.#url;
    }

    setURL(url) {
        this.#url = url === null ? null : String(url);
        return this;
    }

    isMock() {
        return this.#mock || this.#config.isMocked();
    }

    setMock() {
        this.#mock = true;
        return this;
    }

    isThrowOnError() {
        return this.#throws;
    }

    setThrowOnError() {
        this.#throws = true;
        return this;
    }

    getRequestData() {
        return this.#requestData;
    }

    /** What the result of the last call has as its object. */
    getResponse() {
        return this.#response;
    }

    /** A kind of service says what it does without the script's function. */
    createRequest() {
        return null;
    }

    execute() {
        throw failed({ status: Result.ERROR, errorMessage: 'This service has no function execute' });
    }

    /** The call itself: the script's, else that of the service's kind. */
    perform(request) {
        const execute = this.callback('execute');
        return execute ? execute(this, request) : this.execute(request);
    }

    parseResponse(response) {
        return response;
    }

    /** Where a call goes, empty if nobody has said; null if a service of this kind says nothing of that. */
    endpoint() {
        return null;
    }

    /** Why a call can't be made, if it can't. */
    refusal() {
        const address = this.endpoint();
        return address === null ? null : host.call('net.refusal', { url: address });
    }

    /**
     * Whether the host may not be called. The script's request may say which it is, so where some may be called, that is
     * made first. One that can't be made is the call's failure, but where the host may not be called and `full` needs none.
     */
    #isRefused(full, values) {
        if (this.endpoint() !== null && this.callback('createRequest') && host.call('net.any', {})) {
            try {
                this.#make(values);
            } catch (error) {
                if (!full || this.refusal() === null) {
                    throw error;
                }
                this.#warn(`It is mocked, as its request can't be made: ${error.message || error}`, places.told(error));
                return true;
            }
        }
        return this.refusal() !== null;
    }

    #mocked(full, call, values) {
        if (full) {
            this.#response = full(this, ...values);
            return this.#response;
        }
        this.#make(values);
        const response = call(this, this.#requestData);
        return this.#read(response);
    }

    /** Makes the request, once for each call. */
    #make(values) {
        if (!this.#isMade) {
            this.#requestData = this.#made(values);
            this.#isMade = true;
        }
    }

    #made(values) {
        const create = this.callback('createRequest');
        return create ? create(this, ...values) : this.createRequest(...values);
    }

    #read(response) {
        const parse = this.callback('parseResponse');
        this.#response = parse ? parse(this, response) : this.parseResponse(response);
        return this.#response;
    }

    #called(values) {
        this.#make(values);
        const { ID: id } = this.#config;
        const address = this.endpoint();
        if (address !== null && !/^\w+:\/\/./.test(address)) {
            const errorMessage = address === '' ? `The service ${id} has no address: no credential of it has a URL, and nobody has set one` : `The service ${id} can't be called at ${address}, which is no address`;
            throw failed({ status: Result.SERVICE_UNAVAILABLE, unavailableReason: Result.UNAVAILABLE_CONFIG_PROBLEM, errorMessage });
        }
        const refusal = this.refusal();
        if (refusal !== null) {
            throw failed({ status: Result.SERVICE_UNAVAILABLE, unavailableReason: Result.UNAVAILABLE_DISABLED, errorMessage: refusal });
        }
        this.#tell('getRequestLogMessage', this.#requestData);
        const response = this.#limited(() => this.perform(this.#requestData));
        this.#tell('getResponseLogMessage', response);
        return this.#read(response);
    }

    /** A call that its profile allows now. */
    #limited(call) {
        const { ID: id, profile } = this.#config;
        const reason = profile.refusal(id);
        if (reason !== null) {
            const errorMessage = reason === Result.UNAVAILABLE_RATE_LIMITED ? 'The service was called too often' : 'The service has failed too often';
            throw failed({ status: Result.SERVICE_UNAVAILABLE, unavailableReason: reason, errorMessage });
        }
        try {
            return call();
        } catch (error) {
            profile.failed(id);
            throw error;
        }
    }

    /** The log tells what the script wants told of a call; functions of it that answer nothing want nothing told. */
    #tell(name, message) {
        const [shown, filter] = [this.callback(name), this.callback('filterLogMessage')];
        const isText = (it) => it !== undefined && it !== null;
        const text = shown ? shown(message) : undefined;
        const told = isText(text) && filter ? filter(String(text)) : text;
        if (isText(told)) {
            host.call('log.write', { level: 'info', category: `service.${this.#config.ID}`, message: String(told) });
        }
    }

    #warn(what, where) {
        host.call('log.write', { level: 'warn', category: `service.${this.#config.ID}`, message: `${what}${where ? ` ${where}` : ''}` });
    }

    #attempt(values) {
        const [full, call] = [this.callback('mockFull'), this.callback('mockCall')];
        this.#isMade = false;
        if (!this.#config.isEnabled()) {
            throw failed({ status: Result.SERVICE_UNAVAILABLE, unavailableReason: Result.UNAVAILABLE_DISABLED, errorMessage: 'The service is disabled' });
        }
        if ((full || call) && (this.isMock() || this.#isRefused(full, values))) {
            return { status: Result.OK, mock: true, object: this.#mocked(full, call, values) };
        }
        return { status: Result.OK, object: this.#called(values) };
    }

    /** Never throws what happened to the call, unless the script wants it thrown. */
    call(...values) {
        let document;
        try {
            document = this.#attempt(values);
        } catch (error) {
            document = error.result || { status: Result.ERROR, error: 0, errorMessage: String(error.message || error), msg: String(error.message || error) };
            this.#warn(document.errorMessage || document.status, error.result ? undefined : places.told(error));
            if (this.#throws) {
                throw error;
            }
        }
        return new Result(document);
    }

    toString() {
        return `[${this.constructor.name} ${this.#config.ID}]`;
    }
}

['callback', 'credential', 'createRequest', 'execute', 'perform', 'parseResponse', 'endpoint', 'refusal'].forEach((name) => {
    Object.defineProperty(Service.prototype, name, { enumerable: false });
});

module.exports = define(Service, 'dw.svc.Service', {
    get: {
        configuration: true,
        credentialID: true,
        URL: true,
        requestData: true,
        response: true
    },
    is: { mock: true, throwOnError: true }
});
