'use strict';

/* A controller in the classic style: plain functions, made public one by one. */

var ISML = require('dw/template/ISML');
var Logger = require('dw/system/Logger');
var Resource = require('dw/web/Resource');

var EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function show() {
    ISML.renderTemplate('newsletter', {
        email: session.custom.newsletterEmail,
        message: null
    });
}

function subscribe() {
    var email = request.httpParameterMap.email.stringValue;
    var message;

    if (request.httpMethod !== 'POST' || empty(email) || !EMAIL.test(email)) {
        response.setStatus(400);
        message = Resource.msg('newsletter.invalid', 'common', null);
    } else {
        session.custom.newsletterEmail = email;
        Logger.getLogger('newsletter').info('{0} new subscriber', 1);
        message = Resource.msgf('newsletter.thanks', 'common', null, email);
    }
    ISML.renderTemplate('newsletter', { email: email, message: message });
}

exports.Show = show;
exports.Show.public = true;
exports.Subscribe = subscribe;
exports.Subscribe.public = true;
