'use strict';

const { held, define } = require('../../internal/bean');
const content = require('../../internal/content');
const { LibraryObject, owner, field } = require('../../internal/libraryObject');
const ArrayList = require('dw/util/ArrayList');

/** A content asset. */
class Content extends LibraryObject {
    constructor(library, document) {
        super('asset', library, document);
    }

    getName() {
        return field(this, 'name');
    }

    isSearchable() {
        return Boolean(field(this, 'searchable'));
    }

    getPageMetaTags() {
        return require('../../internal/metaTags').ofContent(this);
    }

    getPageMetaTag(id) {
        return require('../../internal/metaTags').find(this.getPageMetaTags(), id);
    }

    isPage() {
        return this.toPage() !== null;
    }

    /** The page of the Page Designer that goes by this ID. */
    toPage() {
        return require('dw/experience/PageMgr').getPage(this.getID());
    }

    getSiteMapChangeFrequency() {
        return field(this, 'site_map_change_frequency');
    }

    getSiteMapIncluded() {
        return field(this, 'site_map_included');
    }

    getSiteMapPriority() {
        return field(this, 'site_map_priority');
    }

    getFolders() {
        const ids = content.ids('folders_of', this[owner], this.getID());
        return new ArrayList(ids.map((id) => content.folder(this[owner], id)));
    }

    getOnlineFolders() {
        return new ArrayList(this.getFolders().toArray().filter((folder) => folder.online));
    }

    getClassificationFolder() {
        const id = this[held].classification;
        return id === null ? null : content.folder(this[owner], id);
    }

    toString() {
        return `[Content id=${this.getID()}]`;
    }
}

module.exports = define(Content, 'dw.content.Content', {
    get: {
        name: true,
        siteMapChangeFrequency: true,
        siteMapIncluded: true,
        siteMapPriority: true,
        folders: true,
        onlineFolders: true,
        classificationFolder: true,
        pageMetaTags: true,
        onlineFlag: (it) => it.isOnline(),
        searchableFlag: (it) => it.isSearchable()
    },
    is: { searchable: true, page: true },
    apart: ['page', 'pageMetaTags', 'folders', 'onlineFolders', 'classificationFolder']
});
