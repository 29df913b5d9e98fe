'use strict';

module.exports = require('../../internal/packages').packages.sitemap;
