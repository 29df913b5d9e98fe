'use strict';

const { held, define } = require('../../../internal/bean');
const { facts } = require('../../../internal/fields');

/** How wide and high an image is, in its own points. */
class ImageMetaData {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }
}

module.exports = define(ImageMetaData, 'dw.experience.image.ImageMetaData', { get: facts(['width', 'height']) });
