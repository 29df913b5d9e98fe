'use strict';

var experienceHelpers = require('*/cartridge/scripts/helpers/experienceHelpers');
var renderTemplate = require('*/cartridge/scripts/helpers/renderTemplate');

/** The whole page; what routes have collected comes as JSON. */
function render(context) {
    var view = context.renderParameters ? JSON.parse(context.renderParameters) : {};
    view.headline = context.content.headline;
    view.intro = context.content.intro;
    view.title = context.page.pageTitle || context.content.headline;
    view.main = experienceHelpers.region(context.page, 'main', 'story-main');
    view.margin = experienceHelpers.region(context.page, 'margin', 'story-margin');
    return renderTemplate.render('experience/pages/storyPage', view);
}

module.exports.render = render;
