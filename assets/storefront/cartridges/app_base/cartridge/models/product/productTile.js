'use strict';

var decorators = require('*/cartridge/models/product/decorators/index');

/** What a list of products shows of one of them. */
module.exports = function productTile(tile, product) {
    decorators.base(tile, product);
    decorators.price(tile, product);
    decorators.promotions(tile, product);
    decorators.images(tile, product, ['small']);
    decorators.swatches(tile, product);
    return tile;
};
