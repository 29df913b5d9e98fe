'use strict';

/** What scripts have set up of each client of a web service. */

const { escaped } = require('../xmlNodes');
const { failed } = require('../missing');

const known = new WeakMap();

const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-';
const ENDPOINTS = ['jakarta.xml.ws.service.endpoint.address', 'javax.xml.ws.service.endpoint.address', 'javax.xml.rpc.service.endpoint.address'];
const USERS = ['jakarta.xml.ws.security.auth.username', 'javax.xml.ws.security.auth.username', 'javax.xml.rpc.security.auth.username'];
const PASSWORDS = ['jakarta.xml.ws.security.auth.password', 'javax.xml.ws.security.auth.password', 'javax.xml.rpc.security.auth.password'];

function of(client) {
    if (client === null || typeof client !== 'object') {
        throw new TypeError(`This sets up the client of a web service, not ${client}`);
    }
    if (!known.has(client)) {
        known.set(client, { properties: {}, requestHeaders: {}, soapHeaders: [], allowChunking: true, connectionTimeout: 0, requestTimeout: 0, answered: null });
    }
    return known.get(client);
}

function begin(client, address) {
    of(client).address = address;
}

/** XML as a text, whether a script has it as one or as a value. */
function written(xml) {
    return xml && xml.toXMLString ? xml.toXMLString() : String(xml);
}

function first(properties, names) {
    const name = names.find((each) => Object.hasOwn(properties, each));
    return name === undefined ? undefined : String(properties[name]);
}

/** Where a client calls: what a script has set, else what its description says; nothing for any other object. */
function endpoint(client) {
    const { properties, address } = of(client);
    return first(properties, ENDPOINTS) || address;
}

/** The user that properties name, or nothing. */
function login(properties) {
    const user = first(properties, USERS);
    return user === undefined ? undefined : { user, password: first(properties, PASSWORDS) };
}

function actions(config) {
    return String(config.get('action') || '').split(/\s+/).filter((action) => action !== '' && action !== 'NoSecurity');
}

/** Headers for what a script has set up of security: a name and a password, and the time. */
function security(client) {
    const { request } = of(client);
    if (request === undefined || request === null) {
        return [];
    }
    const parts = actions(request).map((action) => {
        if (action === 'Timestamp') {
            const now = new Date();
            return `<wsu:Timestamp><wsu:Created>${now.toISOString()}</wsu:Created><wsu:Expires>${new Date(now.getTime() + 300000).toISOString()}</wsu:Expires></wsu:Timestamp>`;
        }
        if (action === 'UsernameToken' && request.get('passwordType') !== 'PasswordDigest') {
            const user = request.get('user');
            const secrets = request.get('__SecretsMap');
            const password = secrets ? secrets.get(user) : null;
            return `<wsse:UsernameToken><wsse:Username>${escaped(user)}</wsse:Username><wsse:Password Type="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#PasswordText">${escaped(password || '')}</wsse:Password></wsse:UsernameToken>`;
        }
        throw failed(`The security ${action}${action === 'UsernameToken' ? ' with a digest' : ''} of a SOAP message`);
    });
    if (parts.length === 0) {
        return [];
    }
    return [`<wsse:Security xmlns:wsse="${SECURITY}secext-1.0.xsd" xmlns:wsu="${SECURITY}utility-1.0.xsd" soap:mustUnderstand="1">${parts.join('')}</wsse:Security>`];
}

module.exports = { of, begin, written, endpoint, login, security };
