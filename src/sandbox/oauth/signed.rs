//! What only this sandbox could have signed, as JSON Web Tokens (RFC 7515).

use super::jwt;
use crate::sandbox::store::Secret;
use aws_lc_rs::hmac;
use serde_json::{Value, json};

/// Signs claims, and knows them again.
pub(crate) struct Signer(hmac::Key);

impl Signer {
    /// Signs with a key that nobody else has.
    pub(crate) fn new(key: &Secret) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, key))
    }

    /// A token of claims.
    pub(crate) fn sign(&self, claims: &Value) -> String {
        let unsigned = jwt::unsigned(&json!({"alg": "HS256", "typ": "JWT"}), claims);
        let signature = hmac::sign(&self.0, unsigned.as_bytes());
        format!("{unsigned}.{}", jwt::encode(signature.as_ref()))
    }

    /// The claims of a token that was signed here, as JSON; nothing of any other.
    pub(crate) fn claims(&self, token: &str) -> Option<Vec<u8>> {
        let (signed, signature) = token.rsplit_once('.')?;
        hmac::verify(&self.0, signed.as_bytes(), &jwt::decode(signature)?).ok()?;
        // Ours, header and all: nobody else could have signed it.
        let (_, claims) = signed.split_once('.')?;
        jwt::decode(claims)
    }

    /// Letters and digits that stand for a text, and don't tell it.
    pub(crate) fn name(&self, text: &str) -> String {
        let digest = hmac::sign(&self.0, text.as_bytes());
        let letters = jwt::encode(digest.as_ref());
        letters.chars().filter(char::is_ascii_alphanumeric).collect()
    }
}

/// A number that no other token has.
pub(crate) fn unique() -> String {
    let id: [u8; 16] = rand::random();
    jwt::encode(&id)
}
