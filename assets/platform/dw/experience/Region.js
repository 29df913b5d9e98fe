'use strict';

const { define } = require('../../internal/bean');
const { isVisible } = require('../../internal/experience');
const ArrayList = require('dw/util/ArrayList');
const Component = require('dw/experience/Component');

/** A place of a page or a component that holds components. */
class Region {
    #id;
    #documents;

    constructor(id, documents) {
        this.#id = id;
        this.#documents = documents;
    }

    getID() {
        return this.#id;
    }

    getSize() {
        return this.getVisibleComponents().length;
    }

    getVisibleComponents() {
        return new ArrayList(this.#documents.filter(isVisible).map((document) => new Component(document)));
    }

    toString() {
        return `[Region id=${this.#id}]`;
    }
}

module.exports = define(Region, 'dw.experience.Region', {
    get: { ID: (region) => region.getID(), size: (region) => region.getSize(), visibleComponents: (region) => region.getVisibleComponents() }
});
