'use strict';

function describe(image) {
    return { url: image.url.toString(), alt: image.alt, title: image.title };
}

/** The images of each of those kinds. */
module.exports = function images(object, product, kinds) {
    object.images = {};
    kinds.forEach(function (kind) {
        object.images[kind] = product.getImages(kind).toArray().map(describe);
    });
};
