'use strict';

var URLUtils = require('dw/web/URLUtils');

function typeOf(product) {
    var types = ['master', 'variant', 'bundle', 'productSet'];
    return types.find(function (type) { return product[type]; }) || 'standard';
}

/** What a product is called, and where it stands. */
module.exports = function base(object, product) {
    var category = product.primaryCategory;

    object.id = product.ID;
    object.type = typeOf(product);
    object.name = product.name;
    object.brand = product.brand;
    object.description = product.shortDescription ? String(product.shortDescription) : '';
    object.material = product.custom.material;
    object.isNew = product.custom.isNew;
    object.category = category ? category.displayName : null;
    object.picture = category && category.parent ? category.parent.ID : null;
    object.url = URLUtils.url('Product-Show', 'pid', product.ID).toString();
};
