'use strict';

const { CustomAttributes } = require('../../internal/attributes');
const { manager } = require('../../internal/bean');

module.exports = manager(CustomAttributes, 'dw.object.CustomAttributes');
