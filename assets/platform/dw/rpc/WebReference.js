'use strict';

const { define } = require('../../internal/bean');

/** A web service that a cartridge describes, as older scripts know it. */
class WebReference {
    toString() {
        return '[WebReference]';
    }
}

module.exports = define(WebReference, 'dw.rpc.WebReference', {});
