'use strict';

var CustomerMgr = require('dw/customer/CustomerMgr');
var Transaction = require('dw/system/Transaction');
var URLUtils = require('dw/web/URLUtils');
var formHelpers = require('*/cartridge/scripts/helpers/formHelpers');

/** Where visitors may come from who are asked to log in, by the name that addresses give it. */
var GOALS = { checkout: 'Checkout-Begin' };

/**
 * Where to go after the login: `url`, and `over(action)`, the address of an action that leads there too. A name that
 * isn't known leads to the account, never out of the shop.
 */
function goal(name) {
    var isKnown = Object.prototype.hasOwnProperty.call(GOALS, name);
    return {
        url: URLUtils.url(isKnown ? GOALS[name] : 'Account-Show'),
        over: function (action) {
            return isKnown ? URLUtils.url(action, 'rurl', name) : URLUtils.url(action);
        }
    };
}

/** Logs in whom a form names. Answers whether that was possible; else the form says why not. */
function login(form) {
    if (!formHelpers.isComplete(form)) {
        return false;
    }
    var status = CustomerMgr.authenticateCustomer(form.email.value, form.password.value);
    if (!status.authenticated) {
        return formHelpers.refuse(form, 'error.mismatch');
    }
    CustomerMgr.loginCustomer(status);
    return true;
}

function isRegistrable(form) {
    if (!formHelpers.isComplete(form)) {
        return false;
    }
    if (form.login.password.value !== form.login.confirmation.value) {
        return formHelpers.refuse(form.login.confirmation, 'error.confirmation');
    }
    return CustomerMgr.getCustomerByLogin(form.customer.email.value)
        ? formHelpers.refuse(form.customer.email, 'error.emailTaken')
        : true;
}

/** Registers whom a form describes, and logs in. Answers whether that was possible; else the fields say why not. */
function register(form) {
    if (!isRegistrable(form)) {
        return false;
    }
    var email = form.customer.email.value;
    var password = form.login.password.value;
    Transaction.wrap(function () {
        form.customer.copyTo(CustomerMgr.createCustomer(email, password).profile);
    });
    CustomerMgr.loginCustomer(CustomerMgr.authenticateCustomer(email, password));
    return true;
}

/**
 * Changes a profile to what a form says. Its e-mail address is the login too, so the password is asked for.
 * Answers whether that was possible; else the fields say why not.
 */
function change(profile, form) {
    var credentials = profile.credentials;
    var email = form.customer.email.value;
    if (!formHelpers.isComplete(form.customer) || !formHelpers.isFilled(form.login.password)) {
        return false;
    }
    if (!CustomerMgr.authenticateCustomer(credentials.login, form.login.password.value).authenticated) {
        return formHelpers.refuse(form.login.password, 'error.wrongPassword');
    }
    if (email !== credentials.login && CustomerMgr.getCustomerByLogin(email)) {
        return formHelpers.refuse(form.customer.email, 'error.emailTaken');
    }
    Transaction.wrap(function () {
        form.customer.copyTo(profile);
        if (email !== credentials.login) {
            credentials.setLogin(email, form.login.password.value);
        }
    });
    return true;
}

module.exports = { goal: goal, login: login, register: register, change: change };
