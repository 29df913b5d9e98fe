'use strict';

const { define } = require('../../internal/bean');
const JavaMap = require('dw/util/Map');

/** A map; it keeps the order in which its keys came. */
class HashMap extends JavaMap {}

module.exports = define(HashMap, 'dw.util.HashMap', {
    size: (map) => map.getLength(),
    at: JavaMap.entryAt
});
