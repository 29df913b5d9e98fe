'use strict';

const { held } = require('./bean');

/** All that the site's catalogue recommends beside a product or in a category, of a type if one is given. */
function all(source, type) {
    const ArrayList = require('dw/util/ArrayList');
    const Recommendation = require('dw/catalog/Recommendation');
    const made = (source[held].recommendations || []).map((document) => new Recommendation(document, source));
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
