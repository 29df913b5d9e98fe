'use strict';

const { define } = require('./bean');

/** `pdict`: what a request's scripts and templates share. Scripts may set more. */
class PipelineDictionary {
    toString() {
        return '[PipelineDictionary]';
    }
}

module.exports = define(PipelineDictionary, 'dw.system.PipelineDictionary', {
    own: true,
    apart: ['CurrentForms'],
    get: {
        CurrentRequest: () => request,
        CurrentSession: () => session,
        CurrentCustomer: () => customer,
        CurrentHttpParameterMap: () => request.httpParameterMap,
        CurrentForms: () => session.forms,
        CurrentPageMetaData: () => request.pageMetaData
    }
});
