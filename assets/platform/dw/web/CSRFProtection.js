'use strict';

const { manager } = require('../../internal/bean');
const guard = require('../../internal/guard');

const NAME = 'csrf_token';

/** One token per session guards forms against requests from other pages. */
class CSRFProtection {
    static getTokenName() {
        return NAME;
    }

    static generateToken() {
        return guard();
    }

    static validateRequest() {
        const sent = request.httpParameterMap.get(NAME).stringValue || request.httpHeaders.get('x-csrf-token');
        return sent === guard();
    }
}

module.exports = manager(CSRFProtection, 'dw.web.CSRFProtection', { tokenName: () => NAME });
