'use strict';

const { held } = require('./bean');

/** Whether a product or a category is online now: its flag says so, and the time that it is online for. */
function isOnline(item) {
    const { online, onlineFrom, onlineTo } = item[held];
    const now = Date.now();
    return online !== false && !(new Date(onlineFrom) > now) && !(new Date(onlineTo) <= now);
}

module.exports = { isOnline };
