'use strict';

var server = require('server');
var PageMgr = require('dw/experience/PageMgr');
var contentHelpers = require('*/cartridge/scripts/helpers/contentHelpers');

function missing(res, what) {
    res.setStatusCode(404);
    res.render('notFound', { what: what });
}

/** A page that was designed, or an information page, such as `Page-Show?cid=about-us`. */
server.get('Show', function (req, res, next) {
    var designed = PageMgr.getPage(req.querystring.cid);
    if (designed && designed.visible) {
        res.page(designed.ID, {});
        return next();
    }
    var content = contentHelpers.findContent(req.querystring.cid);
    if (!content) {
        missing(res, req.querystring.cid);
        return next();
    }
    res.render('page/show', { page: contentHelpers.page(content) });
    return next();
});

/** What is in a folder, such as `Page-List?fdid=help`. */
server.get('List', function (req, res, next) {
    var folder = contentHelpers.findFolder(req.querystring.fdid);
    if (!folder) {
        missing(res, req.querystring.fdid);
        return next();
    }
    res.render('page/list', { list: contentHelpers.list(folder) });
    return next();
});

/** The part of the footer that editors write; every page includes it. */
server.get('Footer', server.middleware.include, function (req, res, next) {
    var copy = contentHelpers.findContent('footer-copy');
    var help = contentHelpers.findFolder('help');
    res.render('page/footer', {
        copy: copy && contentHelpers.page(copy),
        help: help && contentHelpers.list(help)
    });
    next();
});

module.exports = server.exports();
