//! `haltscope token`, grant by grant.

use super::stand::Stand;
use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    rsa::{KeyPair, KeySize},
    signature::KeyPair as _,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use haltscope::sandbox::{
    Accounts, ApiClient, BUILTIN_CLIENT, Permissions, PublicKey, SandboxOptions,
};
use serde_json::Value;

/// The claims of a token that the sandbox gave.
fn claims(token: &str) -> Value {
    let part = token.split('.').nth(1).expect("three parts");
    let bytes = base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(part).expect("base64");
    serde_json::from_slice(&bytes).expect("JSON")
}

#[tokio::test(flavor = "multi_thread")]
async fn client_credentials_give_a_token() {
    let stand = Stand::start().await;
    let text = stand.fed(&["token"], &stand.variables(), "").await.ok();
    assert_eq!(claims(text.trim_end())["client_id"], BUILTIN_CLIENT);
    assert_eq!(text.lines().count(), 1);
    let json = stand.fed(&["token", "--json"], &stand.variables(), "").await.json();
    assert_eq!((json["expires_in"].as_u64(), &json["token_type"]), (Some(1800), &"Bearer".into()));
    assert_eq!(claims(json["access_token"].as_str().expect("text"))["client_id"], BUILTIN_CLIENT);
}

#[tokio::test(flavor = "multi_thread")]
async fn users_get_a_token_that_names_them() {
    let stand = Stand::start().await;
    let arguments =
        ["token", "--grant", "user", "--username", "admin", "--password-stdin", "--json"];
    let json = stand.fed(&arguments, &stand.variables(), "haltscope-demo\n").await.json();
    assert_eq!(json["expires_in"], 900);
    assert_eq!(claims(json["access_token"].as_str().expect("text"))["sub"], "admin");
    let wrong = stand.fed(&arguments, &stand.variables(), "wrong\n").await;
    wrong.fails(1, &["unauthorized_client", "400", "--username", "case-sensitive"]);
    assert!(!wrong.stderr.contains(BUILTIN_CLIENT), "{}", wrong.stderr);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_jwt_gives_a_token() {
    let key = KeyPair::generate(KeySize::Rsa2048).expect("a key");
    let public = BASE64_STANDARD.encode(key.public_key().as_der().expect("a key").as_ref());
    let client = ApiClient::new("pipeline")
        .with_public_key(PublicKey::parse(&public).expect("a key"))
        .permitted(Permissions::all_libraries());
    let accounts = Accounts::builtin().with_client(client);
    let stand = Stand::with(SandboxOptions { accounts, ..SandboxOptions::on_free_ports() }).await;
    let der: Pkcs8V1Der = key.as_der().expect("a key");
    let pem = |der: &[u8]| {
        let body = BASE64_STANDARD.encode(der);
        format!("-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n")
    };
    let file = stand.file("key.pem", &pem(der.as_ref()));
    let with = ["--client-id", "pipeline", "--jwt-key", &file];
    let variables = stand.variables();
    for grant in [&["--grant", "jwt"][..], &[]] {
        let arguments = [&["token"], &with[..], grant].concat();
        let token = stand.fed(&arguments, &variables, "").await.ok();
        assert_eq!(claims(token.trim_end())["client_id"], "pipeline");
    }
    let put = ["asset", "put", "a", "--field", "template=x"];
    stand.content(&[&put, &with[..]].concat()).await.ok();

    let other = KeyPair::generate(KeySize::Rsa2048).expect("a key");
    let der: Pkcs8V1Der = other.as_der().expect("a key");
    let file = stand.file("other.pem", &pem(der.as_ref()));
    let arguments = ["token", "--client-id", "pipeline", "--jwt-key", &file];
    stand.fed(&arguments, &variables, "").await.fails(1, &["invalid_client", "401", "--jwt-key"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_secret_is_refused_and_never_shown() {
    let stand = Stand::start().await;
    let mut variables = stand.variables();
    variables.retain(|it| it.0 != "SFCC_CLIENT_SECRET");
    variables.push(("SFCC_CLIENT_SECRET", "green tea".to_owned()));
    variables.push(("HALTSCOPE_LOG", "trace".to_owned()));
    for command in [&["token"][..], &["content", "asset", "get", "x"]] {
        let outcome = stand.fed(command, &variables, "").await;
        outcome.fails(1, &["invalid_client", "401", "SFCC_CLIENT_SECRET"]);
        assert!(!outcome.stderr.contains("green"), "{}", outcome.stderr);
    }
}
