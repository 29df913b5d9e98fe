'use strict';

const { define } = require('../../internal/bean');
const HashMap = require('dw/util/HashMap');

/** What the Page Designer needs to show an editor of attributes of the type `custom`. */
class CustomEditor {
    #configuration = new HashMap();
    #dependencies = new HashMap();
    #resources;

    constructor(configuration, resources) {
        if (configuration) {
            this.#configuration.putAll(configuration);
        }
        this.#resources = resources;
    }

    getConfiguration() {
        return this.#configuration;
    }

    /** Other editors by the names that this one knows them by. */
    getDependencies() {
        return this.#dependencies;
    }

    getResources() {
        return this.#resources;
    }

    toString() {
        return '[CustomEditor]';
    }
}

module.exports = define(CustomEditor, 'dw.experience.CustomEditor', {
    get: {
        configuration: true,
        dependencies: true,
        resources: true
    }
});
