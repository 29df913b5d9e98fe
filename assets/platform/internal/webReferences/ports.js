'use strict';

/** Calls of the operations that a description offers: a message there, and what comes back. */

const { encoded, toBase64 } = require('../encodings');
const { decapitalised } = require('./names');
const { isElement } = require('../xmlNodes');
const { Reader, Writer, spaceAndName, textOf } = require('./envelope');
const settings = require('./settings');
const errors = require('../errors');
const HTTPClient = require('dw/net/HTTPClient');

/** The parts of the element that stands for an operation's arguments, if it is one. */
function wrapped(description, message, name) {
    const [part, more] = message.parts;
    if (part === undefined || more !== undefined || !part.element) {
        return null;
    }
    const { classes, elements } = description;
    const type = classes.type(elements[part.element]);
    const isWrapper = type && !type.values && !type.text && spaceAndName(part.element)[1] === name;
    const parts = isWrapper ? classes.partsOf(elements[part.element]) : [];
    return isWrapper && parts.every((each) => !each.attribute) ? { element: part.element, type: elements[part.element], parts } : null;
}

/** The type of a part of a message. */
function typeOf(description, part) {
    return part.element ? description.elements[part.element] || 'anyType' : part.type || 'anyType';
}

function documentBody(description, operation, writer, values) {
    const { classes } = description;
    const wrapper = wrapped(description, operation.input, operation.name);
    if (wrapper && classes.keyOf(values[0]) !== wrapper.type) {
        const inner = {};
        wrapper.parts.forEach((part, index) => { inner[part.name] = values[index]; });
        return writer.element(...spaceAndName(wrapper.element), wrapper.type, inner);
    }
    return operation.input.parts.map((part, index) => {
        const [space, name] = part.element ? spaceAndName(part.element) : ['', part.name];
        return writer.element(space, name, typeOf(description, part), values[index]);
    }).join('');
}

function procedureBody(description, operation, writer, values) {
    const inner = operation.input.parts.map((part, index) => (values[index] === null || values[index] === undefined ? ''
        : writer.element('', part.name, typeOf(description, part), values[index])));
    return writer.around(operation.input.space, operation.name, inner.join(''));
}

/** The message of a call. Headers that the description names come after the arguments. */
function message(description, operation, port, values) {
    const writer = new Writer(description.classes, operation.input.encoded);
    const body = (operation.style === 'rpc' ? procedureBody : documentBody)(description, operation, writer, values);
    const wrapper = operation.style === 'rpc' ? null : wrapped(description, operation.input, operation.name);
    const taken = wrapper && description.classes.keyOf(values[0]) !== wrapper.type ? wrapper.parts.length : operation.input.parts.length;
    const headers = operation.input.headers.map((part, index) => ({ part, value: values[taken + index] })).filter(({ value }) => value !== null && value !== undefined)
        .map(({ part, value }) => writer.element(...spaceAndName(part.element || `{}${part.name}`), typeOf(description, part), value));
    return writer.envelope(port.version, settings.of(port.client).soapHeaders.concat(settings.security(port.client), headers), body);
}

function childOf(node, name) {
    return node && node.c.find((child) => isElement(child) && child.n === name);
}

function within(node, names) {
    return names.reduce(childOf, node);
}

/** What a server says has gone wrong. */
function fault(node) {
    const texts = { faultCode: [['faultcode'], ['Code', 'Value']], faultString: [['faultstring'], ['Reason', 'Text']], faultActor: [['faultactor'], ['Role']],
        faultDetail: [['detail'], ['Detail']] };
    const told = {};
    Object.entries(texts).forEach(([name, places]) => {
        const found = places.map((names) => within(node, names)).find((each) => each !== undefined);
        told[name] = found === undefined ? null : name === 'faultDetail' ? deepText(found) : textOf(found).trim();
    });
    return Object.assign(new errors.Fault(told.faultString || 'SOAP fault'), told);
}

function deepText(node) {
    return node.c.map((child) => (isElement(child) ? deepText(child) : typeof child === 'string' ? child : '')).join(' ').replace(/\s+/g, ' ').trim();
}

/** The value of an answer: that of its only part, or of the element around several. */
function answered(description, operation, root) {
    const scope = root.d;
    const body = childOf(root, 'Body');
    if (body === undefined) {
        throw new errors.Fault('The answer is no SOAP message');
    }
    const failed = childOf(body, 'Fault');
    if (failed !== undefined) {
        throw fault(failed);
    }
    const node = body.c.find(isElement);
    if (!operation.output || node === undefined) {
        return undefined;
    }
    const reader = new Reader(description.classes, body);
    const seen = Object.assign({}, scope, body.d);
    if (operation.style === 'rpc') {
        const [part] = operation.output.parts;
        const found = node.c.filter(isElement);
        const own = part && (found.find((child) => child.n === part.name) || found[0]);
        return own === undefined ? undefined : reader.value(typeOf(description, part), own, Object.assign(seen, node.d));
    }
    const [part] = operation.output.parts;
    const value = part === undefined ? undefined : reader.value(typeOf(description, part), node, seen);
    const isUnwrapped = wrapped(description, operation.input, operation.name) && wrapped(description, operation.output, node.n);
    const parts = isUnwrapped ? wrapped(description, operation.output, node.n).parts : [];
    return parts.length === 1 && value ? value[parts[0].name] : value;
}

function send(port, action, text) {
    const { properties, requestHeaders, requestTimeout, user, password } = settings.of(port.client);
    const client = new HTTPClient();
    client.open('POST', settings.endpoint(port.client) || port.address);
    client.setTimeout(requestTimeout);
    if (port.version === 12) {
        client.setRequestHeader('Content-Type', `application/soap+xml; charset=UTF-8; action="${action}"`);
    } else {
        client.setRequestHeader('Content-Type', 'text/xml; charset=UTF-8');
        client.setRequestHeader('SOAPAction', `"${action}"`);
    }
    const login = user === undefined ? settings.login(properties) : { user, password };
    if (login) {
        client.setRequestHeader('Authorization', `Basic ${toBase64(encoded(`${login.user}:${login.password || ''}`))}`);
    }
    Object.entries(requestHeaders).forEach(([name, value]) => client.setRequestHeader(name, String(value)));
    client.send(text, 'UTF-8');
    settings.of(port.client).answered = client.getResponseHeaders();
    return client;
}

function call(description, port, operation, values) {
    const client = send(port, operation.action, message(description, operation, port, values));
    const text = client.getText() || client.getErrorText() || '';
    if (!/<(?:[\w.-]+:)?Envelope[\s>]/.test(text)) {
        if (client.getStatusCode() >= 400) {
            throw new errors.Fault(`The server answered ${client.getStatusCode()} ${client.getStatusMessage() || ''}`.trim());
        }
        if (text.trim() === '') {
            return undefined;
        }
    }
    return answered(description, operation, host.call('xml.parse', { text }));
}

/** A client, of the class that its kind of reference has, with a method for each operation of a port. */
function clientOf(description, port, Class) {
    const client = new Class();
    settings.begin(client, port.address);
    port.operations.filter((operation) => operation.input).forEach((operation) => {
        const method = (...values) => call(description, Object.assign({ client }, port), operation, values);
        [operation.name, decapitalised(operation.name)].forEach((name) => {
            Object.defineProperty(client, name, { value: method, writable: true, configurable: true, enumerable: false });
        });
    });
    return client;
}

module.exports = { clientOf };
