//! The token source against token servers that are slow, wrong or hostile.

use super::clients::{config, impatient, library, secret, source};
use crate::testkit::server::{Reply, Server};
use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    rsa::{KeyPair, KeySize},
};
use haltscope::client::token::{AccessToken, Grant, SigningKey, TokenError};
use haltscope::client::{ClientError, Credentials};
use pkcs8::{LineEnding, SecretDocument};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::time::Duration;

const MANY: usize = 100;

fn signing_key() -> SigningKey {
    let pair = KeyPair::generate(KeySize::Rsa2048).expect("a key");
    let der: Pkcs8V1Der = pair.as_der().expect("a key");
    let der = SecretDocument::try_from(der.as_ref()).expect("DER");
    let pem = der.to_pem("PRIVATE KEY", LineEnding::LF).expect("PEM");
    SigningKey::from_pem(pem.as_bytes(), None).expect("a key")
}

fn user() -> Grant {
    let credentials = Credentials { username: "Ada".into(), password: "pa:ss".into() };
    Grant::User { credentials, secret: "green tea".into() }
}

fn text(token: &AccessToken) -> &str {
    token.secret.expose_secret()
}

#[tokio::test]
async fn a_hundred_callers_make_one_request_whatever_the_grant() {
    let jwt = Grant::SignedAssertion { key: signing_key() };
    for (name, grant) in [("credentials", secret()), ("assertion", jwt), ("user", user())] {
        let server = Server::with_tokens(|_| Reply::new(404, "")).await;
        let source = source(&server, grant);
        let tokens = futures::future::join_all((0..MANY).map(|_| source.token())).await;
        for token in tokens {
            assert_eq!(text(&token.expect(name)), "token-1", "{name}");
        }
        assert_eq!(server.counts(), (1, 0), "{name}");
        source.token().await.expect(name);
        assert_eq!(server.counts(), (1, 0), "{name}: reused");
    }
}

#[tokio::test]
async fn a_hundred_callers_share_one_failure_and_the_next_one_asks_again() {
    let server = Server::start(|came| match came.before {
        0 => Reply::new(503, "<html><title>Down</title>"),
        _ => Reply::token("token"),
    })
    .await;
    let source = source(&server, secret());
    let refused = futures::future::join_all((0..MANY).map(|_| source.token())).await;
    assert!(refused.iter().all(Result::is_err));
    assert_eq!(server.counts(), (1, 0));
    assert_eq!(text(&source.token().await.expect("a token")), "token");
    assert_eq!(server.counts(), (2, 0));
}

#[tokio::test]
async fn a_token_that_is_refused_to_many_is_renewed_once() {
    let server = Server::with_tokens(|_| Reply::new(404, "")).await;
    let source = source(&server, secret());
    let refused = source.token().await.expect("a token");
    let renewed = futures::future::join_all((0..MANY).map(|_| source.instead_of(&refused))).await;
    assert!(renewed.iter().all(|token| text(token.as_ref().expect("a token")) == "token-2"));
    assert_eq!(server.counts(), (2, 0));
}

#[tokio::test]
async fn each_grant_sends_what_the_specification_shows() {
    let server = Server::with_tokens(|_| Reply::new(404, "")).await;
    let jwt = Grant::SignedAssertion { key: signing_key() };
    for grant in [secret(), jwt, user()] {
        source(&server, grant).token().await.expect("a token");
    }
    let [credentials, assertion, user] = server.came().try_into().expect("three requests");
    assert_eq!(credentials.line(), "POST /dwsso/oauth2/access_token");
    assert_eq!(credentials.header("authorization"), "Basic cGlwZWxpbmU6Z3JlZW4rdGVh");
    assert_eq!(credentials.body, "grant_type=client_credentials");
    assert_eq!(assertion.line(), "POST /dwsso/oauth2/access_token");
    assert_eq!(assertion.header("authorization"), "");
    let head = "grant_type=client_credentials&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3A\
                client-assertion-type%3Ajwt-bearer&client_assertion=";
    assert!(assertion.body.starts_with(head), "{}", assertion.body);
    assert_eq!(user.line(), "POST /dw/oauth2/access_token?client_id=pipeline");
    assert_eq!(user.header("authorization"), "Basic QWRhOnBhOnNzOmdyZWVuIHRlYQ==");
    let grant =
        "urn%3Ademandware%3Aparams%3Aoauth%3Agrant-type%3Aclient-id%3Adwsid%3Adwsecuretoken";
    assert_eq!(user.body, format!("grant_type={grant}"));
    for came in [&credentials, &assertion, &user] {
        assert_eq!(came.header("content-type"), "application/x-www-form-urlencoded");
    }
}

/// Servers write `expires_in` in more ways than section 5.5.
#[tokio::test]
async fn a_lifetime_is_read_however_it_is_written() {
    const DAY: u64 = 24 * 60 * 60;
    for (sent, seconds) in [
        (json!(1800), 1800),
        (json!("1800"), 1800),
        (json!(" 900 "), 900),
        (json!(1799.0), 1799),
        (json!(0), 0),
        (json!("0"), 0),
        (json!(-5), 0),
        (json!(u64::MAX), DAY),
        (json!(1e300), DAY),
        (json!("NaN"), 300),
        (json!("soon"), 300),
        (json!(true), 300),
        (Value::Null, 300),
    ] {
        let body = json!({"access_token": "t", "expires_in": sent, "token_type": "Bearer"});
        let server = Server::start(move |_| Reply::new(200, &body)).await;
        let token = source(&server, secret()).token().await.expect("a token");
        assert_eq!(token.lifetime, Duration::from_secs(seconds), "{sent}");
    }
    let server = Server::start(|_| Reply::new(200, json!({"access_token": "t"}))).await;
    let token = source(&server, secret()).token().await.expect("a token");
    assert_eq!(token.lifetime, Duration::from_mins(5), "unsaid");
}

