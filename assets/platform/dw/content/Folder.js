'use strict';

const { held, define } = require('../../internal/bean');
const content = require('../../internal/content');
const { LibraryObject, owner, field } = require('../../internal/libraryObject');
const ArrayList = require('dw/util/ArrayList');

function online(things) {
    return new ArrayList(things.toArray().filter((it) => it.online));
}

/** A folder of a content library. */
class Folder extends LibraryObject {
    constructor(library, document) {
        super('folder', library, document);
    }

    getDisplayName() {
        return field(this, 'name');
    }

    isRoot() {
        return this[held].parent === null;
    }

    getParent() {
        return this.isRoot() ? null : content.folder(this[owner], this[held].parent);
    }

    getSubFolders() {
        const ids = content.ids('folders_in', this[owner], this.getID());
        return new ArrayList(ids.map((id) => content.folder(this[owner], id)));
    }

    getOnlineSubFolders() {
        return online(this.getSubFolders());
    }

    getContent() {
        const ids = content.ids('assets_in', this[owner], this.getID());
        return new ArrayList(ids.map((id) => content.asset(this[owner], id)));
    }

    getOnlineContent() {
        return online(this.getContent());
    }

    toString() {
        return `[Folder id=${this.getID()}]`;
    }
}

module.exports = define(Folder, 'dw.content.Folder', {
    get: {
        displayName: (it) => it.getDisplayName(),
        parent: (it) => it.getParent(),
        subFolders: (it) => it.getSubFolders(),
        onlineSubFolders: (it) => it.getOnlineSubFolders(),
        content: (it) => it.getContent(),
        onlineContent: (it) => it.getOnlineContent()
    },
    is: { root: (it) => it.isRoot() },
    apart: ['parent', 'subFolders', 'onlineSubFolders', 'content', 'onlineContent']
});
