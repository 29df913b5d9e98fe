'use strict';

const { define } = require('../../internal/bean');
const ArrayList = require('dw/util/ArrayList');

/** The addresses of an editor's scripts and styles; `init` of its type may add more. */
class CustomEditorResources {
    #scripts;
    #styles;

    constructor(scripts, styles) {
        this.#scripts = new ArrayList(scripts);
        this.#styles = new ArrayList(styles);
    }

    getScripts() {
        return this.#scripts;
    }

    getStyles() {
        return this.#styles;
    }

    toString() {
        return `[CustomEditorResources scripts=${this.#scripts.length} styles=${this.#styles.length}]`;
    }
}

module.exports = define(CustomEditorResources, 'dw.experience.CustomEditorResources', {
    get: {
        scripts: true,
        styles: true
    }
});
