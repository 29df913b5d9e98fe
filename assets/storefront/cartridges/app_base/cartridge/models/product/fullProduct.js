'use strict';

var decorators = require('*/cartridge/models/product/decorators/index');

/** What a page of its own shows of a product: of the chosen variant where the choice is complete, else of the master. */
module.exports = function fullProduct(whole, product, model) {
    var variant = product.master || product.variant ? model.selectedVariant : product;
    var shown = variant || product;

    decorators.base(whole, shown);
    decorators.price(whole, shown);
    decorators.promotions(whole, shown);
    decorators.images(whole, shown, ['large', 'small']);
    decorators.variationAttributes(whole, product, model);
    decorators.availability(whole, variant);
    return whole;
};
