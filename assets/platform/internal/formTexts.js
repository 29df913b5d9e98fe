'use strict';

/** The text of a key that a form's definition names, from the bundle `forms`; nothing stays nothing. */
function resolved(key) {
    return key === null || key === undefined ? null : require('dw/web/Resource').msg(key, 'forms', null);
}

module.exports = { resolved };
