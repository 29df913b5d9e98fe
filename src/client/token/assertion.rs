//! JWTs signed with RS256 that stand in for an API client's password (section 5.3).

use aws_lc_rs::rand::{self, SystemRandom};
use aws_lc_rs::rsa::KeyPair;
use aws_lc_rs::signature::RSA_PKCS1_SHA256;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject;
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
    /// PEM that a passphrase protects.
    #[error("the key is encrypted; decrypt it with `openssl pkey -in FILE -out PLAIN`")]
    Encrypted,
    /// Another algorithm, or a key that is too short.
    #[error("RS256 needs an RSA key of 2048 bits or more")]
    NoRsa,
}

impl SigningKey {
    /// Reads PKCS#8 or PKCS#1 in PEM.
    pub fn from_pem(pem: &[u8]) -> Result<Self, SigningKeyError> {
        let text = String::from_utf8_lossy(pem);
        if text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED") {
            return Err(SigningKeyError::Encrypted);
        }
        let der = PrivateKeyDer::from_pem_slice(pem).map_err(|_| SigningKeyError::NoKey)?;
        let key = match &der {
            PrivateKeyDer::Pkcs8(der) => KeyPair::from_pkcs8(der.secret_pkcs8_der()),
            PrivateKeyDer::Pkcs1(der) => KeyPair::from_der(der.secret_pkcs1_der()),
            _ => return Err(SigningKeyError::NoRsa),
        };
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
