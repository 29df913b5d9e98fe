'use strict';

exports.render = function (context) {
    return context.content.words.markup;
};
