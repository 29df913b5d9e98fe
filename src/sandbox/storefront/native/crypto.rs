//! Digests, authentication codes, random bytes; ciphers and signatures stand beside.

use super::{Ask, HostError, asked, base64, bytes, ciphers, number, signatures, unknown};
use ::hmac::{Hmac, KeyInit, Mac};
use aws_lc_rs::{digest, hmac, rand};
use md5::{Digest, Md5};
use serde_json::Value;
use std::fmt::Write;

/// Random bytes of one question.
const MOST_RANDOM: u64 = 64 << 10;

pub(in super::super) fn answer(what: asked::Crypto, ask: &Ask<'_>) -> Result<Value, HostError> {
    match what {
        asked::Crypto::Digest => digested(ask.text("algorithm")?, &bytes(ask, "data")?).map(base64),
        asked::Crypto::Mac => authenticated(ask).map(base64),
        asked::Crypto::Random => random(number(ask, "length")).map(base64),
        asked::Crypto::Encrypt => ciphers::encrypted(ask).map(base64),
        asked::Crypto::Decrypt => ciphers::decrypted(ask).map(base64),
        asked::Crypto::Sign => signatures::signed(ask).map(base64),
        asked::Crypto::Verify => signatures::verified(ask).map(Value::from),
    }
}

/// Bytes as pairs of small hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a string can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn digested(algorithm: &str, data: &[u8]) -> Result<Vec<u8>, HostError> {
    let kind = match algorithm.to_uppercase().as_str() {
        "MD5" => return Ok(Md5::digest(data).to_vec()),
        "SHA" | "SHA-1" | "SHA1" => &digest::SHA1_FOR_LEGACY_USE_ONLY,
        "SHA-256" | "SHA256" => &digest::SHA256,
        "SHA-384" | "SHA384" => &digest::SHA384,
        "SHA-512" | "SHA512" => &digest::SHA512,
        _ => return Err(unknown(algorithm)),
    };
    Ok(digest::digest(kind, data).as_ref().to_vec())
}

fn authenticated(ask: &Ask<'_>) -> Result<Vec<u8>, HostError> {
    let (key, data) = (bytes(ask, "key")?, bytes(ask, "data")?);
    let algorithm = ask.text("algorithm")?;
    let kind = match algorithm.to_uppercase().as_str() {
        "HMACMD5" => {
            let mac = Hmac::<Md5>::new_from_slice(&key).map_err(|_| unknown(algorithm))?;
            return Ok(mac.chain_update(&data).finalize().into_bytes().to_vec());
        }
        "HMACSHA1" => hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY,
        "HMACSHA256" => hmac::HMAC_SHA256,
        "HMACSHA384" => hmac::HMAC_SHA384,
        "HMACSHA512" => hmac::HMAC_SHA512,
        _ => return Err(unknown(algorithm)),
    };
    Ok(hmac::sign(&hmac::Key::new(kind, &key), &data).as_ref().to_vec())
}

fn random(length: u64) -> Result<Vec<u8>, HostError> {
    let length = usize::try_from(length.min(MOST_RANDOM)).unwrap_or_default();
    let mut filled = vec![0; length];
    rand::fill(&mut filled).map_err(|_| HostError::new("There are no random numbers"))?;
    Ok(filled)
}
