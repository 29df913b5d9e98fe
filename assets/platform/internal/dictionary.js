'use strict';

const { define } = require('./bean');

/** `pdict`: what a request's scripts and templates share. Scripts may set more. */
class PipelineDictionary {
    toString() {
        return '[PipelineDictionary]';
    }
}

/** What the platform puts there itself, until somebody else does. */
function known(name, get) {
    return {
        get,
        set(dictionary, value) {
            Object.defineProperty(dictionary, name, { value, writable: true, enumerable: true, configurable: true });
        }
    };
}

module.exports = define(PipelineDictionary, 'dw.system.PipelineDictionary', {
    own: true,
    apart: ['CurrentForms'],
    get: {
        CurrentRequest: known('CurrentRequest', () => request),
        CurrentSession: known('CurrentSession', () => session),
        CurrentCustomer: known('CurrentCustomer', () => customer),
        CurrentHttpParameterMap: known('CurrentHttpParameterMap', () => request.httpParameterMap),
        CurrentForms: known('CurrentForms', () => session.forms),
        CurrentPageMetaData: known('CurrentPageMetaData', () => request.pageMetaData)
    }
});
