'use strict';

const { manager } = require('../../internal/bean');
const context = require('../../internal/context');
const content = require('../../internal/content');
const Library = require('dw/content/Library');

const PRIVATE_LIBRARY = 'PrivateLibrary';

/** Library and id of `(id)` or `(library, id)`; the library is the site's if it isn't given. */
function place(values) {
    const library = values.length > 1 ? values[0] : ContentMgr.getSiteLibrary();
    return { library, id: values[values.length - 1] };
}

function found(values, find) {
    const { library, id } = place(values);
    const isNone = library === null || library === undefined || id === null || id === undefined;
    if (isNone) {
        return null;
    }
    if (!(library instanceof Library)) {
        throw new TypeError(`Content is in a library (dw.content.Library), not in ${library}`);
    }
    return find(library.ID, id);
}

/** The content libraries. */
class ContentMgr {
    /** `getContent(id)` of the site's library, or `getContent(library, id)`; null when there is none. */
    static getContent(...values) {
        return found(values, content.asset);
    }

    /** `getFolder(id)` of the site's library, or `getFolder(library, id)`; null when there is none. */
    static getFolder(...values) {
        return found(values, content.folder);
    }

    static getLibrary(id) {
        return content.library(id === PRIVATE_LIBRARY ? context.site.id : id);
    }

    static getSiteLibrary() {
        return content.siteLibrary();
    }
}

module.exports = manager(ContentMgr, 'dw.content.ContentMgr', {
    siteLibrary: true
}, { PRIVATE_LIBRARY });
