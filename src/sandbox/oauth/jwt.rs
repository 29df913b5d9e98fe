//! The compact form of JSON Web Tokens (RFC 7515, 7.1).

use crate::api::strict;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use serde_json::{Map, Value};

/// A token's parts; nothing of it is verified.
pub(super) struct Jwt<'a> {
    /// The header's fields.
    pub header: Map<String, Value>,
    /// The payload's fields.
    pub claims: Map<String, Value>,
    /// What is signed.
    pub signed: &'a [u8],
    /// The signature.
    pub signature: Vec<u8>,
}

impl<'a> Jwt<'a> {
    /// `None` for anything that isn't three parts of Base64, two of them JSON objects.
    pub(super) fn read(text: &'a str) -> Option<Self> {
        let (signed, signature) = text.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let object = |part| match strict::decode(&decode(part)?).ok()? {
            Value::Object(object) => Some(object),
            _ => None,
        };
        let (header, claims, signature) = (object(header)?, object(claims)?, decode(signature)?);
        Some(Self { header, claims, signed: signed.as_bytes(), signature })
    }

    /// A text claim.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.claims.get(name).and_then(Value::as_str)
    }

    /// A date claim, in seconds; fractions are cut off.
    pub(super) fn date(&self, name: &str) -> Option<i64> {
        let value = self.claims.get(name)?;
        #[expect(clippy::cast_possible_truncation, reason = "a cast saturates, and so may a date")]
        let whole = |seconds: f64| seconds as i64;
        value.as_i64().or_else(|| value.as_f64().map(whole))
    }
}

/// Header and claims in the form that is signed.
pub(super) fn unsigned(header: &Value, claims: &Value) -> String {
    format!("{}.{}", encode(header.to_string().as_bytes()), encode(claims.to_string().as_bytes()))
}

/// Base64 as tokens have it.
pub(super) fn encode(bytes: &[u8]) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The bytes of Base64 as tokens have it; `None` for anything else.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    BASE64_URL_SAFE_NO_PAD.decode(text).ok()
}
