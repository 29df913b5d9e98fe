'use strict';

exports.render = function (context) {
    return String(context.page.regions.main);
};
