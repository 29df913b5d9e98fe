//! Where custom APIs end and others begin: users of the back office, pages of the storefront.

use super::stand::{Apis, check_problem, text};
use crate::{data::stand::Answer, testkit::cartridge::write};
use haltscope::sandbox::BUILTIN_CLIENT;
use serde_json::json;

#[tokio::test]
async fn a_token_of_a_user_is_none_of_an_api_client() {
    let apis = Apis::start().await;
    let form = [
        ("grant_type", "urn:demandware:params:oauth:grant-type:client-id:dwsid:dwsecuretoken"),
        ("client_id", BUILTIN_CLIENT),
    ];
    let passwords = format!("green tea:{BUILTIN_CLIENT}");
    let request = apis.http.post(apis.url("/dw/oauth2/access_token"));
    let request = request.basic_auth("editor", Some(passwords)).form(&form);
    let token = text(&Answer::of(request).await.ok(200), "access_token");
    let refused = apis.get("/admin?siteId=Storefront", &token).await;
    check_problem(&refused, 401, "unauthorized", "access-token", "it is one of a user");
}

#[tokio::test]
async fn a_value_of_a_page_is_json_whatever_is_included() {
    let apis = Apis::start().await;
    let script = "var RESTResponseMgr = require('dw/system/RESTResponseMgr');
        var URLAction = require('dw/web/URLAction');
        var NAMES = ['Fine', 'Empty', 'Failed', 'Lost', 'Missing'];
        exports.Show = function () {
            var all = {};
            NAMES.forEach(function (name) {
                all[name] = RESTResponseMgr.createStorefrontControllerRemoteInclude(URLAction('Parts-' + name));
            });
            RESTResponseMgr.createSuccess(all).render();
        };
        exports.Fine = function () { RESTResponseMgr.createSuccess({ a: 1 }).render(); };
        exports.Empty = function () { response.setContentType('application/json'); };
        exports.Failed = function () { throw new Error('no'); };
        exports.Lost = function () { RESTResponseMgr.createError(404).render(); };
        Object.keys(exports).forEach(function (name) { exports[name].public = true; });";
    write(apis.folder.path(), "/app_api/cartridge/controllers/Parts.js", script);
    let page = apis.url("/on/demandware.store/Sites-Storefront-Site/default/Parts-Show");
    let page = Answer::of(apis.http.get(page)).await.ok(200);
    let nothing = json!({});
    assert_eq!(
        page,
        json!({"Fine": {"a": 1}, "Empty": nothing, "Failed": nothing, "Lost": nothing, "Missing": nothing})
    );
}
