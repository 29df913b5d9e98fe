//! Which endpoint answers, who may call it, and what it gets of a request.

use super::stand::{Apis, ORGANIZATION, PRIVATE, check_problem};
use crate::data::stand::Answer;
use crate::testkit::cartridge::write;
use haltscope::sandbox::BUILTIN_CLIENT;
use serde_json::json;

const BUILTIN: (&str, &str) = (BUILTIN_CLIENT, BUILTIN_CLIENT);
const MISSING: &str = "Could not find requested resource";
const INVALID: &str = "Your access-token is invalid";

#[tokio::test]
async fn a_script_gets_all_of_a_request() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    let path = "/things?siteId=Storefront&locale=de-DE&c_count=7&c_ids=a&c_ids=b&c_sizes=1&c_sizes=2&c_word=tea";
    let request = apis.ask("GET", "custom/things/v1", path, &token).header("x-mood", "good");
    let answer = Answer::of(request).await;
    assert_eq!(answer.header("content-type"), "application/json;charset=UTF-8");
    let seen = answer.ok(200);
    let pattern = "/custom/things/v1/organizations/{organizationId}/things";
    for (name, value) in [
        ("site", json!("Storefront")),
        ("locale", json!("de_DE")),
        ("method", json!("GET")),
        ("scapi", json!([true, true, pattern, BUILTIN_CLIENT])),
        ("path", json!({"organizationId": ORGANIZATION})),
        ("count", json!(7)),
        ("ids", json!(["a", "b"])),
        ("has", json!([true, false])),
        ("query", json!("Storefront")),
        ("mood", json!("good")),
        ("secret", json!(null)),
        ("include", json!(false)),
    ] {
        assert_eq!(seen[name], value, "{name}");
    }
    let one = apis.get("/things/a%20b?siteId=Second", &token).await;
    check_problem(&one, 401, "unauthorized", INVALID, "for the site Storefront");
    let one = apis.get("/things/a%20b?siteId=Storefront", &token).await.ok(200);
    assert_eq!(one["path"], json!({"organizationId": ORGANIZATION, "id": "a b"}));
    assert_eq!(one["locale"], "default");
    let first = apis.get("/things/first?siteId=Storefront", &token).await.ok(200);
    assert_eq!(first["path"], json!({"organizationId": ORGANIZATION}), "it says more");
}

