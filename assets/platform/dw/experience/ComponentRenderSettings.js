'use strict';

const { define } = require('../../internal/bean');
const { RenderSettings } = require('../../internal/renderSettings');

/** The element around a component. */
class ComponentRenderSettings extends RenderSettings {}

module.exports = define(ComponentRenderSettings, 'dw.experience.ComponentRenderSettings', {
    get: { tagName: true, attributes: true }
});
