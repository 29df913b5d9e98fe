//! Which server certificates are believed, and which certificate the client shows.

use super::clients::THREADS;
use crate::testkit::certificate::Shown;
use crate::testkit::server::{Reply, Server};
use haltscope::api::address::Address;
use haltscope::api::fingerprint::Fingerprint;
use haltscope::client::{
    Client, ClientConfig, ClientError, Identity, IdentityError, TlsProblem, Trust,
};
use rcgen::date_time_ymd;
use secrecy::SecretString;
use sha2::{Digest, Sha256};

const HERE: &[&str] = &["127.0.0.1"];

async fn ask(server: &Server, trust: Trust) -> Result<(), ClientError> {
    ask_as(server, trust, None).await
}

async fn ask_as(
    server: &Server,
    trust: Trust,
    identity: Option<Identity>,
) -> Result<(), ClientError> {
    let address = Address::parse(&format!("https://{}", server.address)).expect("an address");
    let mut config = ClientConfig::new(address, "haltscope".into());
    config.trust = trust;
    config.identity = identity;
    Client::new(config).expect("usable").threads().await.map(drop)
}

fn pin(shown: &Shown) -> Fingerprint {
    Fingerprint(Sha256::digest(shown.der()).into())
}

fn refused(problem: TlsProblem) -> Result<(), ClientError> {
    Err(ClientError::Tls { host: "127.0.0.1".into(), problem })
}

#[tokio::test]
async fn a_certificate_that_signed_itself_is_trusted_when_it_is_given() {
    for shown in [Shown::by_itself(HERE), Shown::as_authority(HERE)] {
        let server = Server::tls(shown.tls(), |_| Reply::raw(THREADS)).await;
        let own = || shown.pem.clone().into_bytes();
        let other = Shown::as_authority(HERE).pem.into_bytes();
        for trust in [Trust::Also(own()), Trust::Only(own()), Trust::Anyone] {
            assert_eq!(ask(&server, trust.clone()).await, Ok(()), "{trust:?}");
        }
        for trust in [Trust::System, Trust::Also(other.clone()), Trust::Only(other)] {
            let outcome = ask(&server, trust.clone()).await;
            assert!(matches!(outcome, Err(ClientError::Tls { .. })), "{trust:?}: {outcome:?}");
        }
    }
}

#[tokio::test]
async fn names_and_dates_of_a_given_certificate_count() {
    let elsewhere = Shown::as_authority(&["shop.example.com"]);
    let server = Server::tls(elsewhere.tls(), |_| Reply::raw(THREADS)).await;
    let trust = Trust::Also(elsewhere.pem.clone().into_bytes());
    assert_eq!(ask(&server, trust).await, refused(TlsProblem::WrongName));
    let old = Shown::with(HERE, |params| params.not_after = date_time_ymd(2020, 1, 1));
    let server = Server::tls(old.tls(), |_| Reply::raw(THREADS)).await;
    let trust = Trust::Only(old.pem.clone().into_bytes());
    assert_eq!(ask(&server, trust).await, refused(TlsProblem::OutOfDate));
    let coming = Shown::with(HERE, |params| params.not_before = date_time_ymd(4000, 1, 1));
    let server = Server::tls(coming.tls(), |_| Reply::raw(THREADS)).await;
    let trust = Trust::Only(coming.pem.clone().into_bytes());
    assert_eq!(ask(&server, trust).await, refused(TlsProblem::OutOfDate));
}

#[tokio::test]
async fn a_pinned_certificate_is_the_only_one_that_is_believed() {
    let shown = Shown::with(&["shop.example.com"], |params| {
        params.not_after = date_time_ymd(2020, 1, 1);
    });
    let server = Server::tls(shown.tls(), |_| Reply::raw(THREADS)).await;
    assert_eq!(ask(&server, Trust::Pinned(pin(&shown))).await, Ok(()), "whatever it says");
    let other = Shown::by_itself(HERE);
    let outcome = ask(&server, Trust::Pinned(pin(&other))).await;
    assert_eq!(outcome, refused(TlsProblem::NotPinned { shown: pin(&shown) }));
    let error = outcome.expect_err("refused");
    assert!(error.cause().contains(&pin(&shown).to_string()), "{error}");
    assert!(error.action().contains("--pin"), "{}", error.action());
}

