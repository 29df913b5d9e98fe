'use strict';

var ProductMgr = require('dw/catalog/ProductMgr');
var factory = require('*/cartridge/scripts/factories/product');

function findProduct(id) {
    return id ? ProductMgr.getProduct(id) : null;
}

/** The product's variation model with the choices of an address, such as `dwvar_KM01001_color=moss`. */
function selectedVariation(product, querystring) {
    var model = product.variationModel;
    var master = model.master;
    for (var attribute of model.productVariationAttributes) {
        var chosen = querystring['dwvar_' + master.ID + '_' + attribute.ID];
        if (chosen) {
            model.setSelectedAttributeValue(attribute.ID, chosen);
        }
    }
    return model;
}

function breadcrumbs(category) {
    var trail = [];
    for (var at = category; at && !at.root; at = at.parent) {
        trail.unshift({ id: at.ID, name: at.displayName });
    }
    return trail;
}

/** What a page about a product shows, and the way to it. */
function detail(product, model) {
    var whole = factory.full(product, model);
    whole.breadcrumbs = breadcrumbs(product.primaryCategory);
    return whole;
}

/** The same as a piece of a page, and where the whole page is. */
function quickView(whole) {
    var renderTemplate = require('*/cartridge/scripts/helpers/renderTemplate');
    return { renderedTemplate: renderTemplate.render('product/quickView', { product: whole }), productUrl: whole.url };
}

module.exports = { findProduct: findProduct, selectedVariation: selectedVariation, detail: detail, quickView: quickView };
