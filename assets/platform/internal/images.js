'use strict';

const ArrayList = require('dw/util/ArrayList');
const { imageOf } = require('./media');

/**
 * The images of a product's document: `imageGroup` is `[{ viewType, variation: [{ attributeId, value }],
 * image: [{ path, alt, title }] }]`. Of the groups of a view type that one counts whose variation says most of what is
 * chosen (`{ attribute: value }`) and nothing else.
 */
function groupOf(document, viewType, chosen) {
    const variation = (group) => group.variation || [];
    const fits = (group) => variation(group).every(({ attributeId, value }) => chosen[attributeId] === value);
    const groups = (document.imageGroup || []).filter((group) => group.viewType === viewType && fits(group));
    return groups.reduce((best, group) => (best === null || variation(group).length > variation(best).length ? group : best), null);
}

function imagesOf(document, viewType, chosen) {
    const group = groupOf(document, viewType, chosen || {});
    const images = (group && group.image) || [];
    return new ArrayList(images.map(({ path, alt, title }) => (
        imageOf(path, { alt: alt || document.name, title: title || document.name, viewType })
    )));
}

module.exports = { imagesOf };
