//! Client ID and password.

use crate::data::stand::{Answer, Stand};
use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use haltscope::sandbox::BUILTIN_CLIENT;
use reqwest::RequestBuilder;
use serde_json::{Value, json};

pub const PATHS: [&str; 2] = ["/dwsso/oauth2/access_token", "/dw/oauth2/access_token"];
pub const GRANT: &[(&str, &str)] = &[("grant_type", "client_credentials")];

pub fn post(stand: &Stand, path: &str) -> RequestBuilder {
    stand.http.post(format!("{}{path}", stand.origin()))
}

/// Checks an error as RFC 6749 has it.
pub fn refused(answer: &Answer, status: u16, error: &str) {
    let (row, text) = (&answer.row, &answer.text);
    assert_eq!(answer.status, status, "{row}: {text}");
    assert_eq!(answer.json()["error"], error, "{row}: {text}");
    assert!(answer.json()["error_description"].is_string(), "{row}: {text}");
    assert_eq!(answer.header("cache-control"), "no-store", "{row}");
    assert_eq!(answer.header("content-type"), "application/json; charset=UTF-8", "{row}");
    let challenge = if status == 401 { "Basic realm=\"/\"" } else { "" };
    assert_eq!(answer.header("www-authenticate"), challenge, "{row}");
}

#[tokio::test]
async fn client_credentials_are_answered_as_specified_at_both_paths() {
    let stand = Stand::start().await;
    for path in PATHS {
        let request = post(&stand, path).basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
        let answer = Answer::of(request.form(GRANT)).await;
        assert_eq!(answer.header("cache-control"), "no-store");
        assert_eq!(answer.header("content-type"), "application/json; charset=UTF-8");
        let document = answer.ok(200);
        let names: Vec<_> = document.as_object().expect("an object").keys().collect();
        assert_eq!(names, ["access_token", "expires_in", "token_type"]);
        assert_eq!(
            [&document["expires_in"], &document["token_type"]],
            [&json!(1800), &json!("Bearer")]
        );
        let claims = claims(&document);
        for name in ["iss", "sub", "client_id", "aud", "iat", "exp", "jti", "scope"] {
            assert!(claims.get(name).is_some(), "{name}");
        }
        assert_eq!([&claims["sub"], &claims["client_id"]], [BUILTIN_CLIENT, BUILTIN_CLIENT]);
        let lifetime = claims["exp"].as_i64().zip(claims["iat"].as_i64()).map(|(e, i)| e - i);
        assert_eq!(lifetime, Some(1800));
    }
}

pub fn claims(document: &Value) -> Value {
    let token = document["access_token"].as_str().expect("a token");
    let part = token.split('.').nth(1).expect("claims");
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(part).expect("Base64");
    serde_json::from_slice(&bytes).expect("JSON")
}

#[tokio::test]
async fn secrets_are_sent_raw_or_form_encoded() {
    let stand = Stand::start().await;
    for login in ["reader:p+s%:w/ö", "reader:p%2Bs%25%3Aw%2F%C3%B6"] {
        let value = format!("Basic {}", BASE64_STANDARD.encode(login));
        let request = post(&stand, PATHS[0]).header("authorization", value);
        Answer::of(request.form(GRANT)).await.named(login).ok(200);
    }
}

#[tokio::test]
async fn wrong_clients_are_invalid() {
    let stand = Stand::start().await;
    let basic = |value: &str| post(&stand, PATHS[0]).header("authorization", value.to_owned());
    let encoded = |login: &str| format!("Basic {}", BASE64_STANDARD.encode(login));
    for value in [
        encoded("reader:wrong"),
        encoded("reader:"),
        encoded("nobody-known:x"),
        encoded("reader"),
        "Basic !!!".into(),
        "Bearer x".into(),
        "Basic".into(),
    ] {
        let answer = Answer::of(basic(&value).form(GRANT)).await.named(&value);
        refused(&answer, 401, "invalid_client");
        let expected =
            json!({"error": "invalid_client", "error_description": "Client authentication failed"});
        assert_eq!(answer.json(), expected);
    }
    refused(&Answer::of(post(&stand, PATHS[0]).form(GRANT)).await, 401, "invalid_client");
}

