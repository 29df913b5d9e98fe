'use strict';

const { define, held } = require('../../internal/bean');
const { contentOf } = require('../../internal/experience');

/** What the script of a component's type gets. */
class ComponentScriptContext {
    #component;
    #settings;
    #content;

    constructor(component, settings) {
        this.#component = component;
        this.#settings = settings;
        this.#content = contentOf(component[held]);
    }

    getComponent() {
        return this.#component;
    }

    getContent() {
        return this.#content;
    }

    getComponentRenderSettings() {
        return this.#settings;
    }
}

module.exports = define(ComponentScriptContext, 'dw.experience.ComponentScriptContext', {
    get: {
        component: true,
        content: true,
        componentRenderSettings: true
    }
});
