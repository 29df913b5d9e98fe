'use strict';

exports.render = function (context) {
    return require('dw/experience/PageMgr').renderRegion(context.component.getRegion('inner'));
};
