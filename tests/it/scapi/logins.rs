//! The login of shoppers: guests and customers, and what becomes of their tokens.

use super::stand::{Apis, CALLBACK, PRIVATE, PUBLIC, check_problem, text};
use crate::data::stand::Answer;
use crate::testkit::patience::unhurried;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use haltscope::sandbox::{BUILTIN_CLIENT, Data, SandboxOptions};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use url::Url;

const VERIFIER: &str = "a-verifier-that-is-long-enough-to-be-one-of-them";

fn challenge() -> String {
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER.as_bytes()))
}

fn claims(token: &str) -> Value {
    let part = token.split('.').nth(1).expect("claims");
    serde_json::from_slice(&BASE64_URL_SAFE_NO_PAD.decode(part).expect("Base64")).expect("JSON")
}

/// The query of where an answer leads to.
fn led(answer: &Answer) -> Vec<(String, String)> {
    assert_eq!(answer.status, 303, "{}: {}", answer.row, answer.text);
    let url = Url::parse(answer.header("location")).expect("an address");
    assert!(url.as_str().starts_with(CALLBACK), "{url}");
    url.query_pairs().into_owned().collect()
}

fn of<'p>(pairs: &'p [(String, String)], name: &str) -> &'p str {
    pairs.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
}

fn check_fault(answer: &Answer, status: u16, error: &str, what: &str) {
    assert_eq!(answer.status, status, "{}: {}", answer.row, answer.text);
    let fault = answer.json();
    assert_eq!(fault["error"], error, "{}: {fault}", answer.row);
    assert!(text(&fault, "error_description").contains(what), "{}: {fault}", answer.row);
    assert_eq!(fault["message"], fault["error_description"]);
    assert_eq!(fault["status_code"], status.to_string());
}

impl Apis {
    async fn authorize(&self, changes: &[(&str, &str)]) -> Answer {
        let challenge = challenge();
        let mut query = vec![
            ("client_id", PUBLIC),
            ("redirect_uri", CALLBACK),
            ("response_type", "code"),
            ("hint", "guest"),
            ("code_challenge", &challenge),
        ];
        change(&mut query, changes);
        Answer::of(self.login("GET", "authorize").query(&query)).await
    }

    async fn sign_in(&self, login: &str, password: &str, changes: &[(&str, &str)]) -> Answer {
        let challenge = challenge();
        let mut form = vec![
            ("client_id", PUBLIC),
            ("redirect_uri", CALLBACK),
            ("channel_id", "Storefront"),
            ("code_challenge", &challenge),
        ];
        change(&mut form, changes);
        let request = self.login("POST", "login").basic_auth(login, Some(password));
        Answer::of(request.form(&form)).await
    }

    async fn exchange(&self, code: &str, changes: &[(&str, &str)]) -> Answer {
        let mut form = vec![
            ("client_id", PUBLIC),
            ("grant_type", "authorization_code_pkce"),
            ("redirect_uri", CALLBACK),
            ("channel_id", "Storefront"),
            ("code_verifier", VERIFIER),
            ("code", code),
        ];
        change(&mut form, changes);
        Answer::of(self.login("POST", "token").form(&form)).await
    }

    async fn renew(&self, token: &str, changes: &[(&str, &str)]) -> Answer {
        let mut form = vec![
            ("client_id", PUBLIC),
            ("grant_type", "refresh_token"),
            ("channel_id", "Storefront"),
            ("refresh_token", token),
        ];
        change(&mut form, changes);
        Answer::of(self.login("POST", "token").form(&form)).await
    }

    async fn register(&self, login: &str, password: &str) -> String {
        let path = "/customers?siteId=Storefront";
        let request = self.ask("POST", "custom/things/v1", path, &self.guest().await);
        let body = json!({"login": login, "password": password});
        text(&Answer::of(request.json(&body)).await.ok(201), "number")
    }
}

/// An empty value takes the field away.
fn change<'f>(fields: &mut Vec<(&'f str, &'f str)>, changes: &[(&'f str, &'f str)]) {
    for (name, value) in changes {
        fields.retain(|(known, _)| known != name);
        if !value.is_empty() {
            fields.push((name, value));
        }
    }
}

