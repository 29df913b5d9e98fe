'use strict';

const { held, define } = require('../../internal/bean');
const content = require('../../internal/content');
const ArrayList = require('dw/util/ArrayList');

/** A content asset. */
class Content {
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

    getName() {
        return this.#field('name');
    }

    getDescription() {
        return this.#field('description');
    }

    isOnline() {
        return Boolean(this.#field('online'));
    }

    isSearchable() {
        return Boolean(this.#field('searchable'));
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

    getSiteMapChangeFrequency() {
        return this.#field('site_map_change_frequency');
    }

    getSiteMapIncluded() {
        return this.#field('site_map_included');
    }

    getSiteMapPriority() {
        return this.#field('site_map_priority');
    }

    getCreationDate() {
        return new Date(this[held].created);
    }

    getLastModified() {
        return new Date(this[held].modified);
    }

    getFolders() {
        const ids = content.ids('folders_of', this.#library, this.getID());
        return new ArrayList(ids.map((id) => content.folder(this.#library, id)));
    }

    getOnlineFolders() {
        return new ArrayList(this.getFolders().toArray().filter((folder) => folder.online));
    }

    getClassificationFolder() {
        const id = this[held].classification;
        return id === null ? null : content.folder(this.#library, id);
    }

    getCustom() {
        this.#custom = this.#custom || content.customOf('asset', this.#library, this[held]);
        return this.#custom;
    }

    toString() {
        return `[Content id=${this.getID()}]`;
    }
}

module.exports = define(Content, 'dw.content.Content', {
    get: {
        ID: (it) => it.getID(),
        name: (it) => it.getName(),
        description: (it) => it.getDescription(),
        template: (it) => it.getTemplate(),
        pageTitle: (it) => it.getPageTitle(),
        pageDescription: (it) => it.getPageDescription(),
        pageKeywords: (it) => it.getPageKeywords(),
        pageURL: (it) => it.getPageURL(),
        siteMapChangeFrequency: (it) => it.getSiteMapChangeFrequency(),
        siteMapIncluded: (it) => it.getSiteMapIncluded(),
        siteMapPriority: (it) => it.getSiteMapPriority(),
        creationDate: (it) => it.getCreationDate(),
        lastModified: (it) => it.getLastModified(),
        folders: (it) => it.getFolders(),
        onlineFolders: (it) => it.getOnlineFolders(),
        classificationFolder: (it) => it.getClassificationFolder(),
        custom: (it) => it.getCustom()
    },
    is: { online: (it) => it.isOnline(), searchable: (it) => it.isSearchable() },
    apart: ['folders', 'onlineFolders', 'classificationFolder']
});
