'use strict';

const { define } = require('../../internal/bean');
const { facts } = require('../../internal/fields');

const FIGURES = ['availableDate', 'costPrice', 'daysAvailable', 'returnRate'];
const OF_PERIODS = ['avgGrossMarginPercent', 'avgGrossMarginValue', 'avgSalesPrice', 'conversion', 'impressions', 'lookToBookRatio', 'orders', 'revenue', 'salesVelocity', 'units', 'views'];
const PERIODS = ['Day', 'Week', 'Month', 'Year'];

/** What the platform's analysis knows of a product. Nothing is counted, so each figure is null. */
class ProductActiveData extends require('dw/object/ActiveData') {}

module.exports = define(ProductActiveData, 'dw.catalog.ProductActiveData', {
    get: facts(FIGURES.concat(OF_PERIODS.flatMap((name) => PERIODS.map((period) => name + period))))
});
