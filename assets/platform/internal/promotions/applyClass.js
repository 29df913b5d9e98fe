'use strict';

const { held } = require('../bean');
const { apply } = require('./apply');
const { grantsFor } = require('./grants');
const offers = require('./offers');

/** What promotions have given: `[promotion ID, what]` of each thing. */
function given(container) {
    const { adjustments, bonus_discounts: choices, lines, shipment: standard, shipments, shipping_adjustments: freight } = container[held];
    const ofLines = lines.flatMap((line) => line.adjustments.concat(line.shipping ? line.shipping.adjustments : []));
    const ofShipments = [standard].concat(shipments || []).flatMap((shipment) => shipment.adjustments || []);
    const taken = ofLines.concat(adjustments, freight, ofShipments).filter(({ scripted }) => scripted !== true);
    const presents = lines.filter((line) => line.given_by);
    return taken.map(({ promotion, amount }) => [promotion, amount])
        .concat(presents.map((line) => [line.given_by, `${line.product} ${line.quantity}`]), (choices || []).map(({ promotion, max }) => [promotion, max]));
}

/**
 * Applies those of some promotions that are of a class and that customer and basket qualify for; what promotions of other
 * classes have given stays. Answers whether that changed anything.
 */
function applyClass(name, container, promotions) {
    const before = given(container);
    const wanted = new Set(promotions.filter((promotion) => promotion.promotionClass === name).map((promotion) => promotion.ID));
    const kept = new Set(before.map(([promotion]) => promotion));
    const isMeant = (promotion) => (promotion.promotionClass === name ? wanted : kept).has(promotion.ID);
    apply(container, grantsFor(container, offers.offered(container).filter(isMeant)));
    return JSON.stringify(given(container)) !== JSON.stringify(before);
}

module.exports = { applyClass };
