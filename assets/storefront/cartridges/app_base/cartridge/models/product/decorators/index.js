'use strict';

/** What can be told of a product, each in a file that cartridges may replace. */
module.exports = {
    availability: require('*/cartridge/models/product/decorators/availability'),
    base: require('*/cartridge/models/product/decorators/base'),
    images: require('*/cartridge/models/product/decorators/images'),
    price: require('*/cartridge/models/product/decorators/price'),
    promotions: require('*/cartridge/models/product/decorators/promotions'),
    swatches: require('*/cartridge/models/product/decorators/swatches'),
    variationAttributes: require('*/cartridge/models/product/decorators/variationAttributes')
};
