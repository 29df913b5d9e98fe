'use strict';

const { held, define } = require('../../internal/bean');
const content = require('../../internal/content');
const ArrayList = require('dw/util/ArrayList');

function online(things) {
    return new ArrayList(things.toArray().filter((it) => it.online));
}

/** A folder of a content library. */
class Folder {
    #library;
    #custom = null;

    constructor(library, document) {
        this.#library = library;
        Object.defineProperty(this, held, { value: document });
    }

    #field(name) {
        return content.localized(this[held].fields[name]);
    }

    getID() {
        return this[held].id;
    }

    getDisplayName() {
        return this.#field('name');
    }

    getDescription() {
        return this.#field('description');
    }

    isOnline() {
        return Boolean(this.#field('online'));
    }

    isRoot() {
        return this[held].parent === null;
    }

    getTemplate() {
        return this.#field('template');
    }

    getPageTitle() {
        return this.#field('page_title');
    }

    getPageDescription() {
        return this.#field('page_description');
    }

    getPageKeywords() {
        return this.#field('page_keywords');
    }

    getPageURL() {
        return this.#field('page_url');
    }

    getCreationDate() {
        return new Date(this[held].created);
    }

    getLastModified() {
        return new Date(this[held].modified);
    }

    getParent() {
        return this.isRoot() ? null : content.folder(this.#library, this[held].parent);
    }

    getSubFolders() {
        const ids = content.ids('folders_in', this.#library, this.getID());
        return new ArrayList(ids.map((id) => content.folder(this.#library, id)));
    }

    getOnlineSubFolders() {
        return online(this.getSubFolders());
    }

    getContent() {
        const ids = content.ids('assets_in', this.#library, this.getID());
        return new ArrayList(ids.map((id) => content.asset(this.#library, id)));
    }

    getOnlineContent() {
        return online(this.getContent());
    }

    getCustom() {
        this.#custom = this.#custom || content.customOf('folder', this.#library, this[held]);
        return this.#custom;
    }

    toString() {
        return `[Folder id=${this.getID()}]`;
    }
}

module.exports = define(Folder, 'dw.content.Folder', {
    get: {
        ID: (it) => it.getID(),
        displayName: (it) => it.getDisplayName(),
        description: (it) => it.getDescription(),
        template: (it) => it.getTemplate(),
        pageTitle: (it) => it.getPageTitle(),
        pageDescription: (it) => it.getPageDescription(),
        pageKeywords: (it) => it.getPageKeywords(),
        pageURL: (it) => it.getPageURL(),
        creationDate: (it) => it.getCreationDate(),
        lastModified: (it) => it.getLastModified(),
        parent: (it) => it.getParent(),
        subFolders: (it) => it.getSubFolders(),
        onlineSubFolders: (it) => it.getOnlineSubFolders(),
        content: (it) => it.getContent(),
        onlineContent: (it) => it.getOnlineContent(),
        custom: (it) => it.getCustom()
    },
    is: { online: (it) => it.isOnline(), root: (it) => it.isRoot() },
    apart: ['parent', 'subFolders', 'onlineSubFolders', 'content', 'onlineContent']
});
