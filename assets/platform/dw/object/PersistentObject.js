'use strict';

const { held, define } = require('../../internal/bean');
const { typePath } = require('../../internal/typeNames');

/** What the data came with has no date of its own: it is as old as the instance. */
function dateOf(text) {
    return new Date(text || host.call('instance.started', null));
}

function documentOf(object) {
    return object[held] || {};
}

/** What the data came with has no UUID: the same one is made of what it is and of its ID each time. */
function uuidOf(object) {
    const { id, ID, number } = documentOf(object);
    const own = [id, ID, number].find((value) => value !== undefined && value !== null);
    const MessageDigest = require('../../internal/digest');
    return own === undefined ? null : new MessageDigest('MD5').digest(`${typePath(object)} ${own}`);
}

/** Something that the shop keeps. */
class PersistentObject {
    getUUID() {
        return documentOf(this).uuid || uuidOf(this);
    }

    getCreationDate() {
        return dateOf(documentOf(this).created);
    }

    getLastModified() {
        return dateOf(documentOf(this).modified || documentOf(this).created);
    }
}

const names = { UUID: 'getUUID', creationDate: 'getCreationDate', lastModified: 'getLastModified' };
Object.keys(names).forEach((name) => {
    Object.defineProperty(PersistentObject.prototype, name, { configurable: true, get: PersistentObject.prototype[names[name]] });
});

// The debugger shows what a class declares itself; each has these.
module.exports = define(PersistentObject, 'dw.object.PersistentObject', {});