#[tokio::test]
async fn what_does_not_fit_the_contract_is_refused() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    for (query, what) in [
        ("", "'siteId' is missing"),
        ("?siteId=Sites-Site", "'siteId' is missing or names no site"),
        ("?siteId=Storefront&c_sizes=1&c_sizes=x", "'c_sizes'[1] is not an integer"),
        ("?siteId=Storefront&other=1", "Unknown query parameter 'other'"),
        ("?siteId=Storefront&c_other=1", "Unknown query parameter 'c_other'"),
        ("?siteId=Storefront&c_count=x", "'c_count' is not an integer"),
        ("?siteId=Storefront&c_count=0", "'c_count' is below 1"),
        ("?siteId=Storefront&c_count=1&c_count=2", "'c_count' stands more than once"),
        ("?siteId=Storefront&c_ids=1&c_ids=2&c_ids=3", "'c_ids' has more than 2 items"),
        ("?siteId=Storefront&c_word=T3A", "'c_word' is not written as ^[a-z]+$ says"),
        ("?siteId=Storefront&locale=xx", "The locale 'xx' is not one of the site's"),
    ] {
        let refused = apis.get(&format!("/things{query}"), &token).await;
        check_problem(&refused, 400, "bad-request", what, "");
    }
    let long = apis.get("/things/0123456789?siteId=Storefront", &token).await;
    check_problem(&long, 400, "bad-request", "'id' has more than 9 characters", "");
    let path = "/things?siteId=Storefront";
    let mood = apis.ask("GET", "custom/things/v1", path, &token).header("x-mood", "odd");
    check_problem(
        &Answer::of(mood).await,
        400,
        "bad-request",
        "'X-Mood' is not one of good, bad",
        "",
    );
    let visits = |cookies: &'static str| {
        let request = apis.ask("GET", "custom/things/v1", path, &token).header("cookie", cookies);
        Answer::of(request)
    };
    for (cookies, what) in [
        ("a=1; visits=ten", "The cookie parameter 'visits' is not an integer"),
        ("visits=10", "The cookie parameter 'visits' is above 9"),
    ] {
        check_problem(&visits(cookies).await, 400, "bad-request", what, "");
    }
    visits("a=1; visits=9").await.ok(200);
    let head = |letters: usize| {
        let request = apis.ask("GET", "custom/things/v1", path, &token);
        Answer::of(request.header("x-long", "x".repeat(letters)))
    };
    let what = "The address and the headers are larger than 24576 bytes.";
    check_problem(&head(24 << 10).await, 400, "bad-request", what, "");
    head(20 << 10).await.ok(200);
    let post = |body: &str| {
        let request = apis.ask("POST", "custom/things/v1", path, &token);
        let request = request.header("content-type", "application/json").body(body.to_owned());
        Answer::of(request)
    };
    let deep = format!("{}{}", "[".repeat(65), "]".repeat(65));
    for (body, what) in [
        ("", "The request body is missing"),
        ("{", "The request body is no JSON"),
        ("[]", "The request body is not an object"),
        ("{}", "The request body.name is missing"),
        (r#"{"name": 1}"#, "The request body.name is not a string"),
        (deep.as_str(), "The request body is no JSON that can be read: it is nested too deeply"),
        (r#"{"name": "a b"}"#, "The request body.name is not written as"),
        (r#"{"name": "a", "size": "b"}"#, "The request body.size is not an integer"),
    ] {
        check_problem(&post(body).await, 400, "bad-request", what, "");
    }
    assert_eq!(post(r#"{"name": "tea", "more": 1}"#).await.ok(201)["name"], "tea");
    let large = format!(r#"{{"name": "{}"}}"#, "x".repeat(5 << 20));
    check_problem(&post(&large).await, 413, "payload-too-large", "5242880 bytes", "");
}

#[tokio::test]
async fn what_is_no_endpoint_is_not_found_and_the_header_says_why() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    let missing = |method: &'static str, api: &'static str, path: &'static str| {
        Answer::of(apis.ask(method, api, path, &token))
    };
    for (method, api, path, reason) in [
        ("GET", "custom/nothing/v1", "/things", "rest-apis/nothing/api.json"),
        ("GET", "custom/things/v2", "/things", "is there in v1, not in v2"),
        ("GET", "custom/things/v1", "/other", "has no path that is like /other"),
        ("GET", "custom/things/v1", "/hidden", "exports no public function hidden"),
        ("GET", "custom/things/v1", "/faulty", "doesn't begin with c_"),
        ("DELETE", "custom/things/v1", "/things", "is there for GET, POST, not for DELETE"),
        ("OPTIONS", "custom/things/v1", "/things", "is there for GET, POST"),
        ("GET", "custom/things/v1", "/things?siteId=Nowhere", "there is no site Nowhere"),
        ("GET", "product/shopper-products/v1", "/products/x", "none of the platform's other APIs"),
        (
            "POST",
            "shopper/auth/v1",
            "/oauth2/passwordless/login",
            "authorize, login, token and logout",
        ),
    ] {
        let path = if path == "/hidden" { "/hidden?siteId=Storefront" } else { path };
        let answer = missing(method, api, path).await;
        check_problem(&answer, 404, "resource-not-found", MISSING, reason);
    }
}

#[tokio::test]
async fn tokens_of_the_right_kind_and_scope_are_needed() {
    let apis = Apis::start().await;
    let (guest, admin) = (apis.guest().await, apis.admin(BUILTIN, None).await);
    let (things, office) = ("/things?siteId=Storefront", "/admin?siteId=Storefront");
    for (path, token, reason) in [
        (things, "", "Authorization is missing"),
        (things, "x", "not valid"),
        (things, admin.as_str(), "one of the account management"),
        (office, guest.as_str(), "one of a shopper"),
        (office, "a.b.c", "not valid"),
    ] {
        let refused = apis.get(path, token).await;
        check_problem(&refused, 401, "unauthorized", INVALID, reason);
    }
    let basic = apis.ask("GET", "custom/things/v1", things, "").basic_auth("a", Some("b"));
    check_problem(&Answer::of(basic).await, 401, "unauthorized", INVALID, "no bearer's");
    let other = apis.url(&format!("/custom/things/v1/organizations/f_ecom_other{things}"));
    let other = Answer::of(apis.http.get(other).bearer_auth(&guest)).await;
    check_problem(&other, 401, "unauthorized", INVALID, "for the organization f_ecom_zzxy_prd");
    apis.get(things, &guest).await.ok(200);
    let seen = apis.get(office, &admin).await.ok(200);
    assert_eq!(seen["customer"][0], false);
    assert_eq!(seen["site"], "Storefront");

    let tenant = "SALESFORCE_COMMERCE_API:zzxy_prd";
    let private = (PRIVATE, "s3cret");
    for (client, scope, missing) in [
        (BUILTIN, "c_things_admin", Some(tenant)),
        (BUILTIN, tenant, Some("c_things_admin")),
        (BUILTIN, "SALESFORCE_COMMERCE_API:zzxy_prd c_things_admin", None),
        (private, "SALESFORCE_COMMERCE_API:zzxy_prd c_things_admin", None),
        (private, "SALESFORCE_COMMERCE_API:other c_things_admin", Some(tenant)),
    ] {
        let token = apis.admin(client, Some(scope)).await;
        let answer = apis.get(office, &token).await;
        match missing {
            None => assert_eq!(answer.ok(200)["scapi"][3], client.0),
            Some(missing) => {
                let detail = format!("Missing required scope: {missing}");
                check_problem(&answer, 403, "forbidden", &detail, "");
            }
        }
    }
    let reader = apis.admin(("reader", "p+s%:w/ö"), None).await;
    check_problem(&apis.get(office, &reader).await, 403, "forbidden", "c_things_admin", "");
}

#[tokio::test]
async fn admins_ask_for_a_site_or_for_the_organization() {
    let apis = Apis::start().await;
    let token = apis.admin(BUILTIN, None).await;
    for (query, site) in [("", "Sites-Site"), ("?siteId=Sites-Site", "Sites-Site")] {
        let asked = apis.ask("GET", "custom/back-office/v3", &format!("/{query}"), &token);
        assert_eq!(Answer::of(asked).await.ok(200)["site"], site, "{query}");
    }
    let of_site = apis.ask("GET", "custom/back-office/v3", "/?siteId=Storefront", &token);
    let of_site = Answer::of(of_site).await;
    check_problem(&of_site, 404, "resource-not-found", MISSING, "back-office/api.json");
    assert_eq!(apis.get("/admin?siteId=Second", &token).await.ok(200)["site"], "Second");
}

#[tokio::test]
async fn a_contract_counts_as_it_is_saved() {
    let apis = Apis::start().await;
    let token = apis.guest().await;
    let path = "/app_api/cartridge/rest-apis/things/schema.yaml";
    let changed = super::stand::SCHEMA.replace("  /things/first:", "  /things/last:");
    write(apis.folder.path(), path, &changed);
    apis.get("/things/last?siteId=Storefront", &token).await.ok(200);
    write(apis.folder.path(), path, "openapi: 3.0.0\npaths:\n  - [\n");
    let broken = apis.get("/things?siteId=Storefront", &token).await;
    check_problem(&broken, 404, "resource-not-found", MISSING, "things/schema.yaml:");
}
