'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');
const Component = require('dw/experience/Component');

/** A place of a page or a component that holds components. */
class Region {
    #id;
    #visible;

    /** `visible` tells the documents of the components that are visible now. */
    constructor(id, visible) {
        this.#id = id;
        this.#visible = visible;
    }

    getID() {
        return this.#id;
    }

    getSize() {
        return this.getVisibleComponents().length;
    }

    getVisibleComponents() {
        return new ArrayList(this.#visible().map((document) => new Component(document)));
    }

    toString() {
        return `[Region id=${this.#id}]`;
    }
}

module.exports = define(Region, 'dw.experience.Region', {
    get: { ID: true, size: true, visibleComponents: true }
});
