//! Signed JWTs in place of the client's password.

use super::clients::{PATHS, post, refused};
use crate::data::stand::{Answer, Stand, accounts};
use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    hmac,
    rand::SystemRandom,
    rsa::{KeyPair, KeySize},
    signature::{KeyPair as _, RSA_PKCS1_SHA256, RSA_PKCS1_SHA384},
};
use base64::{
    Engine,
    prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD},
};
use haltscope::sandbox::{ApiClient, Clock, PublicKey, SandboxOptions, Settings};
use serde_json::{Value, json};
use std::time::{SystemTime, UNIX_EPOCH};

const TYPE: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

struct Signer {
    stand: Stand,
    key: KeyPair,
}

impl Signer {
    async fn start() -> Self {
        Self::at(Clock::system()).await
    }

    /// With a sandbox that goes by this clock.
    async fn at(clock: Clock) -> Self {
        let key = KeyPair::generate(KeySize::Rsa2048).expect("a key");
        let accounts =
            accounts().with_client(pipeline("pipeline", &key)).with_client(pipeline("other", &key));
        let options = SandboxOptions { accounts, clock, ..SandboxOptions::on_free_ports() };
        Self { stand: Stand::with(options).await, key }
    }

    fn claims(&self) -> Value {
        let audience =
            format!("https://localhost:{}{}", self.stand.sandbox.https_addr().port(), PATHS[0]);
        json!({"iss": "pipeline", "sub": "pipeline", "exp": seconds(SystemTime::now()) + 600, "aud": audience})
    }

    fn sign(&self, header: &Value, claims: &Value) -> String {
        let unsigned = format!("{}.{}", part(header), part(claims));
        let mut signature = vec![0; self.key.public_modulus_len()];
        let random = SystemRandom::new();
        self.key
            .sign(&RSA_PKCS1_SHA256, &random, unsigned.as_bytes(), &mut signature)
            .expect("signed");
        format!("{unsigned}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }

    async fn send(&self, assertion: &str) -> Answer {
        let form = [
            ("grant_type", "client_credentials"),
            ("client_assertion_type", TYPE),
            ("client_assertion", assertion),
        ];
        Answer::of(post(&self.stand, PATHS[0]).form(&form)).await
    }

    async fn with(&self, name: &str, value: Value) -> Answer {
        let mut claims = self.claims();
        let row = format!("{name} {value}");
        match value {
            Value::Null => drop(claims.as_object_mut().expect("an object").remove(name)),
            value => claims[name] = value,
        }
        self.send(&self.sign(&header(), &claims)).await.named(row)
    }
}

fn public(key: &KeyPair) -> String {
    BASE64_STANDARD.encode(key.public_key().as_der().expect("a key").as_ref())
}

fn pipeline(id: &str, key: &KeyPair) -> ApiClient {
    ApiClient::new(id).with_public_key(PublicKey::parse(&public(key)).expect("a key"))
}

fn header() -> Value {
    json!({"alg": "RS256", "typ": "JWT"})
}

fn part(value: &Value) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(value.to_string())
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).expect("after 1970").as_secs()
}

#[tokio::test]
async fn a_signed_assertion_gives_a_token() {
    let signer = Signer::start().await;
    let document = signer.send(&signer.sign(&header(), &signer.claims())).await.ok(200);
    assert_eq!(document["expires_in"], 1800);
    let plain = signer.sign(&json!({"alg": "RS256", "kid": "1"}), &signer.claims());
    signer.send(&plain).await.ok(200);
    signer.send(&plain).await.ok(200);
}

#[tokio::test]
async fn the_audience_is_a_token_endpoint() {
    let signer = Signer::start().await;
    let (https, http) =
        (signer.stand.sandbox.https_addr().port(), signer.stand.sandbox.http_addr().port());
    for host in ["localhost", "127.0.0.1", "[::1]"] {
        for path in PATHS {
            for audience in [
                format!("https://{host}{path}"),
                format!("https://{host}:443{path}"),
                format!("https://{host}:{https}{path}"),
                format!("http://{host}:{http}{path}"),
            ] {
                signer.with("aud", json!(audience)).await.ok(200);
                signer.with("aud", json!(["x", audience])).await.ok(200);
            }
        }
    }
    for audience in [
        json!("https://localhost:8444/dwsso/oauth2/access_token"),
        json!("https://account.example/dwsso/oauth2/access_token"),
        json!("https://localhost"),
        json!("localhost"),
        json!([]),
        json!(7),
        Value::Null,
    ] {
        refused(&signer.with("aud", audience).await, 401, "invalid_client");
    }
}

