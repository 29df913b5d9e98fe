'use strict';

const atOnce = require('../../internal/atOnce');
const { held, define } = require('../../internal/bean');
const { texts } = require('../../internal/fields');
const Status = require('dw/system/Status');

/** How a customer logs in. */
class Credentials {
    constructor(profile) {
        Object.defineProperty(this, held, { value: profile });
    }

    #number() {
        return this[held].number;
    }

    getLogin() {
        return this[held].login;
    }

    /** Another login; with the password it is checked first. Nothing changes if it is taken. */
    setLogin(login, password) {
        if (password !== undefined && host.call('customer.authenticate', { login: this.getLogin(), password: String(password) }) === null) {
            return false;
        }
        const done = atOnce('customer.set_login', { number: this.#number(), login: String(login) });
        if (done) {
            this[held].login = String(login);
        }
        return done;
    }

    /** `(new, old, verifies)`: the old one is checked only if that is wanted. */
    setPassword(password, old, verifies) {
        if (verifies && host.call('customer.authenticate', { login: this.getLogin(), password: String(old) }) === null) {
            return new Status(Status.ERROR, 'PASSWORD', 'The old password is another one');
        }
        const objection = require('../../internal/passwords').objectionTo(password);
        if (objection !== null) {
            return new Status(Status.ERROR, 'PASSWORD', objection);
        }
        atOnce('customer.set_password', { number: this.#number(), password: String(password) });
        this[held].passwordSet = new Date().toISOString();
        return new Status(Status.OK);
    }

    /** A token is good for half an hour, and for one new password. */
    createResetPasswordToken() {
        return host.call('customer.token', { number: this.#number() });
    }

    setPasswordWithToken(token, password) {
        const owner = host.call('customer.owner', { token: String(token) });
        if (owner === null || owner.number !== this.#number()) {
            return new Status(Status.ERROR, 'TOKEN', 'The token is no longer good');
        }
        const status = this.setPassword(password, null, false);
        if (!status.error) {
            host.call('customer.spend', { token: String(token) });
        }
        return status;
    }

    isPasswordSet() {
        return !this[held].externals;
    }

    isEnabled() {
        return this[held].enabled !== false;
    }

    getEnabledFlag() {
        return this.isEnabled();
    }

    setEnabledFlag(isEnabled) {
        this[held].enabled = Boolean(isEnabled);
    }

    /** Wrong passwords lock nobody out of the sandbox. */
    isLocked() {
        return false;
    }

    /** Less than none: nobody counts. */
    getRemainingLoginAttempts() {
        return -1;
    }

    #external(name) {
        const [first] = this[held].externals || [];
        return first === undefined ? null : first[name];
    }

    getAuthenticationProviderID() {
        return this.#external('provider');
    }

    getExternalID() {
        return this.#external('id');
    }

    setAuthenticationProviderID(provider) {
        this[held].externals = [Object.assign({ id: null }, (this[held].externals || [])[0], { provider })];
    }

    setExternalID(id) {
        this[held].externals = [Object.assign({ provider: null }, (this[held].externals || [])[0], { id })];
    }

    toString() {
        return `[Credentials login=${this.getLogin()}]`;
    }
}

module.exports = define(Credentials, 'dw.customer.Credentials', {
    changes: ['createResetPasswordToken', 'setAuthenticationProviderID', 'setEnabledFlag', 'setExternalID', 'setLogin', 'setPassword',
        'setPasswordAnswer', 'setPasswordQuestion', 'setPasswordWithToken'],
    get: Object.assign({
        login: true,
        enabledFlag: true,
        authenticationProviderID: true,
        remainingLoginAttempts: true,
        externalID: true
    }, texts(['passwordQuestion', 'passwordAnswer'])),
    is: { enabled: true, locked: true, passwordSet: true }
});
