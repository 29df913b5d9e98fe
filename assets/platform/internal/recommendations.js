'use strict';

const { held } = require('./bean');

/** What a catalogue recommends beside a product; the site's own is told with the product. */
function documentsOf(source, catalog) {
    const { CatalogMgr } = dw.catalog;
    if (catalog === undefined || catalog.ID === CatalogMgr.siteCatalog.ID) {
        return source[held].recommendations || [];
    }
    return host.call('catalog.recommended', { catalogue: catalog.ID, id: source.ID, locale: request.locale });
}

/** All that a catalogue, the site's or a category's own, recommends beside a product or in a category, of a type if one is given. */
function all(source, type, catalog) {
    const ArrayList = require('dw/util/ArrayList');
    const Recommendation = require('dw/catalog/Recommendation');
    const made = documentsOf(source, catalog).map((document) => new Recommendation(document, source, catalog));
    return new ArrayList(made.filter((it) => type === undefined || it.recommendationType === Number(type)));
}

/** Those whose products there are, in a category of the site. */
function ofSite(source, type) {
    const isThere = ({ recommendedItem: item }) => item !== null && (item.categorized || (item.variant && item.masterProduct.categorized));
    const found = all(source, type);
    return new found.constructor(found.toArray().filter(isThere));
}

/** Those that can be ordered, too. */
function orderable(source, type) {
    const found = ofSite(source, type);
    return new found.constructor(found.toArray().filter(({ recommendedItem }) => recommendedItem.availabilityModel.orderable));
}

module.exports = { all, ofSite, orderable };
