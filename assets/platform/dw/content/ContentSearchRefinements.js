'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const ContentSearchRefinementValue = require('dw/content/ContentSearchRefinementValue');
const ContentMgr = require('dw/content/ContentMgr');
const SearchRefinements = require('dw/catalog/SearchRefinements');

function isIn(content, folder) {
    return content.folders.toArray().some((own) => {
        for (let next = own; next !== null; next = next.parent) {
            if (next.ID === folder.ID) {
                return true;
            }
        }
        return false;
    });
}

/** The folders that a search for content can be narrowed to. */
class ContentSearchRefinements extends SearchRefinements {
    #found;

    constructor(found) {
        super();
        this.#found = found;
    }

    getFolderRefinementDefinition() {
        return null;
    }

    /** How many of the assets that were found are in a folder or below it. */
    getFolderHits(folder) {
        return this.#found.filter((content) => isIn(content, folder)).length;
    }

    /** The folders right below one, or below the root, in which something was found. */
    getNextLevelFolderRefinementValues(folder) {
        const above = folder || ContentMgr.siteLibrary.root;
        const folders = above.onlineSubFolders.toArray().filter((each) => this.getFolderHits(each) > 0);
        return new ArrayList(folders.map((each) => new ContentSearchRefinementValue(each, this.getFolderHits(each))));
    }

    /** The folders of what was found. */
    getMatchingFolders() {
        const known = new Map();
        this.#found.forEach((content) => content.folders.toArray().forEach((folder) => known.set(folder.ID, folder)));
        return new ArrayList(Array.from(known.values()));
    }

    getRefinementValue() {
        return null;
    }
}

module.exports = define(ContentSearchRefinements, 'dw.content.ContentSearchRefinements', {
    get: {
        folderRefinementDefinition: true,
        matchingFolders: true
    }
});
