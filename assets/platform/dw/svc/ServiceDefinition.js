'use strict';

const { define } = require('../../internal/bean');
const ServiceConfig = require('dw/svc/ServiceConfig');

/** What all services of a name are made with. */
class ServiceDefinition {
    #name;
    #callback = null;
    #settings = [];

    constructor(name) {
        this.#name = name;
    }

    getServiceName() {
        return this.#name;
    }

    getConfiguration() {
        return new ServiceConfig(this.#name);
    }

    configure(callback) {
        this.#callback = callback;
        return this;
    }

    isMock() {
        return this.#settings.includes('setMock');
    }

    setMock() {
        this.#settings.push('setMock');
        return this;
    }

    isThrowOnError() {
        return this.#settings.includes('setThrowOnError');
    }

    setThrowOnError() {
        this.#settings.push('setThrowOnError');
        return this;
    }

    service() {
        const made = require('../../internal/services').serviceOf(this.#name, this.#callback || {});
        this.#settings.forEach((name) => made[name]());
        return made;
    }

    isConfigured() {
        return this.#callback !== null;
    }
}

['service', 'isConfigured'].forEach((name) => Object.defineProperty(ServiceDefinition.prototype, name, { enumerable: false }));

module.exports = define(ServiceDefinition, 'dw.svc.ServiceDefinition', {
    get: { serviceName: true, configuration: true },
    is: { mock: true, throwOnError: true }
});
