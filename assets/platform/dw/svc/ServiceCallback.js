'use strict';

const { define } = require('../../internal/bean');

const CALLBACKS = ['createRequest', 'execute', 'filterLogMessage', 'getRequestLogMessage', 'getResponseLogMessage', 'initServiceClient',
    'mockCall', 'mockFull', 'parseResponse'];

/** What a script does about the calls of a service: any of these functions. */
class ServiceCallback {}

CALLBACKS.forEach((name) => Object.defineProperty(ServiceCallback.prototype, name, { value: undefined, writable: true, configurable: true }));
Object.defineProperty(ServiceCallback.prototype, 'URL', { value: null, writable: true, configurable: true });

module.exports = define(ServiceCallback, 'dw.svc.ServiceCallback', {});
