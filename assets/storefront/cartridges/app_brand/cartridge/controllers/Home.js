'use strict';

var server = require('server');
server.extend(module.superModule);

var campaigns = require('~/cartridge/scripts/promotion/campaigns');

server.append('Show', function (req, res, next) {
    var viewData = res.getViewData();
    viewData.campaigns = campaigns.running(viewData.categories);
    res.setViewData(viewData);
    next();
});

module.exports = server.exports();
