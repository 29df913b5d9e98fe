'use strict';

const { define } = require('../../internal/bean');
const settings = require('../../internal/webReferences/settings');

const [USER, PASSWORD, TIMEOUT] = ['javax.xml.rpc.security.auth.username', 'javax.xml.rpc.security.auth.password', 'demandware.script.webReference.connectionTimeout'];

/** A client of a web service, as older scripts know it: it is set up by itself. */
class Stub {
    _setProperty(name, value) {
        settings.of(this).properties[name] = value;
        if (name === TIMEOUT) {
            settings.of(this).requestTimeout = Number(value);
        }
    }

    _getProperty(name) {
        const { properties } = settings.of(this);
        return Object.hasOwn(properties, name) ? properties[name] : null;
    }

    setHeader(name, value) {
        settings.of(this).requestHeaders[name] = value;
    }

    toString() {
        return '[Stub]';
    }
}

function kept(name) {
    return { get: (stub) => stub._getProperty(name), set: (stub, value) => stub._setProperty(name, value) };
}

module.exports = define(Stub, 'dw.rpc.Stub', {
    get: { username: kept(USER), password: kept(PASSWORD), timeout: kept(TIMEOUT) },
    constants: {
        CONNECTION_TIMEOUT: TIMEOUT,
        ENDPOINT_ADDRESS_PROPERTY: 'javax.xml.rpc.service.endpoint.address',
        PASSWORD_PROPERTY: PASSWORD,
        SESSION_MAINTAIN_PROPERTY: 'javax.xml.rpc.session.maintain',
        USERNAME_PROPERTY: USER
    }
});