#[tokio::test]
async fn a_guest_of_a_public_client_gets_tokens_for_a_code() {
    let apis = Apis::start().await;
    let led_to = led(&apis.authorize(&[("state", "s p")]).await);
    let usid = of(&led_to, "usid");
    assert_eq!(of(&led_to, "state"), "s p");
    let code = of(&led_to, "code");
    for (changes, error, what) in [
        (vec![("code_verifier", "other")], "invalid_grant", "code_verifier"),
        (vec![("code_verifier", "")], "invalid_request", "code_verifier is required"),
        (vec![("client_id", PRIVATE)], "invalid_client", ""),
        (vec![("client_id", BUILTIN_CLIENT)], "invalid_grant", "code"),
        (vec![("redirect_uri", "https://other.test/")], "invalid_grant", "code"),
        (vec![("usid", "0000")], "invalid_grant", "code"),
        (vec![("channel_id", "Nowhere")], "invalid_request", "channel_id"),
        (vec![("code", "x.y.z")], "invalid_grant", "code"),
        (vec![("grant_type", "password")], "unsupported_grant_type", "password"),
    ] {
        let refused = apis.exchange(code, &changes).await;
        let status = if error == "invalid_client" { 401 } else { 400 };
        check_fault(&refused, status, error, what);
    }
    let tokens = apis.exchange(code, &[("usid", usid), ("dnt", "false")]).await;
    assert_eq!(tokens.header("cache-control"), "no-store");
    let tokens = tokens.ok(200);
    assert_eq!(tokens["usid"], usid);
    assert_eq!((&tokens["expires_in"], &tokens["token_type"]), (&json!(1800), &json!("Bearer")));
    assert_eq!(tokens["refresh_token_expires_in"], 2_592_000);
    assert_eq!(tokens["dnt"], "false");
    check_fault(&apis.exchange(code, &[]).await, 400, "invalid_grant", "code");

    let access = text(&tokens, "access_token");
    let said = claims(&access);
    let guest = text(&tokens, "customer_id");
    assert_eq!(said["sub"], format!("cc-slas::zzxy_prd::scid:{PUBLIC}::usid:{usid}"));
    let isb = format!("uido:slas::upn:Guest::uidn:Guest User::gcid:{guest}::chid:Storefront");
    assert_eq!(said["isb"], isb);
    assert_eq!(said["scp"], "c_things");
    let seen = apis.get("/things?siteId=Storefront", &access).await.ok(200);
    assert_eq!(seen["customer"], json!([false, false, guest, null]));
    assert_eq!(seen["scapi"][3], PUBLIC);
}

#[tokio::test]
async fn what_a_code_is_asked_for_with_has_to_be_right() {
    let apis = Apis::start().await;
    for (changes, what) in [
        (vec![("client_id", "unknown")], "client_id"),
        (vec![("redirect_uri", "https://app.shop.test/other")], "redirect_uri"),
        (vec![("redirect_uri", "")], "redirect_uri"),
        (vec![("code_challenge", "")], "code_challenge is required"),
        (vec![("hint", "Google")], "hint is guest"),
        (vec![("response_type", "token")], "response_type is code"),
        (vec![("channel_id", "Nowhere")], "channel_id"),
        (vec![("usid", "x")], "usid"),
    ] {
        check_fault(&apis.authorize(&changes).await, 400, "invalid_request", what);
    }
    for scope in ["c_other", "*", "c_things *"] {
        let refused = apis.authorize(&[("scope", scope)]).await;
        check_fault(&refused, 400, "invalid_scope", "may not have");
    }
    let posted = Answer::of(apis.login("POST", "authorize")).await;
    assert_eq!(posted.status, 400);
    let got = Answer::of(apis.login("GET", "token")).await;
    assert_eq!(got.status, 405);
    // The documented client leads to this machine alone.
    let local = ("redirect_uri", "http://localhost:3000/callback");
    let built_in = apis.authorize(&[("client_id", BUILTIN_CLIENT), local]).await;
    assert_eq!(built_in.status, 303);
    check_fault(&apis.authorize(&[local]).await, 400, "invalid_request", "redirect_uri");
    let away = apis.authorize(&[("client_id", BUILTIN_CLIENT)]).await;
    check_fault(&away, 400, "invalid_request", "redirect_uri");
}

