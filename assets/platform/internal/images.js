'use strict';

const { held } = require('./bean');
const ArrayList = require('dw/util/ArrayList');
const { imageOf } = require('./media');
const { catalogueOf } = require('./staticFiles');

/**
 * The images of a product's document: `imageGroup` is `[{ viewType, variation: [{ attributeId, value }],
 * image: [{ path, alt, title }] }]`, or with `variationValue` instead, a value of the attribute that the catalogue's images
 * vary by. Of the groups of a view type that one counts whose variation says most of what is chosen (`{ attribute: value }`)
 * and nothing else.
 */
function groupOf(document, viewType, chosen) {
    const { variationAttributeId: attributeId } = document.imageSettings || {};
    const variation = ({ variation: own = [], variationValue: value }) => (value === undefined ? own : own.concat({ attributeId, value }));
    const fits = (group) => variation(group).every(({ attributeId, value }) => chosen[attributeId] === value);
    const groups = (document.imageGroup || []).filter((group) => group.viewType === viewType && fits(group));
    return groups.reduce((best, group) => (best === null || variation(group).length > variation(best).length ? group : best), null);
}

/** How a chosen value of a variation attribute is shown; nothing where none is. */
function shownValue(document, id, chosen) {
    const value = chosen[id];
    if (value === undefined || value === null) {
        return '';
    }
    const { attributes } = document.master ? require('./products').product(document.master)[held] : document;
    const { names } = (attributes || []).find((attribute) => attribute.id === id) || {};
    return (names && names[value]) || value;
}

/** What a pattern of the catalogue's says of an image that has no text of its own; null without one. */
function filled(pattern, markers) {
    return pattern ? pattern.replace(/\$\{(productname|variationvalue|viewtype)\}/g, (whole, name) => markers[name]()) : null;
}

function imagesOf(document, viewType, chosen = {}) {
    const group = groupOf(document, viewType, chosen);
    const settings = document.imageSettings || {};
    const markers = {
        productname: () => document.name || '',
        variationvalue: () => shownValue(document, settings.variationAttributeId, chosen),
        viewtype: () => viewType
    };
    const { externalLocation: external } = settings;
    const owner = catalogueOf(document);
    const images = (group && group.image) || [];
    return new ArrayList(images.map(({ path, alt, title }) => (
        imageOf(path, { alt: alt || filled(settings.altPattern, markers), title: title || filled(settings.titlePattern, markers), viewType, external, owner })
    )));
}

module.exports = { imagesOf };
