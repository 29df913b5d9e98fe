'use strict';

var renderTemplate = require('*/cartridge/scripts/helpers/renderTemplate');

module.exports.render = function (context) {
    var content = context.content;
    return renderTemplate.render('experience/components/story/text', {
        heading: content.heading, body: content.body.markup, isQuote: content.tone === 'quote'
    });
};
