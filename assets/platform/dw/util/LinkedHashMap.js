'use strict';

const { define } = require('../../internal/bean');
const JavaMap = require('dw/util/Map');

/** A map; it keeps the order in which its keys came. */
class LinkedHashMap extends JavaMap {}

module.exports = define(LinkedHashMap, 'dw.util.LinkedHashMap', {
    size: (map) => map.getLength(),
    at: JavaMap.entryAt
});
