'use strict';

var CustomerMgr = require('dw/customer/CustomerMgr');
var RESTResponseMgr = require('dw/system/RESTResponseMgr');
var loyaltyHelpers = require('*/cartridge/scripts/helpers/loyaltyHelpers');

/** The points of any customer, for the shop's own people. */
exports.getMember = function () {
    var customerNo = request.getSCAPIPathParameters().get('customerNo');
    var member = CustomerMgr.getCustomerByCustomerNumber(customerNo);
    if (!member) {
        var error = RESTResponseMgr.createError(404, 'unknown-member', 'Unknown Member');
        error.custom.customerNo = customerNo;
        error.render();
        return;
    }
    RESTResponseMgr.createSuccess(loyaltyHelpers.balance(member)).render();
};
exports.getMember.public = true;
