'use strict';

/** Makes the site's sitemaps. */

const { make } = require('../sitemaps');
const Status = require('dw/system/Status');
const Transaction = require('dw/system/Transaction');

function execute() {
    const count = Transaction.wrap(make);
    return new Status(Status.OK, 'OK', `${count} addresses in the sitemaps`);
}

module.exports = { execute };
