'use strict';

const { held, define } = require('../../internal/bean');
const experience = require('../../internal/experience');
const { facts } = require('../../internal/fields');
const ArrayList = require('dw/util/ArrayList');
const ContentMgr = require('dw/content/ContentMgr');

/** A page that merchants put together. */
class Page {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getID() {
        return this[held].id;
    }

    getTypeID() {
        return this[held].type;
    }

    /** Nothing if its type isn't for any. */
    getAspectTypeID() {
        return experience.aspectOf(this[held]);
    }

    getAttribute(id) {
        return experience.attribute(this[held], id);
    }

    /** Nothing if the page's type has no such region. */
    getRegion(id) {
        return experience.region(this, id);
    }

    /** Whether it is online, visible in this locale, and meant for this visitor now. */
    isVisible() {
        return experience.isVisible(this[held]);
    }

    hasVisibilityRules() {
        return this[held].rules.length > 0;
    }

    getFolders() {
        return new ArrayList(this[held].folders.map((id) => ContentMgr.getFolder(id)).filter(Boolean));
    }

    getClassificationFolder() {
        return this[held].classificationFolder ? ContentMgr.getFolder(this[held].classificationFolder) : null;
    }

    toString() {
        return `[Page id=${this.getID()}]`;
    }
}

module.exports = define(Page, 'dw.experience.Page', {
    get: Object.assign({
        ID: true,
        typeID: true,
        aspectTypeID: true,
        folders: true,
        classificationFolder: true
    }, facts(['name', 'description', 'pageTitle', 'pageDescription', 'pageKeywords', 'searchWords'])),
    is: { visible: true },
    apart: ['folders', 'classificationFolder']
});
