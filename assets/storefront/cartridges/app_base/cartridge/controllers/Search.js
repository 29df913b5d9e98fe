'use strict';

var server = require('server');
var searchHelpers = require('*/cartridge/scripts/helpers/searchHelpers');
var SearchResult = require('*/cartridge/models/searchResult');

server.get('Show', function (req, res, next) {
    var query = searchHelpers.readQuery(req.querystring);
    var model = searchHelpers.createModel(query);
    model.search();

    res.render('search/results', { search: new SearchResult(model, query) });
    next();
});

module.exports = server.exports();