#[tokio::test]
async fn a_token_without_a_life_serves_those_who_waited_for_it() {
    let body = json!({"access_token": "t", "expires_in": 0});
    let server = Server::start(move |_| Reply::new(200, &body)).await;
    let source = source(&server, secret());
    let tokens = futures::future::join_all((0..MANY).map(|_| source.token())).await;
    assert!(tokens.iter().all(Result::is_ok));
    assert_eq!(server.counts(), (1, 0));
    source.token().await.expect("another");
    assert_eq!(server.counts(), (2, 0));
}

#[tokio::test]
async fn a_token_is_opaque_and_its_answer_may_hold_more() {
    const OPAQUE: &str = "0.opaque~token/with+every-sign_==";
    let answer = json!({
        "access_token": OPAQUE, "expires_in": 1800, "token_type": "bearer",
        "scope": ["a", {"b": 1}], "refresh_token": "r", "id_token": null, "_v": 7,
    });
    let server = Server::start(move |_| Reply::new(200, &answer)).await;
    let resource = haltscope::client::content::Resource::Asset("a".into());
    library(&server).get(&resource).await.expect("an asset");
    assert_eq!(server.came()[1].header("authorization"), format!("Bearer {OPAQUE}"));
}

#[tokio::test]
async fn a_success_without_a_usable_token_is_said_to_be_none() {
    for body in [
        json!({}).to_string(),
        json!([]).to_string(),
        json!({"access_token": null}).to_string(),
        json!({"access_token": 7}).to_string(),
        json!({"access_token": ""}).to_string(),
        json!({"access_token": "a b"}).to_string(),
        json!({"access_token": "a\r\nx-evil: 1"}).to_string(),
        json!({"access_token": "ü"}).to_string(),
        json!({"error": "invalid_client"}).to_string(),
        "<html>login</html>".to_owned(),
        String::new(),
    ] {
        let sent = body.clone();
        let server = Server::start(move |_| Reply::new(200, &sent)).await;
        let refused = source(&server, secret()).token().await.expect_err("none");
        assert_eq!(refused, TokenError::Malformed, "{body}");
        assert!(refused.action().contains("--auth-url"), "{body}");
    }
}

#[tokio::test]
async fn refusals_keep_the_servers_words() {
    for (status, body, error, description) in [
        (
            401,
            json!({"error": "invalid_client", "error_description": "No."}),
            "invalid_client",
            "No.",
        ),
        (400, json!({"error": "invalid_grant"}), "invalid_grant", ""),
        (400, json!({"error": "x", "error_description": null, "more": []}), "x", ""),
        (500, json!({"error": "server_error"}), "server_error", ""),
    ] {
        let sent = body.clone();
        let server = Server::start(move |_| Reply::new(status, &sent)).await;
        match source(&server, secret()).token().await {
            Err(TokenError::Refused { status: said, error: name, description: words, .. }) => {
                assert_eq!((said, name.as_str(), words.as_str()), (status, error, description));
            }
            other => panic!("{body}: {other:?}"),
        }
        assert_eq!(server.counts(), (1, 0), "{body}: it isn't asked twice");
    }
    for (status, body) in [(502, "<title>Bad gateway</title>"), (500, ""), (401, "no"), (403, "[]")]
    {
        let server = Server::start(move |_| Reply::new(status, body)).await;
        let refused = source(&server, secret()).token().await.expect_err("refused");
        assert!(matches!(refused, TokenError::Connection(_)), "{status} {body}: {refused:?}");
        assert!(refused.action().ends_with('.'), "{status} {body}");
    }
}

#[tokio::test]
async fn a_silent_server_is_given_up_once_for_all_who_wait() {
    let server = Server::start(|came| match came.before {
        0 => Reply::token("late").after(Duration::from_mins(10)),
        _ => Reply::token("token"),
    })
    .await;
    let source = impatient(&server, Duration::from_secs(2));
    let refused = futures::future::join_all((0..MANY).map(|_| source.token())).await;
    for answer in refused {
        let timed_out = matches!(answer, Err(TokenError::Connection(ClientError::TimedOut { .. })));
        assert!(timed_out);
    }
    assert_eq!(server.counts(), (1, 0));
}

#[tokio::test]
async fn credentials_follow_no_redirect() {
    let other = Server::with_tokens(|_| Reply::new(200, "{}")).await;
    let elsewhere = config(&other).address.url().join("/dwsso/oauth2/access_token");
    let elsewhere = elsewhere.expect("a URL").to_string();
    let jwt = Grant::SignedAssertion { key: signing_key() };
    for grant in [secret(), jwt, user()] {
        let location = elsewhere.clone();
        let server = Server::start(move |_| Reply::redirect(&location)).await;
        let refused = source(&server, grant).token().await.expect_err("refused");
        let is_redirect =
            matches!(&refused, TokenError::Connection(ClientError::Redirected { status: 307, .. }));
        assert!(is_redirect, "{refused:?}");
    }
    assert_eq!(other.counts(), (0, 0));
}
