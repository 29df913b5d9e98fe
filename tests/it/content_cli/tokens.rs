//! `haltscope token`, grant by grant.

use super::stand::Stand;
use crate::testkit::program::Outcome;
use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    rsa::{KeyPair, KeySize},
    signature::KeyPair as _,
};
use base64::{Engine, prelude::BASE64_STANDARD};
use haltscope::sandbox::{
    Accounts, ApiClient, BUILTIN_CLIENT, Permissions, PublicKey, SandboxOptions,
};
use pkcs8::{LineEnding, PrivateKeyInfoRef, pkcs5::pbes2::Parameters};
use serde_json::Value;
use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

/// The claims of a token that the sandbox gave.
fn claims(token: &str) -> Value {
    let part = token.split('.').nth(1).expect("three parts");
    let bytes = base64::prelude::BASE64_URL_SAFE_NO_PAD.decode(part).expect("base64");
    serde_json::from_slice(&bytes).expect("JSON")
}

/// A stand with the client `pipeline`, who signs with that key.
async fn of_key(key: &KeyPair) -> Stand {
    let public = BASE64_STANDARD.encode(key.public_key().as_der().expect("a key").as_ref());
    let client = ApiClient::new("pipeline")
        .with_public_key(PublicKey::parse(&public).expect("a key"))
        .permitted(Permissions::all_libraries());
    let accounts = Accounts::builtin().with_client(client);
    Stand::with(SandboxOptions { accounts, ..SandboxOptions::on_free_ports() }).await
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
    let stand = of_key(&key).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn an_encrypted_key_is_opened_by_its_passphrase() {
    let key = KeyPair::generate(KeySize::Rsa2048).expect("a key");
    let stand = of_key(&key).await;
    let der: Pkcs8V1Der = key.as_der().expect("a key");
    let plain = PrivateKeyInfoRef::try_from(der.as_ref()).expect("PKCS#8");
    let how = Parameters::generate_pbkdf2_sha256_aes256cbc(2048, &[7; 16], [8; 16]);
    let encrypted = plain.encrypt_with_params(how.expect("parameters"), "green tea");
    let pem = encrypted.expect("encrypted").to_pem("ENCRYPTED PRIVATE KEY", LineEnding::LF);
    let file = stand.file("key.pem", &pem.expect("PEM"));
    let token = async |passphrase: Option<&str>| {
        let mut variables = stand.variables();
        variables.extend(passphrase.map(|it| ("SFCC_JWT_PASSPHRASE", it.to_owned())));
        let arguments = ["token", "--client-id", "pipeline", "--jwt-key", &file];
        stand.fed(&arguments, &variables, "").await
    };
    assert_eq!(claims(token(Some("green tea")).await.ok().trim_end())["client_id"], "pipeline");
    token(None).await.fails(2, &["key.pem", "SFCC_JWT_PASSPHRASE"]);
    let wrong = token(Some("black tea")).await;
    wrong.fails(2, &["key.pem", "the passphrase does not open the key"]);
    assert!(!wrong.stderr.contains("black"), "{}", wrong.stderr);
}

/// A stand whose user has another idea of the client's secret, but may have kept a token.
struct Forgetful {
    stand: Stand,
    wrong: Vec<(&'static str, String)>,
}

impl Forgetful {
    async fn start() -> Self {
        let stand = Stand::start().await;
        let mut wrong = stand.variables();
        wrong.retain(|it| it.0 != "SFCC_CLIENT_SECRET");
        wrong.push(("SFCC_CLIENT_SECRET", "forgotten".to_owned()));
        Self { stand, wrong }
    }

    async fn keep(&self) -> String {
        self.stand.fed(&["token", "--keep"], &self.stand.variables(), "").await.ok()
    }

    /// Works with a kept token alone.
    async fn put(&self, more: &[&str]) -> Outcome {
        let put = ["content", "asset", "put", "a", "--field", "template=x"];
        self.stand.fed(&[&put, more].concat(), &self.wrong, "").await
    }

    fn file(&self) -> PathBuf {
        let folder = self.stand.path().join(".local/state/haltscope/tokens");
        let mode = folder.metadata().expect("a folder").permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let mut files = fs::read_dir(folder).expect("a folder");
        let file = files.next().expect("a file").expect("an entry").path();
        assert!(files.next().is_none());
        file
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_kept_when_asked_for_and_only_then() {
    let user = Forgetful::start().await;
    user.stand.fed(&["token"], &user.stand.variables(), "").await.ok();
    assert!(!user.stand.path().join(".local").exists(), "nothing is kept unasked");
    user.put(&[]).await.fails(1, &["invalid_client"]);

    let token = user.keep().await;
    let mode = user.file().metadata().expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    user.put(&[]).await.ok();
    assert_eq!(user.keep().await, token, "it is used until it expires");
    let other = user.stand.fed(&["token"], &user.stand.variables(), "").await.ok();
    assert_ne!(other, token, "a new one");
    user.put(&["--client-id", "other"]).await.fails(1, &["invalid_client"]);
    let grant = ["--grant", "user", "--username", "admin"];
    let wrong = user.put(&grant).await;
    wrong.fails(2, &["--password-stdin"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kept_token_that_others_may_read_or_that_expires_is_not_used() {
    let user = Forgetful::start().await;
    user.keep().await;
    let file = user.file();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("changed");
    user.put(&[]).await.fails(1, &["invalid_client"]);
    let anew = user.stand.fed(&["token", "--keep"], &user.stand.variables(), "").await;
    assert_eq!(anew.code, Some(0), "{}", anew.stderr);
    user.put(&[]).await.ok();
    let text = fs::read_to_string(&file).expect("a file");
    let mut content: Value = serde_json::from_str(&text).expect("JSON");
    let expires = content["expires"].as_u64().expect("a date");
    content["expires"] = (expires - 1800 + 30).into();
    fs::write(&file, content.to_string()).expect("written");
    user.put(&[]).await.fails(1, &["invalid_client"]);
    fs::write(&file, "nonsense").expect("written");
    user.put(&[]).await.fails(1, &["invalid_client"]);
}