#[tokio::test]
async fn a_customer_logs_in_with_his_password() {
    let apis = Apis::start().await;
    let number = apis.register("ada@shop.test", "Green tea 1!").await;
    let guest = led(&apis.authorize(&[]).await);
    let usid = of(&guest, "usid");
    for (login, password) in [("ada@shop.test", "no"), ("bob@shop.test", "Green tea 1!")] {
        let refused = apis.sign_in(login, password, &[]).await;
        check_fault(&refused, 401, "invalid_client", "Basic Authorization failed");
    }
    let elsewhere =
        apis.sign_in("ada@shop.test", "Green tea 1!", &[("channel_id", "Second")]).await;
    check_fault(&elsewhere, 401, "invalid_client", "Basic Authorization failed");
    let led_to = led(&apis.sign_in("ada@shop.test", "Green tea 1!", &[("usid", usid)]).await);
    assert_eq!(of(&led_to, "usid"), usid, "he stays who he is");
    let tokens = apis.exchange(of(&led_to, "code"), &[]).await.ok(200);
    assert_eq!(tokens["customer_id"], number);
    let access = text(&tokens, "access_token");
    let isb = text(&claims(&access), "isb");
    let parts: Vec<_> = isb.split("::").collect();
    assert_eq!(parts[1..3], ["upn:ada@shop.test", "uidn:Ada Byron"], "{isb}");
    assert_eq!(parts[4..], [&format!("rcid:{number}"), "chid:Storefront"], "{isb}");
    let seen = apis.get("/things?siteId=Storefront", &access).await.ok(200);
    assert_eq!(seen["customer"], json!([true, true, number, "ada@shop.test"]));
    // He is still the guest of before with that one's token.
    let tokens = apis.exchange(of(&guest, "code"), &[]).await.ok(200);
    let seen = apis.get("/things?siteId=Storefront", &text(&tokens, "access_token")).await.ok(200);
    assert_eq!(seen["customer"][0], false);
}

#[tokio::test]
async fn a_customers_session_is_not_that_of_a_guest_who_knows_his_id() {
    let apis = Apis::start().await;
    apis.register("ada@shop.test", "Green tea 1!").await;
    let led_to = led(&apis.sign_in("ada@shop.test", "Green tea 1!", &[]).await);
    let tokens = apis.exchange(of(&led_to, "code"), &[]).await.ok(200);
    let visit = |token: String| {
        let request = apis.ask("PUT", "custom/things/v1", "/visits?siteId=Storefront", &token);
        async move { Answer::of(request).await.ok(200) }
    };
    let customers = visit(text(&tokens, "access_token")).await;
    let guest = led(&apis.authorize(&[("usid", of(&led_to, "usid"))]).await);
    let tokens = apis.exchange(of(&guest, "code"), &[]).await.ok(200);
    let guests = visit(text(&tokens, "access_token")).await;
    assert_eq!((&customers["visits"], &guests["visits"]), (&json!(1), &json!(1)));
    assert_ne!(customers["basket"], guests["basket"]);
}

#[tokio::test]
async fn tokens_stand_for_nobody_who_comes_after_their_customer() {
    let apis = Apis::start().await;
    let number = apis.register("ada@shop.test", "Green tea 1!").await;
    let code = led(&apis.sign_in("ada@shop.test", "Green tea 1!", &[]).await);
    let unused = led(&apis.sign_in("ada@shop.test", "Green tea 1!", &[]).await);
    let tokens = apis.exchange(of(&code, "code"), &[]).await.ok(200);
    let path = "/things?siteId=Storefront";
    apis.get(path, &text(&tokens, "access_token")).await.ok(200);
    let reset = apis.http.post(apis.url("/-/sandbox/reset"));
    Answer::of(reset.basic_auth("admin", Some("haltscope-demo"))).await.ok(200);
    assert_eq!(apis.register("bob@shop.test", "Black tea 1!").await, number);
    let refused = apis.get(path, &text(&tokens, "access_token")).await;
    check_problem(&refused, 401, "unauthorized", "access-token", "its customer is no more");
    let renewed = apis.renew(&text(&tokens, "refresh_token"), &[]).await;
    check_fault(&renewed, 400, "invalid_grant", "invalid refresh_token");
    check_fault(&apis.exchange(of(&unused, "code"), &[]).await, 400, "invalid_grant", "code");
}

#[tokio::test]
async fn tokens_end_with_the_sandbox() {
    let folder = tempfile::tempdir().expect("a folder");
    let start = || {
        let data = Some(Data::Folder(folder.path().to_owned()));
        Apis::with(SandboxOptions { data, ..unhurried() })
    };
    let apis = start().await;
    let code = led(&apis.authorize(&[]).await);
    let tokens = apis.exchange(of(&code, "code"), &[]).await.ok(200);
    apis.sandbox.shutdown().await;
    let apis = start().await;
    let refused = apis.get("/things?siteId=Storefront", &text(&tokens, "access_token")).await;
    check_problem(&refused, 401, "unauthorized", "access-token", "not valid");
    let renewed = apis.renew(&text(&tokens, "refresh_token"), &[]).await;
    check_fault(&renewed, 400, "invalid_grant", "invalid refresh_token");
}

