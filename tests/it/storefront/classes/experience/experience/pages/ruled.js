'use strict';

var PageMgr = require('dw/experience/PageMgr');

exports.render = function (context) {
    return PageMgr.renderRegion(context.page.getRegion('main')).replace(/<[^>]*>/g, '');
};
