'use strict';

exports.render = function (context) {
    var settings = new (require('dw/experience/RegionRenderSettings'))();
    settings.setTagName('section');
    settings.defaultComponentRenderSettings.setTagName('p').setAttributes({ 'class': 'own "x"' });
    return '<h1>' + context.content.headline + ' ' + context.renderParameters + '</h1>' +
        require('dw/experience/PageMgr').renderRegion(context.page.getRegion('main'), settings);
};
