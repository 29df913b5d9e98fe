'use strict';

exports.render = function (context) {
    context.componentRenderSettings.setTagName('span');
    return context.content.words.markup;
};
