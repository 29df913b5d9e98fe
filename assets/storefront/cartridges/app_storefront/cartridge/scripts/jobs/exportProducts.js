'use strict';

var CatalogMgr = require('dw/catalog/CatalogMgr');
var files = require('*/cartridge/scripts/jobs/files');

var products;
var total;
var file;

/** Opens what is read and what is written. */
function beforeStep(parameters) {
    var category = CatalogMgr.getCategory(parameters.Category);
    if (!category) {
        throw new Error('There is no category ' + parameters.Category);
    }
    products = category.products.iterator();
    total = category.products.length;
    file = files.begin(parameters.Folder, 'products.csv');
    file.write(['id', 'name', 'price']);
}

/** How many there are to read. */
function totalCount() {
    return total;
}

/** The next product; nothing after the last one. */
function read() {
    return products.hasNext() ? products.next() : undefined;
}

/** What the file says of a product: of several prices the lowest; nothing of one that is offline. */
function process(product) {
    if (!product.online) {
        return undefined;
    }
    var prices = product.priceModel;
    var price = prices.price.available ? prices.price : prices.minPrice;
    return [product.ID, product.name, price.available ? price.value : ''];
}

/** Writes a chunk: the platform makes lists of the arrays that `process` has made. */
function write(rows) {
    rows.toArray().forEach(function (row) {
        file.write(row.toArray());
    });
}

/** Closes the file, whether or not all went well. */
function afterStep() {
    if (file) {
        file.close();
    }
}

module.exports = {
    beforeStep: beforeStep,
    totalCount: totalCount,
    read: read,
    process: process,
    write: write,
    afterStep: afterStep
};