/// "Beyond the specification", 4: names come from the settings, never from `Host`.
#[tokio::test]
async fn the_audience_may_name_a_host_of_the_settings() {
    let key = KeyPair::generate(KeySize::Rsa2048).expect("a key");
    let accounts = accounts().with_client(pipeline("pipeline", &key));
    let options = SandboxOptions {
        accounts,
        hosts: vec!["shop.test".to_owned()],
        ..SandboxOptions::on_free_ports()
    };
    let signer = Signer { stand: Stand::with(options).await, key };
    let https = signer.stand.sandbox.https_addr().port();
    for path in PATHS {
        for origin in [
            "https://shop.test".to_owned(),
            "https://shop.test:443".to_owned(),
            format!("https://shop.test:{https}"),
        ] {
            signer.with("aud", json!(format!("{origin}{path}"))).await.ok(200);
        }
        let plain = signer.with("aud", json!(format!("http://shop.test{path}"))).await;
        refused(&plain, 401, "invalid_client");
    }
    let other = Signer::start().await;
    let audience = format!("https://shop.test{}", PATHS[0]);
    refused(&other.with("aud", json!(audience)).await, 401, "invalid_client");
    let mut claims = other.claims();
    claims["aud"] = format!("https://localhost:1{}", PATHS[0]).into();
    let assertion = other.sign(&header(), &claims);
    let form = [
        ("grant_type", "client_credentials"),
        ("client_assertion_type", TYPE),
        ("client_assertion", &assertion),
    ];
    let posed = post(&other.stand, PATHS[0]).header("host", "localhost:1").form(&form);
    refused(&Answer::of(posed).await, 401, "invalid_client");
}

/// Section 5.3: the certificate is registered, or the Base64 of the public key.
#[tokio::test]
async fn a_client_registers_a_certificate_or_a_public_key() {
    let key = KeyPair::generate(KeySize::Rsa2048).expect("a key");
    let der: Pkcs8V1Der<'_> = key.as_der().expect("a key");
    let signing = rcgen::KeyPair::try_from(der.as_ref()).expect("a key");
    let parameters = rcgen::CertificateParams::new(vec!["pipeline".into()]).expect("a name");
    let certificate = parameters.self_signed(&signing).expect("a certificate");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("pipeline.pem"), certificate.pem()).expect("written");
    let settings = format!(
        "[[clients]]\nid = 'pipeline'\npublic_key_file = 'pipeline.pem'\n\
         [[clients]]\nid = 'other'\npublic_key = '{}'\n",
        public(&key)
    );
    let file = folder.path().join("settings.toml");
    std::fs::write(&file, settings).expect("written");
    let settings = Settings::read(&file, "Storefront", &[]).expect("it makes sense");
    let stand = Stand::with(settings.apply(SandboxOptions::on_free_ports())).await;
    let signer = Signer { stand, key };
    for client in ["pipeline", "other"] {
        let mut claims = signer.claims();
        claims["iss"] = client.into();
        claims["sub"] = client.into();
        signer.send(&signer.sign(&header(), &claims)).await.named(client).ok(200);
    }
}

#[tokio::test]
async fn dates_are_bounded() {
    let time = SystemTime::now();
    let signer = Signer::at(Clock::new(move || time)).await;
    let now = seconds(time);
    for (claim, value, fine) in [
        ("exp", json!(now + 30), true),
        ("exp", json!(now + 1790), true),
        ("exp", json!(now + 1800), true),
        ("exp", json!(1e30), false),
        ("exp", json!(now + 1900), false),
        ("exp", json!(now - 1), false),
        ("exp", json!("soon"), false),
        ("exp", Value::Null, false),
        ("nbf", json!(now + 30), true),
        ("nbf", json!(now + 120), false),
        ("iat", json!(now), true),
        ("iat", json!(now + 120), false),
        ("iat", json!("x"), false),
    ] {
        let answer = signer.with(claim, value.clone()).await;
        if fine {
            answer.ok(200);
        } else {
            refused(&answer, 401, "invalid_client");
        }
    }
}

