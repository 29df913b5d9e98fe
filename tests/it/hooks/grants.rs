//! Whose token the debugger's prompt sends: each grant, and what it says when there is none.

use super::{
    prompt::{answered, ask, attached, client, tokens},
    stand::{asset, start, start_with},
};
use crate::{
    data::stand::{Stand, accounts},
    testkit::patience::PATIENCE,
};
use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    rsa::{KeyPair, KeySize},
    signature::KeyPair as _,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use haltscope::{
    client::{
        Credentials,
        token::{Grant, SigningKey},
    },
    runtime::Driver,
    sandbox::{ApiClient, BUILTIN_CLIENT, Clock, Permissions, PublicKey, SandboxOptions},
    session::{StateWord, ThreadCommand},
};
use serde_json::json;
use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

fn secret(text: &str) -> Grant {
    Grant::ClientCredentials { secret: text.into() }
}

fn user(login: &str, password: &str) -> Grant {
    let credentials = Credentials { username: login.to_owned(), password: password.into() };
    Grant::User { credentials, secret: BUILTIN_CLIENT.into() }
}

fn pem(key: &KeyPair) -> String {
    let der: Pkcs8V1Der = key.as_der().expect("a key");
    let body = BASE64_STANDARD.encode(der.as_ref());
    format!("-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n")
}

fn signing(key: &KeyPair) -> Grant {
    let key = SigningKey::from_pem(pem(key).as_bytes(), None).expect("a key");
    Grant::SignedAssertion { key }
}

/// A sandbox with the hooks, the accounts of the tests and a client that signs with the key.
async fn with_signer(key: &KeyPair) -> Stand {
    let public = BASE64_STANDARD.encode(key.public_key().as_der().expect("a key").as_ref());
    let pipeline = ApiClient::new("pipeline")
        .with_public_key(PublicKey::parse(&public).expect("a key"))
        .permitted(Permissions::all_libraries());
    let accounts = accounts().with_client(pipeline);
    start_with(|options| SandboxOptions { accounts, ..options }).await
}

/// A PUT from the prompt halts in its hook and is stored when it goes on.
async fn halts_and_is_stored(driver: &mut Driver) {
    ask(driver, "PUT", Some("{}"));
    let is_halted = |driver: &Driver| driver.word() == StateWord::Halted;
    driver.until(is_halted, PATIENCE).await.expect("halted in the hook");
    driver.thread(ThreadCommand::Continue);
    let answer = answered(driver).await;
    assert!(answer.starts_with("201, "), "{answer}");
}

#[tokio::test]
async fn a_request_is_sent_for_a_back_office_user() {
    let stand = start_with(|options| SandboxOptions { accounts: accounts(), ..options }).await;
    // A lock tells whom the token is for: only its holder may write.
    stand.put(&asset("a"), json!({})).await.ok(201);
    let lock = format!("{}/-/sandbox{}/lock", stand.origin(), asset("a"));
    let lock = stand.http.put(lock).basic_auth("admin", Some("haltscope-demo"));
    let lock = lock.json(&json!({"user": "editor"})).send().await.expect("an answer");
    assert_eq!(lock.status(), 204);
    stand.put(&asset("a"), json!({})).await.fails(412, "ResourceLocked");
    let editor =
        client(&stand).with_tokens(tokens(&stand, BUILTIN_CLIENT, user("editor", "green tea")));
    let mut driver = attached(&stand, editor).await;
    ask(&mut driver, "PATCH", Some(r#"{"template": "edited"}"#));
    let answer = answered(&mut driver).await;
    assert!(answer.starts_with("200, "), "{answer}");
    assert_eq!(stand.get(&asset("a")).await["template"], "edited");
}

#[tokio::test]
async fn a_request_is_sent_with_a_signed_jwt() {
    let key = KeyPair::generate(KeySize::Rsa2048).expect("a key");
    let stand = with_signer(&key).await;
    let pipeline = client(&stand).with_tokens(tokens(&stand, "pipeline", signing(&key)));
    let mut driver = attached(&stand, pipeline).await;
    halts_and_is_stored(&mut driver).await;
    stand.get(&asset("a")).await;
}

#[tokio::test]
async fn a_refused_grant_says_why_and_what_to_check_but_no_secret() {
    let [known, other] = [(); 2].map(|()| KeyPair::generate(KeySize::Rsa2048).expect("a key"));
    for (id, grant, secret, said) in [
        (
            BUILTIN_CLIENT,
            secret("w-r-o-n-g"),
            "w-r-o-n-g",
            ["invalid_client", "--client-id and its secret"],
        ),
        (
            BUILTIN_CLIENT,
            user("editor", "red tea"),
            "red tea",
            ["unauthorized_client", "--username"],
        ),
        ("pipeline", signing(&other), "PRIVATE", ["invalid_client", "--jwt-key"]),
    ] {
        let stand = with_signer(&known).await;
        let wrong = client(&stand).with_tokens(tokens(&stand, id, grant));
        let mut driver = attached(&stand, wrong).await;
        ask(&mut driver, "PUT", Some("{}"));
        let answer = answered(&mut driver).await;
        assert!(answer.starts_with("no access token: "), "{answer}");
        assert!(said.iter().all(|said| answer.contains(said)), "{said:?} in {answer}");
        let screen = format!("{:?}", driver.session());
        assert!(!screen.contains(secret), "the secret is shown");
        stand.send("GET", &asset("a")).await.fails(404, "ContentNotFound");
    }
}

#[tokio::test]
async fn an_expired_token_is_renewed_once() {
    let hours = Arc::new(AtomicU64::new(0));
    let turned = Arc::clone(&hours);
    let clock =
        Clock::new(move || SystemTime::now() + Duration::from_hours(turned.load(Ordering::SeqCst)));
    let stand = start_with(|options| SandboxOptions { clock, ..options }).await;
    let mut driver = attached(
        &stand,
        client(&stand).with_tokens(tokens(&stand, BUILTIN_CLIENT, secret(BUILTIN_CLIENT))),
    )
    .await;
    ask(&mut driver, "GET", None);
    let answer = answered(&mut driver).await;
    assert!(answer.starts_with("404, "), "{answer}");
    // To the client the token has long to live; to the instance it is over.
    hours.store(1, Ordering::SeqCst);
    halts_and_is_stored(&mut driver).await;
}

#[tokio::test]
async fn a_token_that_is_refused_again_is_not_asked_for_for_ever() {
    let stand = start().await;
    let foreign = start().await;
    // Tokens of another instance are never taken.
    let elsewhere =
        client(&stand).with_tokens(tokens(&foreign, BUILTIN_CLIENT, secret(BUILTIN_CLIENT)));
    let mut driver = attached(&stand, elsewhere).await;
    ask(&mut driver, "GET", None);
    let answer = answered(&mut driver).await;
    assert!(answer.starts_with("401, ") && answer.contains("InvalidAccessToken"), "{answer}");
    assert!(!answer.contains(stand.token.as_str()));
}
