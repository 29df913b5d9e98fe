'use strict';

var ProductMgr = require('dw/catalog/ProductMgr');
var pricing = require('*/cartridge/scripts/helpers/pricing');

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

function attributes(model) {
    return model.productVariationAttributes.toArray().map(function (attribute) {
        var values = model.getAllValues(attribute).toArray().map(function (value) {
            return {
                id: value.ID,
                name: value.displayValue,
                isSelected: model.isSelectedAttributeValue(attribute, value),
                isOrderable: model.hasOrderableVariants(attribute, value),
                url: model.urlSelectVariationValue('Product-Show', attribute, value)
            };
        });
        return { id: attribute.ID, name: attribute.displayName, values: values };
    });
}

function breadcrumbs(category) {
    var trail = [];
    for (var at = category; at && !at.root; at = at.parent) {
        trail.unshift({ id: at.ID, name: at.displayName });
    }
    return trail;
}

/** What the product page shows: the chosen variant where the choice is complete, else the master. */
function detail(product, model) {
    var variant = product.master || product.variant ? model.selectedVariant : product;
    var shown = variant || product;
    var stock = variant ? variant.availabilityModel.inventoryRecord.ATS.value : 0;

    return {
        id: shown.ID,
        masterId: model.master.ID,
        name: shown.name,
        brand: shown.brand,
        description: String(shown.shortDescription),
        material: shown.custom.material,
        picture: shown.primaryCategory.parent.ID,
        color: (shown.variant && model.getSelectedValue('color') && model.getSelectedValue('color').ID) || null,
        breadcrumbs: breadcrumbs(shown.primaryCategory),
        price: pricing.describe(shown),
        attributes: product.master || product.variant ? attributes(model) : [],
        stock: stock,
        isComplete: variant !== null,
        isOrderable: stock > 0
    };
}

module.exports = { findProduct: findProduct, selectedVariation: selectedVariation, detail: detail };