/// Of certificates made by OpenSSL: `modern` with PBES2 and AES, `old` with RC2 and 3DES.
fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/fixtures/identity");
    std::fs::read(format!("{folder}/{name}")).expect("a fixture")
}

fn pkcs12(name: &str, passphrase: Option<&str>) -> Result<Identity, IdentityError> {
    let passphrase = passphrase.map(SecretString::from);
    Identity::from_pkcs12(&fixture(name), passphrase.as_ref())
}

fn pem(key: &str, passphrase: Option<&str>) -> Result<Identity, IdentityError> {
    let passphrase = passphrase.map(SecretString::from);
    Identity::from_pem(&fixture("ada.pem"), &fixture(key), passphrase.as_ref())
}

#[tokio::test]
async fn a_client_certificate_is_shown_out_of_every_kind_of_file() {
    let shown = Shown::by_itself(HERE);
    let authority = String::from_utf8(fixture("authority.pem")).expect("PEM");
    let server = Server::tls(shown.tls_for(&authority), |_| Reply::raw(THREADS)).await;
    let trust = || Trust::Only(shown.pem.clone().into_bytes());
    let tea = Some("green-tea");
    for (name, identity) in [
        ("modern", pkcs12("modern.p12", tea)),
        ("old", pkcs12("old.p12", tea)),
        ("3des", pkcs12("3des.p12", tea)),
        ("without mac", pkcs12("without-mac.p12", tea)),
        ("open", pkcs12("open.p12", None)),
        ("umlaut", pkcs12("umlaut.p12", Some("grün"))),
        ("pem", pem("ada.key", None)),
        ("encrypted pem", pem("ada.encrypted.key", tea)),
    ] {
        let identity = identity.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(ask_as(&server, trust(), Some(identity)).await, Ok(()), "{name}");
    }
    assert_eq!(ask(&server, trust()).await, refused(TlsProblem::ClientCertificate));
}

#[test]
fn what_is_wrong_with_a_client_certificate_is_told_apart() {
    let wrong = Some("black-tea");
    for (found, expected) in [
        (pkcs12("modern.p12", wrong), IdentityError::Passphrase),
        (pkcs12("old.p12", wrong), IdentityError::Passphrase),
        (pkcs12("3des.p12", wrong), IdentityError::Passphrase),
        (pkcs12("without-mac.p12", wrong), IdentityError::Passphrase),
        (pkcs12("modern.p12", None), IdentityError::Encrypted),
        (pkcs12("without-key.p12", Some("green-tea")), IdentityError::NoKey),
        (pkcs12("ada.key", None), IdentityError::Unknown),
        (Identity::from_pkcs12(b"", None), IdentityError::Unknown),
        (pem("ada.encrypted.key", None), IdentityError::Encrypted),
        (pem("ada.encrypted.key", wrong), IdentityError::Passphrase),
        (pem("ada.pem", None), IdentityError::NoKey),
        (Identity::from_pem(b"", &fixture("ada.key"), None), IdentityError::NoCertificate),
        (
            Identity::from_pem(&fixture("authority.pem"), &fixture("ada.key"), None),
            IdentityError::Mismatch,
        ),
    ] {
        let error = found.expect_err("refused");
        assert_eq!(error, expected);
        assert!(!error.to_string().contains("tea"));
    }
    let printed = format!("{:?}", pkcs12("open.p12", None).expect("an identity"));
    assert_eq!(printed, "Identity([REDACTED])");
}
