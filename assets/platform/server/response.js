'use strict';

const context = require('../internal/context');

/** Collects what a route wants to answer; it is rendered when the route is complete. */
class Response {
    constructor() {
        this.view = null;
        this.viewData = {};
        this.redirectUrl = null;
        this.redirectStatus = null;
        this.messageLog = [];
        this.cachePeriod = null;
        this.cachePeriodUnit = null;
        this.personalized = false;
        this.renderings = [];
        this.aspects = null;
        this.isJson = false;
        this.described = false;
    }

    get base() {
        return response;
    }

    /** The route's name, query and locale are part of every view. */
    #describe() {
        if (!this.described) {
            this.described = true;
            this.viewData = Object.assign({
                action: `${context.controller}-${context.function}`,
                queryString: context.request.query_string || '',
                locale: request.locale
            }, this.viewData);
        }
    }

    render(template, data) {
        this.view = template;
        this.setViewData(data);
        this.#replaceRendering('isml', template);
    }

    json(data) {
        this.isJson = true;
        this.setViewData(data);
        this.#replaceRendering('json');
    }

    xml(text) {
        this.#replaceRendering('xml', text);
    }

    /** A page of the Page Designer; `aspects` are the attributes that a page for an aspect gets. */
    page(id, data, aspects) {
        this.setViewData(data);
        this.#replaceRendering('page', id);
        this.aspects = aspects || null;
    }

    print(text) {
        this.renderings.push({ type: 'print', message: text });
    }

    /** A route has one page: an overlay that renders again replaces it. */
    #replaceRendering(subType, view) {
        const rendering = { type: 'render', subType, view };
        const index = this.renderings.findIndex((entry) => entry.type === 'render');
        if (index >= 0) {
            this.renderings[index] = rendering;
        } else {
            this.renderings.push(rendering);
        }
    }

    redirect(url) {
        this.redirectUrl = url;
    }

    setRedirectStatus(status) {
        this.redirectStatus = status;
    }

    getViewData() {
        this.#describe();
        return this.viewData;
    }

    setViewData(data) {
        this.#describe();
        this.viewData = Object.assign({}, this.viewData, data || {});
    }

    log(...values) {
        this.messageLog.push(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' '));
    }

    setContentType(type) {
        response.setContentType(type);
    }

    setStatusCode(status) {
        response.setStatus(status);
    }

    setHttpHeader(name, value) {
        response.setHttpHeader(name, value);
    }

    cacheExpiration(hours) {
        this.cachePeriod = hours;
        this.cachePeriodUnit = 'hours';
    }
}

module.exports = Response;
