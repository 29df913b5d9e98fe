'use strict';

/** Whether what a basket or an order holds can be had, all of its lines together, from the inventory lists that they name. */

const { held } = require('./bean');
const reservations = require('./reservations');

/** `[{ product, list, quantity }]` of what is in the catalogue; a line without a list is of the site's. */
function wanted(container) {
    const found = new Map();
    container.getAllProductLineItems().toArray().filter(({ product, [held]: document }) => product !== null && !document.option).forEach((line) => {
        const list = line.productInventoryListID;
        const key = `${list === null ? '' : list}|${line.productID}`;
        const before = found.has(key) ? found.get(key).quantity : 0;
        found.set(key, { product: line.product, list, quantity: before + line.quantityValue });
    });
    return Array.from(found.values());
}

/** How much can be had where a line takes it from. */
function modelOf({ product, list }) {
    const named = list === null ? null : dw.catalog.ProductInventoryMgr.getInventoryList(list);
    return named === null ? product.availabilityModel : product.getAvailabilityModel(named);
}

/** The ID of a product of which there isn't enough, or that is in no catalogue, though a script didn't say so; null if all can be had. */
function missing(container) {
    const unknown = container.getProductLineItems().toArray().find(({ product, [held]: { foreign } }) => product === null && !foreign);
    if (unknown !== undefined) {
        return unknown.productID;
    }
    // What is held back for the basket is there for it.
    const short = reservations.without(container.UUID, () => wanted(container).find((it) => !modelOf(it).isOrderable(it.quantity)));
    return short === undefined ? null : short.product.ID;
}

/** How many pieces of a line's product are wanted that aren't there. */
function excess(container, line) {
    const isIt = ({ product, list }) => product.ID === line.productID && list === line.productInventoryListID;
    const found = wanted(container).find(isIt);
    const count = () => modelOf(found).getAvailabilityLevels(found.quantity).notAvailable.value;
    return found === undefined ? line.quantityValue : reservations.without(container.UUID, count);
}

module.exports = { excess, missing, wanted };
