'use strict';

var PageMgr = require('dw/experience/PageMgr');
var RegionRenderSettings = require('dw/experience/RegionRenderSettings');

/** A region of a page or a component as it is shown, in an element of those classes; empty if nothing is in it. */
function region(owner, id, classes) {
    var found = owner.getRegion(id);
    if (!found || found.size === 0) {
        return '';
    }
    var settings = new RegionRenderSettings();
    settings.setTagName('div').setAttributes({ 'class': 'experience-region ' + classes });
    return PageMgr.renderRegion(found, settings);
}

module.exports = { region: region };
