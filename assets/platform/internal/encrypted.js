'use strict';

const { ask, bytesOf, keyOf, toBase64 } = require('./crypto');

/** What secrets may be encrypted with; `RSA` alone is the older way. */
const OLD = 'RSA/ECB/PKCS1Padding';
const NEW = 'RSA/ECB/OAEPWithSHA-256AndMGF1Padding';
const KNOWN = { RSA: OLD, [OLD]: OLD, [NEW]: NEW };

/** A secret, encrypted with a public key in Base64; so is the answer. */
function encrypted(secret, algorithm, key) {
    if (!Object.hasOwn(KNOWN, algorithm)) {
        throw new TypeError(`${algorithm} is no algorithm that secrets are encrypted with`);
    }
    if (key === null || key === undefined || String(key).trim() === '') {
        throw new TypeError('A secret is encrypted with a public key, not with none');
    }
    const sent = { data: toBase64(bytesOf(secret || '')), key: keyOf(key), transformation: KNOWN[algorithm], vector: '' };
    return ask('encrypt', sent);
}

module.exports = { encrypted };
