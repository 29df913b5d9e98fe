'use strict';

const shop = require('./shop');

/** The class for each type that a service's data may name. */
const CLASSES = { HTTP: 'HTTPService', HTTPFORM: 'HTTPFormService', FTP: 'FTPService', SFTP: 'FTPService', SOAP: 'SOAPService', GENERIC: 'Service' };

/**
 * A service of the type that its data name; where the shop has no services at all by SOAP if its functions make a
 * client, else over HTTP. Where it has some, there are no others.
 */
function serviceOf(id, callback) {
    const found = shop.find('service', id);
    if (found === null && shop.list('service').length > 0) {
        throw new Error(`There is no service ${id}: no archive defines it (<service service-id="${id}"> in services.xml)`);
    }
    const { serviceType } = found || {};
    const type = (serviceType || '').toUpperCase().replace(/[^A-Z]/g, '');
    const usual = typeof callback.initServiceClient === 'function' ? 'SOAPService' : 'HTTPService';
    const Class = require(`dw/svc/${CLASSES[type] || usual}`);
    return new Class(id, callback);
}

module.exports = { serviceOf };