#[tokio::test]
async fn issuer_and_subject_are_the_client() {
    let signer = Signer::start().await;
    for (claim, value) in [
        ("iss", json!("other")),
        ("sub", json!("other")),
        ("iss", Value::Null),
        ("sub", Value::Null),
    ] {
        refused(&signer.with(claim, value).await, 401, "invalid_client");
    }
    let mut claims = signer.claims();
    for id in ["unknown", "writer"] {
        claims["iss"] = json!(id);
        claims["sub"] = json!(id);
        let answer = signer.send(&signer.sign(&header(), &claims)).await.named(id);
        refused(&answer, 401, "invalid_client");
    }
    let assertion = signer.sign(&header(), &signer.claims());
    for (named, fine) in [("pipeline", true), ("other", false)] {
        let form = [
            ("grant_type", "client_credentials"),
            ("client_assertion_type", TYPE),
            ("client_assertion", &assertion),
            ("client_id", named),
        ];
        let answer = Answer::of(post(&signer.stand, PATHS[1]).form(&form)).await.named(named);
        if fine { drop(answer.ok(200)) } else { refused(&answer, 401, "invalid_client") }
    }
}

#[tokio::test]
async fn a_jti_is_taken_once() {
    let signer = Signer::start().await;
    signer.with("jti", json!("1")).await.ok(200);
    refused(&signer.with("jti", json!("1")).await, 401, "invalid_client");
    signer.with("jti", json!("2")).await.ok(200);
    refused(&signer.with("jti", json!(3)).await, 401, "invalid_client");
    let mut claims = signer.claims();
    claims["iss"] = json!("other");
    claims["sub"] = json!("other");
    claims["jti"] = json!("1");
    signer.send(&signer.sign(&header(), &claims)).await.ok(200);
}

#[tokio::test]
async fn only_rs256_by_the_clients_own_key_counts() {
    let signer = Signer::start().await;
    let claims = signer.claims();
    for header in [
        json!({"alg": "none"}),
        json!({"alg": "HS256"}),
        json!({"alg": "RS384"}),
        json!({"alg": "rs256"}),
        json!({"typ": "JWT"}),
        json!({"alg": "RS256", "crit": ["exp"]}),
    ] {
        let answer = signer.send(&signer.sign(&header, &claims)).await.named(header);
        refused(&answer, 401, "invalid_client");
    }
    let unsigned = format!("{}.{}", part(&header()), part(&claims));
    let public = signer.key.public_key().as_der().expect("a key");
    let mac = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, public.as_ref()), unsigned.as_bytes());
    let mut longer = vec![0; signer.key.public_modulus_len()];
    let random = SystemRandom::new();
    signer.key.sign(&RSA_PKCS1_SHA384, &random, unsigned.as_bytes(), &mut longer).expect("signed");
    let encode = |bytes: &[u8]| BASE64_URL_SAFE_NO_PAD.encode(bytes);
    let stranger = KeyPair::generate(KeySize::Rsa2048).expect("a key");
    let mut foreign = vec![0; stranger.public_modulus_len()];
    stranger.sign(&RSA_PKCS1_SHA256, &random, unsigned.as_bytes(), &mut foreign).expect("signed");
    for assertion in [
        format!("{unsigned}."),
        format!("{unsigned}.{}", encode(mac.as_ref())),
        format!("{unsigned}.{}", encode(&longer)),
        format!("{unsigned}.{}", encode(&foreign)),
        unsigned.clone(),
        "x".into(),
        "..".into(),
        String::new(),
    ] {
        refused(&signer.send(&assertion).await.named(&assertion), 401, "invalid_client");
    }
    let mut long = signer.claims();
    long["padding"] = "x".repeat(8 * 1024).into();
    refused(&signer.send(&signer.sign(&header(), &long)).await, 401, "invalid_client");
}

#[tokio::test]
async fn the_assertion_type_must_be_named() {
    let signer = Signer::start().await;
    let assertion = signer.sign(&header(), &signer.claims());
    for kind in [None, Some("x"), Some("")] {
        let mut form = vec![("grant_type", "client_credentials"), ("client_assertion", &assertion)];
        form.extend(kind.map(|kind| ("client_assertion_type", kind)));
        let answer = Answer::of(post(&signer.stand, PATHS[0]).form(&form)).await;
        refused(&answer, 400, "invalid_client");
        let description = answer.json()["error_description"].clone();
        assert!(description.as_str().is_some_and(|text| text.contains("client_assertion_type")));
    }
    let both = post(&signer.stand, PATHS[0]).basic_auth("writer", Some("writer"));
    let form = [
        ("grant_type", "client_credentials"),
        ("client_assertion_type", TYPE),
        ("client_assertion", &assertion),
    ];
    refused(&Answer::of(both.form(&form)).await, 400, "invalid_request");
}
