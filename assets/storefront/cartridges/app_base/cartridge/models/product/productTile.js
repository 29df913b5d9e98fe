'use strict';

var decorators = require('*/cartridge/models/product/decorators/index');

/** What a list of products shows of one of them, in a colour if one was looked for. */
module.exports = function productTile(tile, product, color) {
    decorators.base(tile, product);
    decorators.price(tile, product);
    decorators.promotions(tile, product);
    decorators.images(tile, product, ['small']);
    decorators.swatches(tile, product, color);
    return tile;
};
