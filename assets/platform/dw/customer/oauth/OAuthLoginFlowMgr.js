'use strict';

const { manager } = require('../../../internal/bean');

function refused(what) {
    require('dw/system/Logger').getRootLogger().warn(`${what}: the sandbox has no providers of OAuth`);
    return null;
}

/**
 * Logins by other providers. Offline there are none, so each flow ends as it does for a provider that isn't configured: with
 * nothing, which scripts have to expect.
 */
class OAuthLoginFlowMgr {
    static initiateOAuthLogin(provider) {
        return refused(`The login by ${provider} doesn't begin`);
    }

    static finalizeOAuthLogin() {
        return refused('A login doesn\'t end');
    }

    static obtainAccessToken(provider) {
        return refused(`There is no token of ${provider}`);
    }

    static obtainUserInfo(provider) {
        return refused(`There is no user of ${provider}`);
    }
}

module.exports = manager(OAuthLoginFlowMgr, 'dw.customer.oauth.OAuthLoginFlowMgr', {});
