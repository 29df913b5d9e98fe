'use strict';

const shop = require('./shop');

/** The class for each type that a service's data may name. */
const CLASSES = { HTTP: 'HTTPService', HTTPFORM: 'HTTPFormService', FTP: 'FTPService', SFTP: 'FTPService', SOAP: 'SOAPService', GENERIC: 'Service' };

/** A service of the type that its data name; without data by SOAP if its functions make a client, else over HTTP. */
function serviceOf(id, callback) {
    const { serviceType } = shop.find('service', id) || {};
    const type = (serviceType || '').toUpperCase().replace(/[^A-Z]/g, '');
    const usual = typeof callback.initServiceClient === 'function' ? 'SOAPService' : 'HTTPService';
    const Class = require(`dw/svc/${CLASSES[type] || usual}`);
    return new Class(id, callback);
}

module.exports = { serviceOf };
