'use strict';

/* The classic way to override: call the controller below and add to it. */

var Site = require('dw/system/Site');
var base = module.superModule;

exports.Show = base.Show;

exports.Subscribe = function () {
    session.custom.newsletterSite = Site.current.ID;
    base.Subscribe();
};
exports.Subscribe.public = true;