#[tokio::test]
async fn a_private_client_says_its_secret() {
    let apis = Apis::start().await;
    let form = [("grant_type", "client_credentials"), ("channel_id", "Storefront")];
    let ask = |secret: &'static str| {
        Answer::of(apis.login("POST", "token").basic_auth(PRIVATE, Some(secret)).form(&form))
    };
    check_fault(&ask("other").await, 401, "invalid_client", "");
    let none = Answer::of(apis.login("POST", "token").form(&form)).await;
    check_fault(&none, 401, "invalid_client", "");
    let tokens = ask("s3cret").await.ok(200);
    let path = "/things?siteId=Storefront";
    let denied = apis.get(path, &text(&tokens, "access_token")).await;
    assert_eq!(denied.status, 403, "its scope is another one");
    let refresh = text(&tokens, "refresh_token");
    let renew = |secret: &'static str| {
        let form = [("grant_type", "refresh_token"), ("refresh_token", refresh.as_str())];
        Answer::of(apis.login("POST", "token").basic_auth(PRIVATE, Some(secret)).form(&form))
    };
    check_fault(&renew("other").await, 401, "invalid_client", "");
    let again = [renew("s3cret").await.ok(200), renew("s3cret").await.ok(200)];
    assert!(again.iter().all(|it| it["usid"] == tokens["usid"]), "as often as it likes");
    check_fault(&apis.renew(&refresh, &[]).await, 400, "invalid_grant", "invalid refresh_token");
}

#[tokio::test]
async fn a_refresh_token_of_a_public_client_is_good_once() {
    let apis = Apis::start().await;
    let code = led(&apis.authorize(&[]).await);
    let first = apis.exchange(of(&code, "code"), &[]).await.ok(200);
    let refresh = text(&first, "refresh_token");
    for changes in [
        vec![("client_id", BUILTIN_CLIENT)],
        vec![("channel_id", "Second")],
        vec![("refresh_token", "")],
    ] {
        let refused = apis.renew(&refresh, &changes).await;
        check_fault(&refused, 400, "invalid_grant", "invalid refresh_token");
    }
    let access = apis.renew(&text(&first, "access_token"), &[]).await;
    check_fault(&access, 400, "invalid_grant", "invalid refresh_token");
    let second = apis.renew(&refresh, &[]).await.ok(200);
    assert_eq!((&second["usid"], &second["customer_id"]), (&first["usid"], &first["customer_id"]));
    check_fault(&apis.renew(&refresh, &[]).await, 400, "invalid_grant", "invalid refresh_token");
    apis.renew(&text(&second, "refresh_token"), &[]).await.ok(200);
    // Nothing stands in for an access token.
    for other in [&refresh, &text(&first, "id_token"), of(&code, "code")] {
        assert_eq!(apis.get("/things?siteId=Storefront", other).await.status, 401);
    }
}

#[tokio::test]
async fn after_a_logout_tokens_count_no_more() {
    let apis = Apis::start().await;
    let tokens = apis.guest_tokens().await;
    let (access, refresh) = (text(&tokens, "access_token"), text(&tokens, "refresh_token"));
    let logout = |access: &str, refresh: &str| {
        let query = [("client_id", BUILTIN_CLIENT), ("refresh_token", refresh)];
        Answer::of(apis.login("GET", "logout").bearer_auth(access).query(&query))
    };
    let other = apis.guest_tokens().await;
    let foreign = logout(&access, &text(&other, "refresh_token")).await;
    check_fault(&foreign, 400, "invalid_request", "refresh token");
    check_fault(&logout("x", &refresh).await, 400, "invalid_request", "access token");
    apis.get("/things?siteId=Storefront", &access).await.ok(200);
    let left = logout(&access, &refresh).await.ok(200);
    assert_eq!((&left["access_token"], &left["expires_in"]), (&json!(""), &json!(0)));
    assert_eq!(apis.get("/things?siteId=Storefront", &access).await.status, 401);
    let changes = [("client_id", BUILTIN_CLIENT)];
    let renewed = apis.renew(&refresh, &changes).await;
    check_fault(&renewed, 400, "invalid_grant", "invalid refresh_token");
}

#[tokio::test]
async fn a_shopper_keeps_session_and_basket_from_request_to_request() {
    let apis = Apis::start().await;
    let tokens = apis.guest_tokens().await;
    let visit = |token: String| {
        let request = apis.ask("PUT", "custom/things/v1", "/visits?siteId=Storefront", &token);
        async move { Answer::of(request).await.ok(200) }
    };
    let first = visit(text(&tokens, "access_token")).await;
    let form =
        [("grant_type", "refresh_token"), ("refresh_token", &text(&tokens, "refresh_token"))];
    let request = apis.login("POST", "token").basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
    let later = Answer::of(request.form(&form)).await.ok(200);
    let second = visit(text(&later, "access_token")).await;
    assert_eq!((&first["visits"], &second["visits"]), (&json!(1), &json!(2)));
    assert_eq!(first["basket"], second["basket"]);
    let other = visit(apis.guest().await).await;
    assert_eq!(other["visits"], 1);
    assert_ne!(other["basket"], first["basket"]);
}
