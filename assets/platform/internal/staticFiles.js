'use strict';

/** Addresses of static files: of the site's cartridges, or of the catalogue or library that has them, which keeps its name there. */

const context = require('./context');
const { hashOf } = require('./hashes');

/** The name of a catalogue in addresses. */
function catalogue(id) {
    return `Sites-${id}`;
}

/** The name of a library in addresses; that of a site alone has the site's ID. */
function library(id) {
    return id === context.site.id ? `Sites-${id}-Library` : `Library-Sites-${id}`;
}

/** That of the site's own library; null without one. */
function siteLibrary() {
    const own = require('./content').siteLibrary();
    return own === null ? null : library(own.ID);
}

/** That of the catalogue that a document of a product or a category is of; null for other documents. */
function catalogueOf({ catalogue: own, imageCatalogue = own }) {
    return imageCatalogue ? catalogue(imageCatalogue) : null;
}

/** What tells browsers one file from another one: of the sandbox they keep none, so its place is enough. */
function versionOf(place) {
    return `dw${(hashOf(place) >>> 0).toString(16).padStart(8, '0')}`;
}

/** The path of a file's address; `owner` is a name as above, or null for the site. */
function addressOf(owner, file) {
    const path = file.replace(/^\//, '');
    if (owner === null) {
        return `/on/demandware.static/Sites-${context.site.id}-Site/-/${request.locale}/${path}`;
    }
    const locale = host.call('site.static', { owner, path, locale: request.locale });
    return `/on/demandware.static/-/${owner}/${locale}/${versionOf(`${owner}/${path}`)}/${path}`;
}

module.exports = { addressOf, catalogue, catalogueOf, library, siteLibrary };
