//! What is said where a key, or a message, is no good.

use super::HostError;
use std::fmt::Display;

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
