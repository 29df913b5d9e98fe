'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

/** A remark on an order or a customer. */
class Note {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getCreationDate() {
        return new Date(this[held].created);
    }

    toString() {
        return `[Note ${this[held].subject}]`;
    }
}

module.exports = define(Note, 'dw.object.Note', {
    get: Object.assign(facts(['subject', 'text', 'createdBy']), { creationDate: true })
});
