'use strict';

const { manager } = require('../../internal/bean');
const ServiceDefinition = require('dw/svc/ServiceDefinition');

const definitions = new Map();

/** Services by name, made as a script configured them. */
class ServiceRegistry {
    static configure(name, callback) {
        return ServiceRegistry.getDefinition(name).configure(callback);
    }

    static getDefinition(name) {
        if (!definitions.has(String(name))) {
            definitions.set(String(name), new ServiceDefinition(String(name)));
        }
        return definitions.get(String(name));
    }

    static isConfigured(name) {
        return definitions.has(String(name)) && definitions.get(String(name)).isConfigured();
    }

    static get(name) {
        if (!ServiceRegistry.isConfigured(name)) {
            throw new Error(`The service ${name} is not configured`);
        }
        return ServiceRegistry.getDefinition(name).service();
    }
}

module.exports = manager(ServiceRegistry, 'dw.svc.ServiceRegistry');
