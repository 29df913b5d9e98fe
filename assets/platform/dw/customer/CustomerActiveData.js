'use strict';

const { held, define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

const FIGURES = ['avgOrderValue', 'discountValueWithCoupon', 'discountValueWithoutCoupon', 'giftOrders', 'giftUnits', 'lastOrderDate', 'orderValue',
    'orderValueMonth', 'orders', 'productMastersOrdered', 'productsAbandonedMonth', 'productsOrdered', 'productsViewedMonth', 'returnValue', 'returns',
    'sourceCodeOrders', 'topCategoriesOrdered', 'visitsMonth', 'visitsWeek', 'visitsYear'];

/** What the platform's analysis knows of a customer; the sandbox analyses nothing, so that each figure is null. */
class CustomerActiveData extends require('dw/object/ActiveData') {
    toString() {
        return `[CustomerActiveData ${Object.keys(this[held]).length}]`;
    }
}

module.exports = define(CustomerActiveData, 'dw.customer.CustomerActiveData', { get: facts(FIGURES) });
