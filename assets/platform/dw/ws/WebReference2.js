'use strict';

const { define } = require('../../internal/bean');

/** A web service that a cartridge describes: its classes by their names, and clients. */
class WebReference2 {
    toString() {
        return '[WebReference2]';
    }
}

module.exports = define(WebReference2, 'dw.ws.WebReference2', {});
