'use strict';

exports.render = function () {
    return 'a list';
};
