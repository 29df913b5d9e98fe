'use strict';

var experienceHelpers = require('*/cartridge/scripts/helpers/experienceHelpers');
var renderTemplate = require('*/cartridge/scripts/helpers/renderTemplate');

module.exports.render = function (context) {
    context.componentRenderSettings.setTagName('section').setAttributes({ 'class': 'experience-component columns halves' });
    return renderTemplate.render('experience/components/story/columns', {
        left: experienceHelpers.region(context.component, 'left', 'story-column'),
        right: experienceHelpers.region(context.component, 'right', 'story-column')
    });
};
