'use strict';

var ContentMgr = require('dw/content/ContentMgr');
var URLUtils = require('dw/web/URLUtils');

var OWN_LIBRARY = 'FernAndFlint';

/** The site's library, then the one with the content that the shop came with. */
function libraries() {
    return [ContentMgr.siteLibrary, ContentMgr.getLibrary(OWN_LIBRARY)];
}

function firstOnline(find) {
    var online = libraries().map(find).filter(function (found) {
        return found && found.online;
    });
    return online[0] || null;
}

/** The asset as customers see it: what editors put into the site's library goes before what the shop came with. */
function findContent(id) {
    return id ? firstOnline(function (library) { return ContentMgr.getContent(library, id); }) : null;
}

function findFolder(id) {
    return id ? firstOnline(function (library) { return ContentMgr.getFolder(library, id); }) : null;
}

function page(content) {
    return {
        id: content.ID,
        name: content.name,
        title: content.pageTitle || content.name,
        description: content.description,
        body: content.custom.body ? content.custom.body.markup : '',
        url: URLUtils.url('Page-Show', 'cid', content.ID).toString()
    };
}

function folderLink(folder) {
    return { id: folder.ID, name: folder.displayName, url: URLUtils.url('Page-List', 'fdid', folder.ID).toString() };
}

/** A folder with its pages and the folders in it. */
function list(folder) {
    return {
        id: folder.ID,
        name: folder.displayName,
        url: folderLink(folder).url,
        pages: folder.onlineContent.toArray().map(page),
        folders: folder.onlineSubFolders.toArray().map(folderLink)
    };
}

module.exports = { findContent: findContent, findFolder: findFolder, page: page, list: list };
