'use strict';

var Resource = require('dw/web/Resource');

function isFilled(field) {
    if (field.valid && field.mandatory && empty(field.value)) {
        field.error = Resource.msg('error.required', 'forms', null);
    }
    return field.valid;
}

/**
 * Whether all of a form, or of a group of it, is as it should be. A field that a request left out is missing
 * like one that was left empty.
 */
function isComplete(group) {
    return Object.keys(group).filter(function (name) { return name !== 'base'; }).reduce(function (isFine, name) {
        var element = group[name];
        switch (element && element.formType) {
            case 'formField': return isFilled(element) && isFine;
            case 'formGroup': return isComplete(element) && isFine;
            default: return isFine;
        }
    }, true);
}

/** Says of a field what the bundle `forms` has for it. Answers that the field is wrong. */
function refuse(field, key) {
    field.error = Resource.msg(key, 'forms', null);
    return false;
}

module.exports = { isFilled: isFilled, isComplete: isComplete, refuse: refuse };
