'use strict';

const { manager } = require('../../internal/bean');
const { serviceOf } = require('../../internal/services');

/** Services with the functions of the script that makes them. */
class LocalServiceRegistry {
    static createService(id, callback) {
        if (!callback || typeof callback !== 'object') {
            throw new TypeError(`The service ${id} needs an object with its functions`);
        }
        return serviceOf(String(id), callback);
    }
}

module.exports = manager(LocalServiceRegistry, 'dw.svc.LocalServiceRegistry');
