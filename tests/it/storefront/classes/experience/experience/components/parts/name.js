'use strict';

exports.render = function (context) {
    return context.component.ID + ' ';
};
