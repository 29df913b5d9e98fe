'use strict';

const { define } = require('../../internal/bean');

/** The key of a mapping, of one text or of several. */
class MappingKey {
    #components;

    constructor(...components) {
        this.#components = components.flat().map(String);
    }

    getKeyComponents() {
        return this.#components.slice();
    }

    /** Null of several. */
    getSingleComponentKey() {
        return this.#components.length === 1 ? this.#components[0] : null;
    }

    toString() {
        return `[MappingKey ${this.#components.join(', ')}]`;
    }
}

module.exports = define(MappingKey, 'dw.util.MappingKey', {
    get: { keyComponents: true, singleComponentKey: true }
});
