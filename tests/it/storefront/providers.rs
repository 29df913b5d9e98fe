//! Logins by providers of OAuth, which the sandbox plays.

use super::{Browser, Page, archived, storefront_of};
use axum::http::StatusCode;

const CONTROLLER: &str = "
var Flow = require('dw/customer/oauth/OAuthLoginFlowMgr');
exports.Begin = function () {
    response.redirect(Flow.initiateOAuthLogin(request.httpParameterMap.by.value).location);
};
exports.Begin.public = true;
exports.OAuthReentry = function () {
    var login = Flow.finalizeOAuthLogin();
    if (!login) { response.writer.print('none'); return; }
    var token = login.accessTokenResponse;
    var user = JSON.parse(login.userInfoResponse.userInfo);
    response.writer.print([token.oauthProviderId, token.accessToken.length > 9, token.accessTokenExpiry, token.errorStatus, token.IDToken, token.extraTokens.empty,
        user.id, user.email, user.first_name, user.last_name, login.userInfoResponse.errorStatus].join());
};
exports.OAuthReentry.public = true;
exports.Own = function () {
    var token = Flow.obtainAccessToken();
    response.writer.print('own ' + token.oauthProviderId + JSON.parse(Flow.obtainUserInfo(token.oauthProviderId, token.accessToken).userInfo).sub);
};
exports.Own.public = true;
exports.Older = function () {
    var ended = new dw.system.Pipelet('FinalizeOAuthLogin').execute();
    var user = ended.ResponseText ? JSON.parse(ended.ResponseText).id : null;
    response.writer.print([ended.result, ended.OAuthProviderID, Boolean(ended.AccessToken), user].join());
};
exports.Older.public = true;
";

fn browser() -> Browser {
    let providers = "<oauth-providers><oauth-provider provider-id=\"Own one\">\
        <client-id>c</client-id><redirect-pipeline-node>Login-Own</redirect-pipeline-node></oauth-provider></oauth-providers>";
    let shop = archived(&[("oauth-providers.xml", providers)]);
    let files = [("app/cartridge/controllers/Login.js", CONTROLLER)];
    Browser::of(&storefront_of(&files, shop))
}

/// Where a page leads, in the same shop.
fn path(page: &Page) -> String {
    let location = page.location();
    location.strip_prefix("https://localhost").unwrap_or(location).to_owned()
}

#[tokio::test]
async fn a_provider_vouches_for_a_visitor() {
    let mut browser = browser();
    let page = browser.get("Login-Begin?by=Google").await;
    assert_eq!(page.status, StatusCode::FOUND);
    let back = path(&page);
    assert!(back.contains("/Login-OAuthReentry?code="), "{back}");
    let page = browser.get(&back).await;
    let expected = "Google,true,3600,,,true,sandbox-google,vera.visitor@example.com,Vera,Visitor,";
    assert_eq!(page.is_fine().body, expected);
    // Once.
    assert_eq!(browser.get(&back).await.is_fine().body, "none");
}

#[tokio::test]
async fn a_login_ends_where_the_provider_s_record_says() {
    let mut browser = browser();
    let back = path(&browser.get("Login-Begin?by=Own+one").await);
    let page = browser.get(&back).await;
    assert_eq!(page.is_fine().body, "own Own onesandbox-own-one");
}

#[tokio::test]
async fn a_login_that_another_session_began_does_not_end() {
    let mut browser = browser();
    let back = path(&browser.get("Login-Begin?by=Google").await);
    let mut other = self::browser();
    assert_eq!(other.get(&back).await.is_fine().body, "none");
    let forged = back.replace("state=", "state=x");
    assert_eq!(browser.get(&forged).await.is_fine().body, "none");
}

#[tokio::test]
async fn older_controllers_end_a_login_by_a_pipelet() {
    let mut browser = browser();
    let page = browser.get("Login-Begin?by=Google").await;
    let begun = path(&page);
    let (_, query) = begun.split_once('?').expect("a code and a state");
    let ended = browser.get(&format!("Login-Older?{query}")).await.body;
    assert_eq!(ended, "1,Google,true,sandbox-google");
    let again = browser.get(&format!("Login-Older?{query}")).await.body;
    assert_eq!(again, "2,,false,");
}
