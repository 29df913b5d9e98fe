'use strict';

const { define } = require('../../internal/bean');
const { RenderSettings } = require('../../internal/renderSettings');
const ComponentRenderSettings = require('dw/experience/ComponentRenderSettings');

/** The elements around a region and its components. */
class RegionRenderSettings extends RenderSettings {
    #usual = new ComponentRenderSettings();
    #own = new Map();

    getDefaultComponentRenderSettings() {
        return this.#usual;
    }

    setDefaultComponentRenderSettings(settings) {
        this.#usual = settings;
        return this;
    }

    getComponentRenderSettings(component) {
        return this.#own.get(component.ID) || this.#usual;
    }

    setComponentRenderSettings(component, settings) {
        this.#own.set(component.ID, settings);
        return this;
    }
}

module.exports = define(RegionRenderSettings, 'dw.experience.RegionRenderSettings', {
    get: {
        tagName: true,
        attributes: true,
        defaultComponentRenderSettings: true
    }
});
