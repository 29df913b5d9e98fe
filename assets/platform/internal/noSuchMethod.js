'use strict';

/**
 * `object.__noSuchMethod__ = function (name, args) { … }` is called for methods that the object doesn't have, as the
 * platform's language does; to scripts that only read them they stay undefined.
 */

const NAME = '__noSuchMethod__';

/** What the language itself looks for, and calls if it is there. */
const LOOKED_FOR = ['toJSON', 'then'];

function method(receiver, name) {
    return host.absent((...given) => receiver[NAME](name, given));
}

/** A prototype behind which each name is a method. */
function answering(parent) {
    return new Proxy(Object.create(parent), {
        get(target, name, receiver) {
            const isKnown = typeof name !== 'string' || name in target || LOOKED_FOR.includes(name);
            return isKnown ? Reflect.get(target, name, receiver) : method(receiver, name);
        }
    });
}

/** An object that is given the method from now on has all others. */
function install() {
    Object.defineProperty(Object.prototype, NAME, {
        configurable: true,
        get() {
            return undefined;
        },
        set(answer) {
            Object.defineProperty(this, NAME, { value: answer, writable: true, configurable: true, enumerable: true });
            Object.setPrototypeOf(this, answering(Object.getPrototypeOf(this)));
        }
    });
}

module.exports = { install };
