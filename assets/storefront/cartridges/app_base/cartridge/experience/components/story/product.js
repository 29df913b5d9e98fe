'use strict';

var factory = require('*/cartridge/scripts/factories/product');
var renderTemplate = require('*/cartridge/scripts/helpers/renderTemplate');

module.exports.render = function (context) {
    var product = context.content.product;
    return product ? renderTemplate.render('experience/components/story/product', { product: factory.tile(product) }) : '';
};
