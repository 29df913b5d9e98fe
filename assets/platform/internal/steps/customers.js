'use strict';

/** Exports the customers of the site, with their groups. Passwords, which no script knows, are left out. */

const { attributesOf, customAttributes, date, group, text } = require('../elements');
const { isBuiltIn } = require('../customerGroups');
const { written } = require('./file');
const CustomerMgr = require('dw/customer/CustomerMgr');

const PROFILE = { salutation: 'salutation', title: 'title', 'first-name': 'firstName', 'second-name': 'secondName', 'last-name': 'lastName', suffix: 'suffix',
    'company-name': 'companyName', 'job-title': 'jobTitle', email: 'email', 'phone-home': 'phoneHome', 'phone-business': 'phoneBusiness',
    'phone-mobile': 'phoneMobile', fax: 'fax' };
const ADDRESS = { salutation: 'salutation', title: 'title', 'first-name': 'firstName', 'second-name': 'secondName', 'last-name': 'lastName', suffix: 'suffix',
    'company-name': 'companyName', 'job-title': 'jobTitle', address1: 'address1', address2: 'address2', suite: 'suite', postbox: 'postBox', city: 'city',
    'postal-code': 'postalCode', 'state-code': 'stateCode' };

function texts(names, object) {
    return Object.keys(names).map((name) => text(name, object[names[name]]));
}

/** A day by the clock on the wall. */
function day(value) {
    const digits = (number) => String(number).padStart(2, '0');
    return value === null ? null : `${value.getFullYear()}-${digits(value.getMonth() + 1)}-${digits(value.getDate())}`;
}

function address(it, isPreferred) {
    return group('address', texts(ADDRESS, it).concat(text('country-code', it.countryCode.value), text('phone', it.phone), customAttributes(it)),
        { 'address-id': it.ID, preferred: isPreferred });
}

/** `groups` are the elements of the groups that the customer was put into. */
function element(profile, groups) {
    const { credentials, addressBook, customer } = profile;
    const { preferredAddress } = addressBook;
    return group('customer', [
        group('credentials', [text('login', credentials.login), text('enabled-flag', credentials.enabled), text('password-question', credentials.passwordQuestion)]),
        group('profile', texts(PROFILE, profile).concat(
            text('birthday', day(profile.birthday)), text('gender', profile.gender.value || null), date('creation-date', profile.creationDate),
            date('last-login-time', profile.lastLoginTime), date('last-visit-time', profile.lastVisitTime),
            text('preferred-locale', profile.preferredLocale), customAttributes(profile)
        )),
        group('external-profiles', customer.externalProfiles.toArray().map((it) => group('external-profile', [
            text('provider-id', it.authenticationProviderID), text('external-id', it.externalID), text('email', it.email)]))),
        group('addresses', addressBook.addresses.toArray().map((it) => address(it, preferredAddress !== null && it.ID === preferredAddress.ID))),
        group('customer-groups', groups),
        text('note', customer.note)
    ], { 'customer-no': profile.customerNo });
}

function profiles() {
    return CustomerMgr.queryProfiles('', 'customerNo asc').asList().toArray();
}

function execute(parameters) {
    const groupsOf = ({ customer }) => customer.customerGroups.toArray().filter((it) => !it.ruleBased && !isBuiltIn(it.ID)).map(({ ID }) => `<customer-group${attributesOf({ 'group-id': ID })}/>`);
    const elements = profiles().map((profile) => element(profile, groupsOf(profile)));
    return written(parameters, ['customers', { xmlns: 'http://www.demandware.com/xml/impex/customer/2006-10-31' }], elements, 'customers');
}

module.exports = { execute };
