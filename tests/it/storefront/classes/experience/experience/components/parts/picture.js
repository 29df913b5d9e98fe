'use strict';

exports.render = function (context) {
    var image = context.content.image;
    return 'An image ' + image.file.URL + ' ' + image.focalPoint.x + ' ' + image.focalPoint.y + ' ' + image.metaData.width +
        require('dw/experience/PageMgr').renderRegion(context.component.getRegion('inner'));
};
