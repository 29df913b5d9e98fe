'use strict';

const { held } = require('./bean');
const { id, kept, share } = require('./paperwork');

/** Gives a part of an amount that stands in one document to another. */
function divide(from, to, name, line, quantity) {
    if (from[name] !== undefined && from[name] !== null) {
        const all = line.money(from[name]);
        const part = share(all, quantity, line.quantityValue);
        to[name] = kept(part);
        from[name] = kept(all.subtract(part));
    }
}

/** Discounts that a line bears with others are borne by another one, too. */
function bearToo(container, uuid, other) {
    const { adjustments, lines } = container[held];
    lines.flatMap((line) => line.adjustments).concat(adjustments).filter(({ related }) => related !== undefined && related.includes(uuid))
        .forEach((entry) => { entry.related = entry.related.concat(other); });
}

/** What a line becomes of which so many pieces are split off: the documents of a new one and of what belongs to it. */
function split(line, below, quantity) {
    const uuid = id();
    const part = Object.assign(JSON.parse(JSON.stringify(line[held])), { uuid, quantity });
    ['tax', 'tax_basis'].forEach((name) => divide(line[held], part, name, line, quantity));
    line[held].adjustments.forEach((entry, index) => {
        part.adjustments[index].uuid = id();
        ['amount', 'tax'].forEach((name) => divide(entry, part.adjustments[index], name, line, quantity));
    });
    // What belongs to it is split as it is.
    const pieces = (each) => (each.quantityValue * quantity) / line.quantityValue;
    const copies = below.map((each) => Object.assign(JSON.parse(JSON.stringify(each[held])), { uuid: id(), parent: uuid, quantity: pieces(each) }));
    below.forEach((each) => { each[held].quantity -= pieces(each); });
    line[held].quantity -= quantity;
    [line].concat(below).forEach((each, index) => bearToo(line.lineItemCtnr, each.UUID, index === 0 ? uuid : copies[index - 1].uuid));
    [part].concat(copies).forEach((document) => delete document.order_item);
    return [part].concat(copies);
}

module.exports = { split };