#[tokio::test]
async fn malformed_requests_are_invalid_requests() {
    let stand = Stand::start().await;
    let ask = || post(&stand, PATHS[1]).basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
    let form = "application/x-www-form-urlencoded";
    let typed = |kind: &str, body: &str| {
        ask().header("content-type", kind.to_owned()).body(body.to_owned())
    };
    for request in [
        ask().form(&[("x", "y")]),
        ask().form(&[("grant_type", "")]),
        typed(form, "grant_type=client_credentials&grant_type=client_credentials"),
        typed(form, "grant_type=client_credentials&x=1&x=2"),
        typed(form, "grant_type=%ff"),
        typed("application/json", "{\"grant_type\":\"client_credentials\"}"),
        typed("text/plain", "grant_type=client_credentials"),
        ask().form(&[("grant_type", "client_credentials"), ("client_assertion", "x")]),
        typed(form, &"x".repeat(70_000)),
    ] {
        refused(&Answer::of(request).await, 400, "invalid_request");
    }
    let in_query = format!("{}?grant_type=client_credentials", PATHS[0]);
    let request = post(&stand, &in_query).basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
    Answer::of(request).await.ok(200);
}

#[tokio::test]
async fn other_grants_are_unsupported() {
    let stand = Stand::start().await;
    for grant in ["password", "authorization_code", "refresh_token", "CLIENT_CREDENTIALS"] {
        let request = post(&stand, PATHS[0]).basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
        let answer = Answer::of(request.form(&[("grant_type", grant)])).await;
        refused(&answer, 400, "unsupported_grant_type");
    }
}

#[tokio::test]
async fn only_post_gives_tokens_and_foreign_pages_get_none() {
    let stand = Stand::start().await;
    let get = stand.http.get(format!("{}{}", stand.origin(), PATHS[0]));
    let answer = Answer::of(get).await;
    assert_eq!((answer.status, answer.header("allow")), (405, "POST"));
    let page = post(&stand, PATHS[0]).header("origin", "https://app.shop.test").form(GRANT);
    Answer::of(page).await.fails(401, "UnauthorizedOrigin");
}

/// Section 5.3: an assertion authenticates a client, it is no grant of its own.
#[tokio::test]
async fn the_jwt_bearer_grant_is_not_supported() {
    let stand = Stand::start().await;
    for path in PATHS {
        let form =
            [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", "x")];
        let alone = Answer::of(post(&stand, path).form(&form)).await;
        refused(&alone, 400, "unsupported_grant_type");
        let request = post(&stand, path).basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
        refused(&Answer::of(request.form(&form)).await, 400, "unsupported_grant_type");
    }
}

/// "Beyond the specification", 4: a JWT, for clients that look inside.
#[tokio::test]
async fn an_access_token_is_a_jwt_of_its_own_each_time() {
    let stand = Stand::start().await;
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..3 {
        let request = post(&stand, PATHS[0]).basic_auth(BUILTIN_CLIENT, Some(BUILTIN_CLIENT));
        let document = Answer::of(request.form(GRANT)).await.ok(200);
        let token = document["access_token"].as_str().expect("a token");
        let head = token.split('.').next().expect("a head");
        let head = BASE64_URL_SAFE_NO_PAD.decode(head).expect("Base64");
        let head: Value = serde_json::from_slice(&head).expect("JSON");
        assert_eq!(head, json!({"alg": "HS256", "typ": "JWT"}));
        assert_eq!(token.split('.').count(), 3);
        assert!(seen.insert(claims(&document)["jti"].clone().to_string()));
    }
}
