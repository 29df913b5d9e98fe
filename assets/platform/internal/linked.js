'use strict';

/** Links between products and between categories: what archives call their kinds has numbers in scripts. */

const ArrayList = require('dw/util/ArrayList');

function numbered(names, type) {
    return names[type] || Number(type) || 0;
}

/** The links that fit a type, if one is given; without those that lead to nothing. */
function list(links, type) {
    const isMeant = (link) => link !== null && (type === undefined || link.typeCode === Number(type));
    return new ArrayList(links.filter(isMeant));
}

module.exports = { numbered, list };
