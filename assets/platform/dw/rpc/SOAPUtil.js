'use strict';

const { manager } = require('../../internal/bean');
const { quoted } = require('../../internal/xmlNodes');
const settings = require('../../internal/webReferences/settings');

/** `(xml)` is a whole header; `(namespace, name, xml)` one around what it holds. */
function headerOf(given) {
    const [space, name, content] = given;
    const inner = content && content.toXMLString ? content.toXMLString() : String(content);
    return `<h:${name} xmlns:h="${quoted(space)}">${inner}</h:${name}>`;
}

/** Settings of clients of web services, as older scripts make them. */
class SOAPUtil {
    /** `(stub, xml, [mustUnderstand, actor])` or `(stub, namespace, name, content, [mustUnderstand, actor])`. */
    static setHeader(stub, ...given) {
        const isWhole = given.length < 3 || typeof given[1] === 'boolean';
        const whole = given[0] && given[0].toXMLString ? given[0].toXMLString() : String(given[0]);
        settings.of(stub).soapHeaders.push(isWhole ? whole : headerOf(given));
    }

    static setHTTPRequestHeader(stub, name, value) {
        settings.of(stub).requestHeaders[name] = value;
    }

    static getHTTPRequestHeader(stub, name) {
        const { requestHeaders } = settings.of(stub);
        return Object.hasOwn(requestHeaders, name) ? requestHeaders[name] : null;
    }

    /** Of the last answer, or nothing. */
    static getHTTPResponseHeader(stub, name) {
        const { answered } = settings.of(stub);
        const values = answered && answered.get(String(name).toLowerCase());
        return values ? values[0] : null;
    }

    static setWSSecurityConfig(stub, request, response) {
        Object.assign(settings.of(stub), { request, response });
    }
}

module.exports = manager(SOAPUtil, 'dw.rpc.SOAPUtil', {});
