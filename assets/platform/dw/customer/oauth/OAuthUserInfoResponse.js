'use strict';

const { define } = require('../../../internal/bean');

/** What a provider tells of a user, as it tells it: JSON. */
class OAuthUserInfoResponse {
    #userInfo;

    constructor(userInfo) {
        this.#userInfo = userInfo;
    }

    getUserInfo() {
        return this.#userInfo;
    }

    /** Nothing: none fails here. */
    getErrorStatus() {
        return null;
    }
}

module.exports = define(OAuthUserInfoResponse, 'dw.customer.oauth.OAuthUserInfoResponse', {
    get: { userInfo: true, errorStatus: true }
});
