'use strict';

var ProductMgr = require('dw/catalog/ProductMgr');
var files = require('*/cartridge/scripts/jobs/files');

var products;
var file;

/** Opens what is read and what is written. */
function beforeStep(parameters) {
    products = ProductMgr.queryAllSiteProductsSorted();
    file = files.begin(parameters.Folder, 'products.csv');
    file.write(['id', 'name', 'price']);
}

/** How many there are to read. */
function totalCount() {
    return products.count;
}

/** The next product; nothing after the last one. */
function read() {
    return products.hasNext() ? products.next() : undefined;
}

/** What the file says of a product; nothing of one that is not sold. */
function process(product) {
    if (!product.online || product.master) {
        return undefined;
    }
    var price = product.priceModel.price;
    return [product.ID, product.name, price.available ? price.value : ''];
}

/** Writes a chunk: the platform makes lists of the arrays that `process` has made. */
function write(rows) {
    rows.toArray().forEach(function (row) {
        file.write(row.toArray());
    });
}

/** Closes both, whether or not all went well. */
function afterStep() {
    products.close();
    file.close();
}

module.exports = {
    beforeStep: beforeStep,
    totalCount: totalCount,
    read: read,
    process: process,
    write: write,
    afterStep: afterStep
};
