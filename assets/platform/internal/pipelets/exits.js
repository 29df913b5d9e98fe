'use strict';

/** Whether a setting of a pipelet is on, which is a text in old scripts. */
function is(setting) {
    return setting === true || setting === 'true';
}

/** What `make` answers; what it throws is the error exit. */
function attempted(make) {
    try {
        return make();
    } catch (error) {
        return null;
    }
}

module.exports = { attempted, is };
