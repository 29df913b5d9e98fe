//! JWTs signed with RS256 that stand in for an API client's password (section 5.3).

use aws_lc_rs::rand::{self, SystemRandom};
use aws_lc_rs::rsa::KeyPair;
use aws_lc_rs::signature::RSA_PKCS1_SHA256;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use pkcs8::{EncryptedPrivateKeyInfoRef, SecretDocument};
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use std::fmt;
use std::sync::Arc;

/// How far ahead an assertion expires, in seconds; at most 30 minutes are allowed.
const LIFETIME: i64 = 5 * 60;

/// A private RSA key; it can't be printed.
#[derive(Clone)]
pub struct SigningKey(Arc<KeyPair>);

/// Why a text is no usable key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SigningKeyError {
    /// No PEM, or none of a private key.
    #[error("it holds no private key in PEM")]
    NoKey,
    /// PEM that a passphrase protects, and there is none.
    #[error(
        "the key is encrypted and no passphrase is given: SFCC_JWT_PASSPHRASE or jwt-passphrase in dw.json"
    )]
    Encrypted,
    /// Another passphrase than the key's.
    #[error("the passphrase does not open the key")]
    Passphrase,
    /// PEM that a passphrase protects in a way from before PKCS#8.
    #[error(
        "the key is encrypted in an old format; convert it with `openssl pkcs8 -topk8 -in FILE -out NEW`"
    )]
    OldEncryption,
    /// Another algorithm, or a key that is too short.
    #[error("RS256 needs an RSA key of 2048 bits or more")]
    NoRsa,
}

impl SigningKey {
    /// Reads PKCS#8 or PKCS#1 in PEM; PKCS#8 may be encrypted.
    pub fn from_pem(
        pem: &[u8],
        passphrase: Option<&SecretString>,
    ) -> Result<Self, SigningKeyError> {
        let text = String::from_utf8_lossy(pem);
        if let Some(start) = text.find("-----BEGIN ENCRYPTED PRIVATE KEY") {
            return Self::decrypt(&text[start..], passphrase.ok_or(SigningKeyError::Encrypted)?);
        }
        if text.contains("Proc-Type: 4,ENCRYPTED") {
            return Err(SigningKeyError::OldEncryption);
        }
        let der = PrivateKeyDer::from_pem_slice(pem).map_err(|_| SigningKeyError::NoKey)?;
        let key = match &der {
            PrivateKeyDer::Pkcs8(der) => KeyPair::from_pkcs8(der.secret_pkcs8_der()),
            PrivateKeyDer::Pkcs1(der) => KeyPair::from_der(der.secret_pkcs1_der()),
            _ => return Err(SigningKeyError::NoRsa),
        };
        key.map(|key| Self(Arc::new(key))).map_err(|_| SigningKeyError::NoRsa)
    }

    fn decrypt(pem: &str, passphrase: &SecretString) -> Result<Self, SigningKeyError> {
        let (_, der) = SecretDocument::from_pem(pem).map_err(|_| SigningKeyError::NoKey)?;
        let key = EncryptedPrivateKeyInfoRef::try_from(der.as_bytes());
        let key = key.map_err(|_| SigningKeyError::NoKey)?;
        let plain = key.decrypt(passphrase.expose_secret());
        let plain = plain.map_err(|_| SigningKeyError::Passphrase)?;
        let key = KeyPair::from_pkcs8(plain.as_bytes());
        key.map(|key| Self(Arc::new(key))).map_err(|_| SigningKeyError::NoRsa)
    }

    /// An assertion of `client` for `audience` at `now`, in seconds; each has another `jti`.
    pub(super) fn assertion(&self, client: &str, audience: &str, now: i64) -> String {
        let header = json!({"alg": "RS256", "typ": "JWT"});
        let claims = json!({
            "iss": client, "sub": client, "aud": audience, "exp": now + LIFETIME, "jti": nonce(),
        });
        let unsigned = format!("{}.{}", part(&header), part(&claims));
        let mut signature = vec![0; self.0.public_modulus_len()];
        self.0
            .sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), unsigned.as_bytes(), &mut signature)
            .expect("a whole RSA key signs any text");
        format!("{unsigned}.{}", BASE64_URL_SAFE_NO_PAD.encode(signature))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey([REDACTED])")
    }
}

fn part(json: &Value) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(json.to_string())
}

fn nonce() -> String {
    let mut bytes = [0; 16];
    rand::fill(&mut bytes).expect("the system has random numbers");
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}
