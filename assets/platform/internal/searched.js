'use strict';

/** What a search is for, as parameters of an address. */

function isGiven(value) {
    return value !== null && value !== undefined && value !== '';
}

/**
 * Names of attributes with their values, `prefn1=color&prefv1=red`, their ranges, `prefn2=size&prefmin2=1&prefmax2=5`, and what
 * is sorted by, `psortb1=size&psortd1=1`, as parameters of an address.
 */
function withRefinements(url, refinements, ranges, order) {
    const ids = Object.keys(refinements).filter((id) => refinements[id].length > 0);
    ids.forEach((id, index) => url.append(`prefn${index + 1}`, id).append(`prefv${index + 1}`, refinements[id].join('|')));
    Object.keys(ranges).forEach((id, place) => {
        const index = ids.length + place + 1;
        url.append(`prefn${index}`, id);
        ['min', 'max'].filter((end, at) => ranges[id][at] !== null).forEach((end) => url.append(`pref${end}${index}`, ranges[id][end === 'min' ? 0 : 1]));
    });
    Object.keys(order).forEach((id, index) => url.append(`psortb${index + 1}`, id).append(`psortd${index + 1}`, order[id]));
    return url;
}

module.exports = { isGiven, withRefinements };
