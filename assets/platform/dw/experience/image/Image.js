'use strict';

const { held, define } = require('../../../internal/bean');
const { imageOf } = require('../../../internal/media');
const { siteLibrary } = require('../../../internal/staticFiles');
const FocalPoint = require('dw/experience/image/FocalPoint');
const ImageMetaData = require('dw/experience/image/ImageMetaData');

/** An image that a merchant chose, with the point that matters in it. */
class Image {
    constructor(document) {
        Object.defineProperty(this, held, { value: document });
    }

    getFile() {
        return imageOf(this[held].path, { alt: this[held].alt, owner: siteLibrary() });
    }

    getFocalPoint() {
        return new FocalPoint(this[held].focal_point || {});
    }

    getMetaData() {
        return new ImageMetaData(this[held].meta_data || {});
    }
}

module.exports = define(Image, 'dw.experience.image.Image', {
    get: { file: true, focalPoint: true, metaData: true }
});
