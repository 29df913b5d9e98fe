'use strict';

/** Pipelets of customers: from their input to what they answer, or null for their error exit. */

const { attempted } = require('./exits');

function customers() {
    return require('dw/customer/CustomerMgr');
}

/** Nobody signs in with it: it is as good as none. */
function randomPassword() {
    return `Aa1!${require('dw/util/UUIDUtils').createUUID()}`;
}

module.exports = {
    GetCustomer({ Login: login, CustomerNo: number }) {
        const customer = login ? customers().getCustomerByLogin(login) : number ? customers().getCustomerByCustomerNumber(number) : null;
        return customer && { Customer: customer };
    },

    GetCustomerAddress({ Customer: customer, AddressID: id }) {
        const book = customer && customer.profile ? customer.profile.addressBook : null;
        const address = book && id ? book.getAddress(id) : null;
        return address && { Address: address };
    },

    GetCustomerPaymentInstruments({ Customer: customer, PaymentMethod: method }) {
        if (!customer || !customer.profile) {
            return null;
        }
        const wallet = customer.profile.wallet;
        return { PaymentInstruments: method ? wallet.getPaymentInstruments(method) : wallet.getPaymentInstruments() };
    },

    LoginCustomer({ Login: login, Password: password, RememberMe: remembers }) {
        const customer = login && password ? customers().loginCustomer(login, password, Boolean(remembers)) : null;
        return customer && { Customer: customer };
    },

    /** Where the provider leads the visitor. */
    InitiateOAuthLogin({ OAuthProviderID: provider }) {
        const redirect = require('dw/customer/oauth/OAuthLoginFlowMgr').initiateOAuthLogin(provider);
        return redirect && { AuthorizationURL: redirect.location };
    },

    FinalizeOAuthLogin() {
        const ended = require('dw/customer/oauth/OAuthLoginFlowMgr').finalizeOAuthLogin();
        return ended && {
            OAuthProviderID: ended.accessTokenResponse.oauthProviderId,
            AccessToken: ended.accessTokenResponse.accessToken,
            AccessTokenExpiry: ended.accessTokenResponse.accessTokenExpiry,
            RefreshToken: ended.accessTokenResponse.refreshToken,
            ResponseText: ended.userInfoResponse.userInfo,
            ErrorStatus: ended.accessTokenResponse.errorStatus
        };
    },

    LogoutCustomer() {
        customers().logoutCustomer();
        return {};
    },

    CreateCustomer: ({ Login: login, Password: password }) => attempted(() => ({ Customer: customers().createCustomer(login, password) })),

    SetCustomerPassword: ({ Customer: customer, Password: password }) => (customer.profile.credentials.setPassword(password, null, false).error ? null : {}),

    ResetCustomerPassword({ Customer: customer }) {
        const password = randomPassword();
        customer.profile.credentials.setPassword(password, null, false);
        return { Password: password };
    },

    GenerateResetPasswordToken: ({ Customer: customer }) => ({ ResetPasswordToken: customer.profile.credentials.createResetPasswordToken() }),

    ValidateResetPasswordToken({ Token: token }) {
        const customer = token ? customers().getCustomerByToken(token) : null;
        return customer && { Customer: customer };
    },

    ResetCustomerPasswordWithToken: ({ Customer: customer, Token: token, Password: password }) => (
        customer.profile.credentials.setPasswordWithToken(token, password).error ? null : {}
    )
};
