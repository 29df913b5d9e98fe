'use strict';

const { held, define } = require('../../internal/bean');
const context = require('../../internal/context');
const { text } = require('../../internal/converted');
const { CustomAttributes } = require('../../internal/attributes');
const Headers = require('../../internal/headers');
const Cookies = require('dw/web/Cookies');
const HttpParameterMap = require('dw/web/HttpParameterMap');
const LinkedHashMap = require('dw/util/LinkedHashMap');
const URL = require('dw/web/URL');

function mapOf(object) {
    const map = new LinkedHashMap();
    map.putAll(object);
    return map;
}

/** The HTTP request that started the script. */
class Request {
    #document;
    /** Of a request to a custom API: `{client, organization, pattern, parameters}`. */
    #scapi;
    #locale;
    #headers;
    #cookies = null;
    #parameters = null;
    #custom = new CustomAttributes();
    #pageMetaData = null;

    constructor(document) {
        this.#document = document;
        this.#scapi = document.scapi || null;
        this.#locale = document.locale;
        // The platform's web servers tell scripts the request's ID in a header.
        this.#headers = new Headers(Object.assign({ 'x-is-requestid': document.id }, document.headers));
    }

    /** Where a script has said in this session; else somewhere in the country of the locale, if that names one. */
    getGeolocation() {
        const { geolocation } = context.session;
        const Geolocation = require('dw/util/Geolocation');
        return geolocation ? Geolocation.of(geolocation) : Geolocation.somewhereIn(this.#locale);
    }

    setGeolocation(place) {
        context.session.geolocation = place ? Object.assign({}, place[held]) : null;
    }

    getHttpMethod() {
        return this.#document.method;
    }

    getHttpHost() {
        return this.#document.host;
    }

    getHttpPath() {
        return this.#document.path;
    }

    getHttpQueryString() {
        return this.#document.query_string || null;
    }

    getHttpProtocol() {
        return this.#document.secure ? 'https' : 'http';
    }

    getHttpURL() {
        const query = this.#document.query_string ? `?${this.#document.query_string}` : '';
        return URL.of(`${this.getHttpProtocol()}://${this.getHttpHost()}${this.getHttpPath()}${query}`);
    }

    getHttpHeaders() {
        return this.#headers;
    }

    getHttpCookies() {
        this.#cookies = this.#cookies || new Cookies(this.#document.cookies);
        return this.#cookies;
    }

    getHttpParameterMap() {
        this.#parameters = this.#parameters || new HttpParameterMap(this.#document.parameters, this.#document.body, this.#document.uploads);
        return this.#parameters;
    }

    getHttpParameters() {
        return this.getHttpParameterMap().toMap();
    }

    getHttpRemoteAddress() {
        return this.#document.remote_address || null;
    }

    getHttpUserAgent() {
        return this.#headers.get('user-agent');
    }

    getHttpReferer() {
        return this.#headers.get('referer');
    }

    /** The first locale that the browser wishes for. */
    getHttpLocale() {
        const [wished] = String(this.#headers.get('accept-language') || '').split(/[,;]/);
        return wished.trim() === '' ? null : wished.trim().replace('-', '_');
    }

    /** The API client's ID, if the request is one to a custom API. */
    getClientId() {
        return this.#scapi === null ? null : this.#scapi.client;
    }

    /** The sandbox serves none of the APIs that have such a version. */
    getOcapiVersion() {
        return null;
    }

    isSCAPI() {
        return this.#scapi !== null;
    }

    getSCAPIPathParameters() {
        return this.#scapi === null ? null : mapOf(Object.fromEntries(this.#scapi.parameters));
    }

    getSCAPIPathPattern() {
        return this.#scapi === null ? null : this.#scapi.pattern;
    }

    isHttpSecure() {
        return Boolean(this.#document.secure);
    }

    isIncludeRequest() {
        return Boolean(this.#document.include);
    }

    isHttpRequest() {
        return true;
    }

    /** That of the template that is rendered for another one. */
    getLocale() {
        return context.spoken || this.#locale;
    }

    /** Answers false, and changes nothing, for a locale the site doesn't allow. */
    setLocale(id) {
        const wanted = text(id);
        const allowed = context.site.locales.includes(wanted);
        if (allowed) {
            this.#locale = wanted;
        }
        return allowed;
    }

    getSession() {
        return session;
    }

    getCustom() {
        return this.#custom;
    }

    getRequestID() {
        return this.#document.id;
    }

    getTriggeredForm() {
        // The session knows what its forms held before.
        session.getForms();
        return require('dw/web/Forms').triggered();
    }

    getTriggeredFormAction() {
        const form = this.getTriggeredForm();
        return form === null ? null : form.getTriggeredAction();
    }

    getPageMetaData() {
        this.#pageMetaData = this.#pageMetaData || new (require('dw/web/PageMetaData'))();
        return this.#pageMetaData;
    }

    addHttpCookie(cookie) {
        response.addHttpCookie(cookie);
    }

    toString() {
        return `[Request ${this.getHttpMethod()} ${this.getHttpPath()}]`;
    }
}

module.exports = define(Request, 'dw.system.Request', {
    get: {
        httpMethod: true,
        httpPath: true,
        httpQueryString: true,
        httpParameterMap: true,
        httpParameters: true,
        httpHeaders: true,
        httpCookies: true,
        httpHost: true,
        httpProtocol: true,
        httpURL: true,
        httpRemoteAddress: true,
        httpUserAgent: true,
        httpReferer: true,
        httpLocale: true,
        clientId: true,
        ocapiVersion: true,
        SCAPIPathParameters: true,
        SCAPIPathPattern: true,
        locale: true,
        session: true,
        custom: true,
        requestID: true,
        pageMetaData: true,
        triggeredForm: true,
        triggeredFormAction: true,
        geolocation: true
    },
    is: {
        httpSecure: true,
        httpRequest: true,
        includeRequest: true,
        SCAPI: true
    }
});
