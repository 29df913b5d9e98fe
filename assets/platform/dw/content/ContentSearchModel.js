'use strict';

const { define } = require('../../internal/bean');
const { text } = require('../../internal/converted');
const { deepestCommon } = require('../../internal/trees');
const ContentMgr = require('dw/content/ContentMgr');
const SearchModel = require('dw/catalog/SearchModel');
const SearchStatus = require('dw/system/SearchStatus');
const SeekableIterator = require('dw/util/SeekableIterator');
const URL = require('dw/web/URL');

function all(folder, recursive) {
    const own = folder.onlineContent.toArray();
    return recursive ? own.concat(...folder.onlineSubFolders.toArray().map((inner) => all(inner, true))) : own;
}

/** What is online of the site's library, also what is in no folder. */
function everything() {
    const library = ContentMgr.siteLibrary;
    const ids = library === null ? [] : host.call('content.all', { library: library.ID });
    return ids.map((id) => ContentMgr.getContent(id)).filter((content) => content !== null && content.online);
}

function textOf(content) {
    const { body } = content.custom;
    return [content.ID, content.name, content.description, content.pageTitle, content.pageKeywords, body && (body.source || body)].join(' ').toLowerCase();
}

/** Whether a text has one of the words that each term looks for, by the site's dictionaries, and none that it doesn't want. */
function says(text, terms) {
    const has = (words) => words.every((word) => text.includes(word));
    return terms.every(({ any, none }) => any.some(has) && !none.some(has));
}

/** A search for content assets: all of the words, or what dictionaries say of them, stand in what they say. */
class ContentSearchModel extends SearchModel {
    #folder = null;
    #content = null;
    #recursive = true;
    #filtered = true;
    #found = [];

    static urlForContent(action, id) {
        return URL.begun(action).append('cid', id);
    }

    static urlForFolder(action, id) {
        return URL.begun(action).append('fdid', id);
    }

    static urlForRefine(action, id, value) {
        return URL.begun(action).append('prefn1', id).append('prefv1', value);
    }

    getFolderID() {
        return this.#folder;
    }

    setFolderID(id) {
        this.#folder = text(id);
    }

    getFolder() {
        return this.#folder === null ? null : ContentMgr.getFolder(this.#folder);
    }

    isFolderSearch() {
        return this.#folder !== null && !this.getSearchPhrase();
    }

    getContentID() {
        return this.#content;
    }

    setContentID(id) {
        this.#content = text(id);
    }

    isRecursiveFolderSearch() {
        return this.#recursive;
    }

    setRecursiveFolderSearch(isWanted) {
        this.#recursive = Boolean(isWanted);
    }

    isFilteredByFolder() {
        return this.#filtered;
    }

    /** Whether only what stands in a folder is found. */
    setFilteredByFolder(isWanted) {
        this.#filtered = Boolean(isWanted);
    }

    isRefinedByFolder() {
        return this.#folder !== null;
    }

    #fits(content, terms) {
        return content.searchable && (this.#content === null || content.ID === this.#content) && says(textOf(content), terms);
    }

    search() {
        const folder = this.#folder === null ? ContentMgr.siteLibrary && ContentMgr.siteLibrary.root : this.getFolder();
        const isAsked = Boolean(this.getSearchPhrase()) || this.#folder !== null || this.#content !== null;
        const inFolders = folder && isAsked ? all(folder, this.#recursive) : [];
        const isOfAll = isAsked && this.#folder === null && !this.#filtered;
        const found = isOfAll ? everything() : inFolders;
        const terms = host.call('catalog.terms', { phrase: String(this.getSearchPhrase() || ''), locale: request.locale });
        this.#found = found.filter((content, index) => found.findIndex((other) => other.ID === content.ID) === index && this.#fits(content, terms));
        return new SearchStatus(isAsked ? 'SUCCESSFUL' : 'EMPTY_QUERY');
    }

    getCount() {
        return this.#found.length;
    }

    getContent() {
        return new SeekableIterator(this.#found);
    }

    getRefinements() {
        return new (require('dw/content/ContentSearchRefinements'))(this.#found);
    }

    isRefinedFolderSearch() {
        return this.isFolderSearch() && this.isRefinedSearch();
    }

    /** The deepest folder above all that was found; null if nothing was. */
    getDeepestCommonFolder() {
        return deepestCommon(this.#found.map((content) => content.classificationFolder || content.folders.toArray()[0] || null));
    }

    getPageMetaTags() {
        return require('../../internal/metaTags').ofContentSearch(this);
    }

    getPageMetaTag(id) {
        return require('../../internal/metaTags').find(this.getPageMetaTags(), id);
    }

    isEmptyQuery() {
        return super.isEmptyQuery() && this.#folder === null;
    }

    address(action, refinements) {
        const url = super.address(action, refinements);
        return this.#folder === null ? url : url.append('fdid', this.#folder);
    }

    urlRefineFolder(action, id) {
        return this.url(action).remove('fdid').append('fdid', id);
    }

    urlRelaxFolder(action) {
        return this.url(action).remove('fdid');
    }

    toString() {
        return `[ContentSearchModel phrase=${this.getSearchPhrase()}]`;
    }
}

Object.defineProperty(ContentSearchModel.prototype, 'address', { enumerable: false });

module.exports = define(ContentSearchModel, 'dw.content.ContentSearchModel', {
    get: {
        content: true,
        contentID: true,
        folderID: true,
        folder: true,
        deepestCommonFolder: true,
        pageMetaTags: true,
        refinements: true
    },
    is: {
        filteredByFolder: true,
        folderSearch: true,
        recursiveFolderSearch: true,
        refinedByFolder: true,
        refinedFolderSearch: true
    },
    apart: ['pageMetaTags']
});
