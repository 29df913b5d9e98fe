'use strict';

const { manager } = require('../../../internal/bean');
const shop = require('../../../internal/shop');
const OAuthAccessTokenResponse = require('dw/customer/oauth/OAuthAccessTokenResponse');
const OAuthFinalizedResponse = require('dw/customer/oauth/OAuthFinalizedResponse');
const OAuthUserInfoResponse = require('dw/customer/oauth/OAuthUserInfoResponse');

/** Where a provider leads whose record says nothing about that, as in the reference architecture. */
const REENTRY = 'Login-OAuthReentry';

/** Seconds. */
const LIFETIME = 3600;

/** Who logs in, by the names that the providers have for it. */
const VISITOR = {
    name: 'Vera Visitor',
    first_name: 'Vera',
    'first-name': 'Vera',
    given_name: 'Vera',
    last_name: 'Visitor',
    'last-name': 'Visitor',
    family_name: 'Visitor',
    email: 'vera.visitor@example.com',
    'email-address': 'vera.visitor@example.com',
    email_verified: true
};

function refused(what) {
    require('dw/system/Logger').getRootLogger().warn(`The login by a provider of OAuth ends: ${what}`);
    return null;
}

function addressOf(action, code, state) {
    return String(require('dw/web/URLUtils').https(action, 'code', code, 'state', state));
}

/**
 * Logins by other providers, none of which is asked: a mocked one vouches for the same visitor at once, and leads back to
 * the page that the provider's record names (`oauth-providers.xml`).
 */
class OAuthLoginFlowMgr {
    static initiateOAuthLogin(provider) {
        if (typeof provider !== 'string' || provider.trim() === '') {
            return refused('no provider is named');
        }
        const { redirectPipelineNode } = shop.find('oauth-provider', provider) || {};
        const [code, state] = [host.call('random.id', null), host.call('random.id', null)];
        Object.assign(session.privacy, { sandboxOAuthProvider: provider, sandboxOAuthCode: code, sandboxOAuthState: state });
        return new (require('dw/web/URLRedirect'))(addressOf(redirectPipelineNode || REENTRY, code, state), 302);
    }

    static finalizeOAuthLogin() {
        const token = OAuthLoginFlowMgr.obtainAccessToken();
        return token && new OAuthFinalizedResponse(token, OAuthLoginFlowMgr.obtainUserInfo(token.oauthProviderId, token.accessToken));
    }

    /** A code is good for one token. */
    static obtainAccessToken() {
        const { sandboxOAuthProvider: provider, sandboxOAuthCode: code, sandboxOAuthState: state } = session.privacy;
        const { httpParameterMap: given } = request;
        if (!code) {
            return refused('this session has begun none');
        }
        if (given.code.value !== code || given.state.value !== state) {
            return refused('its code or state is not what the provider was given');
        }
        Object.assign(session.privacy, { sandboxOAuthProvider: null, sandboxOAuthCode: null, sandboxOAuthState: null });
        return new OAuthAccessTokenResponse(provider, host.call('random.id', null), LIFETIME);
    }

    static obtainUserInfo(provider, token) {
        if (!provider || !token) {
            return refused('there is no token for what it asks');
        }
        const id = `sandbox-${String(provider).toLowerCase().replace(/\W+/g, '-')}`;
        return new OAuthUserInfoResponse(JSON.stringify(Object.assign({ id, uid: id, sub: id }, VISITOR)));
    }
}

module.exports = manager(OAuthLoginFlowMgr, 'dw.customer.oauth.OAuthLoginFlowMgr', {});
