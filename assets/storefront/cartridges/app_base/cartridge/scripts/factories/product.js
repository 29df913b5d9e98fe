'use strict';

var fullProduct = require('*/cartridge/models/product/fullProduct');
var productTile = require('*/cartridge/models/product/productTile');

function tile(product, color) {
    return productTile({}, product, color);
}

/** A product with the choices of a variation model. */
function full(product, model) {
    return fullProduct({}, product, model);
}

module.exports = { tile: tile, full: full };
