'use strict';

const { define } = require('../../../internal/bean');
const HashMap = require('dw/util/HashMap');

/** The token that a provider gives for a code. */
class OAuthAccessTokenResponse {
    #provider;
    #token;
    #lifetime;

    constructor(provider, token, lifetime) {
        this.#provider = provider;
        this.#token = token;
        this.#lifetime = lifetime;
    }

    getOauthProviderId() {
        return this.#provider;
    }

    getAccessToken() {
        return this.#token;
    }

    /** Seconds. */
    getAccessTokenExpiry() {
        return this.#lifetime;
    }

    getRefreshToken() {
        return null;
    }

    getIDToken() {
        return null;
    }

    getExtraTokens() {
        return new HashMap();
    }

    /** Nothing: none fails here. */
    getErrorStatus() {
        return null;
    }
}

module.exports = define(OAuthAccessTokenResponse, 'dw.customer.oauth.OAuthAccessTokenResponse', {
    get: {
        oauthProviderId: true,
        accessToken: true,
        accessTokenExpiry: true,
        refreshToken: true,
        IDToken: true,
        extraTokens: true,
        errorStatus: true
    }
});
