'use strict';

const ServiceConfig = require('dw/svc/ServiceConfig');

/** The class for each type that a service's data may name. */
const CLASSES = { HTTP: 'HTTPService', HTTPFORM: 'HTTPFormService', FTP: 'FTPService', SFTP: 'FTPService', SOAP: 'SOAPService', GENERIC: 'Service' };

/** A service of the type that its data name, over HTTP unless they do. */
function serviceOf(id, callback) {
    const type = new ServiceConfig(id).serviceType.toUpperCase().replace(/[^A-Z]/g, '');
    const Class = require(`dw/svc/${CLASSES[type] || 'HTTPService'}`);
    return new Class(id, callback);
}

module.exports = { serviceOf };
