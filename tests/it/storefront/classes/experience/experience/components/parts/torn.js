'use strict';

exports.render = function (context) {
    var product = dw.catalog.ProductMgr.getProduct('not there');
    return context.component.ID + product.name;
};
