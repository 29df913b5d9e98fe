'use strict';

const { manager } = require('../../internal/bean');
const guard = require('../../internal/guard');
const Mac = require('../../internal/mac');
const Encoding = require('dw/crypto/Encoding');

const NAME = 'csrf_token';
const ALGORITHM = 'HmacSHA256';

/** Milliseconds for which a token is good. */
const LIFE = 60 * 60 * 1000;

/** Letters and digits of the time that a token begins with, and of the signature that it ends with. */
const [TIME, SIGNATURE] = [9, 64];

/** What only this session could have signed. */
function signed(text) {
    return text + Encoding.toHex(new Mac(ALGORITHM, [ALGORITHM]).digest(text, guard()));
}

function isGood(token) {
    const age = Date.now() - parseInt(token.slice(0, TIME), 36);
    return signed(token.slice(0, -SIGNATURE)) === token && age >= 0 && age < LIFE;
}

/** Tokens guard forms against requests from other pages. Each is another one, of its session alone, and good for an hour. */
class CSRFProtection {
    static getTokenName() {
        return NAME;
    }

    static generateToken() {
        return signed(Date.now().toString(36).padStart(TIME, '0') + host.call('random.id', null));
    }

    static validateRequest() {
        const sent = request.httpParameterMap.get(NAME).stringValue || request.httpHeaders.get('x-csrf-token');
        return Boolean(sent) && isGood(sent);
    }
}

module.exports = manager(CSRFProtection, 'dw.web.CSRFProtection', { tokenName: () => NAME });
