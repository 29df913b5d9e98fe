'use strict';

/** Where no site is: as the instance's own pages have it. */
const ORGANIZATION = { id: 'Sites-Site', name: 'Sites-Site', preferences: {}, standardPreferences: {} };

/** The facts of the site that a script runs for, or those of the whole organization. */
function place(isOfOrganization) {
    const facts = host.call('site.facts', null);
    return isOfOrganization ? Object.assign({}, facts, ORGANIZATION) : facts;
}

module.exports = place;
