'use strict';

var RESTResponseMgr = require('dw/system/RESTResponseMgr');
var loyaltyHelpers = require('*/cartridge/scripts/helpers/loyaltyHelpers');

/** Tiers seldom change: an answer about one may be kept so long, in milliseconds. */
var KEPT = 60 * 1000;

/** The points of the shopper whose token came with the request. */
exports.getBalance = function () {
    if (!customer.authenticated) {
        RESTResponseMgr.createError(403, 'not-a-member', 'Not a Member', 'Guests collect no points.').render();
        return;
    }
    RESTResponseMgr.createSuccess(loyaltyHelpers.balance(customer)).render();
};
exports.getBalance.public = true;

/** What a tier needs, and how much of that `c_points` don't have yet. */
exports.getTier = function () {
    var least = loyaltyHelpers.TIERS[request.getSCAPIPathParameters().get('tier')];
    var points = request.httpParameterMap.c_points.intValue || 0;
    response.setExpires(Date.now() + KEPT);
    RESTResponseMgr.createSuccess({ least: least, missing: Math.max(0, least - points) }).render();
};
exports.getTier.public = true;
