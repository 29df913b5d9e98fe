'use strict';

const { held, define } = require('../../internal/bean');
const experience = require('../../internal/experience');

/** A part of a page. */
class Component {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getAttribute(id) {
        return experience.attribute(this[held], id);
    }

    getRegion(id) {
        return experience.region(this, id);
    }

    toString() {
        return `[Component id=${this[held].id}]`;
    }
}

module.exports = define(Component, 'dw.experience.Component', {
    get: {
        ID: (component) => component[held].id,
        typeID: (component) => component[held].type,
        name: (component) => component[held].name || null
    }
});
