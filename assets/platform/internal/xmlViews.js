'use strict';

/** An element that was read, as a value of its own. */
function copiedView(node) {
    const { viewOf, linked } = require('./xml');
    return viewOf(linked(JSON.parse(JSON.stringify(node, (key, value) => (key === 'up' ? undefined : value))), null));
}

module.exports = { copiedView };
