'use strict';

const { define } = require('../../internal/bean');

/** A client of a web service, with a method for each of its operations. `WSUtil` sets it up. */
class Port {
    toString() {
        return '[Port]';
    }
}

module.exports = define(Port, 'dw.ws.Port', { constants: {
    ENCODING: 'org.apache.cxf.message.Message.ENCODING',
    ENDPOINT_ADDRESS_PROPERTY: 'jakarta.xml.ws.service.endpoint.address',
    PASSWORD_PROPERTY: 'jakarta.xml.ws.security.auth.password',
    SESSION_MAINTAIN_PROPERTY: 'jakarta.xml.ws.session.maintain',
    USERNAME_PROPERTY: 'jakarta.xml.ws.security.auth.username'
} });
