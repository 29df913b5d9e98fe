'use strict';

const { CustomAttributes, view } = require('../../internal/attributes');
const { manager } = require('../../internal/bean');

module.exports = manager(CustomAttributes, view.type);
host.define(CustomAttributes, view);
