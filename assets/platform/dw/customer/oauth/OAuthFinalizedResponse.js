'use strict';

const { define } = require('../../../internal/bean');

/** A login that has come to its end: the token, and the user whom it speaks of. */
class OAuthFinalizedResponse {
    #token;
    #user;

    constructor(token, user) {
        this.#token = token;
        this.#user = user;
    }

    getAccessTokenResponse() {
        return this.#token;
    }

    getUserInfoResponse() {
        return this.#user;
    }
}

module.exports = define(OAuthFinalizedResponse, 'dw.customer.oauth.OAuthFinalizedResponse', {
    get: { accessTokenResponse: true, userInfoResponse: true }
});
