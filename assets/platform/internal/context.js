'use strict';

/**
 * The request this thread answers, as the entry module received it. Platform modules read it here;
 * `storefront/controller` fills it before the first script runs.
 */
const context = {
    site: { id: 'Storefront', name: 'Storefront', currency: 'EUR', locales: ['default'], preferences: {} },
    request: { method: 'GET', host: 'localhost', path: '/', headers: {}, cookies: {}, parameters: [], locale: 'default' },
    session: { id: '', custom: {}, privacy: {}, basket: null, customer: null },
    response: null,
    /** Whether a step of a job runs, which nobody visits. */
    inJob: false,
    /** The locale of a template that is rendered in another one than the request's. */
    spoken: null
};

module.exports = context;
