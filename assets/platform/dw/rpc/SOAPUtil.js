'use strict';

const { manager } = require('../../internal/bean');
const { quoted } = require('../../internal/xmlNodes');
const { of, written } = require('../../internal/webReferences/settings');
const WSUtil = require('dw/ws/WSUtil');

/** Settings of clients of web services, as older scripts make them. */
class SOAPUtil {
    /** `(stub, xml, [mustUnderstand, actor])` or `(stub, namespace, name, content, [mustUnderstand, actor])`. */
    static setHeader(stub, ...given) {
        const [space, name, content] = given;
        const isWhole = given.length < 3 || typeof name === 'boolean';
        WSUtil.addSOAPHeader(stub, isWhole ? space : `<h:${name} xmlns:h="${quoted(space)}">${written(content)}</h:${name}>`);
    }

    static setHTTPRequestHeader(stub, name, value) {
        WSUtil.setHTTPRequestHeader(stub, name, value);
    }

    static getHTTPRequestHeader(stub, name) {
        return WSUtil.getHTTPRequestHeader(stub, name);
    }

    /** Of the last answer, or nothing. */
    static getHTTPResponseHeader(stub, name) {
        const { answered } = of(stub);
        const values = answered && answered.get(String(name).toLowerCase());
        return values ? values[0] : null;
    }

    static setWSSecurityConfig(stub, request, response) {
        WSUtil.setWSSecurityConfig(stub, request, response);
    }
}

module.exports = manager(SOAPUtil, 'dw.rpc.SOAPUtil', {});
