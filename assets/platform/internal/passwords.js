'use strict';

/** What the site's list of customers wants of passwords: by its archive, else their length alone. */

const context = require('./context');

const LEAST = 8;

function constraints() {
    const { customerList: list } = context.site;
    const said = host.call('site.record', { kind: 'customer-list', scope: list, id: list }) || {};
    return {
        minLength: said.minPasswordLength === undefined ? LEAST : said.minPasswordLength,
        minSpecialChars: said.minPasswordSpecialChars || 0,
        forceLetters: said.forcePasswordContainsAlpha === true,
        forceNumbers: said.forcePasswordContainsNumeric === true,
        forceMixedCase: said.forcePasswordMixedCase === true,
        /** In days. */
        maxAge: said.maxPasswordAge || Infinity
    };
}

/** A special character is neither letter, digit nor blank. */
const specialIn = (password) => (password.match(/[^\p{L}\p{N}\s]/gu) || []).length;

/** What is missing in a password, in words; null if nothing is. */
function objectionTo(password) {
    if (typeof password !== 'string' || password === '') {
        return 'There is no password';
    }
    const { minLength, minSpecialChars, forceLetters, forceNumbers, forceMixedCase } = constraints();
    const missing = [
        password.length < minLength && `at least ${minLength} characters`,
        specialIn(password) < minSpecialChars && `at least ${minSpecialChars} special character${minSpecialChars === 1 ? '' : 's'}`,
        forceLetters && !/\p{L}/u.test(password) && 'a letter',
        forceNumbers && !/\p{N}/u.test(password) && 'a digit',
        forceMixedCase && !(/\p{Lu}/u.test(password) && /\p{Ll}/u.test(password)) && 'capital and small letters'
    ].filter(Boolean);
    return missing.length === 0 ? null : `A password needs ${missing.join(', ')}`;
}

const DAY = 86400000;

/** Whether the password of a customer's document is older than the list allows. */
function isExpired({ passwordSet, created }) {
    return Date.now() - Date.parse(passwordSet || created) > constraints().maxAge * DAY;
}

module.exports = { constraints, isExpired, objectionTo };
