'use strict';

const { define } = require('../../internal/bean');
const HTTPService = require('dw/svc/HTTPService');

/** A service that is sent a form: its parameters, or those that it is called with. */
class HTTPFormService extends HTTPService {
    address() {
        return this.getURL();
    }

    createRequest(parameters) {
        if (parameters !== null && typeof parameters === 'object') {
            Object.keys(parameters).forEach((name) => this.addParam(name, parameters[name]));
        }
        this.addHeader('Content-Type', 'application/x-www-form-urlencoded');
        return this.query();
    }
}

module.exports = define(HTTPFormService, 'dw.svc.HTTPFormService', {});
