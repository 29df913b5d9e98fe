'use strict';

const { held, define } = require('./bean');
const content = require('./content');

/** The ID of the library that an asset or folder is in; a symbol, as `held` is one. */
const owner = Symbol('owner');

/** `asset` or `folder`. */
const kind = Symbol('kind');

/** An asset's or folder's field in the request's locale. */
function field(object, name) {
    return content.localized(object[held].fields[name]);
}

/** What content assets and folders have alike. */
class LibraryObject {
    #custom = null;

    constructor(what, library, document) {
        Object.defineProperty(this, kind, { value: what });
        Object.defineProperty(this, owner, { value: library });
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getUUID() {
        return `uuid-${this[owner]}-${this[kind]}-${this.getID()}`;
    }

    getDescription() {
        return field(this, 'description');
    }

    isOnline() {
        return Boolean(field(this, 'online'));
    }

    getTemplate() {
        return field(this, 'template');
    }

    getPageTitle() {
        return field(this, 'page_title');
    }

    getPageDescription() {
        return field(this, 'page_description');
    }

    getPageKeywords() {
        return field(this, 'page_keywords');
    }

    getPageURL() {
        return field(this, 'page_url');
    }

    getCreationDate() {
        return new Date(this[held].created);
    }

    getLastModified() {
        return new Date(this[held].modified);
    }

    getCustom() {
        this.#custom = this.#custom || content.customOf(this[kind], this[owner], this[held]);
        return this.#custom;
    }
}

define(LibraryObject, 'dw.object.ExtensibleObject', {
    get: {
        ID: true,
        UUID: true,
        description: true,
        template: true,
        pageTitle: true,
        pageDescription: true,
        pageKeywords: true,
        pageURL: true,
        creationDate: true,
        lastModified: true,
        custom: true
    },
    is: { online: true }
});

module.exports = { LibraryObject, owner, field };
