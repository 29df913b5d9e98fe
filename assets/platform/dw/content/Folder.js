'use strict';

const { held, define } = require('../../internal/bean');
const content = require('../../internal/content');
const records = require('../../internal/records');
const { LibraryObject, owner, field } = require('../../internal/libraryObject');
const ArrayList = require('dw/util/ArrayList');

function online(things) {
    return new ArrayList(things.toArray().filter((it) => it.online));
}

/** Where an archive puts a folder among others: at the end if it doesn't say so. */
function position(library, id) {
    const document = records.record('library-folder', id, library);
    return document !== null && typeof document.position === 'number' ? document.position : Infinity;
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
        const placed = content.ids('folders_in', this[owner], this.getID()).map((id) => [id, position(this[owner], id)]);
        placed.sort(([, left], [, right]) => (left === right ? 0 : left - right));
        return new ArrayList(placed.map(([id]) => content.folder(this[owner], id)));
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
        displayName: true,
        parent: true,
        subFolders: true,
        onlineSubFolders: true,
        content: true,
        onlineContent: true
    },
    is: { root: true },
    apart: ['parent', 'subFolders', 'onlineSubFolders', 'content', 'onlineContent']
});
