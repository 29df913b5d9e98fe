'use strict';

const { manager } = require('../../internal/bean');

const NAME = 'csrf_token';
const PLACE = '__csrf';

/** One token per session guards forms against requests from other pages. */
class CSRFProtection {
    static getTokenName() {
        return NAME;
    }

    static generateToken() {
        if (!session.privacy[PLACE]) {
            session.privacy[PLACE] = host.call('random.token', null);
        }
        return session.privacy[PLACE];
    }

    static validateRequest() {
        const sent = request.httpParameterMap.get(NAME).stringValue || request.httpHeaders.get('x-csrf-token');
        const expected = session.privacy[PLACE];
        return Boolean(expected) && sent === expected;
    }
}

module.exports = manager(CSRFProtection, 'dw.web.CSRFProtection', { tokenName: () => NAME });
