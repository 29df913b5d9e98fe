//! What is said where a key, or a message, is no good.

use super::HostError;
use std::fmt::Display;

/// Bytes of a key with all that stands around it: a private RSA key of 16,384 bits has some 9,300.
const LONGEST: usize = 12 << 10;

/// Refuses an RSA key before anything is done with it: a longer one would take minutes.
pub(super) fn check_length(key: &[u8]) -> Result<(), HostError> {
    if key.len() > LONGEST {
        return Err(HostError::new("The key has more than 16384 bits"));
    }
    Ok(())
}

pub(super) fn wrong_key() -> HostError {
    HostError::new("The key or the initialization vector doesn't fit the cipher")
}

pub(super) fn broken() -> HostError {
    HostError::new("The message can't be decrypted with this key")
}

pub(super) fn too_long() -> HostError {
    HostError::new("The message is too long for the key")
}

/// Why a key doesn't sign.
pub(super) fn refused(why: &dyn Display) -> HostError {
    HostError::new(format!("The private key can't sign: {why}"))
}
