//! How secrets are kept: argon2id for what people choose, scrypt for what an archive brings (also of an MD5), SHA-256
//! for keys that are random anyway.

use super::{md5, scrypt};
use argon2::{
    Argon2,
    password_hash::{PasswordHasher, PasswordVerifier, phc},
};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use subtle::ConstantTimeEq;

/// A password that can be checked but not read.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct PasswordHash(String);

impl PasswordHash {
    /// Hashes with the library's parameters: argon2id, 19 MiB, two rounds.
    pub(crate) fn of(password: &SecretString) -> Self {
        let hash = Argon2::default()
            .hash_password(password.expose_secret().as_bytes())
            .expect("argon2 takes any password below 4 GiB");
        Self(hash.to_string())
    }

    /// A hash in its PHC form.
    pub(crate) fn stored(phc: String) -> Self {
        Self(phc)
    }

    /// An argon2id hash in its PHC form; `None` for anything else.
    pub(crate) fn parse(phc: &SecretString) -> Option<Self> {
        let text = phc.expose_secret();
        let hash = phc::PasswordHash::new(text).ok()?;
        let is_whole = hash.salt.is_some() && hash.hash.is_some();
        (hash.algorithm.as_str() == "argon2id" && is_whole).then(|| Self(text.to_owned()))
    }

    /// What a site archive has: a hash by scrypt or MD5, or the password itself.
    pub(crate) fn archived(text: &str, is_hash: bool) -> Option<Self> {
        if is_hash {
            return match md5::kept(text) {
                Some(kept) => Some(Self(kept)),
                None => scrypt::is_hash(text).then(|| Self(text.to_owned())),
            };
        }
        scrypt::of_plain(&text.into()).map(Self)
    }

    /// Takes some 50 ms, whatever the outcome.
    pub(crate) fn matches(&self, password: &SecretString) -> bool {
        if let Some(hash) = md5::within(&self.0) {
            return scrypt::matches(hash, &md5::of(password));
        }
        if scrypt::is_hash(&self.0) {
            return scrypt::matches(&self.0, password);
        }
        phc::PasswordHash::new(&self.0).is_ok_and(|hash| {
            Argon2::default().verify_password(password.expose_secret().as_bytes(), &hash).is_ok()
        })
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

/// An access key that can be checked but not read.
#[derive(Clone)]
pub(super) struct KeyDigest([u8; 32]);

impl KeyDigest {
    /// Digests a key.
    pub(super) fn of(key: &SecretString) -> Self {
        Self(Sha256::digest(key.expose_secret().as_bytes()).into())
    }

    /// Stands in for a key that doesn't exist.
    pub(super) const fn decoy() -> Self {
        Self([0; 32])
    }

    /// Digests parts under a secret key, each with its length, so that they can't run together.
    pub(super) fn keyed(key: &[u8; 32], parts: [&str; 2]) -> Self {
        let mut digest = Sha256::new_with_prefix(key);
        for part in parts {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part.as_bytes());
        }
        Self(digest.finalize().into())
    }

    /// In constant time.
    pub(super) fn matches(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Debug for KeyDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyDigest(…)")
    }
}
