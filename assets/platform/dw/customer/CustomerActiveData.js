'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

const FIGURES = ['avgOrderValue', 'discountValueWithCoupon', 'discountValueWithoutCoupon', 'giftOrders', 'giftUnits', 'lastOrderDate', 'orderValue',
    'orderValueMonth', 'orders', 'productMastersOrdered', 'productsAbandonedMonth', 'productsOrdered', 'productsViewedMonth', 'returnValue', 'returns',
    'sourceCodeOrders', 'topCategoriesOrdered', 'visitsMonth', 'visitsWeek', 'visitsYear'];
const MONTH = 30 * 86400000;

/** What the orders of a customer tell; without any, nothing. */
function ordered(customer) {
    const placed = customer === undefined ? [] : customer.orderHistory.orders.asList().toArray().filter((order) => order.status.value !== 6);
    if (placed.length === 0) {
        return {};
    }
    const value = (orders) => orders.reduce((sum, { totalGrossPrice: total }) => sum + (total.available ? total.value : 0), 0);
    const products = placed.flatMap((order) => order.productLineItems.toArray()).filter((line) => line.product);
    const distinct = (ids) => Array.from(new Set(ids));
    return {
        orders: placed.length,
        orderValue: value(placed),
        orderValueMonth: value(placed.filter((order) => order.creationDate.getTime() > Date.now() - MONTH)),
        avgOrderValue: value(placed) / placed.length,
        lastOrderDate: placed[0].creationDate,
        productsOrdered: distinct(products.map((line) => line.productID)),
        productMastersOrdered: distinct(products.filter((line) => line.product.variant).map((line) => line.product.masterProduct.ID))
    };
}

/** What is known of a customer: what the orders tell at once. Visits and views are not counted, and read as null. */
class CustomerActiveData extends require('dw/object/ActiveData') {
    constructor(customer) {
        super(ordered(customer));
    }

    toString() {
        return `[CustomerActiveData ${Object.keys(this[held]).length}]`;
    }
}

module.exports = define(CustomerActiveData, 'dw.customer.CustomerActiveData', { get: facts(FIGURES) });
