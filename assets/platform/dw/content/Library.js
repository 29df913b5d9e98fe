'use strict';

const { held, define } = require('../../internal/bean');
const content = require('../../internal/content');
const { CustomAttributes } = require('../../internal/attributes');

/** A library of content assets. */
class Library {
    #custom = new CustomAttributes();

    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getDisplayName() {
        return this[held].name;
    }

    getRoot() {
        return content.folder(this.getID(), 'root');
    }

    getCustom() {
        return this.#custom;
    }

    toString() {
        return `[Library id=${this.getID()}]`;
    }
}

module.exports = define(Library, 'dw.content.Library', {
    get: {
        ID: true,
        displayName: true,
        root: true,
        custom: true
    },
    apart: ['root']
});
