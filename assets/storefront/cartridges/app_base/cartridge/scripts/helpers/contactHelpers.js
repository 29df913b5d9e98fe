'use strict';

var CustomObjectMgr = require('dw/object/CustomObjectMgr');
var Logger = require('dw/system/Logger').getLogger('contact');
var Transaction = require('dw/system/Transaction');
var UUIDUtils = require('dw/util/UUIDUtils');
var formHelpers = require('*/cartridge/scripts/helpers/formHelpers');

var TYPE = 'ContactRequest';

/** What a registered customer needn't write again. */
function prefill(form, profile) {
    if (profile) {
        form.firstName.value = profile.firstName;
        form.lastName.value = profile.lastName;
        form.email.value = profile.email;
    }
}

/** A topic is one of those that the form offers, whatever a request may say. */
function isComplete(form) {
    if (!formHelpers.isComplete(form)) {
        return false;
    }
    var isOffered = form.topic.options.some(function (option) { return option.selected; });
    return isOffered || formHelpers.refuse(form.topic, 'error.required');
}

/** Keeps what a form says. Answers its number, or null where a field says why not. */
function keep(form) {
    if (!isComplete(form)) {
        return null;
    }
    return Transaction.wrap(function () {
        var letter = CustomObjectMgr.createCustomObject(TYPE, UUIDUtils.createUUID());
        form.copyTo(letter.custom);
        Logger.info('{0} wrote about {1}', letter.custom.email, letter.custom.topic);
        return letter.custom.requestId;
    });
}

/** The number of a letter that was kept, else null. */
function known(number) {
    var letter = empty(number) ? null : CustomObjectMgr.getCustomObject(TYPE, number);
    return letter && letter.custom.requestId;
}

module.exports = { prefill: prefill, keep: keep, known: known };
