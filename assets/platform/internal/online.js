'use strict';

const { held } = require('./bean');

/** Whether what a document is of is online now: its flag says so, and the time that it is online for. */
function isShown({ online, onlineFrom, onlineTo }) {
    const now = Date.now();
    return online !== false && !(new Date(onlineFrom) > now) && !(new Date(onlineTo) <= now);
}

/** Whether a product, a category or a price book is. */
function isOnline(item) {
    return isShown(item[held]);
}

module.exports = { isOnline, isShown };
