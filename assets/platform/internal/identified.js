'use strict';

const { define } = require('./bean');

/** A class of things that have nothing but an `ID`. */
function identified(type) {
    const name = type.split('.').pop();

    class Identified {
        #id;

        constructor(id) {
            this.#id = id;
        }

        getID() {
            return this.#id;
        }

        toString() {
            return `[${name} id=${this.#id}]`;
        }
    }

    Object.defineProperty(Identified, 'name', { value: name });
    return define(Identified, type, { get: { ID: (it) => it.getID() } });
}

module.exports = identified;
