'use strict';

const { define } = require('../../internal/bean');
const { ask } = require('../../internal/crypto');
const { fromBase64 } = require('../../internal/encodings');
const Bytes = require('dw/util/Bytes');

/** Random numbers that nobody guesses. */
class SecureRandom {
    nextBytes(count) {
        return new Bytes(fromBase64(ask('random', { length: count })));
    }

    generateSeed(count) {
        return this.nextBytes(count);
    }

    /** Any whole number of four bytes, or one from 0 to below a bound: each as likely as the others. */
    nextInt(bound) {
        if (bound === undefined) {
            return this.nextBytes(4).intAt(0);
        }
        if (!(bound > 0 && bound <= 0x7fffffff)) {
            throw new RangeError(`${bound} is no bound`);
        }
        const even = 0x80000000 - (0x80000000 % bound);
        let number;
        do {
            number = this.nextBytes(4).intAt(0) & 0x7fffffff;
        } while (number >= even);
        return number % bound;
    }

    /** From 0 to below 1. */
    nextNumber() {
        return this.nextBytes(6).asUint8Array().reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 48;
    }

    /** The generator has seeded itself better than anybody could. */
    setSeed() {}
}

module.exports = define(SecureRandom, 'dw.crypto.SecureRandom', {});
